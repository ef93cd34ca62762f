import Foundation
import JournalTransfer
import SurfLanguage
import Testing

@testable import Journal
@testable import JournalSync

/// Exchanges after a restore between the two halves of an exchange: the commit was sent, and the answer was lost.
@Suite(.serialized) @MainActor struct RestoredSyncTests: ExchangesJournals {
    let journals: TwoJournals

    init() throws { journals = try TwoJournals() }

    /// Restores a backup in the place of the first journal.
    private func restored(_ backup: String) throws -> (Journal, RestoredSync) {
        let plan = try RestorePlan.make(URL(fileURLWithPath: backup), at: one.url)
        try one.close()
        _ = try plan.restore()
        return (try Journal.open(one.url), plan.sync)
    }

    @Test(arguments: [CallFault.answerLost, .pushLost])
    func `a deletion whose answer was lost is undone by a restore`(fault: CallFault) throws {
        try add("Malibu", "Rincon", to: one)
        for journal in [one, two] { _ = try exchange(journal) }
        let backup = one.url.path + "-copy"
        _ = try one.backUp(to: backup)
        one.act(for: "delete")
        _ = try one.delete([1])
        #expect(throws: SyncError.self) { _ = try exchange(one, repository("push", fault)) }
        let sent = try #require(try one.syncState().pending?.commit)
        let (restored, sync) = try restored(backup)
        guard case .fromReplaced(let state) = sync else { throw Unexpected() }
        #expect(state.pending == .init(commit: sent, number: nil) && state.sent == nil)
        #expect(try restored.syncState() == state)
        let report = try exchange(restored)
        #expect(report.received == .init() && report.sent == .init(added: fault == .answerLost ? 1 : 0))
        _ = try exchange(two)
        for journal in [restored, two] { #expect(try places(journal) == ["Malibu", "Rincon"]) }
        #expect(try exchange(restored) == ExchangeReport(isFirst: false))
    }

    @Test func `a restore on both sides with other values is a conflict, and both are kept`() throws {
        try add("Malibu", to: one)
        for journal in [one, two] { _ = try exchange(journal) }
        let backup = one.url.path + "-copy"
        try edit(1, .rating, .integer(1), in: one)
        _ = try one.backUp(to: backup)
        try edit(1, .rating, .integer(4), in: one)
        for journal in [one, two] { _ = try exchange(journal) }
        try edit(1, .rating, .integer(5), in: two)
        _ = try exchange(two)
        let (restored, _) = try restored(backup)
        #expect(try exchange(restored).drafts == [1: 1])
        #expect(try restored.record(1).values.rating == 5)
        #expect(try restored.drafts.list().drafts.map(\.content.changes) == [[.rating: .integer(1)]])
    }

    @Test func `fields that a backup does not have were not cleared`() throws {
        try add("Malibu", to: one)
        _ = try exchange(one)
        var state = try one.syncState()
        state.fields.insert("later")
        let decided = RestoredSync(one, replacing: (one.storeUUID, state))
        guard case .fromReplaced(let kept) = decided else { throw Unexpected() }
        #expect(kept.fields == Set(one.fields.map(\.name)))
    }

    @Test func `a journal that was never exchanged leaves the backup's state as it is`() throws {
        #expect(RestoredSync(one, replacing: (one.storeUUID, SyncState())) == .fromBackup)
        #expect(RestoredSync(one, replacing: nil) == .fromBackup)
        var state = SyncState()
        state.base = "0123"
        #expect(RestoredSync(one, replacing: ("another", state)) == .anew)
    }

    /// Another decision.
    private struct Unexpected: Error {}
}
