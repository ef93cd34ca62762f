import ArgumentParser
import Journal

/// What a session understands: every command of the program, and those that work on its scratchpads and jobs.
struct SessionCommands: CommandRoot {
    static let own: [any ParsableCommand.Type] = [
        SetCommand.self, DiffCommand.self, UndoStepCommand.self, RedoStepCommand.self, JobsCommand.self,
        WaitCommand.self, ExitCommand.self,
    ]

    static let configuration = CommandConfiguration(
        commandName: "surfjournal", abstract: "Keeps a journal of surf sessions.",
        subcommands: Commands.configuration.subcommands
            + own.filter { !Commands.names.contains($0.configuration.commandName ?? "") })
}

/// The global options that a session is begun with.
struct SessionOptions: ParsableCommand {
    @OptionGroup var globals: GlobalOptions
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

struct SetCommand: SessionCommand {
    static let configuration = CommandConfiguration.command(
        "set", abstract: "Set a field of the open scratchpad.",
        discussion: """
            A single - clears; without a value it is asked for.

              set rating 5
              set wind offshore 5kts
              set notes -
            """)

    @Argument(help: "The field.") var field: String
    @Argument(parsing: .captureForPassthrough, help: "Its value; the words are joined by blanks.")
    var value: [String] = []
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session, _ context: CommandContext) throws {
        let open = try session.requirePad("set")
        let known = open.desk.journal.fields
        guard let field = EntryField(name: field) else {
            throw Complaint.unknownField(self.field, known: known.map(\.name))
        }
        guard known.contains(field) else { throw JournalError.missingField(field) }
        if value.isEmpty { return try ask(field, open, context) }
        if value == ["-"] {
            try open.pad.set(field, nil)
        } else {
            do {
                try open.pad.type(value.joined(separator: " "), for: field) { context.fieldReader }
            } catch let error as FieldError {
                throw Complaint.field(error, option: field.name)
            }
        }
        try open.keep()
    }

    private func ask(_ field: EntryField, _ open: OpenPad, _ context: CommandContext) throws {
        guard context.console.canAsk else { throw Complaint.noValue(field) }
        let end = try FieldForm(open: open, context: context, fields: [field]).run()
        if case .hungUp = end { context.session?.hangUp() }
    }
}

struct DiffCommand: SessionCommand {
    static let configuration = CommandConfiguration.command(
        "diff", abstract: "Show what the open scratchpad changes.",
        discussion: """
            Also what another terminal saved since the edit began.

              diff
              diff --json
            """)

    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session, _ context: CommandContext) throws {
        let isJSON = try globals.isJSON("diff")
        let open = try session.requirePad("diff")
        if isJSON { return try context.write(open) }
        let table = ScratchpadTable(open.pad, stored: try open.stored()).table(context.text)
        if table.rows.isEmpty { return context.console.note(Sentences.noDifference(open.entryID)) }
        for line in table.fitted(to: context.console.width).lines { try context.console.line(line) }
    }
}

/// `undo` without an operand inside a scratchpad.
struct UndoStepCommand: SessionCommand {
    static let configuration = CommandConfiguration.command(
        "undo", abstract: "Take back the last step on the open scratchpad.",
        discussion: """
            'undo --list' is what it is outside: the commands that changed sessions.

              undo
            """)

    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session, _ context: CommandContext) throws {
        let open = try session.requirePad("undo")
        try open.step(context, Sentences.undone) { $0.undo() }
    }
}

struct RedoStepCommand: SessionCommand {
    static let configuration = CommandConfiguration.command(
        "redo", abstract: "Do again what was undone on the open scratchpad.",
        discussion: """
            Steps that undo took back, until something else is set.

              redo
            """)

    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session, _ context: CommandContext) throws {
        let open = try session.requirePad("redo")
        try open.step(context, Sentences.redone) { $0.redo() }
    }
}

struct JobsCommand: SessionCommand {
    static let configuration = CommandConfiguration.command(
        "jobs", abstract: "Show the exports that run in the background.",
        discussion: """
            An & at the end of an export puts it there.

              export all.csv &
              jobs
            """)

    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session, _ context: CommandContext) throws {
        for job in session.jobs.all { try context.console.line(Sentences.progress(job)) }
        if session.jobs.all.isEmpty { context.console.note(Sentences.noJobs) }
    }
}

struct WaitCommand: SessionCommand {
    static let configuration = CommandConfiguration.command(
        "wait", abstract: "Wait for a background job, or for all.",
        discussion: """
            Ctrl-C ends the waiting, and not the job.

              wait
              wait %1
            """)

    @Argument(help: ArgumentHelp("The job, as %1.", valueName: "job")) var job: String?
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session, _ context: CommandContext) throws {
        let jobs = try job.map { [try session.job($0)] } ?? session.jobs.all
        if jobs.isEmpty { context.console.note(Sentences.noJobs) }
        for job in jobs { try session.wait(for: job, context) }
    }
}

struct ExitCommand: SessionCommand {
    static let configuration = CommandConfiguration.command(
        "exit", abstract: "Leave; open scratchpads stay as drafts.",
        discussion: """
            Ctrl-D leaves as well. A job that runs is asked about.

              exit
            """,
        aliases: ["quit"])

    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in session: Session, _ context: CommandContext) throws {
        if session.setting.isInteractive { session.leave() } else { session.end = .done }
    }
}
