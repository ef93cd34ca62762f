import Foundation
import Journal
import PersistenceSQLite

/// What a journal holds with the log beside it, and without. Both are checked on private copies. The journal and its
/// log are not changed.
package struct LogComparison {
    package let journal: URL
    /// Whether the journal is not opened because of its log.
    package let isInDoubt: Bool
    package let withLog: Content
    package let withoutLog: Content

    package enum Content {
        /// The findings, and the newest entry's date in seconds since 2001-01-01T00:00:00Z; nil if there is no entry, or
        /// none can be read.
        case readable(JournalReport, newest: Double?)
        case unreadable(JournalError)
    }

    /// - Throws: `.noStore`, `.noLog` if there is nothing to compare, or an error of making the copies.
    package static func read(_ journal: URL) throws -> LogComparison {
        let journal = SQLiteStore.ownPath(journal)
        try DoubtfulLog.requireLog(of: journal)
        return LogComparison(
            journal: journal, isInDoubt: try DoubtfulLog.doubt(about: journal) != nil,
            withLog: try content(of: journal) { try SQLiteStore.copyWithLog(journal, to: $0) },
            withoutLog: try content(of: journal) { try SQLiteStore.copyWithoutLog(journal, to: $0) })
    }

    private static func content(of journal: URL, _ copy: (URL) throws -> Void) throws -> Content {
        let staging = try StagingFolder()
        defer { staging.remove() }
        let file = staging.url.appendingPathComponent(JournalPath.fileName)
        do {
            try copy(file)
            let (_, report) = try Journal.storeReport(at: file, named: journal)
            return .readable(report, newest: try? newest(in: file))
        } catch {
            let error = JournalError(error, at: journal)
            guard error.isOfContent else { throw error }
            return .unreadable(error)
        }
    }

    private static func newest(in file: URL) throws -> Double? {
        let journal = try Journal.open(file)
        defer { try? journal.close() }
        return try journal.newest()?.values.date
    }
}

/// The log beside a journal.
enum DoubtfulLog {
    /// - Throws: `.noStore` or `.noLog`.
    static func requireLog(of journal: URL) throws {
        if try !Journal.exists(at: journal) { throw JournalError.noStore(journal) }
        do {
            if try SQLiteStore.hasLog(journal) { return }
        } catch {
            throw JournalError(error, at: journal)
        }
        throw JournalError.noLog(journal)
    }

    /// Why the journal is not opened with its log; nil if it is. It is tried with a copy, because closing a store puts
    /// its log into the file.
    /// - Throws: An error of reading the files, or of making the copy.
    static func doubt(about journal: URL) throws(JournalError) -> JournalError? {
        do {
            let staging = try StagingFolder()
            defer { staging.remove() }
            let copy = staging.url.appendingPathComponent(JournalPath.fileName)
            try SQLiteStore.copyAtRest(journal, to: copy)
            try SQLiteStore.requireReadable(copy)
            return nil
        } catch {
            let error = JournalError(error, at: journal)
            guard error.isOfContent else { throw error }
            return error
        }
    }
}

extension JournalError {
    /// Whether it is about what a file contains, not about reading or writing it.
    var isOfContent: Bool {
        switch self {
        case .notADatabase, .notAJournal, .notABackup, .corrupt, .unsound, .foreignLog, .foreignRollback, .damagedLog:
            true
        default: false
        }
    }
}
