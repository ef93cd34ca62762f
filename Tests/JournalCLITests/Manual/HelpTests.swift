import ArgumentParser
import Foundation
import SurfLanguage
import Testing

@testable import JournalCLI

struct HelpTests {
    private static let commands = CommandShapes.ofProgram.map { $0.names[0] }.filter { $0 != "help" }

    private static func examples(_ command: any ParsableCommand.Type) -> [String] {
        let actions = (command as? any JournalCommand.Type)?.actions ?? []
        return ([command.configuration.discussion] + actions.map(\.discussion)).flatMap { $0.split(separator: "\n") }
            .filter { $0.hasPrefix("  ") }.map { $0.trimmingCharacters(in: .whitespaces) }
    }

    /// The lines of a help in 100 columns.
    private static func help(_ words: String...) throws -> [String] { try help(words, width: 100) }

    private static func help(_ words: [String], width: Int) throws -> [String] {
        guard case .text(let texts) = try Commands.request(words, width: width) else { return [] }
        return texts.flatMap { $0.components(separatedBy: "\n") }
    }

    @Test(arguments: commands)
    func `help for a command fits in 40 lines of 80 columns, filters aside`(name: String) throws {
        let lines = try Self.help([name, "--help"], width: 80)
        let filter = lines.firstIndex(of: "FILTER:").map { lines[$0...].prefix { !$0.isEmpty }.count + 1 } ?? 0
        #expect(lines.count - filter <= 40)
        #expect(lines.allSatisfy { $0.count <= 80 || $0.hasPrefix("  ") })
    }

    @Test func `the list of commands fits in 50 lines of 80 columns`() throws {
        #expect(try Self.help(["help"], width: 80).count <= 50)
    }

    @Test func `help for a command that takes the options of some fields shows them`() throws {
        let lines = try Self.help("import", "--help")
        for option in ["--location", "--time-zone"] { #expect(lines.contains { $0.hasPrefix("  \(option)") }) }
        #expect(!lines.contains { $0.contains("<field> <value>") })
    }

    @Test(arguments: commands)
    func `help for a command ends with where more is`(name: String) throws {
        let end = try Self.help(name, "--help").drop { !$0.hasPrefix("See also") }.joined(separator: " ")
        #expect(end.contains("'surfjournal help options'") && end.hasSuffix("'man surfjournal'."))
        for page in end.matches(of: /'surfjournal help ([a-z ]+)'/) {
            let words = ["help"] + page.1.split(separator: " ").map(String.init)
            #expect(throws: Never.self) { try Commands.request(words, width: 100) }
        }
    }

    @Test func `each field is explained in help fields alone, and named in the others`() throws {
        let page = try Self.help("help", "fields")
        for field in EntryField.allCases { #expect(page.contains { $0.hasPrefix("  \(field.flag)") }) }
        for name in ["add", "edit", "like", "list"] {
            let lines = try Self.help(name, "--help")
            #expect(!lines.contains { $0.hasPrefix("  --height") })
            #expect(lines.contains { $0.contains("period, wind, rating") })
            #expect(lines.joined(separator: " ").contains("'surfjournal help fields'"))
        }
    }

    @Test(arguments: [
        ("spots", "rename", ["--dry-run"]), ("spots", "zone", ["--clear"]), ("spots", "set", ["--at", "--clear"]),
        ("spots", "tide", ["--clear"]), ("boards", "rename", ["--dry-run"]), ("tags", "rename", ["--dry-run"]),
        ("people", "rename", ["--dry-run"]),
    ])
    func `help for what a command does shows its usage and its options alone`(
        command: String, action: String, options: [String]
    ) throws {
        let lines = try Self.help(command, action, "--help")
        #expect(lines.contains { $0.hasPrefix("USAGE: surfjournal \(command) \(action) ") })
        let shown = lines.filter { $0.hasPrefix("  --") }.compactMap { $0.split(separator: " ").first }
        #expect(shown.map(String.init) == options)
        #expect(lines.count <= 24)
        #expect(lines.joined(separator: " ").contains("'surfjournal help \(command)'"))
    }

    @Test func `help COMMAND WORD is the same as COMMAND WORD --help`() throws {
        #expect(try Self.help("help", "spots", "tide") == Self.help("spots", "tide", "--help"))
        #expect(try Self.help("help", "spots", "tide") != Self.help("help", "spots"))
    }

    @Test(arguments: commands)
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
