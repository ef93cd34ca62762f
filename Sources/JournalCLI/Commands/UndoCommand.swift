import ArgumentParser
import Journal

struct UndoCommand: JournalCommand {
    static let configuration = CommandConfiguration.command(
        "undo", abstract: "Undo the last command that changed sessions or discarded drafts.",
        discussion: """
            It does not matter which terminal ran the command. Deletions and imports can be undone too. Each undo goes \
            one step further back, and each 'redo' one step forward. --only undoes a single command and keeps the later \
            ones. If a later one changed the same sessions, nothing is undone. In --list, 1 is the newest command, so \
            the numbers move with each command.

              surfjournal undo
              surfjournal undo --list
              surfjournal undo --only 7
              surfjournal undo --on-conflict mine
            """)

    @Flag(help: "Show the commands that changed sessions, newest first.") var list = false
    @Option(
        help: ArgumentHelp("Undo only the command with this number in --list.", valueName: "number"),
        completion: .value(.nothing))
    var only: Int?
    @Option(help: ArgumentHelp("What to do if a session was changed since.", valueName: "answer"))
    var onConflict: ConflictAnswer = .auto
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in context: CommandContext) throws {
        if list, only != nil { throw Refusal.exclusive(["--list", "--only"]) }
        let output = UndoOutput(context: context)
        let stepping = UndoRedo(journal: try context.openJournal(), answer: onConflict, output: output)
        if list { return try output.list(stepping.journal) }
        if let only { try stepping.undo(only: only) } else { try stepping.undo() }
    }
}
