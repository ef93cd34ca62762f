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

    @Argument(help: ArgumentHelp("A session's ID, 'last', or a draft such as d3.", valueName: "id|dN")) var entry:
        String?
    @Flag(help: "Every draft.") var all = false
    @Flag(help: "Save it as a new session.") var asNew = false
    @Option(help: ArgumentHelp("What to do if the session was changed elsewhere.", valueName: "answer"))
    var onConflict: ConflictAnswer = .auto
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    static let operandKinds: [String: [CompletionKind]] = ["id|dN": [.draft]]

    func run(in context: CommandContext) throws {
        let format = try globals.format()
        if all, entry != nil { throw Refusal.exclusive(["--all", "a draft"]) }
        let operand = try entry.map { text throws(Refusal) in try EntryOperand(text) }
        let journal = try context.openJournal()
        if entry == nil, !all, let prompt = context.prompt, let open = prompt.pad {
            return try save(open, in: prompt, format, context)
        }
        let push = DraftSaving(desk: DraftDesk(journal), answer: onConflict, asNew: asNew, context: context)
        let pushed =
            try all ? push.all() : DraftSaving.Result(records: try push.one(operand).map { [$0] } ?? [], code: .done)
        if format != .human { try context.output(format, fields: journal.fields).write(pushed.records) }
        if pushed.code != .done { throw Refusal.alreadyReported(pushed.code) }
    }

    /// Saves the open scratchpad. A nested one is saved into its parent.
    private func save(
        _ open: OpenScratchpad, in prompt: Prompt, _ format: OutputFormat, _ context: CommandContext
    ) throws {
        let saving = Saving(context: context, answer: onConflict)
        guard let outcome = try prompt.saveInnermost(open, saving, asNew: asNew), format != .human else { return }
        try context.output(format, fields: open.desk.journal.fields).write(outcome.record.map { [$0] } ?? [])
    }
}

/// Saves drafts and removes the saved ones.
struct DraftSaving {
    /// The result of saving several drafts: the entries, and the exit code of the first failure.
    struct Result {
        var records: [EntryRecord]
        var code: ExitCode
    }

    let desk: DraftDesk
    let answer: ConflictAnswer
    let asNew: Bool
    let context: CommandContext

    /// Saves the draft that the operand names. Returns its entry, or nil if it stays deleted.
    func one(_ operand: EntryOperand?) throws -> EntryRecord? {
        try save(try desk.number(operand, context))
    }

    /// Saves each draft separately and reports each failure.
    func all() throws -> Result {
        let listed = try desk.drafts.list()
        desk.journal.act(for: "save", together: true)
        var result = Result(records: [], code: .done)
        if listed.numbers.isEmpty { context.console.note(Sentences.noDrafts) }
        for number in listed.numbers {
            do {
                if let record = try save(number) { result.records.append(record) }
            } catch {
                let code = ErrorOutput(console: context.console, text: context.text).report(error)
                if result.code == .done { result.code = code }
            }
        }
        return result
    }

    private func save(_ number: Int) throws -> EntryRecord? {
        if let prompt = context.prompt, let open = prompt.pad(holding: number, of: desk.journal) {
            return try prompt.save(open, Saving(context: context, answer: answer), asNew: asNew).record
        }
        let held = try desk.drafts.hold(number)
        defer { held.release() }
        do {
            let saving = Saving(context: context, answer: answer)
            return try DraftSave(desk: desk, held: held, saving: saving, asNew: asNew)
                .save(try desk.resume(held.draft)).record
        } catch {
            throw DraftDesk.failure(error, number)
        }
    }
}
