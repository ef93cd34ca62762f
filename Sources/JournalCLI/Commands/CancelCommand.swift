import ArgumentParser
import Journal

struct CancelCommand: JournalCommand {
    static let configuration = CommandConfiguration.command(
        "cancel", abstract: "Discard drafts.",
        discussion: """
            Discards the draft that you name, the only one, or all with --all. 'surfjournal undo' brings them back. At \
            the prompt, 'cancel' alone discards what you are editing, and 'cancel %1' stops a job.

              surfjournal cancel d1
              surfjournal cancel --all
            """)

    @Argument(
        help: ArgumentHelp("A session's ID, 'last', 'newest', or a draft such as d3.", valueName: "id|dN"),
        completion: .value(.draftOrJob)) var entry: String?
    @Flag(help: "Every draft.") var all = false
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in context: CommandContext) throws {
        if all, entry != nil { throw Refusal.exclusive(["--all", "a draft"]) }
        if let prompt = context.prompt, try prompt.cancel(entry, all: all, context) { return }
        let operand = try entry.map { text throws(Refusal) in try EntryOperand(text) }
        let journal = try context.openJournal()
        let drafts = try journal.drafts.list().drafts
        let numbers = try all ? drafts.map(\.number) : [context.draft(operand, in: journal)]
        try context.cancel(drafts: numbers, of: journal)
        let session = drafts.first { [$0.number] == numbers }.flatMap(context.name(ofSessionIn:)).map { " of \($0)" }
        context.console.note(
            numbers.isEmpty ? Messages.noDrafts : "Discarded \(Messages.drafts(numbers))\(session ?? "").")
        try context.report(json: ["cancelled": JSONValue(numbers.map { "d\($0)" })])
    }
}
