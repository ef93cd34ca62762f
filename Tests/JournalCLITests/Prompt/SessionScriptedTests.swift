import Foundation
import Journal
import Testing

@testable import JournalCLI

/// A source that returns scripted lines one by one and records the prompts.
final class ScriptedLines: LineSource {
    private var events: [LineEvent]
    private(set) var prompts: [LinePrompt] = []

    init(_ events: [LineEvent]) { self.events = events }

    func readLine(_ prompt: LinePrompt) -> LineEvent {
        prompts.append(prompt)
        return events.isEmpty ? .endOfInput : events.removeFirst()
    }
}

/// The prompt with scripted lines and a temporary journal.
@Suite(.serialized) @MainActor struct SessionScriptedTests {
    /// Runs the prompt with lines; returns their source and the exit code.
    private func run(_ lines: [LineEvent], in folder: URL) -> (ScriptedLines, ExitCode) {
        let source = ScriptedLines(lines)
        let setting = Prompt.Setting(
            environment: ["SURFJOURNAL_STORE": folder.appendingPathComponent("j.sqlite").path, "HOME": folder.path],
            interruption: Interruption(), localZone: LocalZone(nil), defaults: ["-q"], isInteractive: true)
        return (source, Prompt(setting, lines: source).run())
    }

    private func folder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("session-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Journal.create(at: folder.appendingPathComponent("j.sqlite"), sample: false)
        return folder
    }

    @Test func `the prompt shows the scratchpad, its depth, and whether it has changes`() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let (source, code) = run(
            [
                .line("add Malibu"), .line("edit last"), .line("set rating 3"), .line("edit 1"), .line("save"),
                .line("save"), .line("add --editor"), .line("cancel"), .endOfInput,
            ], in: folder)
        #expect(code == .done)
        #expect(
            source.prompts.map(\.text) == [
                "surf> ", "surf> ", "surf 1> ", "surf 1*> ", "surf 1/2*> ", "surf 1*> ", "surf> ", "surf new> ",
                "surf> ",
            ])
        #expect(source.prompts[0].isKept)
        #expect(source.prompts[1].completion == .commandLine(inScratchpad: false))
        #expect(source.prompts[2].completion == .commandLine(inScratchpad: true))
    }

    @Test func `closing the terminal ends the prompt with SIGHUP's code and keeps the scratchpad`() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let (_, code) = run([.line("add Malibu"), .line("edit 1"), .line("set rating 3"), .hungUp], in: folder)
        #expect(code == .signal(SIGHUP))
        #expect(try Drafts(of: folder.appendingPathComponent("j.sqlite")).list().drafts.map(\.number) == [1])
    }

    @Test func `Ctrl-C at the prompt does not exit`() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let (source, code) = run([.interrupted, .interrupted, .line("exit")], in: folder)
        #expect(code == .done)
        #expect(source.prompts.count == 3)
    }
}
