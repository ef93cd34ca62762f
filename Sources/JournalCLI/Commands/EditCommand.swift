import ArgumentParser
import Journal
import SurfLanguage

struct EditCommand: JournalCommand {
    static let configuration = CommandConfiguration.command(
        "edit", abstract: "Change a session, or a draft.",
        discussion: """
            With an ID, the change is saved at once. With a draft, or with --draft, it is kept as a draft. Without \
            options, you are asked field by field.

            If the session was changed elsewhere, --on-conflict decides. auto merges changes to different fields, and \
            asks about the others or fails. mine and theirs also merge, and choose one side where both changed a field. \
            overwrite saves your whole session, discard keeps the stored one, ask always asks, and fail never merges.

              surfjournal edit last --rating 5
              surfjournal edit 5001 --height 5ft --clear notes
              surfjournal edit 5001 --draft --wind glassy
              surfjournal edit 5001 --rating 5 --if-rev 3
            """)

    @Argument(help: ArgumentHelp("A session's ID, 'last', or a draft such as d3.", valueName: "id|dN")) var entry:
        String?
    @OptionGroup(title: "Fields") var set: FieldOptions
    @Option(help: ArgumentHelp("A field to clear. Can be repeated.", valueName: "field")) var clear: [String] = []
    @Flag(help: "Keep the change as a draft instead of saving.") var draft = false
    @Flag(help: "Change it in $VISUAL or $EDITOR.") var editor = false
    @Option(help: ArgumentHelp("Change it only if it still has this revision.", valueName: "revision")) var ifRev:
        Int64?
    @Option(help: ArgumentHelp("What to do if the session was changed elsewhere.", valueName: "answer"))
    var onConflict: ConflictAnswer = .auto
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in context: CommandContext) throws {
        let isJSON = try globals.isJSON("edit")
        let operand = try entry.map { text throws(Complaint) in try EntryOperand(text) }
        var changes = try set.changes(context.fieldReader)
        changes.assignments += try cleared(besides: changes.fields)
        if editor, !changes.isEmpty, !context.console.canAsk { throw Complaint.editorNeedsTerminal }
        if let prompt = context.prompt, operand == nil || changes.isEmpty || editor {
            return try prompt.edit(operand, changes, inEditor: editor, context)
        }
        guard let operand else { throw Complaint.parser("Say which session or draft to edit", command: "edit") }
        if changes.isEmpty || editor { return try ask(operand, changes, context, isJSON) }
        let journal = try context.openJournal(checking: changes.check)
        let edit = Edit(journal: journal, changes: changes, context: context)
        if let place = changes.place { TypedValue(.location, .text(place), journal)?.report(context) }
        switch operand {
        case .draft(let number): try edit.goOn(with: number, ifRev: ifRev, isJSON: isJSON)
        case .id, .last:
            let id = try context.id(operand, in: edit.journal)
            if draft {
                try edit.keep(id, ifRev: ifRev, isJSON: isJSON)
            } else {
                try edit.save(id, ifRev: ifRev, onConflict, isJSON: isJSON)
            }
        }
    }

    /// Asks field by field, or opens the editor.
    private func ask(
        _ operand: EntryOperand, _ changes: FieldChanges, _ context: CommandContext, _ isJSON: Bool
    ) throws {
        guard context.console.canAsk else { throw Complaint.nothingToEdit }
        let journal = try context.openJournal(checking: changes.check)
        let open = try open(operand, in: journal, context)
        if let ifRev, let id = open.entryID, open.pad.baseRev != ifRev {
            throw Complaint.revision(id: id, wanted: ifRev, stored: open.pad.baseRev)
        }
        try open.set(changes)
        try PromptedEdit(open: open, context: context, keepsDraft: draft, isJSON: isJSON)
            .run(inEditor: editor, ifRev == nil ? onConflict : .fail)
    }

    private func open(_ operand: EntryOperand, in journal: Journal, _ context: CommandContext) throws -> OpenScratchpad
    {
        let desk = DraftDesk(journal)
        if case .draft(let number) = operand { return try OpenScratchpad.resuming(number, desk: desk) }
        return OpenScratchpad(try journal.beginEdit(try context.id(operand, in: journal)), desk: desk)
    }

    private func cleared(besides given: [EntryField]) throws -> [Assignment] {
        try clear.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }.map { name in
            guard let field = EntryField(name: String(name)) else {
                throw Complaint.unknownField(String(name), known: EntryField.allCases.map(\.name))
            }
            if given.contains(field) {
                throw Complaint.exclusive([field.flag, "--clear \(field.name)"])
            }
            if field == .location { throw Complaint.cannotClearPlace }
            return Assignment(field: field, value: nil)
        }
    }
}

/// One edit of an entry or a draft.
struct Edit {
    let journal: Journal
    let changes: FieldChanges
    let context: CommandContext

    private var desk: DraftDesk { DraftDesk(journal) }

    /// Changes the stored entry immediately.
    func save(_ id: Int64, ifRev: Int64?, _ answer: ConflictAnswer, isJSON: Bool) throws {
        let pad = try journal.beginEdit(id)
        try check(ifRev, id: id, stored: pad.baseRev)
        try apply(to: pad)
        let outcome = try ifRev == nil ? keptSave(pad, answer) : checkedSave(pad, id)
        if isJSON { try context.output(.json, fields: journal.fields).writeObject(outcome.record) }
        try reportWaiting(id)
    }

    /// Keeps the change as a draft of the entry. An existing draft is continued.
    func keep(_ id: Int64, ifRev: Int64?, isJSON: Bool) throws {
        let numbers = try desk.numbers(of: id)
        if numbers.count > 1 { throw Complaint.severalDrafts(numbers, of: id) }
        if let number = numbers.first { return try goOn(with: number, ifRev: ifRev, isJSON: isJSON) }
        let pad = try journal.beginEdit(id)
        try check(ifRev, id: id, stored: pad.baseRev)
        try apply(to: pad)
        guard pad.isDirty else { return try reportUnchanged(id, isJSON) }
        try context.reportKept(try desk.drafts.begin(pad.content).draft, in: journal, isJSON: isJSON)
    }

    /// Changes a draft.
    func goOn(with number: Int, ifRev: Int64?, isJSON: Bool) throws {
        if let open = context.prompt?.pad(holding: number, of: journal) {
            try apply(to: open.pad)
            try open.keep()
            let draft = Draft(number: number, content: open.pad.content)
            return try context.reportKept(draft, in: journal, isJSON: isJSON)
        }
        let held = try desk.drafts.hold(number)
        defer { held.release() }
        if let ifRev, let id = held.draft.content.entryID {
            try check(ifRev, id: id, stored: try journal.record(id).rev)
        }
        let pad = try desk.resume(held.draft)
        try apply(to: pad)
        try held.write(pad.content)
        try context.reportKept(held.draft, in: journal, isJSON: isJSON)
    }

    /// Reports which drafts of the entry are waiting. If they cannot be read, the entry is saved nevertheless.
    private func reportWaiting(_ id: Int64) throws {
        do {
            let waiting = try desk.numbers(of: id)
            if !waiting.isEmpty { context.console.note(Sentences.draftWaiting(waiting, of: id)) }
        } catch {
            throw Failure(cause: error, survived: .saved)
        }
    }

    private func apply(to pad: Scratchpad) throws {
        let values = try changes.changes(of: pad.values, journal.placeZones(), in: journal.fields)
        for field in EntryField.allCases { if let value = values[field] { try pad.set(field, value) } }
    }

    private func check(_ wanted: Int64?, id: Int64, stored: Int64) throws {
        guard let wanted, wanted != stored else { return }
        throw Complaint.revision(id: id, wanted: wanted, stored: stored)
    }

    /// Saves. A save that fails leaves a draft.
    private func keptSave(_ pad: Scratchpad, _ answer: ConflictAnswer) throws -> SaveOutcome {
        do {
            return try Saving(context: context, answer: answer, givenZone: changes.zone).save(pad)
        } catch {
            throw desk.keeping(pad, after: error)
        }
    }

    /// Saves if the revision is as expected. Never merges, and leaves no draft.
    private func checkedSave(_ pad: Scratchpad, _ id: Int64) throws -> SaveOutcome {
        do {
            return try Saving(context: context, answer: .fail, givenZone: changes.zone).save(pad)
        } catch {
            guard let report = (error as? JournalError)?.conflict, !report.isDeleted else { throw error }
            throw Complaint.revision(id: id, wanted: pad.baseRev, stored: report.storedRev)
        }
    }

    private func reportUnchanged(_ id: Int64, _ isJSON: Bool) throws {
        context.console.note(Sentences.unchanged(id))
        if isJSON { try context.output(.json, fields: journal.fields).writeObject(try journal.record(id)) }
    }
}
