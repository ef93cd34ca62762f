import ArgumentParser
import Journal

struct SaveCommand: JournalCommand {
    static let configuration = CommandConfiguration.command(
        "save", abstract: "Save drafts to the journal.",
        discussion: """
            Saves the draft that you name, the only one, or all with --all. 'surfjournal help edit' explains --on-conflict.

              surfjournal save
              surfjournal save d2 --on-conflict mine
              surfjournal save --all
              surfjournal save d2 --as-new
            """)

    @Argument(
        help: ArgumentHelp("A session's ID, 'last', 'newest', or a draft such as d3.", valueName: "id|dN"),
        completion: .value(.draft)) var entry: String?
    @Flag(help: "Every draft.") var all = false
    @Flag(help: "Save it as a new session.") var asNew = false
    @Option(help: ArgumentHelp("What to do if the session was changed elsewhere.", valueName: "answer"))
    var onConflict: ConflictAnswer = .auto
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    static let formats = CommandFormats.rows

    func run(in context: CommandContext) throws {
        if all, entry != nil { throw Refusal.exclusive(["--all", "a draft"]) }
        let operand = try entry.map { text throws(Refusal) in try EntryOperand(text) }
        let journal = try context.openJournal()
        if entry == nil, !all, let prompt = context.prompt, let open = prompt.pad {
            return try save(open, in: prompt, context)
        }
        var (records, code) = ([EntryRecord](), ExitCode.done)
        if all {
            (records, code) = try saveAll(in: journal, context)
        } else if let record = try save(try context.draft(operand, in: journal), in: journal, context) {
            records = [record]
        }
        try context.report(records, of: journal)
        if code != .done { throw Refusal.alreadyReported(code) }
    }

    /// Saves the open scratchpad. A nested one is saved into its parent.
    private func save(_ open: OpenScratchpad, in prompt: Prompt, _ context: CommandContext) throws {
        let saving = InteractiveSave(context: context, answer: onConflict)
        guard let outcome = try prompt.saveInnermost(open, saving, asNew: asNew) else { return }
        try context.report(outcome.record.map { [$0] } ?? [], of: open.journal)
    }

    /// Saves each draft separately and reports each failure.
    /// - Returns: The entries, and the exit code of the first failure.
    private func saveAll(in journal: Journal, _ context: CommandContext) throws -> ([EntryRecord], ExitCode) {
        let numbers = try journal.drafts.list().numbers
        journal.act(for: "save", together: true)
        var (records, code) = ([EntryRecord](), ExitCode.done)
        if numbers.isEmpty { context.console.note(Messages.noDrafts) }
        for number in numbers {
            do {
                if let record = try save(number, in: journal, context) { records.append(record) }
            } catch {
                let failure = ErrorOutput(console: context.console, text: context.text).report(error)
                if code == .done { code = failure }
            }
        }
        return (records, code)
    }

    /// Saves a draft and removes it. Returns its entry, or nil if it stays deleted.
    private func save(_ number: Int, in journal: Journal, _ context: CommandContext) throws -> EntryRecord? {
        let saving = InteractiveSave(context: context, answer: onConflict)
        if let prompt = context.prompt, let open = prompt.pad(holding: number, of: journal) {
            return try prompt.save(open, saving, asNew: asNew).record
        }
        let held = try journal.drafts.hold(number)
        defer { held.release() }
        do {
            let edit = try journal.resume(held.draft).content
            return try saving.save(edit, in: journal, of: held, asNew: asNew).record
        } catch {
            throw Refusal(error, keeping: number)
        }
    }
}
