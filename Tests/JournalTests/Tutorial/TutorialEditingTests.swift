import Foundation
import Persistence
import Testing

@testable import Journal
@testable import SurfLanguage

/// The tutorial's editing flow: a scratchpad for every new entry and edit, both through the engine and through the
/// journal.
@Suite @MainActor struct TutorialEditingTests {
    private let app: TutorialApp

    init() throws {
        app = try TutorialApp([EntryValues(date: 100, location: "Malibu", height: "4ft", rating: 4)])
    }

    private func row() throws -> JournalEntry { try #require(try app.list().first) }

    // MARK: Finishing

    /// APP-06
    @Test func `finishing with a save stores the edit and keeps the date`() async throws {
        let editor = try app.editor(of: row())
        editor.entry.wind = "offshore"
        try await app.didFinish(editor, didSave: true)
        #expect(!editor.context.hasChanges)
        #expect(!app.mainContext.hasChanges)
        let values = EntryValues(date: 100, location: "Malibu", height: "4ft", wind: "offshore", rating: 4)
        #expect(try app.stored() == [EntryRecord(id: 1, rev: 2, values: values)])
    }

    /// APP-06
    @Test func `saving the editor changes the list, and saving the main context changes the file`() throws {
        let row = try row()
        let editor = try app.editor(of: row)
        editor.entry.wind = "offshore"
        try editor.context.save()
        #expect(row.wind == "offshore")
        #expect(try app.stored().map(\.values.wind) == [nil])
        try app.mainContext.save()
        #expect(try app.stored().map(\.values.wind) == ["offshore"])
    }

    /// APP-06
    @Test func `a saved scratchpad is on disk`() throws {
        let scratchpad = try app.journal.beginEdit(1)
        try scratchpad.set(.wind, .text("offshore"))
        #expect(try scratchpad.save(.fail).record?.rev == 2)
        #expect(try app.stored().map(\.values.wind) == ["offshore"])
    }

    /// APP-07
    @Test(arguments: [(true, false), (false, true), (false, false)])
    func `finishing without a save or without a change leaves the file unchanged`(
        changes: Bool, didSave: Bool
    ) async throws {
        let before = app.files()
        let editor = try app.editor(of: row())
        if changes { editor.entry.wind = "offshore" }
        try await app.didFinish(editor, didSave: didSave)
        #expect(!app.mainContext.hasChanges)
        #expect(app.files() == before)
        #expect(try app.stored().map(\.rev) == [1])
    }

    /// APP-07
    @Test func `saving a scratchpad without a change writes nothing`() throws {
        let before = app.files()
        let scratchpad = try app.journal.beginEdit(1)
        try scratchpad.set(.height, .text("5ft"))
        try scratchpad.set(.height, .text("4ft"))
        #expect(try scratchpad.save(.fail).record?.rev == 1)
        #expect(app.files() == before)
    }

    // MARK: Editing and adding

    /// APP-09
    @Test(arguments: [false, true])
    func `saving changes the edited row, and cancelling does not`(didSave: Bool) async throws {
        let row = try row()
        let editor = try app.editor(of: row)
        #expect(editor.entry !== row)
        #expect(editor.entry.objectID == row.objectID)
        #expect(editor.entry.location == "Malibu")
        editor.entry.location = "Rincon"
        #expect(row.location == "Malibu")
        try await app.didFinish(editor, didSave: didSave)
        #expect(row.location == (didSave ? "Rincon" : "Malibu"))
        #expect(try app.list().map(\.location) == [didSave ? "Rincon" : "Malibu"])
    }

    /// APP-09
    @Test func `cancelling a scratchpad keeps the entry, and saving changes it`() throws {
        let cancelled = try app.journal.beginEdit(1)
        try cancelled.set(.location, .text("Rincon"))
        cancelled.cancel()
        #expect(try app.journal.record(1).values.location == "Malibu")
        let saved = try app.journal.beginEdit(1)
        try saved.set(.location, .text("Rincon"))
        #expect(try app.journal.record(1).values.location == "Malibu")
        _ = try saved.save(.fail)
        #expect(try app.journal.record(1).values.location == "Rincon")
    }

    /// APP-10
    @Test func `a cancelled new entry is never listed, stored or exported`() async throws {
        let cancelled = app.editorOfNew()
        cancelled.entry.location = "Ghost"
        try await app.didFinish(cancelled, didSave: false)
        let saved = app.editorOfNew()
        saved.entry.location = "Trestles"
        try await app.didFinish(saved, didSave: true)
        #expect(try app.list().map(\.location) == ["Malibu", "Trestles"])
        #expect(try app.stored().map(\.id) == [1, 2])
        #expect(try app.export().split(separator: 10).count == 2)
        withExtendedLifetime(cancelled) {}
    }

    /// APP-10
    @Test func `a cancelled add in a scratchpad uses up no ID`() throws {
        let cancelled = app.journal.beginAdd()
        try cancelled.set(.location, .text("Ghost"))
        cancelled.cancel()
        let saved = app.journal.beginAdd()
        try saved.set(.location, .text("Trestles"))
        #expect(try saved.save(.fail).record?.id == 2)
        #expect(try app.stored().map(\.values.location) == ["Malibu", "Trestles"])
    }

    // MARK: Contexts

    @inline(never) private func editedWithoutContext(_ row: JournalEntry) throws -> JournalEntry {
        let editor = try app.editor(of: row)
        editor.entry.location = "Rincon"
        return editor.entry
    }

    /// APP-11
    @Test func `an editor that holds only the entry loses its context`() throws {
        let row = try row()
        let entry = try editedWithoutContext(row)
        #expect(entry.managedObjectContext == nil)
        let editor = try app.editor(of: row)
        editor.entry.location = "Trestles"
        #expect(editor.entry.managedObjectContext === editor.context)
        try editor.context.save()
        #expect(row.location == "Trestles")
    }

    /// APP-12
    @Test func `with one context, performing and saving twice is redundant but harmless`() async throws {
        let row = try row()
        row.location = "Rincon"
        try await app.didFinish(TutorialApp.Editor(entry: row, context: app.mainContext), didSave: true)
        #expect(!app.mainContext.hasChanges)
        #expect(try app.stored().map(\.values.location) == ["Rincon"])
        #expect(try app.stored().map(\.rev) == [2])
    }
}
