import ArgumentParser
import Foundation
import Journal
import JournalInsight
import SurfLanguage

struct AddCommand: JournalCommand {
    static let configuration = CommandConfiguration.command(
        "add", abstract: "Add a session.",
        discussion: """
            Use a sentence, options, or both. Without either, on a terminal, you are asked field by field. A sentence \
            names the place and, in any order, the day and time, height, period, wind, swell, tide, water, board, crowd, \
            waves, duration and rating. A part between commas that is none of these becomes notes, and so do #tags and \
            @people (see 'tags' and 'people'). In a shell, put a sentence that has *, # or an apostrophe in double quotes. \
            'add' prints what it understood; with --dry-run it saves nothing.

              surfjournal add yesterday 6am Malibu 3-4ft 14s offshore 4/5
              surfjournal add "sunday 7:30: Rincon, overhead, 1h30, ****, best of the year"
              surfjournal add --location Rincon --height 6ft --date "3 days ago"
              surfjournal add 'malibu 3ft #dawnie with @ana'
              surfjournal add Malibu, waist high, glassy --draft
            """)

    @Argument(
        help: "The place and anything else, in any order. '-' reads it from standard input.",
        completion: .value(.sentence))
    var sentence: [String] = []
    @OptionGroup(title: "Fields") var set: FieldOptions
    @Flag(help: "Keep it as a draft instead of saving.") var draft = false
    @Flag(help: "Show what would be saved, part by part, without saving.") var dryRun = false
    @Flag(help: "Write it in $VISUAL or $EDITOR.") var editor = false
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    static let setsFields = true

    func run(in context: CommandContext) throws {
        if sentence == ["-"] {
            var command = self
            command.sentence = [try context.sentenceFromInput()]
            return try command.run(in: context)
        }
        let given = try set.changes(context.fieldReader)
        if sentence.isEmpty, given.isEmpty { return try ask(context) }
        try requireNoCommand()
        if editor { try requireEditor(context) }
        var parsedBefore: Sentence?
        // Create a journal only for a valid session.
        let journal = try context.openJournal(making: .empty, checking: given.check) { fields in
            let known = Known(fields: fields)
            let parsed = try understood(given, known, context)
            _ = try composed(given, parsed, known, context)
            parsedBefore = parsed
        }
        let known = try Known(of: journal, isRead: !sentence.isEmpty && parsedBefore == nil)
        var parsed = try parsedBefore ?? understood(given, known, context)
        if let place = given.place {
            parsed.isNewPlace = try !journal.hasPlace(place)
            if parsed.isNewPlace { TypedValue(.location, .text(place), journal)?.reportMeant(context) }
        }
        let values = try composed(given, parsed, known, context)
        for typed in given.typedValues(in: journal) { typed.reportUncounted(context) }
        if dryRun { return try show(parsed, values, journal, context) }
        let edit = journal.adding(values)
        if editor { return try write(edit, in: journal, context) }
        if draft {
            try context.reportKept(try journal.drafts.begin(edit).draft, in: journal)
        } else {
            try save(edit, parsed, given, in: journal, context)
        }
    }

    /// The parts of the journal that matter to a new entry.
    private struct Known {
        let fields: [EntryField]
        var places = KnownPlaces()
        var zones = PlaceValues<String>()
        var coordinates = PlaceValues<Coordinates>()

        init(fields: [EntryField]) { self.fields = fields }

        /// - Parameter isRead: Whether a sentence is still to be read.
        init(of journal: Journal, isRead: Bool) throws {
            fields = journal.fields
            zones = try journal.placeValues(.timeZone)
            if !isRead { return }
            places = try journal.knownPlaces()
            coordinates = try journal.placeValues(.coordinates)
        }
    }

    /// Refuses a sentence that is a complete command, such as `add list`.
    private func requireNoCommand() throws {
        let words = sentence.flatMap { $0.split(separator: " ").map(String.init) }
        guard Commands.isWhole(words) else { return }
        let line = sentence.joined(separator: " ")
        throw Refusal.usage(
            "'\(line)' is a command: surfjournal \(line). To log it as a place, add quotes: add '\"\(line)\"'.")
    }

    /// Shows what would be saved, and the words that each value was read from.
    private func show(
        _ parsed: Sentence, _ values: EntryValues, _ journal: Journal, _ context: CommandContext
    ) throws {
        if context.isJSON { return try context.report(EntryRecord(id: 0, rev: 0, values: values), of: journal) }
        try context.console.lines(context.text.lines(values, parsed, journal.fields))
    }

    /// The new entry's values from the sentence and the options.
    private func composed(
        _ given: FieldChanges, _ parsed: Sentence, _ known: Known, _ context: CommandContext
    ) throws -> EntryValues {
        var values = parsed.values
        try known.fields.require(EntryField.allCases.filter { values[$0] != nil })
        for (field, value) in try given.changes(of: values, known.zones, in: known.fields) { values[field] = value }
        return try values.completed(date: context.now, zone: context.zoneName, known.zones, in: known.fields)
    }

    /// The parsed sentence, which is empty if there are no words.
    private func understood(_ given: FieldChanges, _ known: Known, _ context: CommandContext) throws -> Sentence {
        if sentence.isEmpty { return Sentence() }
        let zone = given.zone ?? given.place.flatMap { known.zones[$0] }
        var reader = context.sentenceReader(inZone: zone, knowing: known.places)
        let zones = known.zones
        if given.zone == nil { reader.zone = { zones[$0].flatMap(TimeZone.init(identifier:)) } }
        reader.light = context.light(at: given.place, known.coordinates, zones)
        reader.hasNotes = known.fields.contains(.notes)
        reader.options = Set(given.fields)
        return try SentenceQuestion(reader: reader, context: context).read(context.sentenceWords(sentence))
    }

    private func requireEditor(_ context: CommandContext) throws {
        if dryRun { throw Refusal.exclusive(["--editor", "--dry-run"]) }
        if !context.console.canAsk { throw Refusal.editorNeedsTerminal }
    }

    /// Asks field by field, or opens the editor. At the prompt the scratchpad stays open.
    private func ask(_ context: CommandContext) throws {
        if context.prompt == nil, !context.console.canAsk {
            throw Refusal.usage("Say what to add, such as: surfjournal add \"Malibu, 4ft @ 12s, offshore 5kts, ****\".")
        }
        let journal = try context.openJournal(making: .empty)
        try write(journal.adding(EntryValues()), in: journal, context)
    }

    /// Continues with an edit, field by field or in the editor.
    private func write(_ edit: EntryEdit, in journal: Journal, _ context: CommandContext) throws {
        let pad = journal.beginAdd()
        pad.change(edit.changes)
        let open = OpenScratchpad(pad, in: journal)
        if let prompt = context.prompt { return try prompt.add(open, inEditor: editor, context) }
        try PromptedEdit(open: open, context: context, keepsDraft: draft).run(inEditor: editor, .fail)
    }

    private func save(
        _ edit: EntryEdit, _ parsed: Sentence, _ given: FieldChanges, in journal: Journal, _ context: CommandContext
    ) throws {
        let saving = InteractiveSave(context: context, answer: .fail, sentence: parsed, givenZone: given.zone)
        let outcome: SaveOutcome
        do { outcome = try saving.save(edit, in: journal) } catch {
            throw Refusal(error, keeping: edit, in: journal)
        }
        try context.report(outcome.record, of: journal)
    }
}

extension CommandContext {
    /// The sentence on standard input: its only line that is not empty.
    fileprivate func sentenceFromInput() throws -> String {
        try prepareStandardInput(atPrompt: "Type the sentence.")
        let bytes: [UInt8]?
        do throws(SystemError) {
            bytes = try Descriptor.inherited(STDIN_FILENO).read(atMost: CommandContext.maxInput)
        } catch {
            throw Refusal.usage("Standard input cannot be read: \(error.detail).")
        }
        guard let bytes, let text = String(validating: bytes, as: UTF8.self) else {
            throw Refusal.usage("Standard input is not a sentence: it is too long or no text.")
        }
        let lines = text.split(whereSeparator: \.isNewline).map(String.init).filter { !$0.allSatisfy(\.isWhitespace) }
        guard let line = lines.first else { throw Refusal.usage("Standard input has no sentence.") }
        if lines.count > 1 {
            throw Refusal.usage(
                "Standard input has \(lines.count) lines. Import them with: surfjournal import - --sentences.")
        }
        return line
    }

    private static let maxInput = 1 << 16

    /// The words of a sentence. Words quoted at the prompt are not split.
    fileprivate func sentenceWords(_ sentence: [String]) -> [SentenceWord] {
        guard let line else { return sentence.map(SentenceWord.plain) }
        return line.sentenceWords(sentence) { index in
            index > 0 && line.words[index - 1].quoting == .none && line.words[index - 1].text.hasPrefix("--")
                && !line.words[index - 1].text.contains("=")
                && !AddCommand.flags.contains(line.words[index - 1].text)
        }
    }
}

extension AddCommand {
    /// The options without a value.
    fileprivate static let flags = Set(
        (HelpDump(of: AddCommand.self)?.command.arguments ?? []).filter { $0.kind == "flag" }.flatMap(\.spelledNames))
}
