import ArgumentParser

extension CommandShapes {
    /// The shapes needed to complete one command line: the names of all commands, and the options of those in `words`.
    ///
    /// Reading the options of every command takes longer than a key press should.
    static func needed(for words: [String]) -> [CommandShape] {
        let commands = Commands.configuration.subcommands.enumerated().map { index, command in
            let names = [command.configuration.commandName ?? ""] + command.configuration.aliases
            let isNeeded = index == 0 || names.contains(where: words.contains)
            return isNeeded ? shape(of: command) : CommandShape(names: names, note: command.configuration.abstract)
        }
        return commands + [CommandShape(names: ["help"], note: "Explain a command.", operands: [.commandOrTopic])]
    }
}
