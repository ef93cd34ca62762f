import Foundation
import Testing

@testable import Journal
@testable import SurfLanguage

/// Nested scratchpads, undo steps, and changes by others meanwhile.
@Suite(.serialized) @MainActor struct NestedScratchpadTests {
    let journal: TemporaryJournal
    let id: Int64

    init() throws {
        journal = try TemporaryJournal()
        id = try journal.add(EntryValues(date: 800_000_000.25, location: "Malibu", height: "4ft", rating: 3)).id
    }

    @Test func `a nested scratchpad starts from the outer one and changes it only when kept`() throws {
        let outer = try journal.open().beginEdit(id)
        try outer.set(.height, .text("5ft"))
        let dropped = try outer.nested()
        #expect(dropped.values.height == "5ft")
        try dropped.set(.rating, .integer(1))
        dropped.cancel()
        let kept = try outer.nested()
        try kept.set(.wind, .text("glassy"))
        #expect(outer.changes == [.height: .text("5ft")])
        try kept.keep()
        #expect(outer.changes == [.height: .text("5ft"), .wind: .text("glassy")])
        #expect(try outer.save(.auto).record?.values.wind == "glassy")
    }

    @Test func `a new entry can have a nested scratchpad`() throws {
        let outer = try journal.open().beginAdd()
        try outer.set(.location, .text("Rincon"))
        let inner = try outer.nested()
        try inner.set(.height, .text("6ft"))
        try inner.keep()
        let record = try #require(try outer.save(.auto).record)
        #expect(record.values == EntryValues(location: "Rincon", height: "6ft"))
    }

    @Test func `each set is one undo step, and so is everything from a nested scratchpad`() throws {
        let pad = try journal.open().beginEdit(id)
        try pad.set(.height, .text("5ft"))
        let inner = try pad.nested()
        try inner.set(.wind, .text("glassy"))
        try inner.set(.rating, .integer(5))
        try inner.keep()
        #expect(pad.undo())
        #expect(pad.changes == [.height: .text("5ft")])
        #expect(pad.undo())
        #expect(!pad.isDirty)
        #expect(!pad.undo())
        #expect(pad.redo())
        #expect(pad.redo())
        #expect(!pad.redo())
        #expect(pad.changes == [.height: .text("5ft"), .wind: .text("glassy"), .rating: .integer(5)])
    }

    @Test func `undoing everything in a new entry leaves an empty entry that can be filled`() throws {
        let pad = try journal.open().beginAdd()
        #expect(!pad.undo())
        try pad.set(.location, .text("Rincon"))
        #expect(pad.undo())
        #expect(pad.values == EntryValues())
        try pad.set(.location, .text("Trestles"))
        #expect(try pad.save(.auto).record?.values.location == "Trestles")
    }

    @Test func `an open scratchpad does not hide stored values`() throws {
        let open = try journal.open()
        let first = try open.beginEdit(id)
        try first.set(.height, .text("5ft"))
        let draft = first.content
        try journal.change(id, .rating, .integer(1))
        let pad = try open.resume(draft)
        #expect(try open.record(id).values.rating == 1)
        #expect(pad.values.rating == 3)
        let other = try open.beginEdit(id)
        try other.set(.wind, .text("glassy"))
        #expect(try other.save(.fail).record?.rev == 3)
        #expect(try pad.save(.auto).mergedFields == [.wind, .rating])
        withExtendedLifetime(first) {}
    }

    @Test func `deleting an entry is a conflict for its open scratchpad`() throws {
        let open = try journal.open()
        let pad = try open.beginEdit(id)
        try pad.set(.height, .text("5ft"))
        _ = try open.delete([id])
        #expect(conflict { _ = try pad.save(.mine) }?.isDeleted == true)
        #expect(pad.changes == [.height: .text("5ft")])
    }

    @Test func `a conflict resolved by hand is saved on top of the stored values`() throws {
        let pad = try journal.open().beginEdit(id)
        try pad.set(.height, .text("5ft"))
        try pad.set(.rating, .integer(5))
        try journal.change(id, .height, .text("6ft"))
        let report = try #require(conflict { _ = try pad.save(.auto) })
        let rebased = pad.content.rebased(report, changes: [.rating: .integer(5)])
        let record = try #require(try pad.journal.save(rebased, .fail).record)
        #expect(record.values.height == "6ft")
        #expect(record.values.rating == 5)
    }
}
