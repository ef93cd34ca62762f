import Foundation
import Journal
import SurfLanguage

/// The program's arguments with the command first.
///
/// Global options may stand before the command; they are moved behind it, where the argument parser takes them.
struct CommandWords: Equatable, Sendable {
    /// The command's own name; nil where there are only `--help` or `--version`.
    var command: String?
    /// What the argument parser is given.
    var arguments: [String]
    /// What `help` is asked to explain where that is no command.
    var topic: HelpTopic?

    /// Finds the command.
    /// - Parameters:
    ///   - commands: what there is.
    ///   - defaults: global options that hold unless the arguments say otherwise.
    /// - Throws: `.noCommand` where there is none, `.unknownCommand`.
    init(
        _ arguments: [String], in commands: any CommandRoot.Type = Commands.self, defaults: [String] = []
    ) throws(Complaint) {
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
            // What looks like a command may be the value of an option that there is none of.
            _ = try SessionOptions.read(leading.filter { !CommandWords.askingForText.contains($0) })
            if let line = CommandWords.session(in: Array(arguments[index...])) { throw .lacksAdd(line) }
            throw error
        }
        let rest = Array(arguments[(index + 1)...])
        command = name
        if name == "help", let topic = HelpTopic(rest) {
            (self.topic, self.arguments) = (topic, ["help"])
            return
        }
        let first = CommandWords.defaults(defaults, of: name, with: leading + rest)
        self.arguments = try name == "help" ? CommandWords.help(rest, commands) : [name] + first + leading + rest
    }

    /// The global options at the front, as they were typed; nil where there is a command.
    static func globals(_ arguments: [String]) -> [String]? {
        var index = 0
        while index < arguments.count, isOption(arguments[index]) {
            index += takesNext(arguments[index]) ? 2 : 1
        }
        return index < arguments.count ? nil : arguments
    }

    /// The defaults that suit a command: a format of its own takes the place of theirs.
    private static func defaults(_ defaults: [String], of name: String, with words: [String]) -> [String] {
        let formats: Set<String> = ["--json", "--csv", "--plain"]
        let hasFormat = ["export", "import", "run", "set"].contains(name) || words.contains(where: formats.contains)
        return hasFormat ? defaults.filter { !formats.contains($0) } : defaults
    }

    /// The options that ask for a text of the program in place of a command.
    static let askingForText = ["-h", "--help", "--version"]

    /// Global options that a value follows.
    private static let valued: Set<String> = ["--store", "--date-order", "--color", "--units"]

    /// The line of words that tell a session with more than its place; nil for others, and where a command is mistyped.
    private static func session(in words: [String]) -> String? {
        let line = words.joined(separator: " ")
        let isMistyped = Suggestion.nearest(to: words[0], among: SessionCommands.names) != nil
        guard !isMistyped, !words.contains(where: isOption), line.utf8.count <= longestSession else { return nil }
        let dates = DateParser(now: Date().timeIntervalSinceReferenceDate, zone: Program.zone.zone)
        guard let said = try? SentenceReader(dates: dates, units: .feet).read([line]) else { return nil }
        return said.pieces.contains { ![.location, .notes].contains($0.field) } ? line : nil
    }

    private static let longestSession = 1_000

    private static func isOption(_ word: String) -> Bool { word.hasPrefix("-") && word != "-" }

    private static func takesNext(_ word: String) -> Bool { valued.contains(word) }

    private static func known(_ name: String, _ commands: any CommandRoot.Type) throws(Complaint) -> String {
        guard let command = commands.named(name) else { throw .unknownCommand(name, known: commands.names) }
        return command
    }

    private static func help(_ words: [String], _ commands: any CommandRoot.Type) throws(Complaint) -> [String] {
        guard let name = words.first(where: { !isOption($0) }) else { return ["--help"] }
        guard let command = commands.named(name) else {
            throw .unknownCommand(name, known: commands.names + HelpTopic.allCases.map(\.rawValue))
        }
        return [command, "--help"]
    }
}
