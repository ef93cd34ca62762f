import Foundation
import Persistence
import PersistenceSQLite

extension Journal {
    /// Makes a copy of the journal, as it is at one moment, while others read and write it.
    ///
    /// The copy is one file with mode 0600 that is a journal itself. It is checked before it is put in its place, whole or
    /// not at all, and is on disk when this returns. What a killed backup left, the next one to that folder removes.
    /// - Parameters:
    ///   - path: Where it goes. A symbolic link is replaced, not followed.
    ///   - force: Whether a file there may be replaced; not this journal, nor one whose log is beside it.
    ///   - cancel: Breaks the copy off.
    /// - Returns: how many entries the copy has.
    /// - Throws: `OutputError` about the copy, `JournalError` about the journal; there is no copy then, and what was at the
    ///   path still is.
    package func backUp(to path: String, force: Bool = false, cancel: CancelToken = CancelToken()) throws -> Int {
        guard case .file(let folder, let name) = try OutputTarget.at(path, force: force, sparing: files) else {
            throw OutputError.failed(path, detail: "a backup needs a file")
        }
        let place = try BackupPlace(path: path, folder: folder, name: name, force: force)
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
