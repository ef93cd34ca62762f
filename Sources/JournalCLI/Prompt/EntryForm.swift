import Foundation
import Journal
import SurfLanguage

/// Edits a scratchpad in an editor as a text with one field per line.
struct EntryForm {
    let open: OpenScratchpad
    let context: CommandContext

    /// Opens the editor until the form parses, and applies the form to the scratchpad as one step.
    ///
    /// A form that does not parse is opened again with the reasons in it. If it returns with the same mistakes, the
    /// person is asked what to do. Ctrl-C also ends the edit. In both cases the valid fields are applied and the text
    /// is kept beside the draft, unless the person drops it.
    /// - Returns: False if the editor returned at once, and may still have the form open. What it writes later is taken
    ///   over as if this process had ended.
    /// - Throws: `.form` if the text is kept, `.failure` if the person drops it, `.editor` if the editor fails,
    ///   `.interrupted` after a signal.
    @discardableResult
    func run() throws -> Bool {
        let form = try open.openForm()
        let result: Filled
        do {
            result = try filled(form)
            if case .changes(let changes) = result { try put(changes) }
        } catch {
            try keep(form)
            throw error
        }
        if case .maybeOpen = result {
            context.console.note(Messages.returnedAtOnce("the next command reads it."))
            return false
        }
        form.remove()
        try open.discardEmpty()
        if case .discarded = result { throw Refusal.failure("The text was discarded.") }
        return true
    }

    /// What came of a form.
    private enum Filled {
        case changes([EntryField: FieldValue?])
        /// The person discarded the text.
        case discarded
        /// The editor returned at once, without a change.
        case maybeOpen
    }

    /// Recovers the text of a process that ended while its editor was open.
    /// - Returns: Whether anything in it is kept.
    func takeOver() throws -> Bool {
        try keep(open.openForm())
        try open.discardEmpty()
        return open.number != nil
    }

    /// The changes of a form that parses.
    private func filled(_ form: DraftForm) throws -> Filled {
        let editor = ExternalEditor(environment: context.environment, interruption: context.interruption)
        var written = try form.read() ?? text.text(of: open.entryID)
        var before: [FormMistake.Reason]?
        while true {
            try form.write(written)
            let isAtOnce = try editor.edit(form.path)
            guard let typed = try form.read() else { throw Refusal.cannotMakeForm(ENOENT) }
            if isAtOnce, typed == written, before == nil { return .maybeOpen }
            let read = read(typed)
            guard let mistake = read.mistakes.first else { return .changes(read.changes) }
            if context.interruption.wasInterruptedInEditor { throw Refusal.interrupted(signal: SIGINT) }
            let reasons = read.mistakes.map(\.reason)
            if reasons == before, try !isTriedAgain(mistake) { return .discarded }
            before = reasons
            written = text.text(typed, with: read.mistakes)
        }
    }

    /// Asks what to do with a text that has the same mistakes again: edit it, or discard it.
    /// - Throws: `.form` if it is to be kept.
    private func isTriedAgain(_ mistake: FormMistake) throws -> Bool {
        while true {
            let question = "The same mistake is still there: [e]dit again, [k]eep as a draft, [d]iscard? "
            switch try context.console.ask(question) {
            case "e", "edit": return true
            case "k", "keep", nil: throw Refusal.form(mistake)
            case "d", "drop": return false
            default: context.console.remark(Messages.oneOfTheLetters)
            }
        }
    }

    /// Applies the fields that parse to the scratchpad. If some do not, keeps the text too.
    private func keep(_ form: DraftForm) throws {
        do {
            guard let typed = try form.read() else { return form.remove() }
            let read = read(typed)
            try put(read.changes)
            if read.mistakes.isEmpty { return form.remove() }
        } catch is DraftError {}
        let (path, draft) = (try form.keep(), open.number ?? 0)
        context.console.note(
            "What you wrote is kept in \(path). 'surfjournal edit d\(draft) --editor' opens it again.")
    }

    private var zone: TimeZone { context.fieldReader(of: open.pad.values, zones).dates.zone }

    /// The zones of places. Empty if they cannot be read, so that the text is not lost because of them.
    private var zones: PlaceValues<String> { (try? open.journal.placeValues(.timeZone)) ?? PlaceValues<String>() }

    private var text: FormText {
        FormText(open.pad.values, fields: open.journal.fields, zone: zone, units: context.settings.units)
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

extension Refusal {
    /// A form that returned from the editor with the same mistake.
    fileprivate static func form(_ mistake: FormMistake) -> Refusal {
        .usage("Line \(mistake.line + 1) of the form: \(Messages.sentence(mistake))", .silent)
    }

    fileprivate static func cannotMakeForm(_ number: Int32) -> Refusal {
        .failure("The form for the editor cannot be written: \(Messages.systemError(number)).")
    }
}
