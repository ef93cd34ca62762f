import Foundation
import SurfLanguage
import TestSupport
import Testing

@testable import Journal
@testable import JournalSync

/// Tests of the drafts that keep this machine's values of conflicts: none of these values is lost before somebody has
/// saved or discarded it.
@MainActor struct ConflictDraftTests: ExchangesJournals {
    let journals: TwoJournals

    init() throws { journals = try TwoJournals() }

    /// Another conflict of a field of session 1, in the second journal.
    private func nextConflict(_ field: EntryField, _ here: FieldValue?, _ elsewhere: FieldValue?) throws -> [Int: Int64]
    {
        _ = try exchange(one)
        try edit(1, field, elsewhere, in: one)
        try edit(1, field, here, in: two)
        _ = try exchange(one)
        return try exchange(two).drafts
    }

    private func changes() throws -> [[EntryField: FieldValue?]] {
        try two.drafts.list().drafts.map(\.content.changes)
    }

    @Test func `a second conflict of the same field gets a draft of its own`() throws {
        try conflict()
        #expect(try exchange(two).drafts == [1: 1])
        #expect(try nextConflict(.rating, .integer(2), .integer(4)) == [2: 1])
        #expect(try changes() == [[.rating: .integer(1)], [.rating: .integer(2)]])
        #expect(try nextConflict(.rating, nil, .integer(5)) == [3: 1])
        #expect(try changes() == [[.rating: .integer(1)], [.rating: .integer(2)], [.rating: nil]])
    }

    @Test func `a conflict of the value that a draft has already joins that draft`() throws {
        try conflict()
        _ = try exchange(two)
        #expect(try nextConflict(.rating, .integer(1), .integer(4)) == [1: 1])
        #expect(try changes() == [[.rating: .integer(1)]])
    }

    @Test func `of several drafts, a conflict joins one that has no other value of its fields`() throws {
        try conflict()
        _ = try exchange(two)
        #expect(try nextConflict(.rating, .integer(2), .integer(4)) == [2: 1])
        #expect(try nextConflict(.height, .text("1ft"), .text("5ft")) == [1: 1])
        #expect(try nextConflict(.height, .text("2ft"), .text("6ft")) == [2: 1])
        #expect(
            try changes() == [
                [.rating: .integer(1), .height: .text("1ft")], [.rating: .integer(2), .height: .text("2ft")],
            ])
    }

    @Test func `a draft that was edited by hand keeps what was typed`() throws {
        try conflict()
        _ = try exchange(two)
        let held = try two.drafts.hold(1)
        var content = held.draft.content
        content.changes[.rating] = .integer(3)
        content.changes[.notes] = .text("typed")
        try held.write(content)
        held.release()
        #expect(try nextConflict(.rating, .integer(2), .integer(4)) == [2: 1])
        #expect(try nextConflict(.notes, .text("mine"), .text("theirs")) == [2: 1])
        #expect(try changes().first == [.rating: .integer(3), .notes: .text("typed")])
        #expect(try changes().last == [.rating: .integer(2), .notes: .text("mine")])
    }

    @Test func `a draft that is open elsewhere keeps its value, and so does each one after it`() throws {
        try conflict()
        _ = try exchange(two)
        let held = try two.drafts.hold(1)
        #expect(try nextConflict(.rating, .integer(2), .integer(4)) == [2: 1])
        #expect(try nextConflict(.rating, .integer(3), .integer(5)) == [3: 1])
        #expect(try nextConflict(.height, .text("1ft"), .text("5ft")) == [2: 1])
        held.release()
        #expect(
            try changes() == [
                [.rating: .integer(1)], [.rating: .integer(2), .height: .text("1ft")], [.rating: .integer(3)],
            ])
    }

    @Test func `what was typed into a draft while the exchange read it is kept`() throws {
        try conflict()
        _ = try exchange(two)
        _ = try exchange(one)
        try edit(1, .rating, .integer(4), in: one)
        try edit(1, .rating, .integer(1), in: two)
        _ = try exchange(one)
        let drafts = try exchange(two) { options in
            options.decide = { [two] fields, _ in
                let held = try two.drafts.hold(1)
                var content = held.draft.content
                content.changes[.rating] = .integer(2)
                try held.write(content)
                held.release()
                return ConflictChoice.draft.of(fields)
            }
        }.drafts
        #expect(drafts == [2: 1])
        #expect(try changes() == [[.rating: .integer(2)], [.rating: .integer(1)]])
    }

    @Test func `a draft stays while another machine deletes its session, and after its return`()
        throws
    {
        try conflict()
        _ = try exchange(two)
        _ = try exchange(one)
        one.act(for: "delete")
        _ = try one.delete([1])
        _ = try exchange(one)
        #expect(try exchange(two).received.deleted == 1)
        #expect(try changes() == [[.rating: .integer(1)]])
        _ = try one.undoLast(.fail)
        _ = try exchange(one)
        #expect(try exchange(two).revived == [1])
        #expect(try nextConflict(.rating, .integer(2), .integer(4)) == [2: 1])
        #expect(try changes() == [[.rating: .integer(1)], [.rating: .integer(2)]])
    }

    @Test func `a draft of the user's own is never joined`() throws {
        try conflict()
        let pad = try two.beginEdit(1)
        let own = try two.drafts.begin(pad.content)
        own.release()
        #expect(try exchange(two).drafts == [2: 1])
        #expect(try changes() == [[:], [.rating: .integer(1)]])
    }
}
