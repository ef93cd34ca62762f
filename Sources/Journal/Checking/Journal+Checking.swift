import Foundation
import Persistence
import PersistenceSQLite
import SurfLanguage

extension Journal {
    /// Checks a journal and its drafts, including a journal too damaged to open. Nothing is changed.
    /// - Throws: A `JournalError` if there is no journal or the file is not one; a `DraftError` if the drafts cannot be
    ///   read.
    package static func check(at url: URL) throws -> JournalReport {
        let (store, found) = try storeReport(at: url)
        var report = found
        report.risk = FolderRisk.of(folder: url.deletingLastPathComponent())
        let identifier = store.identifier.isEmpty ? nil : store.identifier
        do throws(DraftError) {
            let drafts = try Drafts(of: url, storeUUID: identifier).checked()
            report.draftCount = drafts.drafts.count
            report.findings += drafts.unreadable.map(JournalFinding.unreadableDraft)
            report.findings += drafts.ofOtherJournals.map(JournalFinding.draftOfOtherJournal)
        } catch {
            guard case .damaged(let file) = error else { throw error }
            report.findings.append(.damagedDrafts(file))
        }
        return report
    }

    /// Accepts every entry as it is now and computes new checksums, if the checksums are the only findings.
    /// - Returns: The findings from before.
    /// - Throws: `.keepsNoChecksums` for a journal made by Core Data.
    package static func accept(_ url: URL, _ options: JournalOptions = JournalOptions()) throws -> JournalReport {
        let (store, report) = try storeReport(at: url)
        guard store.findings.allSatisfy(\.isOfChecksums) else { return report }
        do {
            let journal = try Journal.open(url, options)
            guard journal.isOwn else { throw JournalError.keepsNoChecksums(url) }
            try SQLiteStore.renewChecksums(
                at: url, model: JournalModel.make(version: journal.version), timeout: options.timeout)
            return report
        } catch {
            throw JournalError(error, at: url)
        }
    }

    /// The findings for the journal's file alone.
    /// - Parameter named: The file to name in errors, if `url` is a copy of it.
    package static func storeReport(at url: URL, named: URL? = nil) throws(JournalError) -> (StoreReport, JournalReport)
    {
        do {
            let store = try JournalStack.check(url)
            var report = JournalReport()
            report.entryCount = store.rowCount
            report.uncheckedCount = store.hasChecksums ? 0 : store.rowCount ?? 0
            report.findings = store.findings.map(JournalFinding.store)
            if store.findings.allSatisfy(\.isOfChecksums) { try lookInside(url, &report) }
            return (store, report)
        } catch {
            throw JournalError(error, at: named ?? url)
        }
    }

    private static func lookInside(_ url: URL, _ report: inout JournalReport) throws {
        // Computing the checksums of all entries only to roll them back would be wasted work. The timeout is short: if
        // another process is writing, saving works.
        var options = JournalOptions()
        options.timeout = 1
        options.makesChecksums = false
        let journal = try Journal(url, options)
        report.isOwn = journal.isOwn
        let text = try journal.store.currentMetadata()[JournalMetadata.sampleKeys]
        if text != nil, (text as? String).flatMap(SampleKeys.init) == nil { report.findings.append(.samples) }
        if let detail = try journal.refusalOfSaving() { report.findings.append(.unsavable(detail: detail)) }
        try journal.close()
    }

    /// The reason that nothing can be saved, from a save that is rolled back. Nil if saving works, or if the reason is
    /// not in the journal: it is read-only here, another program is writing, or the disk is full.
    /// - Throws: An error of the disk.
    private func refusalOfSaving() throws -> String? {
        if isReadOnly { return nil }
        do {
            try saveAndRollBack()
            return nil
        } catch let error as PersistenceError {
            switch error.code {
            case .timeout, .outOfSpace, .readOnly: return nil
            case _ where SQLiteStore.isOfDisk(error): throw error
            default: return SQLiteStore.words(underlying: error) ?? error.message
            }
        }
    }

    /// Inserts, changes and deletes an entry, then rolls back.
    private func saveAndRollBack() throws {
        struct RolledBack: Error {}
        do {
            try mainContext.performAndWait {
                try mainContext.batchWrite(to: JournalModel.entityName) { batch in
                    let key = try batch.highestKey() + 1
                    let values = EntryColumns(batch.entity).row(EntryValues(location: ""))
                    try batch.insert([RowBatch.Row(key: key, values: values)])
                    try batch.update([RowBatch.Row(key: key, version: 2, values: values)])
                    try batch.delete([key])
                    throw RolledBack()
                }
            }
        } catch is RolledBack {}
    }
}
