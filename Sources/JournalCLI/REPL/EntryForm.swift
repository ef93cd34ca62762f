import Foundation
import Journal
import SurfLanguage

/// A scratchpad as a small text that is changed in an editor: one field a line.
struct EntryForm {
    let open: OpenPad
    let context: CommandContext

    /// Opens the editor until the form parses and puts it on the scratchpad as one step.
    ///
    /// A form that does not parse is opened again with the reasons in it. One with the same mistakes again is asked about;
    /// Ctrl-C ends it too. What parses is on the scratchpad then, and the text is kept beside the draft, unless it is
    /// dropped.
    /// - Throws: `.form` for one that is kept, `.formDropped`, `.editor` where the editor fails, `.interrupted` after a
    ///   signal.
    func run() throws {
        let form = try open.openForm()
        do {
            try put(filled(form))
        } catch Complaint.formDropped {
            form.remove()
            try open.discardEmpty()
            throw Complaint.formDropped
        } catch {
            try keep(form)
            throw error
        }
        form.remove()
        try open.discardEmpty()
    }

    /// Takes over the text that a process left when it ended while its editor was open.
    /// - Returns: whether anything was in it that is kept.
    func takeOver() throws -> Bool {
        try keep(open.openForm())
        try open.discardEmpty()
        return open.number != nil
    }

    /// What a form that parses changes.
    private func filled(_ form: DraftForm) throws -> [EntryField: FieldValue?] {
        let editor = ExternalEditor(environment: context.environment, interruption: context.interruption)
        var written = try form.read() ?? text.text(of: open.entryID)
        var before: [FormMistake.Reason]?
        while true {
            try form.write(written)
            try editor.edit(form.path)
            guard let typed = try form.read() else { throw Complaint.cannotMakeForm(ENOENT) }
            let read = read(typed)
            guard let mistake = read.mistakes.first else { return read.changes }
            if context.interruption.cameWhileLent { throw Complaint.interrupted(signal: SIGINT, target: nil) }
            let reasons = read.mistakes.map(\.reason)
            if reasons == before { try requireAnotherTry(mistake) }
            before = reasons
            written = text.text(typed, with: read.mistakes)
        }
    }

    /// Asks what becomes of a text that has the same mistakes again; returns where it is to be edited.
    private func requireAnotherTry(_ mistake: FormMistake) throws {
        while true {
            switch try context.console.ask(Sentences.askForm) {
            case "e", "edit": return
            case "k", "keep", nil: throw Complaint.form(mistake)
            case "d", "drop": throw Complaint.formDropped
            default: context.console.remark(Sentences.oneOfTheLetters)
            }
        }
    }

    /// Keeps what was written: what parses on the scratchpad, and the text too where not all of it does.
    private func keep(_ form: DraftForm) throws {
        do {
            guard let typed = try form.read() else { return form.remove() }
            let read = read(typed)
            try put(read.changes)
            if read.mistakes.isEmpty { return form.remove() }
        } catch is DraftError {}
        context.console.note(Sentences.formKept(try form.keep(), draft: open.number ?? 0))
    }

    private var zone: TimeZone { context.fieldReader(of: open.pad.values, zones).dates.zone }

    /// The zones of places; none where they cannot be read, as the text is not to be lost for it.
    private var zones: PlaceZones { (try? open.desk.journal.placeZones()) ?? PlaceZones() }

    private var text: FormText {
        FormText(open.pad.values, fields: open.desk.journal.fields, zone: zone, units: context.settings.units)
    }

    private func read(_ typed: String) -> (changes: [EntryField: FieldValue?], mistakes: [FormMistake]) {
        var values = open.pad.values
        values.location = FormText.line(of: .location, in: typed) ?? values.location
        return text.read(typed, context.fieldReader(of: values, zones))
    }

    private func put(_ changes: [EntryField: FieldValue?]) throws {
        open.pad.change(changes)
        try open.keep()
    }
}
