import ArgumentParser

/// The commands of the prompt: all commands of the program, and those for scratchpads and jobs.
struct PromptCommands: CommandRoot {
    /// The commands for the open scratchpad.
    static let ofScratchpads: [any JournalCommand.Type] = [
        SetCommand.self, DiffCommand.self, UndoStepCommand.self, RedoStepCommand.self,
    ]

    /// The commands for jobs, and the one that quits.
    static let ofJobs: [any JournalCommand.Type] = [JobsCommand.self, WaitCommand.self, ExitCommand.self]

    /// The command that undoes or redoes a step on the open scratchpad, or nil. It has the name of a program's command.
    static func step(_ name: String) -> (any StepCommand.Type)? {
        ofScratchpads.lazy.compactMap { $0 as? any StepCommand.Type }.first { $0.name == name }
    }

    /// The commands that exist only at the prompt.
    static let own = ofScratchpads + ofJobs

    static let commands =
        Commands.commands + own.filter { !Commands.names.contains($0.name) }

    static let configuration = CommandConfiguration(
        commandName: "surfjournal", abstract: "A journal of your surf sessions.", subcommands: commands.map { $0 })

    static func overview(width: Int) -> [String] { Messages.sessionHelp(to: width) }
}

/// The global options given when the prompt is started.
struct PromptOptions: ParsableCommand {
    @OptionGroup var globals: GlobalOptions

    /// - Throws: `.parser` if the words are not global options.
    static func read(_ words: [String]) throws(Refusal) -> GlobalOptions {
        do { return try parse(words).globals } catch { throw .parser(message(for: error), command: nil) }
    }
}

/// A command that exists only at the prompt.
protocol PromptCommand: JournalCommand {
    func run(in prompt: Prompt, _ context: CommandContext) throws
}

extension PromptCommand {
    func run(in context: CommandContext) throws {
        guard let prompt = context.prompt else { throw Refusal.noCommand }
        try run(in: prompt, context)
    }
}
