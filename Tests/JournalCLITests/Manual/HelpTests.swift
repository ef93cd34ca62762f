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
    func `help for a command has examples that the program accepts`(name: String) throws {
        let examples = Self.examples(try #require(Commands.command(name)))
        #expect(examples.contains { $0.contains("surfjournal \(name)") })
        for example in examples where example.hasPrefix("surfjournal ") && !example.contains("|") {
            let line = try ScriptLine(example, home: nil)
            let words = try CommandWords(Array(line.words.map(\.text).dropFirst()))
            #expect(throws: Never.self, "\(example)") { try Commands.parseAsRoot(words.arguments) }
        }
    }

    @Test(arguments: PromptCommands.own.map { $0.configuration.commandName ?? "" })
    func `help at the prompt has examples of its own commands`(name: String) throws {
        let command = try #require(PromptCommands.own.first { $0.configuration.commandName == name })
        let examples = Self.examples(command)
        #expect(examples.contains { $0 == name || $0.hasPrefix(name + " ") })
        for example in examples {
            let words = try CommandWords(try ScriptLine(example, home: nil).arguments, in: PromptCommands.self)
            let type = try words.command == name ? command : #require(PromptCommands.command(words.command ?? ""))
            #expect(throws: Never.self, "\(example)") { try type.parseAsRoot(Array(words.arguments.dropFirst())) }
        }
    }
}
