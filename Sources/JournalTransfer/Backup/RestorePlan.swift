import Foundation
import Journal
import Persistence
import PersistenceSQLite

/// A checked copy of a backup, on the file system of the journal that it will replace.
package final class RestorePlan {
    /// The backup.
    package let file: URL
    /// The journal's file, with links resolved. It may be missing.
    package let journal: URL
    /// The number of entries in the backup.
    package let entryCount: Int
    /// The UUID of the backup's store, which its drafts name.
    private let identifier: String
    /// How exchanges with other machines continue.
    package let sync: RestoredSync
    private let staging: StagingFolder
    /// Whether the backup was exchanged with other machines.
    package let isExchanged: Bool
    /// The copy of the backup that will replace the journal.
    package let copy: URL

    private init(
        _ file: URL, at journal: URL, _ staging: StagingFolder, copy: URL, _ report: StoreReport,
        _ sync: (decision: RestoredSync, isExchanged: Bool)
    ) {
        (self.file, self.journal, self.staging, self.copy) = (file, journal, staging, copy)
        (self.sync, isExchanged) = sync
        (entryCount, identifier) = (report.rowCount ?? 0, report.identifier)
    }

    /// Copies the backup and checks the copy. The backup and the journal are not changed. The files of restores that
    /// were killed are removed.
    /// - Parameter cancel: Stops this. No file is left then.
    /// - Throws: `.noBackup`, `.notABackup`, `.isJournalItself`, `.unsound` or `.corrupt`; `.notAJournal` if another
    ///   program's database would be replaced; or a read or write error.
    package static func make(
        _ file: URL, at journal: URL, cancel: CancelToken = CancelToken()
    ) throws -> RestorePlan {
        let journal = SQLiteStore.ownPath(journal)
        let backup = try BackupFile.status(file)
        let replaced = status(journal)
        if let replaced, backup.isSameFile(as: replaced) { throw JournalError.isJournalItself(file) }
        if let replaced, replaced.st_size > 0 { try requireJournal(journal) }
        let staging = try staging(for: journal)
        do {
            let copy = staging.url.appendingPathComponent(JournalPath.fileName)
            let report = try backupErrors(file, copiedTo: journal) {
                let report = try checkedCopy(of: file, at: copy, cancel)
                if let replaced { try Descriptor.open(copy.path, O_RDONLY).setMode(replaced.st_mode & 0o777) }
                return report
            }
            let hasJournal = (replaced?.st_size ?? 0) > 0
            let sync = try RestoredSync.decide(copy: copy, replacing: hasJournal ? journal : nil)
            return RestorePlan(file, at: journal, staging, copy: copy, report, sync)
        } catch {
            staging.remove()
            throw error
        }
    }

    private static func backupErrors<Result>(
        _ file: URL, copiedTo journal: URL, _ body: () throws -> Result
    ) throws(JournalError) -> Result {
        do { return try body() } catch { throw BackupFile.error(error, at: file, copiedTo: journal) }
    }

    /// Refuses a database with another program's tables, and one that is locked. Any other that cannot be read is accepted:
    /// it may have been a journal, and what is wrong with the backup is reported first.
    private static func requireJournal(_ file: URL) throws {
        let columns: [String: Set<String>]
        do {
            columns = try SQLiteStore.columns(at: file)
        } catch let error as PersistenceError {
            guard [.incompatibleSchema, .timeout].contains(error.code) else { return }
            throw JournalError(error, at: file)
        }
        guard columns[JournalModel.entityName] == nil else { return }
        throw JournalError.notAJournal(file, why: "a Core Data store of another program")
    }

    private static func staging(for journal: URL) throws -> StagingFolder {
        do {
            return try StagingFolder(for: journal)
        } catch {
            throw JournalError(error, at: journal)
        }
    }

    deinit {
        staging.remove()
    }

    /// Whether restoring replaces an existing journal.
    package var replacesJournal: Bool {
        guard let status = RestorePlan.status(journal) else { return false }
        return status.st_size > 0 || DatabaseFileSuffix.all.contains { RestorePlan.status(journal, $0) != nil }
    }

    /// Replaces the journal with the backup in one step. Until that step the journal is unchanged.
    ///
    /// The old journal is kept whole under a name of its own. No other process may have the journal open.
    /// - Parameter cancel: Stops it before that step.
    /// - Throws: `.busy` while another process has the journal open, `.uncertain` if the step was taken and something
    ///   after it failed, or a read or write error. Except for `.uncertain`, the journal's entries are unchanged then.
    package func restore(
        _ options: JournalOptions = JournalOptions(), cancel: CancelToken = CancelToken()
    ) throws -> RestoredJournal {
        do {
            // Read the drafts before the step: an error after it would be reported as one of the journal.
            let otherDrafts = try otherDrafts()
            // It may have been opened since it was checked.
            try SQLiteStore.finish(copy)
            let kept = try replacesJournal ? replaceJournal(options, cancel) : nil
            if kept == nil { try putInPlace() }
            return RestoredJournal(journal: journal, kept: kept, entryCount: entryCount, otherDrafts: otherDrafts)
        } catch {
            throw staging.reportedError(for: error, placing: copy, at: journal)
        }
    }

    /// Moves the copy into place. An empty file there is replaced without being kept.
    private func putInPlace() throws {
        if RestorePlan.status(journal)?.st_size == 0 { return try staging.replace(journal, with: copy) }
        if try !staging.link(copy, to: journal) { throw JournalError.exists(journal) }
    }

    /// - Returns: The URL under which the old journal is kept.
    private func replaceJournal(_ options: JournalOptions, _ cancel: CancelToken) throws -> URL {
        let old = staging.url.appendingPathComponent("kept.sqlite")
        _ = try Descriptor.open(old.path, O_RDWR | O_CREAT | O_EXCL)
        var kept: URL?
        do {
            try SQLiteStore.replace(journal, copyingTo: old, timeout: options.timeout) { removeLogFiles in
                try cancel.check()
                let name = try staging.keep(old, beside: journal, as: RestorePlan.keptName)
                kept = name
                // Drafts refer to sessions by ID, so no ID of the old journal may be given out again.
                try continueCounters(of: name)
                try replace(keeping: name, made: old, removeLogFiles)
            }
            return kept ?? journal
        } catch let error as PersistenceError where kept == nil && RestorePlan.isUnreadable(error) {
            return try replaceUnreadable()
        }
    }

    /// Continues the counters of the old journal, unless it is too damaged to have any.
    private func continueCounters(of kept: URL) throws {
        do {
            try SQLiteStore.continueCounters(of: kept, in: copy)
        } catch let error as PersistenceError where error.code == .corruptStore || error.code == .incompatibleSchema {}
    }

    /// Whether the journal's files are not a database, or do not belong together.
    private static func isUnreadable(_ error: PersistenceError) -> Bool {
        switch SQLiteStore.fileFault(underlying: error) {
        case .foreignLog, .foreignJournal, .damagedLog: true
        case .severalNames, .replaced: false
        case nil: error.code == .corruptStore
        }
    }

    /// Keeps files that cannot be opened as they are, byte for byte, with their log.
    private func replaceUnreadable() throws -> URL {
        let old = staging.url.appendingPathComponent("unreadable.sqlite")
        try SQLiteStore.copyAtRest(journal, to: old)
        let kept = try staging.keepWithLog(old, beside: journal, as: RestorePlan.keptName)
        let fileExists = FileManager.default.fileExists(atPath:)
        for suffix in DatabaseFileSuffix.all where fileExists(journal.path + suffix) {
            try checked { unlink(journal.path + suffix) }
        }
        try replace(keeping: kept, made: old)
        return kept
    }

    /// Replaces the journal, in one step. If that fails, the journal is still there and the copy that was kept is
    /// removed.
    /// - Parameters:
    ///   - old: The copy of the old journal. It no longer exists if it was moved to `kept`, and still does if an
    ///     earlier restore had kept the same file.
    ///   - removeLogFiles: Removes the files beside the journal, which may be created again at any moment.
    private func replace(keeping kept: URL, made old: URL, _ removeLogFiles: () -> Void = {}) throws {
        for attempt in 1... {
            do {
                removeLogFiles()
                return try staging.replace(journal, with: copy)
            } catch JournalError.strayFile where attempt < RestorePlan.maxAttempts {
                continue
            } catch {
                let fileExists = FileManager.default.fileExists(atPath:)
                if fileExists(copy.path), !fileExists(old.path) { unlink(kept.path) }
                throw error
            }
        }
    }

    private static let maxAttempts = 100

    /// The name under which a replaced journal is kept.
    static let keptName = "before-restore"

    /// The number of drafts beside the journal that do not belong to the backup.
    private func otherDrafts() throws -> Int { try Drafts.countOfOthers(beside: journal, storeUUID: identifier) }

    private static func checkedCopy(of file: URL, at copy: URL, _ cancel: CancelToken) throws -> StoreReport {
        try SQLiteStore.copyAtRest(file, to: copy)
        try cancel.check()
        // Refuses a foreign log before it is written into the copy.
        let report = try JournalStack.check(copy)
        try report.requireNoFindings(of: file)
        try cancel.check()
        try SQLiteStore.finish(copy)
        try cancel.check()
        return report
    }

    private static func status(_ url: URL, _ suffix: String = "") -> stat? {
        var status = stat()
        return stat(url.path + suffix, &status) == 0 ? status : nil
    }
}

/// The result of a restore.
package struct RestoredJournal {
    package let journal: URL
    /// The old journal; nil if there was none.
    package let kept: URL?
    package let entryCount: Int
    /// The number of drafts that do not belong to the restored journal.
    package let otherDrafts: Int
}
