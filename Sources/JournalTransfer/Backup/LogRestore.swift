import Foundation
import Journal
import Persistence
import PersistenceSQLite

/// Replaces a journal that is not opened because its log may belong to another database. The new one is made with the
/// log, or without it. The old journal and its log are kept together as they were.
package final class LogRestore {
    package enum Choice: Sendable {
        case with, without
    }

    /// The journal's file, with links resolved.
    package let journal: URL
    package let choice: Choice
    /// The number of entries in the journal that will be put in place.
    package let entryCount: Int
    private let identifier: String
    private let staging: StagingFolder
    private let copy: URL
    /// The journal's files when they were copied.
    private let files: StoreFilesState

    /// Makes and checks the journal that will be put in place. Nothing else is changed.
    /// - Throws: `.noStore`, `.noLog`, `.ownLog` if the journal opens with its log, `.damagedLog` if the log has nothing
    ///   that could be put in place, `.corrupt` or `.unsound` if the result does not pass its check, or a read or write
    ///   error.
    package static func make(
        at journal: URL, _ choice: Choice, cancel: CancelToken = CancelToken()
    ) throws -> LogRestore {
        let journal = SQLiteStore.ownPath(journal)
        try DoubtfulLog.requireLog(of: journal)
        guard let doubt = try DoubtfulLog.doubt(about: journal) else { throw JournalError.ownLog(journal) }
        if choice == .with, case .damagedLog = doubt { throw doubt }
        do {
            let (files, staging) = (StoreFilesState(of: journal), try StagingFolder(for: journal))
            do {
                let copy = staging.url.appendingPathComponent(JournalPath.fileName)
                let report = try checkedCopy(of: journal, at: copy, choice, staging, cancel)
                return LogRestore(journal, choice, staging, copy: copy, report, files)
            } catch {
                staging.remove()
                throw error
            }
        } catch {
            throw error is CancellationError ? error : JournalError(error, at: journal)
        }
    }

    private init(
        _ journal: URL, _ choice: Choice, _ staging: StagingFolder, copy: URL, _ report: StoreReport,
        _ files: StoreFilesState
    ) {
        (self.journal, self.choice, self.staging, self.copy, self.files) = (journal, choice, staging, copy, files)
        (entryCount, identifier) = (report.rowCount ?? 0, report.identifier)
    }

    private static func checkedCopy(
        of journal: URL, at copy: URL, _ choice: Choice, _ staging: StagingFolder, _ cancel: CancelToken
    ) throws -> StoreReport {
        switch choice {
        case .with: try SQLiteStore.copyWithLog(journal, to: copy)
        case .without: try copyWithoutLog(journal, to: copy, staging)
        }
        try cancel.check()
        let report = try JournalStack.check(copy)
        try report.requireNoFindings(of: journal)
        try Descriptor.open(copy.path, O_RDONLY).setMode(BackupFile.status(journal).st_mode & 0o777)
        try cancel.check()
        return report
    }

    deinit {
        staging.remove()
    }

    /// IDs that were used only in the log are not used again, because drafts may refer to them.
    private static func copyWithoutLog(_ journal: URL, to copy: URL, _ staging: StagingFolder) throws {
        try SQLiteStore.copyWithoutLog(journal, to: copy)
        let whole = staging.url.appendingPathComponent("whole.sqlite")
        defer { unlink(whole.path) }
        do {
            try SQLiteStore.copyWithLog(journal, to: whole)
            try SQLiteStore.continueCounters(of: whole, in: copy)
        } catch let error as PersistenceError where error.code == .corruptStore || error.code == .incompatibleSchema {
            // The log has no IDs of this journal.
        }
    }

    /// Keeps the journal and its log, and puts the checked copy in the journal's place.
    ///
    /// If this is interrupted, either the old journal still has its log, or the copy is in place. A log that is still
    /// beside a copy made with it does no harm: SQLite writes the same pages again.
    /// - Returns: The journal, with the file that is kept.
    /// - Throws: `.busy` while another process has the journal open, `.replaced` if the journal or its log was changed
    ///   since it was checked, `.uncertain` if the copy is in place and something after that failed, or a read or write
    ///   error.
    package func restore(_ options: JournalOptions = JournalOptions()) throws -> RestoredJournal {
        do {
            let otherDrafts = try Drafts.countOfOthers(beside: journal, storeUUID: identifier)
            let old = staging.url.appendingPathComponent("kept.sqlite")
            try SQLiteStore.copyAtRest(journal, to: old)
            let kept = try SQLiteStore.withExclusiveLock(journal, timeout: options.timeout) {
                guard StoreFilesState(of: journal) == files else { throw JournalError.replaced(journal) }
                let kept = try staging.keepWithLog(old, beside: journal, as: RestorePlan.keptName)
                try putInPlace()
                return kept
            }
            return RestoredJournal(journal: journal, kept: kept, entryCount: entryCount, otherDrafts: otherDrafts)
        } catch {
            throw staging.reportedError(for: error, placing: copy, at: journal)
        }
    }

    private func putInPlace() throws {
        if choice == .without { removeLogFiles() }
        try staging.replaceFile(journal, with: copy)
        if choice == .with { removeLogFiles() }
        try OpenFolder(journal.deletingLastPathComponent().path, followsLink: true).synchronize()
    }

    private func removeLogFiles() {
        for suffix in DatabaseFileSuffix.all { unlink(journal.path + suffix) }
    }
}
