import Foundation
import PersistenceSQLite

/// Where the journal lives.
package enum JournalPlace {
    /// The file's name in the default folder.
    static let fileName = "SurfJournalModel.sqlite"

    /// A journal's file, and whether a first launch may make it.
    package struct Choice: Equatable, Sendable {
        /// The file itself: symbolic links are followed, so that a journal with several names has its drafts, its copies
        /// and what is made of it in one place.
        package let url: URL

        /// Whether this is the default journal, or the one that `SURFJOURNAL_STORE` names: made from the seed if missing.
        package let isDefault: Bool

        fileprivate init(_ path: String, isDefault: Bool) {
            url = SQLiteStore.ownPath(URL(fileURLWithPath: path, isDirectory: false))
            self.isDefault = isDefault
        }
    }

    /// The option's path, else `SURFJOURNAL_STORE`, else the user's data folder. An empty variable counts as unset, a
    /// relative `XDG_DATA_HOME` is ignored.
    /// - Throws: `.noHome` where nothing says which user's folder it is.
    package static func choose(
        option: String?, environment: [String: String]
    ) throws(JournalError) -> Choice {
        if let option { return Choice(option, isDefault: false) }
        if let path = environment["SURFJOURNAL_STORE"], !path.isEmpty {
            return Choice(path, isDefault: true)
        }
        guard let folder = OwnFolder.data(environment) else { throw .noHome }
        return Choice(folder + "/" + fileName, isDefault: true)
    }
}
