import Foundation
import Journal
import SurfLanguage

/// The program's arguments with the command first.
///
/// Global options may precede the command. They are moved after it, where the argument parser accepts them.
struct CommandWords: Equatable, Sendable {
    /// The command's own name, or nil if there is only `--help` or `--version`.
    var command: String?
    /// The arguments for the argument parser.
    var arguments: [String]
    /// The topic of `help`, if it is not a command.
    var topic: HelpTopic?

    /// Finds the command.
    /// - Parameters:
    ///   - commands: The available commands.
    ///   - defaults: Global options that apply unless the arguments override them.
    /// - Throws: `.noCommand` if there is no command, `.unknownCommand` if there is none of that name, `.lacksAdd` if
    ///   the words describe a session, `.parser` if an option before an unknown command is not valid.
    init(
        _ arguments: [String], in commands: any CommandRoot.Type = Commands.self, defaults: [String] = []
    ) throws(Refusal) {
        var index = 0
        while index < arguments.count, CommandWords.isOption(arguments[index]) {
            index += CommandWords.takesNext(arguments[index]) ? 2 : 1
        }
        let leading = Array(arguments.prefix(index)).filter { $0 != "--" }
        guard index < arguments.count else {
            guard leading.contains(where: CommandWords.askingForText.contains) else { throw .noCommand }
            (command, self.arguments) = (nil, leading.contains("--version") ? ["--version"] : ["--help"])
            return
        }
        let name: String
        do { name = try CommandWords.known(arguments[index], commands) } catch {
            // The word may be the value of an unknown option before it. Then report that option.
            _ = try PromptOptions.read(leading.filter { !CommandWords.askingForText.contains($0) })
            if let line = CommandWords.session(in: Array(arguments[index...])) {
                throw .lacksAdd(line, leading + [AddCommand.name, line])
            }
            throw error
        }
        let rest = Array(arguments[(index + 1)...])
        command = name
        if name == "help", let topic = HelpTopic(rest) {
            (self.topic, self.arguments) = (topic, ["help"])
            return
        }
        let first = CommandWords.defaults(defaults, of: commands.command(name), with: leading + rest)
        self.arguments = try name == "help" ? CommandWords.help(rest, commands) : [name] + first + leading + rest
    }

    /// The global options at the front as they were typed, or nil if a command follows.
    static func globals(_ arguments: [String]) -> [String]? {
        var index = 0
        while index < arguments.count, isOption(arguments[index]) {
            index += takesNext(arguments[index]) ? 2 : 1
        }
        return index < arguments.count ? nil : arguments
    }

    /// The defaults that suit a command. A format among its words replaces the default one.
    private static func defaults(
        _ defaults: [String], of command: (any JournalCommand.Type)?, with words: [String]
    ) -> [String] {
        let formats = GlobalOptions.formats.map(\.name)
        let takesDefault = command?.takesFormat ?? true && !words.contains(where: formats.contains)
        return takesDefault ? defaults : defaults.filter { !formats.contains($0) }
    }

    /// The options that ask for a text of the program instead of a command.
    static let askingForText = ["-h", "--help", "--version"]

    /// The words as one line if they describe a session beyond its place. Nil otherwise, and if the first word is
    /// nearly a command.
    static func session(in words: [String]) -> String? {
        let line = words.joined(separator: " ")
        guard let first = words.first, DidYouMean.nearest(to: first, among: PromptCommands.names) == nil,
            !words.contains(where: isOption), line.utf8.count <= longestSession
        else { return nil }
        let dates = DateReader(now: Date().timeIntervalSinceReferenceDate, zone: Program.zone.zone)
        guard let sentence = try? SentenceReader(dates: dates, units: .feet).read([line]) else { return nil }
        return sentence.pieces.contains { ![.location, .notes].contains($0.field) } ? line : nil
    }

    private static let longestSession = 1_000

    private static func isOption(_ word: String) -> Bool { word.hasPrefix("-") && word != "-" }

    private static func takesNext(_ word: String) -> Bool { GlobalOptions.valued.contains { $0.name == word } }

    private static func known(_ name: String, _ commands: any CommandRoot.Type) throws(Refusal) -> String {
        guard let command = commands.named(name) else { throw .unknownCommand(name, known: commands.names) }
        return command
    }

    private static func help(_ words: [String], _ commands: any CommandRoot.Type) throws(Refusal) -> [String] {
        let names = words.filter { !isOption($0) }
        guard let name = names.first else { return ["--help"] }
        guard let command = commands.named(name) else {
            throw .unknownCommand(name, known: commands.names + HelpTopic.allCases.map(\.rawValue))
        }
        let actions = commands.command(command)?.actions.map(\.name) ?? []
        return [command] + names.dropFirst().prefix(1).filter(actions.contains) + ["--help"]
    }
}

extension Refusal {
    /// A line that describes a session but lacks `add` before it. With it, the arguments are `corrected`.
    fileprivate static func lacksAdd(_ line: String, _ corrected: [String]) -> Refusal {
        var refusal = usage("This is not a command. To log a session, use: surfjournal add \(Messages.copyable(line)).")
        refusal.corrected = corrected
        return refusal
    }
}
