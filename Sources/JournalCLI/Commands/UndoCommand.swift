import ArgumentParser
import Journal

struct UndoCommand: JournalCommand {
    static let configuration = CommandConfiguration.command(
        "undo", abstract: "Take back the last command that changed sessions or threw drafts away.",
        discussion: """
            Whichever process ran it, deletions and imports too. Taking back an undo does it again.

              surfjournal undo
              surfjournal undo --list
              surfjournal undo --on-conflict mine
            """)

    @Flag(help: "Show the commands that changed sessions, newest first.") var list = false
    @Option(help: ArgumentHelp("What to do when a session changed since.", valueName: "answer"))
    var onConflict: ConflictAnswer = .auto
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in context: CommandContext) throws {
        let isJSON = try globals.isJSON("undo")
        let journal = try context.openJournal()
        let output = UndoOutput(context: context, fields: journal.fields, isJSON: isJSON)
        if list { return try output.list(journal.commands()) }
        let last = try journal.lastCommand()
        let drafts = DraftDesk(journal).folder
        if let cancel = try drafts.lastCancel(), cancel.date > last?.date ?? -.infinity {
            try undo(cancel, journal, context)
            return try output.tell(cancel)
        }
        try output.tell(undone(journal, telling: output.limit))
    }

    /// Takes a cancel back or does it again, which ends the scratchpads of this session that hold its drafts.
    private func undo(_ cancel: DraftCancel, _ journal: Journal, _ context: CommandContext) throws {
        let desk = DraftDesk(journal)
        let isHeld = cancel.numbers.contains { context.session?.pad(holding: $0, of: journal) != nil }
        if cancel.isUndone, isHeld { return try DraftCancelling.cancel(cancel.numbers, of: desk, context) }
        try desk.folder.undo(cancel, now: context.now)
    }

    private func undone(_ journal: Journal, telling limit: Int) throws -> UndoneCommand {
        do {
            return try journal.undoLast(onConflict, telling: limit)
        } catch {
            guard let report = error.conflict else { throw error }
            throw Complaint.undoConflict(report)
        }
    }
}
