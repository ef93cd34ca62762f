import Foundation
import Testing

@testable import Journal
@testable import SurfLanguage

@Suite(.serialized) @MainActor struct ScratchpadTests {
    let journal: TemporaryJournal
    let id: Int64

    init() throws {
        journal = try TemporaryJournal()
        id = try journal.add(EntryValues(date: 800_000_000.25, location: "Malibu", height: "4ft", rating: 3)).id
    }

    @Test func `a new entry is stored with revision 1 and every value as given`() throws {
        let record = try journal.open().record(id)
        #expect(record.rev == 1)
        #expect(!record.sample)
        #expect(record.values == EntryValues(date: 800_000_000.25, location: "Malibu", height: "4ft", rating: 3))
    }

    @Test func `a cancelled add is not stored by the next save`() throws {
        let open = try journal.open()
        let cancelled = open.beginAdd()
        try cancelled.set(.location, .text("Ghost"))
        cancelled.cancel()
        let saved = open.beginAdd()
        try saved.set(.location, .text("Rincon"))
        _ = try saved.save(.auto)
        #expect(try open.all(EntryQuery(sort: .id)).map(\.values.location) == ["Malibu", "Rincon"])
    }

    @Test func `setting an existing value writes nothing`() throws {
        let scratchpad = try journal.open().beginEdit(id)
        try scratchpad.set(.height, .text("4ft"))
        #expect(!scratchpad.isDirty)
        let outcome = try scratchpad.save(.auto)
        #expect(outcome.record?.rev == 1)
    }

    @Test func `an edit raises the revision by one and keeps the date`() throws {
        let scratchpad = try journal.open().beginEdit(id)
        try scratchpad.set(.height, .text("5ft"))
        let record = try #require(try scratchpad.save(.auto).record)
        #expect(record.rev == 2)
        #expect(record.values.date == 800_000_000.25)
        #expect(record.values.height == "5ft")
    }

    @Test func `changes of different fields on both sides are merged`() throws {
        let scratchpad = try journal.open().beginEdit(id)
        try scratchpad.set(.height, .text("5ft"))
        try journal.change(id, .wind, .text("glassy"))
        let outcome = try scratchpad.save(.auto)
        #expect(outcome.mergedFields == [.wind])
        #expect(outcome.record?.values.wind == "glassy")
        #expect(outcome.record?.values.height == "5ft")
        #expect(outcome.record?.rev == 3)
    }

    @Test func `the same edit on both sides is not a conflict`() throws {
        let scratchpad = try journal.open().beginEdit(id)
        try scratchpad.set(.height, .text("5ft"))
        try scratchpad.set(.rating, .integer(5))
        try journal.change(id, .height, .text("5ft"))
        let outcome = try scratchpad.save(.auto)
        #expect(outcome.record?.values.height == "5ft")
        #expect(outcome.record?.values.rating == 5)
        #expect(outcome.record?.rev == 3)
    }

    @Test(arguments: [
        (ConflictAnswer.mine, "5ft"), (.theirs, "6ft"), (.overwrite, "5ft"), (.discard, "6ft"),
    ])
    func `the answer decides when both sides changed the same field`(answer: ConflictAnswer, height: String) throws {
        let scratchpad = try journal.open().beginEdit(id)
        try scratchpad.set(.height, .text("5ft"))
        try journal.change(id, .height, .text("6ft"))
        let outcome = try scratchpad.save(answer)
        #expect(outcome.record?.values.height == height)
        #expect(try journal.open().record(id).values.height == height)
        #expect(outcome.isDiscarded == (answer == .discard))
    }

    @Test(arguments: [(ConflictAnswer.mine, "glassy"), (.overwrite, nil)] as [(ConflictAnswer, String?)])
    func `overwrite replaces the whole entry, mine only the changed fields`(answer: ConflictAnswer, wind: String?)
        throws
    {
        let scratchpad = try journal.open().beginEdit(id)
        try scratchpad.set(.height, .text("5ft"))
        try journal.change(id, .wind, .text("glassy"))
        try #expect(scratchpad.save(answer).record?.values.wind == wind)
    }

    @Test(arguments: [ConflictAnswer.auto, .ask, .fail])
    func `an unresolved conflict saves nothing and reports the three values`(answer: ConflictAnswer) throws {
        let scratchpad = try journal.open().beginEdit(id)
        try scratchpad.set(.height, .text("5ft"))
        try journal.change(id, .height, .text("6ft"))
        let report = try #require(conflict { _ = try scratchpad.save(answer) })
        #expect(report.id == id)
        #expect(report.storedRev == 2)
        #expect(
            report.fields == [
                FieldConflict(
                    field: .height, began: .text("4ft"), stored: .text("6ft"), yours: .text("5ft"), overlaps: true)
            ])
        #expect(try journal.open().record(id).values.height == "6ft")
        #expect(scratchpad.changes == [.height: .text("5ft")])
        #expect(try scratchpad.save(.mine).record?.values.height == "5ft")
    }

    @Test func `a failed save keeps the undo steps`() throws {
        let scratchpad = try journal.open().beginEdit(id)
        try scratchpad.set(.height, .text("5ft"))
        try scratchpad.set(.rating, .integer(5))
        try journal.change(id, .height, .text("6ft"))
        _ = try #require(conflict { _ = try scratchpad.save(.fail) })
        #expect(scratchpad.undo())
        #expect(scratchpad.changes == [.height: .text("5ft")])
        #expect(scratchpad.redo())
        #expect(scratchpad.changes == [.height: .text("5ft"), .rating: .integer(5)])
        #expect(try scratchpad.save(.mine).record?.values.rating == 5)
    }

    @Test func `a new entry is stored under the key reserved for it`() throws {
        let open = try journal.open()
        let scratchpad = open.beginAdd()
        try scratchpad.set(.location, .text("Rincon"))
        var keys: [Int64] = []
        let saved = try open.save(scratchpad.content, .auto) { keys.append($0) }
        #expect(keys == [try #require(saved.record).id])
    }

    @Test func `what is changed after a key was reserved is saved too`() throws {
        struct NotRecorded: Error {}
        let open = try journal.open()
        let scratchpad = open.beginAdd()
        try scratchpad.set(.location, .text("Rincon"))
        #expect(throws: NotRecorded.self) { try open.save(scratchpad.content, .auto) { _ in throw NotRecorded() } }
        try scratchpad.set(.rating, .integer(4))
        let saved = try #require(try scratchpad.save(.auto).record)
        #expect(saved.values == EntryValues(location: "Rincon", rating: 4))
        #expect(try open.all(EntryQuery(sort: .id)).map(\.id) == [id, saved.id])
    }

    @Test(arguments: ConflictAnswer.allCases.filter { $0 != .discard })
    func `an entry deleted meanwhile is a conflict for every answer but discard`(answer: ConflictAnswer) throws {
        let scratchpad = try journal.open().beginEdit(id)
        try scratchpad.set(.height, .text("5ft"))
        _ = try journal.open().delete([id])
        let report = try #require(conflict { _ = try scratchpad.save(answer) })
        #expect(report.isDeleted)
        #expect(try journal.open().all().isEmpty)
        #expect(scratchpad.isDirty)
    }

    @Test func `discard ends the edit of an entry deleted meanwhile`() throws {
        let scratchpad = try journal.open().beginEdit(id)
        try scratchpad.set(.height, .text("5ft"))
        _ = try journal.open().delete([id])
        let outcome = try scratchpad.save(.discard)
        #expect(outcome == SaveOutcome(record: nil, mergedFields: [], isDiscarded: true))
    }

    @Test func `a resumed draft keeps its base values, so a later change is a conflict`() throws {
        let first = try journal.open().beginEdit(id)
        try first.set(.height, .text("5ft"))
        let draft = first.content
        try journal.change(id, .height, .text("6ft"))
        let resumed = try journal.open().resume(draft)
        #expect(resumed.values.height == "5ft")
        #expect(resumed.base.height == "4ft")
        #expect(conflict { _ = try resumed.save(.auto) } != nil)
        #expect(try resumed.save(.theirs).record?.values.height == "6ft")
    }

    @Test func `a draft of a deleted entry can still be read`() throws {
        let first = try journal.open().beginEdit(id)
        try first.set(.height, .text("5ft"))
        let draft = first.content
        _ = try journal.open().delete([id])
        let resumed = try journal.open().resume(draft)
        #expect(resumed.values.location == "Malibu")
        #expect(conflict { _ = try resumed.save(.mine) }?.isDeleted == true)
    }

    @Test func `a cleared field is one of the changes`() throws {
        let scratchpad = try journal.open().beginEdit(id)
        try scratchpad.set(.height, nil)
        #expect(scratchpad.changes == [.height: FieldValue?.none])
        #expect(try scratchpad.save(.auto).record?.values.height == nil)
    }
}
