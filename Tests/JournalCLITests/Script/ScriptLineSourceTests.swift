import Foundation
import Testing

@testable import JournalCLI

struct ScriptLineSourceTests {
    /// All lines of a script and their positions.
    @MainActor private func read(_ bytes: [UInt8]) throws -> (
        lines: [String], places: [String], source: ScriptLineSource
    ) {
        let path = FileManager.default.temporaryDirectory.path + "/script-" + UUID().uuidString
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let source = try ScriptLineSource(path: path)
        var (lines, places): ([String], [String]) = ([], [])
        while case .line(let line) = source.readLine(LinePrompt(text: "> ")) {
            lines.append(line)
            places.append(String(source.place.dropFirst(path.count)))
        }
        return (lines, places, source)
    }

    @Test(arguments: [
        ("", []), ("a", ["a"]), ("a\n", ["a"]), ("a\n\nb", ["a", "", "b"]), ("a\r\nb\r", ["a", "b"]),
        ("\u{FEFF}a\n\u{FEFF}b", ["a", "\u{FEFF}b"]), ("漢字\né", ["漢字", "é"]),
    ])
    @MainActor func `lines are read unchanged, without line endings`(text: String, lines: [String]) throws {
        #expect(try read(Array(text.utf8)).lines == lines)
    }

    @Test @MainActor func `a line has a position`() throws {
        #expect(try read(Array("a\n\nb".utf8)).places == [":1", ":2", ":3"])
    }

    @Test @MainActor func `a long script is read completely`() throws {
        let lines = (0..<20_000).map { "line \($0)" }
        #expect(try read(Array(lines.joined(separator: "\n").utf8)).lines == lines)
    }

    @Test @MainActor func `a line that is not UTF-8 ends the script`() throws {
        let (lines, _, source) = try read(Array("a\n".utf8) + [0xFF] + Array("\nb\n".utf8))
        #expect(lines == ["a"])
        #expect(source.failure == .notUTF8)
        #expect(source.lineNumber == 2)
    }

    @Test @MainActor func `a file that cannot be read is refused`() {
        #expect(throws: ScriptLineSource.Failure.unreadable(ENOENT)) { try ScriptLineSource(path: "/no/such/file") }
        #expect(throws: ScriptLineSource.Failure.unreadable(EISDIR)) { try ScriptLineSource(path: "/") }
        #expect(throws: ScriptLineSource.Failure.unreadable(EINVAL)) { try ScriptLineSource(path: "a\0b") }
    }
}
