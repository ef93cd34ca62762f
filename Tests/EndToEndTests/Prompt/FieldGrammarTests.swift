import Foundation
import Testing

/// A field's text is read the same way wherever it is typed.
struct FieldGrammarTests {
    /// Fields in the order of the questions, each with its name there and the text that is typed.
    private static let typed = [
        ("date", "gestern 7 Uhr"), ("location", "Zuma"), ("height", "waist to chest"), ("period", "@ 14"),
        ("wind", "no wind"), ("rating", "4/5"), ("notes", "on the 5'10 twin"), ("board", "on the 5'10 twin"),
        ("tide", "tide 2.4ft rising"), ("crowd", "8 people out"), ("waves", "12 waves"), ("duration", "1h30"),
        ("swell height", "swell 5ft"), ("swell period", "14 seconds"), ("swell direction", "WNW swell"),
        ("water temperature", "water 63F"),
    ]

    private static func name(_ words: String) -> String { words.replacing(" ", with: "-") }

    @Test func `options, set, the form and the questions store the same values`() throws {
        let sandbox = try Sandbox.empty()
        #expect(try sandbox.start(["add"] + Self.typed.flatMap { ["--" + Self.name($0.0), $0.1] }).outcome().code == 0)
        try sandbox.write(
            "add\n" + Self.typed.map { "set \(Self.name($0.0)) \($0.1)\n" }.joined() + "save\n", to: "script")
        #expect(try sandbox.run("run", sandbox.file("script")).code == 0)
        try sandbox.write(Self.typed.map { "\(Self.name($0.0)): \($0.1)\n" }.joined(), to: "form")
        sandbox.environment["VISUAL"] = "cp \(sandbox.file("form"))"
        #expect(try TerminalSession(["add", "--editor"], in: sandbox).exitCode() == 0)
        let terminal = try TerminalSession(["add"], in: sandbox)
        for (field, text) in Self.typed {
            terminal.expect("\(field == "location" ? "place" : field): ")
            terminal.type(text + "\r")
        }
        #expect(terminal.exitCode() == 0)

        let sessions = try sandbox.run("list", "--csv").lines.dropFirst()
        #expect(sessions.count == 4)
        let values = Set(
            sessions.map {
                $0.split(separator: ",", omittingEmptySubsequences: false).dropFirst().joined(separator: ",")
            })
        #expect(values.count == 1)
        let stored = ["waist to chest", "14s", "no wind", "4", "5'10 twin", "2.4ft rising", "8 people out", "12", "90"]
        for value in stored { #expect(values.first?.contains(value) == true, "\(value)") }
    }
}
