import ArgumentParser
import Journal

/// What a session understands: every command of the program, and those that work on its scratchpads and jobs.
struct SessionCommands: CommandRoot {
    /// Those that work on the open scratchpad.
    static let ofScratchpads: [any JournalCommand.Type] = [
        SetCommand.self, DiffCommand.self, UndoStepCommand.self, RedoStepCommand.self,
    ]

    /// Those that see to jobs, and the one that leaves.
    static let ofJobs: [any JournalCommand.Type] = [JobsCommand.self, WaitCommand.self, ExitCommand.self]

    /// Those that only a session has.
    static let own = ofScratchpads + ofJobs

    static let commands =
        Commands.commands + own.filter { !Commands.names.contains($0.configuration.commandName ?? "") }

    static let configuration = CommandConfiguration(
        commandName: "surfjournal", abstract: "A journal of your surf sessions.", subcommands: commands.map { $0 })
}

/// The global options that a session is begun with.
struct SessionOptions: ParsableCommand {
    @OptionGroup var globals: GlobalOptions

    /// - Throws: `.parser` for words that are no global options.
    static func read(_ words: [String]) throws(Complaint) -> GlobalOptions {
        do { return try parse(words).globals } catch { throw .parser(message(for: error), command: nil) }
    }
}

/// A command that only a session has.
protocol SessionCommand: JournalCommand {
    func run(in session: Session, _ context: CommandContext) throws
}

extension SessionCommand {
    func run(in context: CommandContext) throws {
        guard let session = context.session else { throw Complaint.noCommand }
        try run(in: session, context)
    }
}
