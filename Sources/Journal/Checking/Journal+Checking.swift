import Foundation
import Persistence
import PersistenceSQLite

extension Journal {
    /// Looks for what is wrong with a journal and its drafts; changes nothing. A journal too damaged to be opened can be
    /// checked too.
    /// - Throws: the error of opening it when there is none, or the file is no journal; a draft's when the drafts cannot be
    ///   looked at.
    package static func check(at url: URL) throws -> JournalReport {
        var report = JournalReport()
        let store = try storeReport(at: url)
        report.entryCount = store.rowCount
        report.risk = FolderRisk.of(folder: url.deletingLastPathComponent())
        report.findings = store.findings.map { JournalFinding($0) }
        if store.findings.isEmpty, try !hasReadableSamples(url) { report.findings.append(.samples) }
        let identifier = store.identifier.isEmpty ? nil : store.identifier
        let drafts = try DraftFolder(journal: url, storeUUID: identifier).list()
        report.draftCount = drafts.drafts.count
        report.findings += drafts.unreadable.map(JournalFinding.unreadableDraft)
        report.findings += drafts.ofOtherJournals.map(JournalFinding.draftOfOtherJournal)
        return report
    }

    private static func storeReport(at url: URL) throws(JournalError) -> StoreReport {
        do {
            return try SQLiteStore.check(url, model: JournalModel.make())
        } catch {
            throw JournalError(error, at: url)
        }
    }

    private static func hasReadableSamples(_ url: URL) throws(JournalError) -> Bool {
        let journal = try Journal.open(url)
        do {
            let text = try journal.store.currentMetadata()[JournalMetadata.sampleKeys]
            return text == nil || (text as? String).flatMap(SampleKeys.init) != nil
        } catch {
            throw JournalError(error, at: url)
        }
    }
}
