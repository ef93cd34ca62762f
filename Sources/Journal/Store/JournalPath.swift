import Foundation
import PersistenceSQLite

/// The location of the journal.
package enum JournalPath {
    /// The file's name in the default folder.
    package static let fileName = "SurfJournalModel.sqlite"

    /// The journal's file, and whether a first launch may create it.
    package struct Choice: Equatable, Sendable {
        /// The file itself, with symbolic links resolved, so that a journal with several names has its drafts and
        /// copies in one place.
        package let url: URL

        /// Whether this is the default journal or the one in `SURFJOURNAL_STORE`, which is created from the seed if
        /// missing.
        package let isDefault: Bool

        /// A folder of drafts beside a symbolic link to the journal, where earlier versions kept drafts; nil if there
        /// is none.
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

    /// A path with the folder that `HOME` names in place of a `~` before its first slash. Without `HOME` it is unchanged.
    package static func expanded(_ path: String, _ environment: [String: String]) -> String {
        guard path == "~" || path.hasPrefix("~/"), let home = environment["HOME"], !home.isEmpty else { return path }
        return home + path.dropFirst()
    }

    /// The option's path, otherwise `SURFJOURNAL_STORE`, otherwise the user's data folder. An empty variable counts as
    /// unset. A relative `XDG_DATA_HOME` is ignored.
    /// - Throws: `.noHome` if the environment does not name the user's folder.
    package static func choose(
        option: String?, environment: [String: String]
    ) throws(JournalError) -> Choice {
        if let option { return Choice(expanded(option, environment), isDefault: false) }
        if let path = environment["SURFJOURNAL_STORE"], !path.isEmpty {
            return Choice(expanded(path, environment), isDefault: true)
        }
        guard let folder = OwnFolder.data(environment) else { throw .noHome }
        return Choice(folder + "/" + fileName, isDefault: true)
    }
}
