import ArgumentParser

/// A command that works with a context.
protocol JournalCommand: ParsableCommand {
    var globals: GlobalOptions { get }
    /// Does what the command says.
    func run(in context: CommandContext) throws
}

/// The program: a command for everything that can be done with a journal.
struct Commands: CommandRoot {
    static let name = "surfjournal"
    static let version = "0.1.0"
    /// The day of the version, which the manual page bears.
    static let released = "2026-11-22"

    /// The commands, by what one wants to do.
    static let groups: [(name: String, commands: [any JournalCommand.Type])] = [
        (
            "Record",
            [
                AddCommand.self, EditCommand.self, DeleteCommand.self, UndoCommand.self, RedoCommand.self,
                DraftsCommand.self, SaveCommand.self, CancelCommand.self,
            ]
        ),
        ("Find", [ListCommand.self, ShowCommand.self, SpotsCommand.self]),
        ("Understand", [StatsCommand.self, PlotCommand.self, LikeCommand.self]),
        ("Exchange", [ImportCommand.self, ExportCommand.self, FillCommand.self]),
        (
            "Look after",
            [
                InitCommand.self, BackupCommand.self, RestoreCommand.self, CheckCommand.self, MigrateCommand.self,
                SampleCommand.self, ConfigCommand.self, RunCommand.self, CompletionsCommand.self,
            ]
        ),
    ]

    static let commands = groups.flatMap(\.commands)

    static let configuration = CommandConfiguration(
        commandName: name,
        abstract: "A journal of your surf sessions.",
        usage: "surfjournal <command> [<options>]",
        version: version,
        subcommands: commands.map { $0 })
}

extension CommandConfiguration {
    /// The configuration of a command below the program.
    ///
    /// With the program's name in it the argument parser looks for none of the program's own options when a command
    /// is read by itself.
    static func command(
        _ name: String, abstract: String, discussion: String = "", aliases: [String] = []
    ) -> CommandConfiguration {
        CommandConfiguration(
            commandName: name, _superCommandName: Commands.name, abstract: abstract, discussion: discussion,
            aliases: aliases)
    }
}

/// A choice of commands.
protocol CommandRoot: ParsableCommand {
    static var commands: [any JournalCommand.Type] { get }
}

extension CommandRoot {
    /// The names that a command can be called by.
    static var names: [String] { commands.flatMap(names) + ["help"] }

    /// The command with a name of its own; nil where there is none.
    static func command(_ name: String) -> (any JournalCommand.Type)? {
        commands.first { $0.configuration.commandName == name }
    }

    /// The command's own name behind a name or alias; nil where there is none.
    static func named(_ name: String) -> String? {
        if name == "help" { return name }
        return commands.first { names($0).contains(name) }.flatMap { names($0).first }
    }

    /// The command that words give; nil where they ask for help, or are wrong: the whole program's parser says how.
    ///
    /// A command reads its words without the other commands around it, which takes half the time.
    static func read(_ words: CommandWords) -> (any JournalCommand)? {
        guard let name = words.command, words.arguments.first == name, let type = command(name) else { return nil }
        return read(type, Array(words.arguments.dropFirst()))
    }

    /// Whether words are a command, or ask for help, and nothing is missing.
    static func isWhole(_ words: [String]) -> Bool {
        guard let first = words.first, names.contains(first) else { return false }
        let isTopic = (try? CommandWords(words, in: self))?.topic != nil
        return isTopic || (try? parseAsRoot(words)) != nil
    }

    private static func read<Command: JournalCommand>(_ type: Command.Type, _ arguments: [String]) -> Command? {
        (try? type.parseAsRoot(arguments)) as? Command
    }

    private static func names(_ command: any JournalCommand.Type) -> [String] {
        [command.configuration.commandName ?? ""] + command.configuration.aliases
    }
}
