import Foundation
import SurfLanguage
import Testing

@testable import Journal
@testable import JournalSync

/// Exchanges after one whose commit, or the answer to it, was lost.
@Suite(.serialized) @MainActor struct LostAnswerTests: ExchangesJournals {
    let journals: TwoJournals

    init() throws { journals = try TwoJournals() }

    @Test func `after an answer that was lost, only what was changed since is left to send`() throws {
        try add("Malibu", to: one)
        #expect(throws: SyncError.self) { _ = try exchange(one, repository("push", .answerLost)) }
        let pending = try #require(try one.syncState().pending)
        try add("Rincon", to: one)
        // The next exchange notes that the commit arrived, and is killed.
        #expect(throws: GitError.self) { _ = try exchange(one, repository("files", .killedBefore)) }
        let state = try one.syncState()
        #expect(state.base == pending.commit && state.pending == nil)
        #expect(one.waitingCount() == 1)
        #expect(try exchange(one).sent == .init(added: 1))
        #expect(try exchange(two).received == .init(added: 2))
    }

    @Test func `what was sent with an answer that was lost is not sent again after others changed it`() throws {
        try add("Malibu", to: one)
        for journal in [one, two] { _ = try exchange(journal) }
        try edit(1, .rating, .integer(5), in: one)
        #expect(throws: SyncError.self) { _ = try exchange(one, repository("push", .answerLost)) }
        _ = try exchange(two)
        _ = try two.delete([1])
        _ = try exchange(two)
        one.act(for: "spots rename")
        #expect(try one.rename(.place, "Malibu", to: "First Point") == 1)
        #expect(try exchange(one).received == .init(deleted: 1))
    }

    /// Leaves a journal as a version of the program that does not know waves has it.
    private func forgetWaves(in journal: Journal) throws {
        var state = try journal.syncState()
        state.fields.remove(EntryField.waves.name)
        try journal.setSyncState(state)
        try edit(1, .waves, nil, in: journal)
    }

    @Test func `an upgrade after an answer that was lost clears no field that the earlier version did not know`() throws
    {
        try add("Malibu", to: one)
        for journal in [one, two] { _ = try exchange(journal) }
        try edit(1, .waves, .integer(12), in: two)
        for journal in [two, one] { _ = try exchange(journal) }
        try forgetWaves(in: one)
        try edit(1, .notes, .text("windy"), in: one)
        #expect(throws: SyncError.self) { _ = try exchange(one, repository("push", .answerLost)) }
        try forgetWaves(in: one)
        try edit(1, .rating, .integer(5), in: one)
        for journal in [one, two] { _ = try exchange(journal) }
        let values = try two.record(1).values
        #expect(values[.waves] == .integer(12) && values.notes == "windy" && values.rating == 5)
    }

    @Test(arguments: [true, false])
    func `a commit that was lost on the way is sent again`(isFirst: Bool) throws {
        try add("Malibu", to: one)
        if !isFirst {
            _ = try exchange(one)
            try add("Rincon", to: one)
        }
        let lossy = repository("push", .pushLost)
        #expect(throws: SyncError.self) { _ = try exchange(one, lossy) }
        lossy.fault = { _ in nil }
        #expect(try exchange(one, lossy).sent == .init(added: 1))
        #expect(try one.syncState().pending == nil && one.syncState().base == memory.head)
        #expect(try exchange(two).received == .init(added: isFirst ? 1 : 2))
    }
}
