import ArgumentParser

/// A command that runs in a context.
protocol JournalCommand: ParsableCommand {
    /// The kinds of its operands if they depend on each other or are not in their definitions. If the last operand can be
    /// repeated, so is the last kind.
    static var operandKinds: [CompletionKind] { get }
    /// Whether its options set fields. Then an option that only filters is refused with an explanation.
    static var setsFields: Bool { get }
    /// Whether a format among the options of the prompt or of a script applies to it.
    static var takesFormat: Bool { get }
    /// The formats that it can print.
    static var formats: CommandFormats { get }
    /// Whether it changes nothing, whatever its options.
    static var onlyReads: Bool { get }
    /// Whether a person reads its output in a pager if it is longer than the terminal.
    static var isPaged: Bool { get }
    /// What it does after certain words, such as `rename`.
    static var actions: [CommandAction] { get }
    var globals: GlobalOptions { get }
    /// Runs the command.
    func run(in context: CommandContext) throws
}

/// The formats that a command can print.
enum CommandFormats {
    /// Text and JSON.
    case json
    /// Text, JSON, CSV and tab-separated values.
    case rows
    /// It ignores the options for formats, or checks them itself.
    case unchecked
}

extension JournalCommand {
    static var operandKinds: [CompletionKind] { [] }
    static var setsFields: Bool { false }
    static var takesFormat: Bool { true }
    static var formats: CommandFormats { .json }
    static var onlyReads: Bool { false }
    static var isPaged: Bool { false }
    static var actions: [CommandAction] { [] }

    static var name: String { configuration.commandName ?? "" }

    /// Checks the format and runs the command.
    func runChecked(in context: CommandContext) throws {
        if Self.formats != .unchecked {
            try globals.checkFormat(of: Self.name, printsRows: Self.formats == .rows)
        }
        try run(in: context)
    }
}

/// The program and all of its commands.
struct Commands: CommandRoot {
    static let name = "surfjournal"
    static let version = "1.0.0"
    /// The release date of the version, for the manual page.
    static let released = "2026-11-22"

    /// The commands, grouped by purpose.
    static let groups: [(name: String, commands: [any JournalCommand.Type])] = [
        (
            "Record",
            [
                AddCommand.self, EditCommand.self, DeleteCommand.self, UndoCommand.self, RedoCommand.self,
                DraftsCommand.self, SaveCommand.self, CancelCommand.self,
            ]
        ),
        (
            "Find",
            [
                ListCommand.self, ShowCommand.self, SpotsCommand.self, BoardsCommand.self, TagsCommand.self,
                PeopleCommand.self,
            ]
        ),
        (
            "Understand",
            [
                TodayCommand.self, TideCommand.self, StatsCommand.self, PlotCommand.self, LikeCommand.self,
                ReportCommand.self,
            ]
        ),
        ("Exchange", [SyncCommand.self, ImportCommand.self, ExportCommand.self, FillCommand.self]),
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

    static func overview(width: Int) -> [String] { Messages.programHelp(to: width) }
}

/// A set of commands.
protocol CommandRoot: ParsableCommand {
    static var commands: [any JournalCommand.Type] { get }
    /// The list of the commands, wrapped to `width` columns.
    static func overview(width: Int) -> [String]
}

/// What a command line asks for.
enum CommandRequest {
    case command(any JournalCommand)
    /// The lines of a help page, or the version.
    case text([String])
}

extension CommandRoot {
    /// All names and aliases of the commands.
    static var names: [String] { commands.flatMap(names) + ["help"] }

    /// The command with this name, which is not an alias, or nil.
    static func command(_ name: String) -> (any JournalCommand.Type)? {
        commands.first { $0.name == name }
    }

    /// The name of the command with this name or alias, or nil.
    static func named(_ name: String) -> String? {
        if name == "help" { return name }
        return commands.first { names($0).contains(name) }.flatMap { names($0).first }
    }

    /// What a command line asks for.
    /// - Parameters:
    ///   - defaults: As in `CommandWords`.
    ///   - width: The width of help in columns.
    static func request(
        _ arguments: [String], defaults: [String] = [], width: @autoclosure () -> Int
    ) throws -> CommandRequest {
        let words = try CommandWords(arguments, in: self, defaults: defaults)
        if let topic = words.topic { return .text(topic.lines(width: width())) }
        if words.arguments == ["--version"] { return .text([Commands.version]) }
        if words.arguments == ["--help"] { return .text(overview(width: width())) }
        // Parsing a command without the others takes half the time.
        if let name = words.command, words.arguments.first == name, let type = command(name),
            let command = read(type, Array(words.arguments.dropFirst()))
        {
            return .command(command)
        }
        do {
            var other = try parseAsRoot(words.arguments)
            if let command = other as? any JournalCommand { return .command(command) }
            try other.run()
            throw Refusal.noCommand
        } catch let refusal as Refusal {
            throw refusal
        } catch  where exitCode(for: error).isSuccess {
            let whole = fullMessage(for: error, columns: CommandHelp.unwrapped)
            let command = words.arguments.first ?? ""
            return .text([CommandHelp.text(whole, of: command, action(in: words.arguments), width: width())])
        } catch {
            throw Refusal.unparsed(message(for: error), words)
        }
    }

    /// What a command is to do by its first operand; nil if that has no help of its own.
    private static func action(in words: [String]) -> CommandAction? {
        let operand = words.dropFirst().first { !$0.hasPrefix("-") }
        return words.first.flatMap(command)?.actions.first { $0.name == operand }
    }

    /// Whether the words are a complete command or ask for help.
    static func isWhole(_ words: [String]) -> Bool {
        guard let first = words.first, names.contains(first) else { return false }
        let isTopic = (try? CommandWords(words, in: self))?.topic != nil
        return isTopic || (try? parseAsRoot(words)) != nil
    }

    private static func read<Command: JournalCommand>(_ type: Command.Type, _ arguments: [String]) -> Command? {
        (try? type.parseAsRoot(arguments)) as? Command
    }

    private static func names(_ command: any JournalCommand.Type) -> [String] {
        [command.name] + command.configuration.aliases
    }
}
