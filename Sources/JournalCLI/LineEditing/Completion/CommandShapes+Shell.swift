import ArgumentParser

extension CommandShapes {
    /// The shapes that completing one command line takes: the names of all commands, and the options of those that it names.
    ///
    /// Reading every command's options takes longer than a key should.
    static func needed(for words: [String]) -> [CommandShape] {
        let commands = Commands.configuration.subcommands.enumerated().map { index, command in
            let names = [command.configuration.commandName ?? ""] + command.configuration.aliases
            let isNeeded = index == 0 || names.contains(where: words.contains)
            return isNeeded ? shape(of: command) : CommandShape(names: names, note: command.configuration.abstract)
        }
        return commands + [CommandShape(names: ["help"], note: "Explain a command.", operands: [.commandOrTopic])]
    }
}
