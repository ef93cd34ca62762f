import Foundation
import Persistence
import PersistenceSQLite

extension Journal {
    /// Looks for what is wrong with a journal and its drafts; changes nothing. A journal too damaged to be opened can be
    /// checked too.
    /// - Throws: the error of opening it when there is none, or the file is no journal; a draft's when the drafts cannot be
    ///   looked at.
    package static func check(at url: URL) throws -> JournalReport {
        let (store, found) = try storeReport(at: url)
        var report = found
        report.risk = FolderRisk.of(folder: url.deletingLastPathComponent())
        let identifier = store.identifier.isEmpty ? nil : store.identifier
        let drafts = try DraftFolder(journal: url, storeUUID: identifier).list()
        report.draftCount = drafts.drafts.count
        report.findings += drafts.unreadable.map(JournalFinding.unreadableDraft)
        report.findings += drafts.ofOtherJournals.map(JournalFinding.draftOfOtherJournal)
        return report
    }

    /// Takes every entry for right as it is now, where nothing but checksums says otherwise: those are made anew.
    /// - Returns: what was wrong before.
    /// - Throws: `.keepsNoChecksums` in a journal of Core Data's own.
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

    /// What is wrong with the journal's file alone.
    /// - Parameter named: the file that errors name, where `url` is a copy of it.
    static func storeReport(at url: URL, named: URL? = nil) throws(JournalError) -> (StoreReport, JournalReport) {
        do {
            let store = try JournalStack.check(url)
            var report = JournalReport()
            report.entryCount = store.rowCount
            report.uncheckedCount = store.hasChecksums ? 0 : store.rowCount ?? 0
            report.findings = store.findings.map { JournalFinding($0) }
            if store.findings.allSatisfy(\.isOfChecksums) { try lookInside(url, &report) }
            return (store, report)
        } catch {
            throw JournalError(error, at: named ?? url)
        }
    }

    private static func lookInside(_ url: URL, _ report: inout JournalReport) throws {
        // Making the checksums of all entries, to be taken back, would be work for nothing; and where others write, something
        // can be saved.
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

    /// Why nothing can be saved, told by a save that is taken back; nil where it can be, or where that is no fault of the
    /// journal: it may not be written here, another program writes just now, or the disk fails.
    private func refusalOfSaving() throws -> String? {
        if isReadOnly { return nil }
        do {
            try rehearseSaving()
            return nil
        } catch let error as PersistenceError {
            switch error.code {
            case .timeout, .outOfSpace, .readOnly: return nil
            case _ where SQLiteStore.isOfDisk(error): throw error
            default: return SQLiteStore.words(behind: error) ?? error.message
            }
        }
    }

    /// Adds an entry, changes it and deletes it, and takes all back.
    private func rehearseSaving() throws {
        struct TakenBack: Error {}
        do {
            try mainContext.performAndWait {
                try mainContext.batchWrite(to: JournalModel.entityName) { batch in
                    let key = try batch.highestKey() + 1
                    var values = SparseValues()
                    for (field, column) in batch.entity.entryColumns where field == .location {
                        values[column] = .string("")
                    }
                    try batch.insert([RowBatch.Row(key: key, values: values)])
                    try batch.update([RowBatch.Row(key: key, version: 2, values: values)])
                    try batch.delete([key])
                    throw TakenBack()
                }
            }
        } catch is TakenBack {}
    }
}
