import Foundation

/// A folder beside a journal that only this program fills: its drafts, or its exchanges.
///
/// Where others can write to the parent folder, anybody could create this one first, and choose through its contents
/// where sessions are sent or kept. It is therefore used only if it belongs to the same user, and if nobody can write
/// to it who cannot write to the journal.
package struct PrivateFolder: Sendable {
    /// Why a folder is not used. Nothing in it was read or changed.
    package enum Fault: Error, Equatable, Sendable {
        /// The path is a symbolic link.
        case link
        /// The path is not a folder.
        case notAFolder
        case otherOwner
        case writableByOthers
    }

    private let journal: String
    package let path: String

    /// The folder of a journal, which has the journal's path and a suffix.
    package init(of journal: URL, suffix: String) {
        (self.journal, path) = (journal.path, journal.path + suffix)
    }

    /// The open folder; nil if there is none.
    /// - Throws: A `Fault`, or a `SystemError`.
    package func open() throws -> OpenFolder? {
        guard try exists() else { return nil }
        let folder: OpenFolder
        do throws(SystemError) {
            folder = try OpenFolder(path, followsLink: false)
        } catch {
            if error.isMissing { return nil }
            throw error
        }
        try check(folder)
        return folder
    }

    /// The open folder. If there is none, it is created with access for its owner alone.
    /// - Throws: A `Fault`, or a `SystemError`.
    package func make() throws -> OpenFolder {
        _ = try exists()
        let folder = try OpenFolder(making: path, mode: 0o700)
        try check(folder)
        return folder
    }

    /// Whether there is a folder.
    private func exists() throws -> Bool {
        let path = try systemPath(path)
        var status = stat()
        do throws(SystemError) {
            try checked { lstat(path, &status) }
        } catch {
            if error.isMissing || error.code == ENOTDIR { return false }
            throw error
        }
        if status.kind == S_IFLNK { throw Fault.link }
        if status.kind != S_IFDIR { throw Fault.notAFolder }
        return true
    }

    private func check(_ folder: OpenFolder) throws {
        let parent = URL(fileURLWithPath: path, isDirectory: true).deletingLastPathComponent().path
        let owner = try OpenFolder(parent, followsLink: true).status().st_uid
        var own = stat()
        let mode = stat(journal, &own) == 0 ? own.st_mode : 0
        let fault = PrivateFolder.fault(try folder.status(), user: geteuid(), parent: owner, journal: mode)
        if let fault { throw fault }
    }

    /// Why a folder is not used.
    /// - Parameters:
    ///   - user: The user of this process. The superuser acts for the parent folder's owner.
    ///   - parent: The owner of the parent folder.
    ///   - journal: The journal's mode.
    static func fault(_ folder: stat, user: uid_t, parent: uid_t, journal: mode_t) -> Fault? {
        guard folder.st_uid == user || user == 0 && folder.st_uid == parent else { return .otherOwner }
        return folder.st_mode & 0o022 & ~journal == 0 ? nil : .writableByOthers
    }
}
