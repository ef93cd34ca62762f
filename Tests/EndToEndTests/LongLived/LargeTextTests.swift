import Foundation
import Testing

/// Sessions with long texts in every text field. `SURFJOURNAL_TEXT=1048576` sets the number of bytes of each.
struct LargeTextTests {
    private static let fields = ["location", "height", "period", "wind", "notes", "board", "tide", "crowd"]
    private static let size = ProcessInfo.processInfo.environment["SURFJOURNAL_TEXT"].flatMap { Int($0) } ?? 1 << 16

    /// Words, quotes, newlines and multi-byte characters, different for every field and turn.
    private static func text(_ field: String, _ turn: Int) -> String {
        let line = "\(field) \(turn): \"Pipe\", 'ōhana' 波🌊 \\ 4ft\n"
        return String(repeating: line, count: size / line.utf8.count + 1)
    }

    private static func entry(_ turn: Int) -> [String: Any] {
        var entry: [String: Any] = ["date": "2014-08-0\(turn)T07:00:00Z"]
        for field in fields { entry[field] = text(field, turn) }
        return entry
    }

    private let sandbox: Sandbox

    /// A journal into which two such sessions were imported.
    init() throws {
        sandbox = try Sandbox()
        try sandbox.makeEmptyJournal()
        let bytes = try JSONSerialization.data(withJSONObject: [Self.entry(1), Self.entry(2)])
        try bytes.write(to: URL(fileURLWithPath: sandbox.file("in.json")))
        let outcome = try sandbox.run("import", "in.json")
        guard outcome.code == 0 else { throw SandboxError(errors: outcome.errors) }
    }

    private func expectEntry(_ id: Int, _ turn: Int) throws {
        let shown = try sandbox.run("show", "\(id)", "--json").object()
        for field in Self.fields { #expect(shown[field] as? String == Self.text(field, turn), "\(field)") }
    }

    @Test func `long texts survive every format, and the table stays readable`() throws {
        try expectEntry(1, 1)
        #expect(try sandbox.run("list", "--json").objects().count == 2)
        let table = try sandbox.run("list")
        #expect(table.code == 0)
        #expect(table.lines.count == 3)
        #expect(table.lines.allSatisfy { $0.count < 3_000 })
        for name in ["out.csv", "out.json", "out.jsonl"] {
            #expect(try sandbox.run("export", name).code == 0)
            let store = sandbox.file(name + ".sqlite")
            #expect(try sandbox.run("init", "--store", store).code == 0)
            #expect(try sandbox.run("import", name, "--store", store).code == 0)
            let again = "again-" + name
            #expect(try sandbox.run("export", again, "--store", store).code == 0)
            #expect(try sandbox.read(again) == sandbox.read(name))
        }
    }

    @Test func `long texts can be edited, drafted, undone, found, checked and backed up`() throws {
        let quoted = Self.text("notes", 3).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            .replacing("\n", with: " ")
        let words = Self.text("notes", 3).replacing("\n", with: " ")
        try sandbox.write(
            "edit 1 --notes \"\(quoted)\"\nundo\nedit 2 --notes \"\(quoted)\" --draft\nsave d1\n", to: "script")
        let outcome = try sandbox.run("run", "script")
        #expect(outcome.code == 0, "\(outcome.errors.prefix(300))")
        try expectEntry(1, 1)
        #expect(try sandbox.run("show", "2", "--json").object()["notes"] as? String == words)
        #expect(sandbox.drafts == [])
        for command in [
            ["list", "pipe", "--plain", "--columns", "id"], ["spots"], ["like", "1"], ["stats"], ["show", "1"],
        ] {
            #expect(try sandbox.start(command).outcome().code == 0, "\(command)")
        }
        #expect(try sandbox.run("delete", "1").code == 0)
        #expect(try sandbox.run("undo").code == 0)
        try expectEntry(1, 1)
        #expect(try sandbox.run("backup", "copy.sqlite").code == 0)
        #expect(try sandbox.run("check").code == 0)
    }
}
