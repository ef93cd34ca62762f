import Foundation
import Journal
import PersistenceSQLite

extension Journal {
    /// Makes a copy of the journal as of one moment, while other processes read and write it.
    ///
    /// The copy is one file with mode 0600, itself a journal. It is checked before it is moved into place, appears
    /// whole or not at all, and is on disk when this returns. The next backup to a folder removes what a killed one
    /// left there.
    /// - Parameters:
    ///   - path: The file to write. A symbolic link is replaced, not followed.
    ///   - force: Whether a file there may be replaced. This journal, and a journal with a log beside it, never are.
    ///   - cancel: Stops the copy.
    /// - Returns: The number of entries in the copy.
    /// - Throws: `OutputError` about the copy, `JournalError` about the journal. There is no copy then, and a file at
    ///   the path is unchanged.
    package func backUp(to path: String, force: Bool = false, cancel: CancelToken = CancelToken()) throws -> Int {
        guard case .file(let folder, let name) = try OutputTarget.at(path, force: force, sparing: files) else {
            throw OutputError.failed(path, detail: "a backup needs a file")
        }
        let place = try StagedBackup(path: path, folder: folder, name: name, force: force)
        defer { place.staging.remove() }
        let count = try copy(to: place.file, cancel)
        try place.finish()
        return count
    }

    /// Writes and checks the copy.
    private func copy(to file: URL, _ cancel: CancelToken) throws(JournalError) -> Int {
        try rethrowing {
            try SQLiteStore.copy(url, to: file) { !cancel.isCancelled }
            let report = try JournalStack.check(file)
            try report.requireNoFindings(of: url)
            return report.rowCount ?? 0
        }
    }
}
