import Foundation
import Journal
import PersistenceSQLite

/// The result of checking a backup.
package struct VerifiedBackup {
    package let file: URL
    /// When it was last written, in seconds since 2001-01-01T00:00:00Z.
    package let written: Double
    /// The findings. A backup has no drafts.
    package let report: JournalReport

    /// Checks a copy of the backup as a journal is checked. The backup and the files beside it are not changed.
    /// - Throws: `.noBackup`, `.notABackup`, or an error of reading it or of making the copy.
    package static func read(_ file: URL) throws(JournalError) -> VerifiedBackup {
        do {
            let status = try BackupFile.status(file)
            let staging = try StagingFolder()
            defer { staging.remove() }
            let copy = staging.url.appendingPathComponent(JournalPath.fileName)
            try SQLiteStore.copyAtRest(file, to: copy)
            let (_, report) = try Journal.storeReport(at: copy, named: file)
            let written = max(BackupFile.written(status), BackupFile.written(beside: file))
            return VerifiedBackup(file: file, written: written, report: report)
        } catch {
            throw BackupFile.error(error, at: file, copiedTo: FileManager.default.temporaryDirectory)
        }
    }
}

/// The file status and the errors of a backup.
enum BackupFile {
    /// - Throws: `.noBackup`, `.isFolder` or `.notABackup` if this is not a regular file.
    static func status(_ file: URL) throws -> stat {
        var status = stat()
        if stat(file.path, &status) != 0 {
            let error = SystemError.last
            throw [ENOENT, ENOTDIR].contains(error.code) ? JournalError.noBackup(file) : JournalError(error, at: file)
        }
        if status.kind == S_IFDIR { throw JournalError.isFolder(file) }
        if status.kind != S_IFREG { throw JournalError.notABackup(file, why: nil) }
        return status
    }

    /// Turns an error of reading a backup, or of copying it to `target` or beside it, into one about the backup.
    static func error(_ error: any Error, at file: URL, copiedTo target: URL) -> JournalError {
        switch JournalError(error, at: file) {
        case .notADatabase: .notABackup(file, why: nil)
        case .notAJournal(_, let why): .notABackup(file, why: namingBackup(why, file))
        case .diskFull: .diskFull(target)
        case let error: error
        }
    }

    /// The message with the backup's name in place of its copy's.
    private static func namingBackup(_ why: String, _ file: URL) -> String {
        why.replacing("“\(JournalPath.fileName)”", with: "“\(file.lastPathComponent)”")
    }

    static func written(_ status: stat) -> Double {
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        return Double(time.tv_sec) - Date.timeIntervalBetween1970AndReferenceDate
    }

    /// When the log beside a file was last written; -infinity if there is none.
    static func written(beside file: URL) -> Double {
        var status = stat()
        return stat(file.path + "-wal", &status) == 0 ? written(status) : -.infinity
    }
}
