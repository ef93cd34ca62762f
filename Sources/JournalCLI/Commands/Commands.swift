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

    static let configuration = CommandConfiguration(
        commandName: name,
        abstract: "Keeps a journal of surf sessions.",
        usage: "surfjournal <command> [<options>]",
        version: version,
        subcommands: [
            InitCommand.self, ListCommand.self, ShowCommand.self, AddCommand.self, EditCommand.self, DraftsCommand.self,
            SaveCommand.self, CancelCommand.self, DeleteCommand.self, ExportCommand.self, ImportCommand.self,
            SampleCommand.self, StatsCommand.self, PlotCommand.self, LikeCommand.self, SpotsCommand.self,
            FillCommand.self,
            UndoCommand.self, ConfigCommand.self, BackupCommand.self, CheckCommand.self,
            MigrateCommand.self, RunCommand.self, CompletionsCommand.self,
        ])
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
protocol CommandRoot: ParsableCommand {}

extension CommandRoot {
    /// The names that a command can be called by.
    static var names: [String] { configuration.subcommands.flatMap(names) + ["help"] }

    /// The command with a name of its own.
    static func subcommand(_ name: String) -> any ParsableCommand.Type {
        configuration.subcommands.first { $0.configuration.commandName == name } ?? self
    }

    /// The command's own name behind a name or alias; nil where there is none.
    static func named(_ name: String) -> String? {
        if name == "help" { return name }
        return configuration.subcommands.first { names($0).contains(name) }.flatMap { names($0).first }
    }

    /// The command that words give; nil where they ask for help, or are wrong: the whole program's parser says how.
    ///
    /// A command reads its words without the other commands around it, which takes half the time.
    static func read(_ words: CommandWords) -> (any JournalCommand)? {
        guard let name = words.command, words.arguments.first == name else { return nil }
        let command = try? subcommand(name).parseAsRoot(Array(words.arguments.dropFirst()))
        return command as? any JournalCommand
    }

    private static func names(_ command: any ParsableCommand.Type) -> [String] {
        [command.configuration.commandName ?? ""] + command.configuration.aliases
    }
}
