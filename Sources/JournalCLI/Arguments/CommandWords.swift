/// The program's arguments with the command first.
///
/// Global options may stand before the command; they are moved behind it, where the argument parser takes them.
struct CommandWords: Equatable, Sendable {
    /// The command's own name; nil where there are only `--help` or `--version`.
    var command: String?
    /// What the argument parser is given.
    var arguments: [String]

    /// Finds the command.
    /// - Throws: `.noCommand` where there is none, `.unknownCommand`.
    init(_ arguments: [String]) throws(Complaint) {
        var index = 0
        while index < arguments.count, CommandWords.isOption(arguments[index]) {
            index += CommandWords.takesNext(arguments[index]) ? 2 : 1
        }
        let leading = Array(arguments.prefix(index)).filter { $0 != "--" }
        guard index < arguments.count else {
            guard leading.contains(where: { ["-h", "--help", "--version"].contains($0) }) else { throw .noCommand }
            (command, self.arguments) = (nil, leading.contains("--version") ? ["--version"] : ["--help"])
            return
        }
        let name = try CommandWords.known(arguments[index])
        let rest = Array(arguments[(index + 1)...])
        command = name
        self.arguments = try name == "help" ? CommandWords.help(rest) : [name] + leading + rest
    }

    /// Global options that a value follows.
    private static let valued: Set<String> = ["--store", "--date-order", "--color", "--units"]

    private static func isOption(_ word: String) -> Bool { word.hasPrefix("-") && word != "-" }

    private static func takesNext(_ word: String) -> Bool { valued.contains(word) }

    private static func known(_ name: String) throws(Complaint) -> String {
        guard let command = Commands.named(name) else { throw .unknownCommand(name) }
        return command
    }

    private static func help(_ words: [String]) throws(Complaint) -> [String] {
        guard let name = words.first(where: { !isOption($0) }) else { return ["--help"] }
        return [try known(name), "--help"]
    }
}
