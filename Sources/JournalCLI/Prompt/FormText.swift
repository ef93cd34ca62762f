import Foundation
import SurfLanguage

/// A line of a form that cannot be parsed.
struct FormMistake: Equatable, Sendable {
    /// The line number, starting at 0.
    let line: Int
    let reason: Reason

    /// The reason why a line cannot be parsed.
    enum Reason: Equatable, Sendable {
        case noField(String)
        case unknownField(String, known: [String])
        case twice(EntryField)
        case value(FieldError, EntryField)
    }
}

/// Formats and parses forms: a line `field: value` for each field, then the notes, which may have several lines.
///
/// Above the notes, `#` begins a comment. In text fields other than the notes, `\n` is a line break and `\\` a
/// backslash.
struct FormText {
    private let fields: [EntryField]
    /// The initial text of each field. A line with this text changes nothing.
    private var initial: [EntryField: String] = [:]

    init(_ values: EntryValues, fields: [EntryField], zone: TimeZone, units: MeasureUnits = .feet) {
        let known = EntryField.allCases.filter(fields.contains)
        self.fields = known.filter { $0 != .notes } + known.filter { $0 == .notes }
        var dates = ISODateWriter(zone: zone)
        let numbers = NumberWords(units: units)
        for field in self.fields {
            switch values[field] {
            case nil: initial[field] = ""
            case .date(let date)?: initial[field] = dates.string(date)
            case .integer(let number)?: initial[field] = String(number)
            case .number(let number)?: initial[field] = field.unit.map { numbers.typed(number, $0) }
            case .text(let text)?: initial[field] = field == .notes ? text : FormText.escaped(text)
            }
        }
    }

    /// The form's initial text.
    func text(of id: Int64?) -> String {
        let lines = fields.map { field in
            let value = initial[field] ?? ""
            return field == .notes && FormText.lines(value).count > 1
                ? "\(field.name):\n\(value)" : "\(field.name): \(value)"
        }
        return (Messages.formHead(id, hasNotes: fields.contains(.notes)) + lines).joined(separator: "\n") + "\n"
    }

    /// The changes of a form, and its mistakes. A field without a line keeps its value; an empty one is cleared.
    func read(
        _ text: String, _ reader: FieldReader
    ) -> (changes: [EntryField: FieldValue?], mistakes: [FormMistake]) {
        let reader = reader.inZone(named: FormText.line(of: .timeZone, in: text))
        var (changes, mistakes): ([EntryField: FieldValue?], [FormMistake]) = ([:], [])
        var notes: (line: Int, lines: [String])?
        for (index, line) in parts(of: text).enumerated() {
            switch line {
            case .comment: break
            case .note(let text): notes?.lines.append(text)
            case .field(.notes, let text): notes = (index, FormText.isBlank(text) ? [] : [text])
            case .field(let field, let typed): take(value(of: field, typed, reader), of: index)
            case .mistake(let reason): mistakes.append(FormMistake(line: index, reason: reason))
            }
        }
        if let notes { take(value(ofNotes: notes.lines, reader), of: notes.line) }
        return (changes, mistakes)

        func take(_ result: Result<Assignment?, Refusal>, of line: Int) {
            switch result {
            case .success(let change?): changes.updateValue(change.value, forKey: change.field)
            case .success(nil): break
            case .failure(let refusal): mistakes.append(FormMistake(line: line, reason: refusal.reason))
            }
        }
    }

    /// The text with the reasons above the lines that do not parse. Older reasons are removed.
    func text(_ text: String, with mistakes: [FormMistake]) -> String {
        var lines: [String] = []
        for (index, (line, part)) in zip(FormText.lines(text), parts(of: text)).enumerated() {
            if case .comment(isReason: true) = part { continue }
            lines += mistakes.filter { $0.line == index }.map { FormText.reason + Messages.sentence($0) }
            lines.append(line)
        }
        return lines.joined(separator: "\n")
    }

    // MARK: Lines

    /// The kind of a line.
    private enum Part {
        /// A comment or an empty line.
        case comment(isReason: Bool)
        case field(EntryField, String)
        /// A line below `notes:`.
        case note(String)
        case mistake(FormMistake.Reason)
    }

    private static let reason = "#! "

    /// The kinds of all lines. All lines below `notes:` belong to the notes, except those of fields that do not occur
    /// above.
    private func parts(of text: String) -> [Part] {
        var parts: [Part] = []
        var seen: Set<EntryField> = []
        for line in FormText.lines(text) {
            let part = part(line, seen)
            if seen.contains(.notes) {
                guard case .field = part else {
                    parts.append(.note(line))
                    continue
                }
                FormText.freeReasons(&parts)
            }
            if case .field(let field, _) = part { seen.insert(field) }
            parts.append(part)
        }
        return parts
    }

    private func part(_ line: String, _ seen: Set<EntryField>) -> Part {
        if line.hasPrefix("#") || FormText.isBlank(line) { return .comment(isReason: line.hasPrefix("#!")) }
        guard let colon = line.firstIndex(of: ":") else { return .mistake(.noField(line)) }
        let name = line[..<colon].trimmingCharacters(in: .whitespaces)
        guard let field = EntryField(name: name), fields.contains(field) else {
            return .mistake(.unknownField(name, known: fields.map(\.name)))
        }
        if seen.contains(field) { return .mistake(.twice(field)) }
        let typed = line[line.index(after: colon)...]
        return .field(field, String(typed.hasPrefix(" ") ? typed.dropFirst() : typed))
    }

    /// Excludes reasons directly above a field's line from the notes.
    private static func freeReasons(_ parts: inout [Part]) {
        var index = parts.count - 1
        while index >= 0, case .note(let line) = parts[index], line.hasPrefix("#!") {
            parts[index] = .comment(isReason: true)
            index -= 1
        }
    }

    /// The lines of a text, without carriage returns at their ends.
    private static func lines(_ text: String) -> [String] {
        text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map {
            String($0.last == "\r" ? $0.dropLast() : $0)
        }
    }

    private static func isBlank(_ line: String) -> Bool { line.allSatisfy(\.isWhitespace) }

    /// The text of a field in a form as it was typed.
    static func line(of field: EntryField, in text: String) -> String? {
        let prefix = field.name + ":"
        let line = lines(text).first { $0.hasPrefix(prefix) }
        return line.map { $0.dropFirst(prefix.count).trimmingCharacters(in: .whitespaces) }
    }

    // MARK: Values

    private struct Refusal: Error { let reason: FormMistake.Reason }

    /// The change of a field's line, or nil if there is none.
    private func value(
        of field: EntryField, _ typed: String, _ reader: FieldReader
    ) -> Result<Assignment?, Refusal> {
        if typed == initial[field] ?? "" { return .success(nil) }
        let text = typed.trimmingCharacters(in: .whitespaces)
        return read(field, field.isFreeText ? FormText.unescaped(text) : text, reader)
    }

    /// The change of the notes, without trailing empty lines.
    private func value(ofNotes lines: [String], _ reader: FieldReader) -> Result<Assignment?, Refusal> {
        let text = FormText.joined(lines)
        return text == FormText.joined(FormText.lines(initial[.notes] ?? ""))
            ? .success(nil) : read(.notes, text, reader)
    }

    private func read(
        _ field: EntryField, _ text: String, _ reader: FieldReader
    ) -> Result<Assignment?, Refusal> {
        if text.isEmpty || (text == "-" && field != .notes) {
            return .success(Assignment(field: field, value: nil))
        }
        do throws(FieldError) {
            return .success(Assignment(field: field, value: try reader.value(of: field, text)))
        } catch {
            return .failure(Refusal(reason: .value(error, field)))
        }
    }

    private static func joined(_ lines: [String]) -> String {
        let count = lines.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? 0
        return lines[..<count].joined(separator: "\n")
    }

    private static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result.append(contentsOf: "\\\\".unicodeScalars)
            case "\n": result.append(contentsOf: "\\n".unicodeScalars)
            case "\r": result.append(contentsOf: "\\r".unicodeScalars)
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    private static func unescaped(_ text: String) -> String {
        guard text.contains("\\") else { return text }
        let meanings: [Character: String] = ["n": "\n", "r": "\r", "\\": "\\"]
        var (result, isEscaped) = ("", false)
        for character in text {
            if isEscaped {
                result += meanings[character] ?? "\\\(character)"
            } else if character != "\\" {
                result.append(character)
            }
            isEscaped = !isEscaped && character == "\\"
        }
        return isEscaped ? result + "\\" : result
    }
}

extension EntryField {
    /// Whether the field accepts any text, which may contain backslashes.
    fileprivate var isFreeText: Bool {
        switch kind {
        case .text, .measure: true
        case .date, .integer, .zone, .number: false
        }
    }
}
