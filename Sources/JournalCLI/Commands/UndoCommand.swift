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
            return try output.tell(undo(cancel, journal, context))
        }
        try output.tell(undone(journal, telling: output.limit))
    }

    /// Brings cancelled drafts back; or cancels again those that are there, which ends the scratchpads of this session that
    /// hold them.
    /// - Returns: what was undone.
    private func undo(
        _ cancel: DraftCancel, _ journal: Journal, _ context: CommandContext
    ) throws -> DraftCancel {
        let desk = DraftDesk(journal)
        guard cancel.isUndone else {
            try desk.folder.bringBack(cancel, now: context.now)
            return cancel
        }
        let numbers = try desk.folder.list().numbers.filter(cancel.numbers.contains)
        if numbers.isEmpty { throw JournalError.nothingToUndo }
        try DraftCancelling(desk: desk, context: context).cancel(numbers)
        return DraftCancel(stamp: cancel.stamp, numbers: numbers, isUndone: true)
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
