import ArgumentParser
import Foundation
import Testing

@testable import JournalCLI

struct HelpTests {
    private static func examples(_ command: any ParsableCommand.Type) -> [String] {
        command.configuration.discussion.split(separator: "\n").filter { $0.hasPrefix("  ") }.map {
            $0.trimmingCharacters(in: .whitespaces)
        }
    }

    @Test(arguments: CommandShapes.ofProgram.map { $0.names[0] }.filter { $0 != "help" })
    func `help shows examples of a command, which the program understands`(name: String) throws {
        let examples = Self.examples(Commands.subcommand(name))
        #expect(examples.contains { $0.contains("surfjournal \(name)") })
        for example in examples where example.hasPrefix("surfjournal ") && !example.contains("|") {
            let line = try ScriptLine(example, home: nil)
            let words = try CommandWords(Array(line.words.map(\.text).dropFirst()))
            #expect(throws: Never.self, "\(example)") { try Commands.parseAsRoot(words.arguments) }
        }
    }
}
