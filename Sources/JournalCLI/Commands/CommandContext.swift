import Foundation
import Journal
import SurfLanguage

/// The environment of a command: its console, settings, clock and time zone.
struct CommandContext {
    let options: GlobalOptions
    let place: ChosenPath
    let settings: Settings
    let console: Console
    let interruption: Interruption
    let environment: [String: String]
    /// The current time in seconds since 2001-01-01T00:00:00Z.
    let now: Double
    var localZone: LocalZone
    /// The name of the command, under which the history records its changes.
    var command = ""
    /// The session in which the command runs. Nil outside the prompt and scripts.
    var prompt: Prompt?
    /// The line of the command at the prompt or in a script.
    var line: ScriptLine?
    /// Reports the first session of one's own beside samples.
    let sampleNotice = SampleNotice()

    var format: OutputFormat { options.format }
    var isJSON: Bool { options.format == .json }
    var zone: TimeZone { localZone.zone }
    var dates: DateReader { DateReader(now: now, zone: zone, order: settings.dateOrder) }
    var fieldReader: FieldReader {
        FieldReader(dates: dates, units: settings.units, height: settings.units.length)
    }
    /// A reader of sentences whose times are in a zone, by default this machine's.
    func sentenceReader(inZone name: String? = nil, knowing places: KnownPlaces = KnownPlaces()) -> SentenceReader {
        SentenceReader(dates: fieldReader.inZone(named: name).dates, units: settings.givenUnits, places: places)
    }
    var filterReader: FilterReader { FilterReader(dates: dates, units: settings.units) }
    var text: EntryText { EntryText(zone: zone, units: settings.units) }

    /// The zone's IANA name, or nil if the name does not identify the zone.
    var zoneName: String? { TimeZone(identifier: zone.identifier) == nil ? nil : zone.identifier }

    /// A path as it was typed, with the user's folder in place of `~`.
    func path(_ typed: String) -> String { JournalPath.expanded(typed, environment) }

    /// Refuses to read or copy a file that belongs to an open journal. Closing the file would release the process's
    /// locks on the journal.
    /// - Throws: `.isJournalItself`.
    func requireOtherInput(_ path: String) throws {
        for journal in prompt?.openJournals ?? [] where try JournalFiles(of: journal).isOne(at: path) {
            throw JournalError.isJournalItself(URL(fileURLWithPath: path))
        }
    }

    /// Refuses to read standard input at the prompt, where it has the commands. On a terminal, reports how it ends.
    /// - Parameter instead: What to do at the prompt.
    func prepareStandardInput(atPrompt instead: String) throws {
        if prompt != nil { throw Refusal.usage("At the prompt, standard input has your commands. \(instead)") }
        if console.canAsk { console.note("Reading from the terminal. Ctrl-D on an empty line ends it.") }
    }

    /// What is in a journal that a command creates because the default one is missing.
    enum NewJournal {
        /// The sample sessions, for a command that looks.
        case samples
        /// Nothing, for a command that brings sessions.
        case empty
    }

    /// Opens the journal. If the default one is missing, it is created, with a note.
    /// - Parameters:
    ///   - content: What is in a journal that is created.
    ///   - check: Throws if the command's arguments do not suit a journal with these fields. It is called before a
    ///     journal is created, so that a usage error creates none.
    ///   - checkNew: Called with the fields of a journal that is about to be created.
    func openJournal(
        making content: NewJournal = .samples, checking check: ([EntryField]) throws -> Void = { _ in },
        beforeMaking checkNew: ([EntryField]) throws -> Void = { _ in }
    ) throws -> Journal {
        let place = try place.get()
        if let open = prompt?.journal(at: place, settings) {
            open.act(for: command)
            try check(open.fields)
            try sampleNotice.look(at: open)
            return open
        }
        let isMissing = try place.isDefault && !Journal.exists(at: place.url)
        if isMissing {
            try check(ModelVersion.latest.fields)
            try checkNew(ModelVersion.latest.fields)
        }
        if let name = localZone.unknownName {
            console.note("TZ is '\(name)', which is not a time zone on this computer. Dates are in UTC.")
        }
        let isNew = isMissing ? try Journal.makeIfMissing(at: place.url, sample: content == .samples) : false
        let journal = try opened(place, isNew: isNew)
        try check(journal.fields)
        try prompt?.adopt(journal, at: place, settings)
        try sampleNotice.look(at: journal)
        // A failure does not stop the command; the texts remain.
        do { try takeOverForms(in: journal) } catch { console.remark(Refusal(error).lineAmongOthers ?? "") }
        return journal
    }

    private func opened(_ place: JournalPath.Choice, isNew: Bool) throws -> Journal {
        do {
            let journal = try Journal.open(place.url, journalOptions)
            journal.act(for: command)
            if isNew { noteCreated(place.url, samples: try journal.sampleCount()) }
            return journal
        } catch  where isNew {
            throw Refusal(error).leaving(.made(place.url.path))
        }
    }

    private func noteCreated(_ url: URL, samples: Int) {
        let content =
            samples == 0
            ? "." : " with \(Messages.sessions(samples, "sample ")). Remove them with 'surfjournal sample remove'."
        console.note("Created your journal at \(url.path)\(content)")
    }

    /// Migrates the journal to the latest version. If the default one is missing, it is created from the seed, which
    /// has that version.
    func migrateJournal() throws -> MigrationOutcome {
        let journal = try openJournal()
        if let prompt, prompt.pads.contains(where: { $0.journal === journal }) {
            throw Refusal.scratchpadsOpen
        }
        let outcome = try Journal.migrate(try place.get().url, journalOptions)
        prompt?.forget(journal)
        return outcome
    }

    /// Asks for a confirmation, unless `--yes` was given.
    /// - Parameters:
    ///   - question: The question without the possible answers.
    ///   - action: What the refusal says if nobody can be asked, such as "Deleting 4 sessions".
    ///   - without: What `--yes` does, for the same refusal.
    ///   - show: Shows what the question is about.
    /// - Throws: `.declined`, or a refusal if nobody can be asked.
    func confirm(_ question: String, _ action: String, _ without: String, showing show: () -> Void = {}) throws {
        if options.yes { return }
        guard console.canAsk else {
            throw Refusal.usage("\(action) needs confirmation. Add --yes to \(without).")
        }
        show()
        guard try console.confirm(question + " [y/N] ") else { throw Refusal.declined }
    }

    /// Prints a document if JSON was requested.
    func report(json value: @autoclosure () -> JSONValue) throws {
        if isJSON { try console.json(value()) }
    }

    /// Prints the entries that a command wrote if a format was requested.
    func report(_ records: [EntryRecord], of journal: Journal) throws {
        if format != .human { try output(format, fields: journal.fields).write(records) }
    }

    /// Prints an entry, or null, if JSON was requested.
    func report(_ record: EntryRecord?, of journal: Journal) throws {
        if isJSON { try output(.json, fields: journal.fields).writeObject(record) }
    }

    /// Output of entries in a journal with these fields.
    /// - Parameter searched: What was searched in notes.
    func output(
        _ format: OutputFormat, fields: [EntryField], columns: [EntryColumn]? = nil, searching searched: [String] = []
    ) -> EntryOutput {
        let all =
            switch format {
            case .json: EntryColumn.json(fields: fields)
            case .csv, .plain: EntryColumn.csv(fields: fields)
            case .human: EntryColumn.csv(fields: EntryField.firstModel)
            }
        var text = text
        text.searched = searched
        return EntryOutput(console: console, format: format, columns: columns ?? all, text: text, zone: zone)
    }

    private var journalOptions: JournalOptions {
        var options = JournalOptions()
        options.tracesValues = settings.verbosity > 1
        options.saved = { SaveNotice.ofProcess.note() }
        if !console.isQuiet {
            let errors = console.errors
            options.historyCut = { errors.line(Messages.historyCut($0)) }
        }
        if settings.verbosity > 0 {
            let errors = console.errors
            options.trace = { errors.line("sql \(milliseconds($0.seconds)) ms  \(TerminalSafe.text($0.sql))") }
        }
        return options
    }
}

/// A time in milliseconds with two decimals.
private func milliseconds(_ seconds: Double) -> String {
    let hundredths = Int((min(max(seconds, 0), 1e9) * 100_000).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
}
