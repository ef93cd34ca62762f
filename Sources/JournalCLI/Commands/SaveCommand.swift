import ArgumentParser
import Journal

struct SaveCommand: JournalCommand {
    static let configuration = CommandConfiguration(
        commandName: "save", abstract: "Save drafts to the journal.",
        discussion: "Without an operand, the only draft; with --all, every draft by itself.")

    @Argument(help: ArgumentHelp("A session's ID, 'last', or a draft as d3.", valueName: "id|dN")) var entry: String?
    @Flag(help: "Every draft.") var all = false
    @Flag(help: "Save it as a new session.") var asNew = false
    @Option(help: ArgumentHelp("What to do when the session changed meanwhile.", valueName: "answer"))
    var onConflict: ConflictAnswer = .auto
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in context: CommandContext) throws {
        let format = try globals.format()
        if all, entry != nil { throw Complaint.exclusive(["--all", "a draft"]) }
        let operand = try entry.map { text throws(Complaint) in try EntryOperand(text) }
        let journal = try context.openJournal()
        let push = DraftPush(desk: DraftDesk(journal), answer: onConflict, asNew: asNew, context: context)
        let pushed =
            try all ? push.all() : DraftPush.Result(records: try push.one(operand).map { [$0] } ?? [], code: .done)
        if format != .human { try context.output(format, fields: journal.fields).write(pushed.records) }
        if pushed.code != .done { throw Complaint.told(pushed.code) }
    }
}

/// Saving drafts, and ending those that are saved.
struct DraftPush {
    /// What came of several drafts: the entries, and the first failure's code.
    struct Result {
        var records: [EntryRecord]
        var code: ExitCode
    }

    let desk: DraftDesk
    let answer: ConflictAnswer
    let asNew: Bool
    let context: CommandContext

    /// Saves the draft that an operand names; returns the entry, nil for one that stays deleted.
    func one(_ operand: EntryOperand?) throws -> EntryRecord? {
        try save(try desk.number(operand, context))
    }

    /// Saves every draft by itself, telling what goes wrong with each.
    func all() throws -> Result {
        let listed = try desk.folder.list()
        desk.journal.act(for: "save", together: true)
        var result = Result(records: [], code: .done)
        if listed.numbers.isEmpty { context.console.note(Sentences.noDrafts) }
        for number in listed.numbers {
            do {
                if let record = try save(number) { result.records.append(record) }
            } catch {
                let code = ErrorOutput(console: context.console, text: context.text).tell(error)
                if result.code == .done { result.code = code }
            }
        }
        return result
    }

    private func save(_ number: Int) throws -> EntryRecord? {
        let taken = try desk.folder.take(number)
        defer { taken.release() }
        let outcome: SaveOutcome
        do {
            var pad = try desk.resume(taken.draft)
            if asNew, pad.entryID != nil { pad = try Saving.asNew(pad, in: desk.journal) }
            outcome = try saved(pad)
        } catch {
            throw DraftDesk.failure(error, number)
        }
        try discard(taken)
        return outcome.record
    }

    private func saved(_ pad: Scratchpad) throws -> SaveOutcome {
        do {
            return try Saving(context: context, answer: answer).save(pad)
        } catch {
            guard let report = (error as? JournalError)?.conflict, report.isDeleted, context.console.canAsk,
                context.console.confirm(Sentences.askSaveAsNew)
            else { throw error }
            return try Saving(context: context, answer: answer).save(try Saving.asNew(pad, in: desk.journal))
        }
    }

    private func discard(_ taken: TakenDraft) throws {
        do { try taken.discard() } catch { throw Failure(cause: error, survived: .saved) }
    }
}
