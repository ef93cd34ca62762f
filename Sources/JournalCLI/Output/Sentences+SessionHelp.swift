import ArgumentParser

/// The list of commands that `help` shows in a session.
extension Sentences {
    /// The commands of a session in lines of at most so many columns.
    static func sessionHelp(to width: Int) -> [String] {
        var lines = ["COMMANDS"]
        for command in Commands.configuration.subcommands { lines += help(command, width) }
        lines += [""] + Wrapped.text("IN A SCRATCHPAD, with show, edit, save, cancel without operand", to: width)
        for command in SessionCommands.ofScratchpads { lines += help(command, width) }
        lines += [""] + Wrapped.text("JOBS, which 'export FILE &' begins and 'cancel %1' ends", to: width)
        for command in SessionCommands.ofJobs { lines += help(command, width) }
        let end =
            "'help COMMAND' explains one, 'help TOPIC' one of: \(HelpTopic.list). Quotes keep words together, # begins a comment."
        return lines + [""] + Wrapped.text(end, to: width)
    }

    private static func help(_ command: any ParsableCommand.Type, _ width: Int) -> [String] {
        let name = ([command.configuration.commandName ?? ""] + command.configuration.aliases).joined(separator: ", ")
        let column = 14
        guard width > column + 20 else {
            return Wrapping.lines("  \(name): ", command.configuration.abstract, indent: 4, width: width)
        }
        let lines = Wrapped.text(command.configuration.abstract, to: width - column)
        return lines.enumerated().map { index, line in
            DisplayWidth.padded(index == 0 ? "  \(name)" : "", to: column) + line
        }
    }
}
