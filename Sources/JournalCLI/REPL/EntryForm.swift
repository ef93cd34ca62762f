import Foundation
import Journal
import SurfLanguage

/// A scratchpad as a small text that is changed in an editor: one field a line.
struct EntryForm {
    let open: OpenPad
    let context: CommandContext

    /// Opens the editor until the form parses and puts it on the scratchpad as one step.
    ///
    /// A form that does not parse is opened again with the reasons in it. One that comes back as wrong as it was is given up,
    /// or asked about where it was changed; Ctrl-C in the editor gives a wrong one up. What parses is on the scratchpad
    /// then, and the text is kept beside the draft.
    /// - Throws: `.form` for one that was given up, `.editor` where the editor fails, `.interrupted` after a signal.
    func run() throws {
        let form = try open.openForm()
        do {
            try put(filled(form))
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
            if try typed == written || (reasons == before && !context.console.confirm(Sentences.askForm)) {
                throw Complaint.form(mistake)
            }
            before = reasons
            written = FormText.text(typed, with: read.mistakes)
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

/// Why a line of a form does not parse.
struct FormMistake: Equatable, Sendable {
    /// The line, from 0.
    let line: Int
    let reason: Reason

    /// What is wrong with the line.
    enum Reason: Equatable, Sendable {
        case noField(String)
        case unknownField(String, known: [String])
        case twice(EntryField)
        case value(FieldError, EntryField)
    }
}

/// The text of a form, written and read: `field: value`, backslash and newline as `\\` and `\n`, `#` before a comment.
struct FormText {
    private let fields: [EntryField]
    private let values: EntryValues
    /// What each field says at first; a line that still says so changes nothing.
    private var initial: [EntryField: String] = [:]

    init(_ values: EntryValues, fields: [EntryField], zone: TimeZone, units: LengthUnit = .feet) {
        self.values = values
        self.fields = EntryField.allCases.filter(fields.contains)
        var dates = ISODateWriter(zone: zone)
        let numbers = NumberWords(units: units)
        for field in self.fields {
            switch values[field] {
            case nil: initial[field] = ""
            case .date(let date)?: initial[field] = dates.string(date)
            case .rating(let number)?, .count(let number)?: initial[field] = String(number)
            case .number(let number)?: initial[field] = field.unit.map { numbers.typed(number, $0) }
            case .text(let text)?: initial[field] = FormText.escaped(text)
            }
        }
    }

    /// The form as it is opened first.
    func text(of id: Int64?) -> String {
        let lines = fields.map { "\($0.name): \(initial[$0] ?? "")" }
        return (Sentences.formHead(id) + lines).joined(separator: "\n") + "\n"
    }

    /// What a form changes, and what does not parse in it. A field without a line keeps its value; an empty one is cleared.
    func read(
        _ text: String, _ reader: FieldReader
    ) -> (changes: [EntryField: FieldValue?], mistakes: [FormMistake]) {
        let reader = reader.inZone(named: FormText.line(of: .timeZone, in: text))
        var (changes, mistakes): ([EntryField: FieldValue?], [FormMistake]) = ([:], [])
        var seen: Set<EntryField> = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.hasPrefix("#") || line.allSatisfy(\.isWhitespace) { continue }
            switch read(String(line), reader, &seen) {
            case .success(let change?): changes.updateValue(change.value, forKey: change.field)
            case .success(nil): break
            case .failure(let mistake): mistakes.append(FormMistake(line: index, reason: mistake.reason))
            }
        }
        return (changes, mistakes)
    }

    /// The text with the reasons above the lines that do not parse; older reasons are gone.
    static func text(_ text: String, with mistakes: [FormMistake]) -> String {
        var lines: [String] = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.hasPrefix("#!") { continue }
            lines += mistakes.filter { $0.line == index }.map { "#! " + Sentences.sentence($0) }
            lines.append(String(line))
        }
        return lines.joined(separator: "\n")
    }

    /// What a form says of a field, as it is typed.
    fileprivate static func line(of field: EntryField, in text: String) -> String? {
        let prefix = field.name + ":"
        let line = text.split(separator: "\n").first { $0.hasPrefix(prefix) }
        return line.map { $0.dropFirst(prefix.count).trimmingCharacters(in: .whitespaces) }
    }

    private struct Refusal: Error { let reason: FormMistake.Reason }

    private func read(
        _ line: String, _ reader: FieldReader, _ seen: inout Set<EntryField>
    ) -> Result<Assignment?, Refusal> {
        guard let colon = line.firstIndex(of: ":") else { return .failure(Refusal(reason: .noField(line))) }
        let name = line[..<colon].trimmingCharacters(in: .whitespaces)
        guard let field = EntryField(name: name), fields.contains(field) else {
            return .failure(Refusal(reason: .unknownField(name, known: fields.map(\.name))))
        }
        if !seen.insert(field).inserted { return .failure(Refusal(reason: .twice(field))) }
        var typed = line[line.index(after: colon)...]
        if typed.hasPrefix(" ") { typed.removeFirst() }
        if typed == initial[field] ?? "" { return .success(nil) }
        if typed.isEmpty { return .success(Assignment(field: field, value: nil)) }
        let text = FormText.unescaped(String(typed), isText: field.isFreeText)
        do throws(FieldError) {
            return .success(Assignment(field: field, value: try reader.value(of: field, text)))
        } catch {
            return .failure(Refusal(reason: .value(error, field)))
        }
    }

    private static func escaped(_ text: String) -> String {
        text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\n", with: "\\n")
    }

    private static func unescaped(_ text: String, isText: Bool) -> String {
        guard isText, text.contains("\\") else { return text.trimmingCharacters(in: isText ? [] : .whitespaces) }
        var (result, isEscaped) = ("", false)
        for character in text {
            if isEscaped {
                result += character == "n" ? "\n" : character == "\\" ? "\\" : "\\\(character)"
            } else if character != "\\" {
                result.append(character)
            }
            isEscaped = !isEscaped && character == "\\"
        }
        return isEscaped ? result + "\\" : result
    }
}

extension EntryField {
    /// Whether any text is a value of the field, so that a backslash in it may mean one.
    fileprivate var isFreeText: Bool {
        switch kind {
        case .text, .measure: true
        case .date, .rating, .zone, .count, .number: false
        }
    }
}
