import Foundation
import Persistence
import PersistenceSQLite

/// A checked copy of a backup beside the journal that it is to replace, on the same file system.
package final class RestorePlan {
    /// The backup.
    package let file: URL
    /// The journal's file, links followed; it may be missing.
    package let journal: URL
    /// How many entries the backup has.
    package let entryCount: Int
    /// The backup's UUID, which its drafts name.
    private let identifier: String
    private let staging: StagingFolder
    private let copy: URL

    private init(_ file: URL, at journal: URL, _ staging: StagingFolder, copy: URL, _ report: StoreReport) {
        (self.file, self.journal, self.staging, self.copy) = (file, journal, staging, copy)
        (entryCount, identifier) = (report.rowCount ?? 0, report.identifier)
    }

    /// Copies the backup and checks it; nothing at it or at the journal changes. What killed restores left goes.
    /// - Parameter cancel: breaks it off, with nothing left behind.
    /// - Throws: `.noBackup`, `.notABackup`, `.isJournalItself`, `.unsound` or `.corrupt`, `.notAJournal` where another
    ///   program's database would be replaced, or the error of reading or writing.
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
            let copy = staging.url.appendingPathComponent(JournalPlace.fileName)
            let report = try checkedCopy(of: file, at: copy, cancel)
            if let replaced { try Descriptor.open(copy.path, O_RDONLY).setMode(replaced.st_mode & 0o777) }
            return RestorePlan(file, at: journal, staging, copy: copy, report)
        } catch {
            staging.remove()
            throw BackupFile.error(error, at: file, copiedTo: journal)
        }
    }

    /// Refuses a database that another program has tables in. One that cannot be read may have been a journal.
    private static func requireJournal(_ file: URL) throws {
        let columns: [String: Set<String>]
        do {
            columns = try SQLiteStore.columns(at: file)
        } catch let error as PersistenceError {
            if error.code == .incompatibleSchema { throw JournalError(error, at: file) }
            return
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

    /// Whether there is a journal that is replaced.
    package var replacesJournal: Bool {
        guard let status = RestorePlan.status(journal) else { return false }
        return status.st_size > 0 || ["-wal", "-shm", "-journal"].contains { RestorePlan.status(journal, $0) != nil }
    }

    /// Puts the backup in the journal's place; until that one step the journal is as it was.
    ///
    /// What was there is kept whole under a name of its own. Nobody else may have the journal open.
    /// - Parameter cancel: breaks it off before that step.
    /// - Throws: `.busy` while somebody has it open, or the error of reading or writing; the journal's entries are as they
    ///   were then.
    package func carryOut(
        _ options: JournalOptions = JournalOptions(), cancel: CancelToken = CancelToken()
    ) throws -> RestoredJournal {
        do {
            // Nothing is looked at behind the one step: what fails there would be told of the journal.
            let otherDrafts = try otherDrafts()
            let kept = try replacesJournal ? replaceJournal(options, cancel) : nil
            if kept == nil { try putInPlace() }
            return RestoredJournal(journal: journal, kept: kept, entryCount: entryCount, otherDrafts: otherDrafts)
        } catch {
            if staging.hasPlaced(copy) { throw JournalError.uncertain(journal) }
            throw JournalError(error, at: journal)
        }
    }

    /// An empty file is nothing to keep.
    private func putInPlace() throws {
        if RestorePlan.status(journal)?.st_size == 0 { return try staging.replace(journal, with: copy) }
        if try !staging.link(copy, to: journal) { throw JournalError.exists(journal) }
    }

    /// - Returns: where the journal is kept as it was.
    private func replaceJournal(_ options: JournalOptions, _ cancel: CancelToken) throws -> URL {
        let old = staging.url.appendingPathComponent("kept.sqlite")
        _ = try Descriptor.open(old.path, O_RDWR | O_CREAT | O_EXCL)
        var kept: URL?
        do {
            try SQLiteStore.replace(journal, copyingTo: old, timeout: options.timeout) { removeSideFiles in
                try cancel.requireGoingOn()
                let name = try staging.keep(old, beside: journal, as: RestorePlan.keptName)
                kept = name
                // Drafts know sessions by their IDs: none is given to another session now.
                try continueCounters(of: name)
                try replace(keeping: name, made: old, removeSideFiles)
            }
            return kept ?? journal
        } catch let error as PersistenceError where kept == nil && RestorePlan.isUnreadable(error) {
            return try replaceUnreadable()
        }
    }

    /// What is damaged beyond that gives no counters.
    private func continueCounters(of kept: URL) throws {
        do {
            try SQLiteStore.continueCounters(of: kept, in: copy)
        } catch let error as PersistenceError where error.code == .corruptStore || error.code == .incompatibleSchema {}
    }

    /// Whether the journal's files are no database, or do not belong together.
    private static func isUnreadable(_ error: PersistenceError) -> Bool {
        switch SQLiteStore.fileFault(behind: error) {
        case .foreignLog, .foreignJournal, .damagedLog: true
        case .severalNames, .replaced: false
        case nil: error.code == .corruptStore
        }
    }

    /// Files that cannot be opened are kept byte for byte; the log belongs to nothing once its database is replaced.
    private func replaceUnreadable() throws -> URL {
        let old = staging.url.appendingPathComponent("unreadable.sqlite")
        try SQLiteStore.copyAtRest(journal, to: old)
        let kept = try staging.keep(old, beside: journal, as: RestorePlan.keptName)
        let isThere = FileManager.default.fileExists(atPath:)
        for suffix in ["-wal", "-journal"] where isThere(old.path + suffix) {
            try Descriptor.open(old.path + suffix, O_RDONLY).synchronize()
            try checked { rename(old.path + suffix, kept.path + suffix) }
        }
        for suffix in ["-wal", "-shm", "-journal"] where isThere(journal.path + suffix) {
            try checked { unlink(journal.path + suffix) }
        }
        try replace(keeping: kept, made: old)
        return kept
    }

    /// The one step. Where it fails, the journal is there still, and is not kept twice.
    /// - Parameters:
    ///   - old: what was kept, which has another name now unless an earlier one served.
    ///   - removeSideFiles: removes what lies beside the journal, and may be made there again at any moment.
    private func replace(keeping kept: URL, made old: URL, _ removeSideFiles: () -> Void = {}) throws {
        for attempt in 1... {
            do {
                removeSideFiles()
                return try staging.replace(journal, with: copy)
            } catch JournalError.strayFile where attempt < RestorePlan.mostAttempts {
                continue
            } catch {
                let isThere = FileManager.default.fileExists(atPath:)
                if isThere(copy.path), !isThere(old.path) { unlink(kept.path) }
                throw error
            }
        }
    }

    private static let mostAttempts = 100

    private static let keptName = "before-restore"

    /// How many drafts beside the journal are of another one than the backup.
    private func otherDrafts() throws -> Int {
        try DraftFolder(journal: journal, storeUUID: identifier).list().ofOtherJournals.count
    }

    private static func checkedCopy(of file: URL, at copy: URL, _ cancel: CancelToken) throws -> StoreReport {
        try SQLiteStore.copyAtRest(file, to: copy)
        try cancel.requireGoingOn()
        // Refuses a log that is not its own, before that is put into it.
        let report = try JournalStack.check(copy)
        try report.requireNoFindings(of: file)
        try cancel.requireGoingOn()
        try SQLiteStore.finish(copy)
        try cancel.requireGoingOn()
        return report
    }

    private static func status(_ url: URL, _ suffix: String = "") -> stat? {
        var status = stat()
        return stat(url.path + suffix, &status) == 0 ? status : nil
    }
}

/// A journal that a backup took the place of.
package struct RestoredJournal {
    package let journal: URL
    /// The journal as it was; nil where there was none.
    package let kept: URL?
    package let entryCount: Int
    /// How many drafts are of another journal than the one that is there now.
    package let otherDrafts: Int
}
