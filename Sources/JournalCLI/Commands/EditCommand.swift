import ArgumentParser
import Journal
import SurfLanguage

struct EditCommand: JournalCommand {
    static let configuration = CommandConfiguration.command(
        "edit", abstract: "Change a session, or a draft.",
        discussion: """
            The change is saved at once, or kept as a draft with --draft. Without options, you are asked.

            If the session was changed elsewhere, --on-conflict decides. auto, mine and theirs merge changes to different \
            fields. For the others, auto asks or fails, mine and theirs choose that side. overwrite saves your whole \
            session, discard keeps the stored one, ask always asks, and fail never merges.

            Several IDs, or a filter, change several sessions. Then --location and ranges such as --rating 4.. filter. \
            It asks before changing more than 3 without --yes.

              surfjournal edit last --rating 5
              surfjournal edit last "5 stars, 12 waves"
              surfjournal edit --spot malibu --last 1y --board "5'10 twin"
            """)

    @Argument(
        help: ArgumentHelp(
            "IDs, 'last', 'newest', words that find one session, or a draft such as d3.", valueName: "id|dN"),
        completion: .value(.entryOrDraft)) var entries: [String] = []
    @OptionGroup(title: "Fields") var set: FieldOptions
    @OptionGroup(title: "Filter") var finding: FindOptions
    @Option(help: ArgumentHelp("A field to clear. Can be repeated.", valueName: "field"), completion: .value(.fields))
    var clear: [String] = []
    @Flag(help: "Keep the change as a draft instead of saving.") var draft = false
    @Flag(help: "Change it in $VISUAL or $EDITOR.") var editor = false
    @Option(
        help: ArgumentHelp("Change it only if it still has this revision.", valueName: "revision"),
        completion: .value(.nothing)) var ifRev: Int64?
    @Option(help: ArgumentHelp("What to do if the session was changed elsewhere.", valueName: "answer"))
    var onConflict: ConflictAnswer = .auto
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    static let setsFields = true

    func run(in context: CommandContext) throws {
        let sentence = sentence(context)
        try requireNoField(besides: sentence ?? [])
        let operands = try EntryOperand.list(sentence == nil ? entries : [entries[0]])
        if operands.count > 1 || operands.isEmpty && filters(context) { return try editMany(operands, context) }
        let operand = try operands.first ?? chosen(context)
        if !finding.isEmpty { throw Refusal.exclusive(["IDs", "a filter"]) }
        var changes = try set.changes(context.fieldReader)
        changes.assignments += try cleared(besides: changes.fields)
        for assignment in sentence ?? [] {
            if changes.fields.contains(assignment.field) {
                throw Refusal.exclusive(["a sentence with '\(assignment.field.words)'", assignment.field.flag])
            }
            changes.assignments.append(assignment)
        }
        if editor, !context.console.canAsk { throw Refusal.editorNeedsTerminal }
        if let prompt = context.prompt, operand == nil || changes.isEmpty || editor {
            return try prompt.edit(operand, changes, inEditor: editor, context)
        }
        guard let operand else { throw Refusal.parser("Say which session or draft to edit", command: "edit") }
        if changes.isEmpty || editor { return try ask(operand, changes, context) }
        let journal = try context.openJournal(checking: changes.check)
        for typed in changes.typedValues(in: journal) { typed.report(context) }
        switch operand {
        case .draft(let number): try change(draft: number, changes, in: journal, context)
        case .id, .last, .newest, .words:
            let id = try id(operand, in: journal, context)
            if draft {
                try keep(id, changes, in: journal, context)
            } else {
                try save(id, changes, in: journal, context)
            }
        }
    }

    /// What a sentence after the session's name changes: `edit last "5 stars, 12 waves"`. Nil if the words find the session.
    private func sentence(_ context: CommandContext) -> [Assignment]? {
        let rest = Array(entries.dropFirst())
        guard let first = entries.first, EntryOperand(exact: first) != nil,
            rest.contains(where: { EntryOperand(exact: $0) == nil })
        else { return nil }
        var reader = context.sentenceReader()
        reader.options = [.location]
        guard let values = try? reader.read([rest.joined(separator: " ")]).values, values.date == nil,
            values.notes == nil
        else { return nil }
        let fields = EntryField.allCases.filter { values[$0] != nil }
        return fields.isEmpty ? nil : fields.map { Assignment(field: $0, value: values[$0]) }
    }

    /// Refuses a field without its dashes and a value that no sentence has, such as `edit 5158 period long`.
    private func requireNoField(besides sentence: [Assignment]) throws {
        guard entries.count > 1, let field = EntryField(name: entries[1]),
            !sentence.contains(where: { $0.field == field })
        else { return }
        let value = entries.count > 2 ? Messages.quoted(entries[2...].joined(separator: " ")) : "VALUE"
        throw Refusal.usage("Fields take --: surfjournal edit \(entries[0]) \(field.flag) \(value).")
    }

    /// The session's ID. If the operands are not found, they may be the rest of a value without quotes.
    private func id(_ operand: EntryOperand, in journal: Journal, _ context: CommandContext) throws -> Int64 {
        do { return try context.id(operand, in: journal) } catch let refusal as Refusal {
            guard case .words = operand, entries.count > 1, !set.typed.isEmpty, let sentence = refusal.sentence,
                EntryOperand(exact: entries[0]) != nil
            else { throw refusal }
            throw Refusal(refusal.code, "\(sentence) Quote a value of several words, such as --notes 'went well'.")
        }
    }

    /// The session that a person chooses if none is named; nil at the prompt, where the open one is meant.
    private func chosen(_ context: CommandContext) throws -> EntryOperand? {
        guard context.prompt?.pad == nil, context.console.canAsk else { return nil }
        return .id(try context.chooseNewest(in: try context.openJournal()))
    }

    /// Asks field by field, or opens the editor.
    private func ask(_ operand: EntryOperand, _ changes: FieldChanges, _ context: CommandContext) throws {
        guard context.console.canAsk else {
            throw Refusal.usage("Say what to change, such as: surfjournal edit last --rating 5.")
        }
        let journal = try context.openJournal(checking: changes.check)
        let open = try open(operand, in: journal, context)
        if let ifRev, let id = open.entryID, open.pad.baseRev != ifRev {
            throw Refusal.revision(id: id, wanted: ifRev, stored: open.pad.baseRev)
        }
        try open.set(changes)
        try PromptedEdit(open: open, context: context, keepsDraft: draft)
            .run(inEditor: editor, ifRev == nil ? onConflict : .fail)
    }

    private func open(_ operand: EntryOperand, in journal: Journal, _ context: CommandContext) throws -> OpenScratchpad
    {
        if case .draft(let number) = operand { return try OpenScratchpad.resuming(number, in: journal) }
        return OpenScratchpad(try journal.beginEdit(try context.id(operand, in: journal)), in: journal)
    }

    func cleared(besides given: [EntryField]) throws -> [Assignment] {
        try clear.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }.map { name in
            guard let field = EntryField(name: String(name)) else {
                throw Refusal.unknownField(String(name), known: EntryField.allCases.map(\.optionName))
            }
            if given.contains(field) {
                throw Refusal.exclusive([field.flag, "--clear \(field.optionName)"])
            }
            if field == .location { throw Refusal.cannotClearPlace }
            return Assignment(field: field, value: nil)
        }
    }
}

/// Changes by options.
extension EditCommand {
    /// Changes the stored entry immediately. A save that fails leaves a draft, unless it expected another revision.
    private func save(
        _ id: Int64, _ changes: FieldChanges, in journal: Journal, _ context: CommandContext
    ) throws {
        let edit = try edit(of: id, changes, in: journal)
        let saving = InteractiveSave(
            context: context, answer: ifRev == nil ? onConflict : .fail, givenZone: changes.zone)
        let outcome: SaveOutcome
        do { outcome = try saving.save(edit, in: journal) } catch {
            throw ifRev == nil ? Refusal(error, keeping: edit, in: journal) : revision(edit, error)
        }
        try context.report(outcome.record, of: journal)
        try reportWaiting(id, in: journal, context)
    }

    /// Keeps the change as a draft of the entry. An existing draft is continued.
    private func keep(
        _ id: Int64, _ changes: FieldChanges, in journal: Journal, _ context: CommandContext
    ) throws {
        let numbers = try journal.drafts.numbers(of: id)
        if numbers.count > 1 { throw Refusal.severalDrafts(numbers, of: id) }
        if let number = numbers.first { return try change(draft: number, changes, in: journal, context) }
        let edit = try edit(of: id, changes, in: journal)
        if edit.changes.isEmpty { return try reportUnchanged(id, in: journal, context) }
        try context.reportKept(try journal.drafts.begin(edit).draft, in: journal)
    }

    private func change(
        draft number: Int, _ changes: FieldChanges, in journal: Journal, _ context: CommandContext
    ) throws {
        if let open = context.prompt?.pad(holding: number, of: journal) {
            try open.set(changes)
            let draft = Draft(number: number, content: open.pad.content)
            return try context.reportKept(draft, in: journal)
        }
        let held = try journal.drafts.hold(number)
        defer { held.release() }
        if let id = held.draft.content.entryID, ifRev != nil { try check(id, stored: try journal.record(id).rev) }
        let pad = try journal.resume(held.draft)
        pad.change(try changes.changes(of: pad.values, journal.placeValues(.timeZone), in: journal.fields))
        try held.write(pad.content)
        try context.reportKept(held.draft, in: journal)
    }

    /// Reports which drafts of the entry are waiting. If they cannot be read, the entry is saved nevertheless.
    private func reportWaiting(_ id: Int64, in journal: Journal, _ context: CommandContext) throws {
        do {
            let waiting = try journal.drafts.numbers(of: id)
            if !waiting.isEmpty { context.console.note(Messages.draftWaiting(waiting, of: id)) }
        } catch {
            throw Refusal(error).leaving(.saved)
        }
    }

    private func reportUnchanged(_ id: Int64, in journal: Journal, _ context: CommandContext) throws {
        let record = try journal.record(id)
        context.console.note(Messages.unchanged(id, context.text.name(record.values)))
        try context.report(record, of: journal)
    }

    /// The edit of a stored entry with these changes.
    private func edit(of id: Int64, _ changes: FieldChanges, in journal: Journal) throws -> EntryEdit {
        var edit = try journal.editing(id)
        try check(id, stored: edit.baseRev)
        edit.change(try changes.changes(of: edit.base, journal.placeValues(.timeZone), in: journal.fields))
        return edit
    }

    // MARK: Revisions

    private func check(_ id: Int64, stored: Int64) throws {
        guard let ifRev, ifRev != stored else { return }
        throw Refusal.revision(id: id, wanted: ifRev, stored: stored)
    }

    /// The error of a save that expected the edit's revision.
    private func revision(_ edit: EntryEdit, _ error: any Error) -> any Error {
        guard let report = (error as? JournalError)?.conflict, !report.isDeleted else { return error }
        return Refusal.revision(id: report.id, wanted: edit.baseRev, stored: report.storedRev)
    }
}

extension Refusal {
    /// The condition of `--if-rev` is false.
    fileprivate static func revision(id: Int64, wanted: Int64, stored: Int64) -> Refusal {
        Refusal(.conflict, "Session \(id) is at revision \(stored), not \(wanted). See 'surfjournal show \(id)'.")
    }
}
