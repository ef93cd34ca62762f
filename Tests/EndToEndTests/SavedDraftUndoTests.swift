import Testing

struct SavedDraftUndoTests {
    @Test func `undo of save brings a new session's draft back, and redo ends it again`() throws {
        let sandbox = try Sandbox.small()
        try sandbox.run("add", "2014-10-01 7am: Trestles, 3ft", "--draft")
        try sandbox.run("save")
        #expect(sandbox.drafts == [])
        let undone = try sandbox.run("undo")
        #expect(undone.errors.contains("Draft d1 is back."))
        #expect(sandbox.drafts == ["d1"])
        #expect(try sandbox.entryCount() == 3)
        try sandbox.run("redo")
        #expect(sandbox.drafts == [])
        #expect(try sandbox.entryCount() == 4)
    }

    @Test func `a draft that came back can be saved again`() throws {
        let sandbox = try Sandbox.small()
        try sandbox.run("edit", "1", "--rating", "2", "--draft")
        try sandbox.run("save")
        try sandbox.run("undo")
        let saved = try sandbox.run("save", "--json")
        #expect(saved.code == 0)
        #expect(!saved.errors.contains("since you began"))
        #expect(try saved.objects().first?["rating"] as? Int == 2)
    }

    @Test func `undo of save --all brings all its drafts back`() throws {
        let sandbox = try Sandbox.small()
        for id in ["1", "2"] { try sandbox.run("edit", id, "--rating", "1", "--draft") }
        try sandbox.run("save", "--all")
        try sandbox.run("undo")
        #expect(sandbox.drafts == ["d1", "d2"])
    }

    @Test func `undo of an earlier save brings its draft back too`() throws {
        let sandbox = try Sandbox.small()
        try sandbox.run("edit", "1", "--rating", "1", "--draft")
        try sandbox.run("save")
        try sandbox.run("edit", "2", "--rating", "1")
        try sandbox.run("undo")
        #expect(sandbox.drafts == [])
        try sandbox.run("undo")
        #expect(sandbox.drafts == ["d1"])
    }

    @Test func `a draft that was changed after it came back stays if the save is redone`() throws {
        let sandbox = try Sandbox.small()
        try sandbox.run("edit", "1", "--rating", "1", "--draft")
        try sandbox.run("save")
        try sandbox.run("undo")
        try sandbox.run("edit", "d1", "--notes", "More")
        try sandbox.run("redo")
        #expect(sandbox.drafts == ["d1"])
    }

    @Test func `cancelling another draft does not end a saved one for good`() throws {
        let sandbox = try Sandbox.small()
        try sandbox.run("edit", "1", "--rating", "1", "--draft")
        try sandbox.run("save")
        try sandbox.run("edit", "2", "--rating", "1", "--draft")
        try sandbox.run("cancel")
        try sandbox.run("undo")
        #expect(sandbox.drafts == ["d2"])
        try sandbox.run("undo")
        #expect(sandbox.drafts == ["d1", "d2"])
    }
}
