import Foundation
import Journal
import SurfLanguage

/// What a command works with: the console, its settings, the clock and the zone.
struct CommandContext {
    let options: GlobalOptions
    let settings: Settings
    let console: Console
    let interruption: Interruption
    let environment: [String: String]
    /// What the clock says, in seconds since 2001-01-01T00:00:00Z.
    let now: Double
    var localZone: LocalZone
    /// The command that runs, under whose name history has what it changes.
    var command = ""
    /// The session that the command is part of; nil in the shell.
    var session: Session?
    /// The line that the command was typed on, in a session.
    var line: ScriptLine?

    var zone: TimeZone { localZone.zone }
    var dates: DateParser { DateParser(now: now, zone: zone, order: settings.dateOrder) }
    var fieldReader: FieldReader {
        FieldReader(dates: dates, length: settings.units, height: settings.units)
    }
    var filterReader: FilterReader { FilterReader(dates: dates, units: settings.units) }
    var text: EntryText { EntryText(zone: zone, units: settings.units) }

    /// The IANA name of the zone; nil where it has none that can be found again.
    var zoneName: String? { TimeZone(identifier: zone.identifier) == nil ? nil : zone.identifier }

    /// Where the journal of this call lives.
    /// - Throws: `.isOfJournal` where standard output or standard error goes into one of its files.
    func place() throws -> JournalPlace.Choice {
        let place = try JournalPlace.choose(option: options.store, environment: environment)
        try place.requireOtherOutput()
        return place
    }

    /// Refuses to read a file of a journal that the session has open as a file of another kind, or to copy it: to close it
    /// gives up the locks that the process has on it.
    /// - Throws: `.isJournalItself`.
    func requireOtherInput(_ path: String) throws {
        for journal in session?.openJournals ?? [] where try JournalFiles(of: journal).isOne(at: path) {
            throw JournalError.isJournalItself(URL(fileURLWithPath: path))
        }
    }

    /// Whether opening the journal makes a default one.
    var makesJournal: Bool {
        get throws {
            let place = try place()
            return try session?.journal(at: place, settings) == nil && place.isDefault && !Journal.exists(at: place.url)
        }
    }

    /// Opens the journal; a default one that is missing is made from the seed, with a note.
    /// - Parameter check: whether the call suits a journal with these fields. Asked before a journal is made, so that a
    ///   usage error makes none.
    func openJournal(checking check: ([EntryField]) throws -> Void = { _ in }) throws -> Journal {
        let place = try place()
        if let open = session?.journal(at: place, settings) {
            open.act(for: command)
            try check(open.fields)
            return open
        }
        if place.isDefault, try !Journal.exists(at: place.url) {
            try check(ModelVersion.latest.fields)
        }
        if let name = localZone.unknownName { console.note(Sentences.unknownZone(name)) }
        let isNew = place.isDefault ? try Journal.seedIfMissing(at: place.url) : false
        let journal = try opened(place, isNew: isNew)
        try check(journal.fields)
        try session?.adopt(journal, at: place, settings)
        takeOverForms(in: journal)
        return journal
    }

    /// What keeps a text from being taken over keeps no command from its work: it stays where it is.
    private func takeOverForms(in journal: Journal) {
        do {
            try DraftDesk(journal).takeOverForms(self)
        } catch {
            console.remark(ErrorReport.line(of: error))
        }
    }

    private func opened(_ place: JournalPlace.Choice, isNew: Bool) throws -> Journal {
        do {
            let journal = try Journal.open(place.url, journalOptions)
            journal.act(for: command)
            if isNew { console.note(Sentences.firstLaunch(samples: try journal.sampleCount(), path: place.url.path)) }
            return journal
        } catch  where isNew {
            throw Failure(cause: error, survived: .made(place.url.path))
        }
    }

    /// Brings the journal to the latest version; a default one that is missing is made from the seed, which is of it.
    func migrateJournal() throws -> MigrationOutcome {
        let journal = try openJournal()
        if let session, session.pads.contains(where: { $0.desk.journal === journal }) {
            throw Complaint.scratchpadsOpen
        }
        let outcome = try Journal.migrate(try place().url, journalOptions)
        session?.forget(journal)
        return outcome
    }

    /// Output of entries for a journal with `fields`.
    func output(_ format: OutputFormat, fields: [EntryField], columns: [EntryColumn]? = nil) -> EntryOutput {
        let all =
            switch format {
            case .json: EntryColumn.json(fields: fields)
            case .csv, .plain: EntryColumn.csv(fields: fields)
            case .human: EntryColumn.csv(fields: EntryField.firstModel)
            }
        return EntryOutput(console: console, format: format, columns: columns ?? all, text: text, zone: zone)
    }

    /// The entry that an operand names, as an ID.
    func id(_ operand: EntryOperand, in journal: Journal) throws -> Int64 {
        switch operand {
        case .id(let id): return id
        case .draft(let number): throw Complaint.notAnID("d\(number)")
        case .last:
            guard let newest = try journal.newest() else { throw Complaint.noEntries }
            return newest.id
        }
    }

    private var journalOptions: JournalOptions {
        var options = JournalOptions()
        options.tracesValues = settings.verbosity > 1
        if !console.isQuiet {
            let errors = console.errors
            options.historyCut = { errors.line(Sentences.historyCut($0)) }
        }
        if settings.verbosity > 0 {
            let errors = console.errors
            options.trace = { errors.line("sql \(milliseconds($0.seconds)) ms  \(Harmless.text($0.sql))") }
        }
        return options
    }
}

/// A time in milliseconds with two places.
private func milliseconds(_ seconds: Double) -> String {
    let hundredths = Int((min(max(seconds, 0), 1e9) * 100_000).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
}

extension JournalPlace.Choice {
    /// - Throws: `.isOfJournal` where standard output or standard error goes into one of the journal's files.
    func requireOtherOutput() throws {
        let files = JournalFiles(of: url)
        if try files.isOneOpen(as: STDERR_FILENO) { throw Complaint.told(.failure) }
        if try files.isOneOpen(as: STDOUT_FILENO) { throw OutputError.isOfJournal("Standard output") }
    }
}
