import ArgumentParser
import Journal
import SurfLanguage

struct AddCommand: JournalCommand {
    static let configuration = CommandConfiguration.command(
        "add", abstract: "Add a session.",
        discussion: """
            As a sentence, by options, or both; on a terminal, without either, it asks. A sentence is [WHEN:] PART, PART ... \
            where a part is a place, a height with a period behind @, a wind, a rating, or what goes into the notes. What \
            was understood is told.

              surfjournal add "yesterday 7am: Malibu, 4ft @ 12s, offshore 5kts, ****"
              surfjournal add --location Rincon --height 6ft --date "3 days ago"
              surfjournal add Malibu, 4ft, glassy --duration 1h30 --draft
            """)

    @Argument(help: "[WHEN:] PART, PART ... where a part is a place, height, period, wind, rating or note.")
    var sentence: [String] = []
    @OptionGroup(title: "Fields") var set: FieldOptions
    @Flag(help: "Keep it as a draft; save nothing.") var draft = false
    @Flag(help: "Write it in $VISUAL or $EDITOR.") var editor = false
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in context: CommandContext) throws {
        let isJSON = try globals.isJSON("add")
        let assignments = try set.assignments(context.fieldReader)
        if sentence.isEmpty, assignments.isEmpty { return try ask(context, isJSON) }
        var values = EntryValues()
        let journal = try context.openJournal { values = try self.values(assignments, $0, context) }
        let pad = try AddCommand.pad(values, in: journal)
        if draft { try keep(pad, in: journal, context, isJSON) } else { try save(pad, in: journal, context, isJSON) }
    }

    /// The new entry's values from the sentence and the options.
    private func values(
        _ assignments: [Assignment], _ fields: [EntryField], _ context: CommandContext
    ) throws -> EntryValues {
        let parser = SentenceParser(
            dates: context.fieldReader.inZone(named: set.timeZone.first).dates, hasNotes: fields.contains(.notes),
            flags: Set(assignments.map(\.field)))
        var values: EntryValues
        let words = context.sentenceWords(sentence)
        do throws(SentenceError) { values = try parser.parse(words) } catch { throw Complaint.sentence(error) }
        if parser.saysMoreUnquoted(words) { context.console.note(Sentences.quotedSentence) }
        for assignment in assignments {
            guard fields.contains(assignment.field) else { throw JournalError.missingField(assignment.field) }
            values[assignment.field] = assignment.value
        }
        if values.location == nil { throw Complaint.needsPlace }
        if values.date == nil { values.date = context.now }
        if values.timeZone == nil, fields.contains(.timeZone) { values.timeZone = context.zoneName }
        return values
    }

    /// Asks field by field, or opens the editor; a session keeps the scratchpad open.
    private func ask(_ context: CommandContext, _ isJSON: Bool) throws {
        if let session = context.session { return try session.add(inEditor: editor, context) }
        guard context.console.canAsk else { throw Complaint.nothingToAdd }
        let journal = try context.openJournal()
        let open = OpenPad(journal.beginAdd(), desk: DraftDesk(journal))
        try PromptedEdit(open: open, context: context, keepsDraft: draft, isJSON: isJSON)
            .run(inEditor: editor, .fail)
    }

    private static func pad(_ values: EntryValues, in journal: Journal) throws -> Scratchpad {
        let pad = journal.beginAdd()
        for field in EntryField.allCases { if let value = values[field] { try pad.set(field, value) } }
        return pad
    }

    private func save(_ pad: Scratchpad, in journal: Journal, _ context: CommandContext, _ isJSON: Bool) throws {
        let outcome: SaveOutcome
        do {
            outcome = try Saving(context: context, answer: .fail).save(pad)
        } catch {
            throw DraftDesk(journal).keeping(pad, after: error)
        }
        if isJSON { try context.output(.json, fields: journal.fields).writeObject(outcome.record) }
    }

    private func keep(_ pad: Scratchpad, in journal: Journal, _ context: CommandContext, _ isJSON: Bool) throws {
        let draft = try DraftDesk(journal).folder.create(pad.content)
        try context.tellKept(draft, in: journal, isJSON: isJSON)
    }
}
