import ArgumentParser
import Journal

struct RedoCommand: JournalCommand {
    static let configuration = CommandConfiguration.command(
        "redo", abstract: "Redo the last undo.",
        discussion: """
            Each redo goes one step forward. Once another command changes sessions, there is nothing left to redo.

              surfjournal redo
              surfjournal redo --on-conflict mine
            """)

    @Option(help: ArgumentHelp("What to do if a session was changed since.", valueName: "answer"))
    var onConflict: ConflictAnswer = .auto
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in context: CommandContext) throws {
        try UndoRedo(journal: try context.openJournal(), answer: onConflict, output: UndoOutput(context: context))
            .redo()
    }
}
