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

        /// A folder of drafts beside the symbolic link that the journal is named by, where drafts were once kept; nil where
        /// there is none.
        package let draftsBesideLink: URL?

        fileprivate init(_ path: String, isDefault: Bool) {
            url = SQLiteStore.ownPath(URL(fileURLWithPath: path, isDirectory: false))
            self.isDefault = isDefault
            draftsBesideLink = Choice.drafts(beside: path, not: url)
        }

        private static func drafts(beside path: String, not own: URL) -> URL? {
            let link = URL(fileURLWithPath: path, isDirectory: false)
            var (first, second) = (stat(), stat())
            guard link.path != own.path, stat(link.path + "-drafts", &first) == 0, first.kind == S_IFDIR else {
                return nil
            }
            if stat(own.path + "-drafts", &second) == 0, first.isSameFile(as: second) { return nil }
            return URL(fileURLWithPath: link.path + "-drafts", isDirectory: true)
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
