import Foundation
import Journal
import JournalInsight
import SurfLanguage

/// Formats entries for people. The texts are safe to print on a terminal.
struct EntryText: Sendable {
    private let fields: FieldWriter
    private let zone: TimeZone
    private let units: MeasureUnits
    /// Formats dates in the entries' own zones.
    private let dates: EntryDates
    /// What was searched in notes.
    var searched: [String] = []

    init(zone: TimeZone, units: MeasureUnits = .feet) {
        (self.zone, self.units) = (zone, units)
        fields = FieldWriter(zone: zone, units: units)
        dates = EntryDates(zone: zone)
    }

    /// Says what the sea was like.
    var sea: SeaText { SeaText(units: units.length) }

    /// A table of entries.
    func table(_ records: [EntryRecord], columns: [EntryColumn]) -> Table {
        var dates = dates
        let rows = records.map { record in columns.map { cell($0, record, &dates) } }
        return Table(columns: columns.map(EntryText.column), rows: rows)
    }

    /// One entry on several lines: each of the tutorial's fields, and each other field that has a value.
    /// - Parameters:
    ///   - ordinal: The number of the session in the user's life, if it is known.
    ///   - filled: What was filled in, which is shown with where it came from.
    ///   - computed: What is computed about it, for a last line.
    func lines(
        _ record: EntryRecord, fields: [EntryField], ordinal: Int? = nil, filled: [FilledValue] = [],
        computed: String? = nil
    ) -> [String] {
        let sample = record.sample ? ", sample" : ""
        let number = ordinal.map { ", your \(Messages.ordinal($0))" } ?? ""
        return ["Session \(record.id) (revision \(record.rev)\(sample))\(number)"]
            + lines(record.values, fields, filled: filled)
            + (computed.map {
                ["  " + DisplayWidth.padded("computed", to: labelWidth(shown(record.values, fields))) + $0]
            } ?? [])
    }

    /// A scratchpad in the same form. Changed fields have a star.
    func lines(_ pad: Scratchpad, fields: [EntryField]) -> [String] {
        let changed = Set(pad.changes.keys)
        return [Messages.scratchpadHead(pad.entryID, rev: pad.baseRev)] + lines(pad.values, fields, changed)
    }

    private func lines(
        _ values: EntryValues, _ fields: [EntryField], _ changed: Set<EntryField> = [], filled: [FilledValue] = []
    ) -> [String] {
        let shown = shown(values, fields, changed)
        let width = labelWidth(shown)
        let own = writer(of: values)
        return shown.flatMap { field in
            let mark = changed.contains(field) ? "* " : "  "
            let origin = filled.first { $0.field == field }.map { "  (\(EntryText.words($0.origin)))" } ?? ""
            return lines(
                field, long(values[field], of: field, own), mark: mark, width: width, source: origin)
        }
    }

    /// Where a value came from, such as `46221, 18 km, 11 min before`.
    private static func words(_ origin: FilledValue.Origin) -> String {
        let minutes = abs(origin.minutes)
        let time = minutes == 0 ? "at the same time" : "\(minutes) min \(origin.minutes < 0 ? "before" : "after")"
        let parts = [TerminalSafe.text(origin.station), origin.kilometres.map { "\($0) km" }, time]
        return parts.compactMap(\.self).joined(separator: ", ")
    }

    /// A field's name and its value. The lines of a longer text stay lines, below each other.
    private func lines(
        _ field: EntryField, _ value: String, mark: String = "  ", width: Int, source: String = ""
    ) -> [String] {
        let texts = EntryText.lines(of: value).map { TerminalSafe.text(String($0)) }
        let first = mark + DisplayWidth.padded(field.words, to: width) + (texts.first ?? "")
        let indent = String(repeating: " ", count: width + 2)
        var lines = [first] + texts.dropFirst().map { (indent + $0).withoutTrailingBlanks }
        lines[lines.count - 1] += source
        return lines
    }

    /// The lines of a text, without empty ones at its end.
    private static func lines(of text: String) -> [Substring] {
        var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
        while lines.count > 1, lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    private func shown(
        _ values: EntryValues, _ fields: [EntryField], _ changed: Set<EntryField> = []
    ) -> [EntryField] {
        EntryField.allCases.filter { field in
            fields.contains(field) && (field.isShown(in: values) || changed.contains(field))
        }
    }

    private func labelWidth(_ shown: [EntryField]) -> Int { max(10, (shown.map(\.words.count).max() ?? 0) + 2) }

    /// A writer of an entry's values, with times in its own zone.
    private func writer(of values: EntryValues) -> FieldWriter {
        guard let name = values.timeZone, name != zone.identifier, let own = TimeZone(identifier: name) else {
            return fields
        }
        return FieldWriter(zone: own, units: units)
    }

    /// An entry's date in its own zone, in the form used to echo input. The zone's name is added if it is not the
    /// machine's.
    func understood(_ date: Double, in zone: String?) -> String {
        var dates = dates
        return dates.text(date, in: zone) { $0.understood($1) }
    }

    /// The values that are set, in one line that `add` can read.
    /// - Parameter sentence: The sentence they were parsed from, if any. The line also shows what the sentence left open.
    func summary(_ values: EntryValues, _ sentence: Sentence = Sentence()) -> String {
        SentenceWriter(zone: zone, units: units).line(EntryText.terminalSafe(values), EntryText.terminalSafe(sentence))
    }

    /// The place and the date of an entry, which tell a person which one it is.
    func name(_ values: EntryValues) -> String {
        var named = EntryValues()
        (named.location, named.date, named.timeZone) = (values.location, values.date, values.timeZone)
        let name = summary(named)
        return name.isEmpty ? "no place or date" : name
    }

    private static func terminalSafe(_ values: EntryValues) -> EntryValues {
        var values = values
        for field in EntryField.allCases {
            if case .text(let text)? = values[field] { values[field] = .text(TerminalSafe.text(text)) }
        }
        return values
    }

    private static func terminalSafe(_ sentence: Sentence) -> Sentence {
        var sentence = sentence
        sentence.typedPlace = sentence.typedPlace.map(TerminalSafe.text)
        return sentence
    }

    private func place(_ values: EntryValues, _ sentence: Sentence) -> String {
        SentenceWriter(zone: zone).place(TerminalSafe.text(values.location ?? ""), EntryText.terminalSafe(sentence))
    }

    /// All values of a new entry on one line each, with the words they were read from.
    func lines(_ values: EntryValues, _ sentence: Sentence, _ fields: [EntryField]) -> [String] {
        let shown = EntryField.allCases.filter { fields.contains($0) && values[$0] != nil }
        let width = max(10, (shown.map(\.words.count).max() ?? 0) + 2)
        let own = writer(of: values)
        return shown.flatMap { field in
            let words = sentence.pieces.filter { $0.field == field }.map { "“\(TerminalSafe.text($0.text))”" }
            var value = field == .location ? place(values, sentence) : long(values[field], of: field, own)
            if field == .date, sentence.isTimeAssumed {
                value = "about " + value + (sentence.twilight.map { ", " + $0.rawValue } ?? "")
            }
            let source = words.isEmpty ? "" : "  from " + words.joined(separator: ", ")
            return lines(field, value, width: width, source: source)
        }
    }

    /// The new values of changed fields in one line.
    func summary(_ changes: [EntryField: FieldValue?]) -> String {
        let parts = EntryField.allCases.compactMap { field -> String? in
            guard let value = changes[field] else { return nil }
            return "\(field.words) \(value.map { short($0, of: field) } ?? "cleared")"
        }
        return parts.isEmpty ? "no change" : parts.joined(separator: ", ")
    }

    /// A value in a table or a line. A missing value is a dash.
    func short(_ value: FieldValue?, of field: EntryField) -> String {
        TerminalSafe.text(fields.short(value, of: field))
    }

    /// A value on its own lines, not yet safe to print.
    private func long(_ value: FieldValue?, of field: EntryField, _ fields: FieldWriter) -> String {
        fields.long(value, of: field)
    }

    /// Notes in one cell of a table: in one line, from shortly before what was searched.
    private func notesCell(_ text: String) -> String {
        let line = EntryText.lines(of: text).filter { !$0.isEmpty }.joined(separator: " ")
        let found = searched.lazy.compactMap {
            line.range(of: $0, options: [.caseInsensitive, .diacriticInsensitive])
        }.first
        guard let found, line.distance(from: line.startIndex, to: found.lowerBound) > EntryText.maxBefore else {
            return TerminalSafe.text(line)
        }
        let start = line.index(found.lowerBound, offsetBy: -EntryText.maxBefore)
        let word = line[start..<found.lowerBound].firstIndex(of: " ").map { line.index(after: $0) }
        return "…" + TerminalSafe.text(String(line[(word ?? found.lowerBound)...]))
    }

    /// The number of characters before what was searched in notes that a cell may begin with.
    private static let maxBefore = 24

    /// The day of a date in the machine's zone.
    func day(_ date: Double) -> CivilDay {
        var clock = LocalClock(zone)
        return clock.moment(date).civil
    }

    /// The day and minute of an entry, for a table.
    func minute(_ values: EntryValues) -> String {
        var dates = dates
        return minute(values, &dates)
    }

    private func minute(_ values: EntryValues, _ dates: inout EntryDates) -> String {
        values.date.map { dates.text($0, in: values.timeZone) { $0.minute($1) } } ?? ""
    }

    private static func column(_ column: EntryColumn) -> Table.Column {
        switch column {
        case .id, .rev: Table.Column(title: column.name, alignment: .right)
        case .sample: Table.Column(title: column.name, hidePriority: 9)
        case .field(.date): Table.Column(title: column.name, shortWidth: 10)
        case .field(.location): Table.Column(title: EntryField.location.words, minWidth: 8)
        case .field(.rating): Table.Column(title: column.name, hidePriority: 1)
        case .field(.height): Table.Column(title: column.name, minWidth: 5, hidePriority: 2)
        case .field(.wind): Table.Column(title: column.name, minWidth: 6, hidePriority: 3)
        case .field(.period): Table.Column(title: column.name, minWidth: 5, hidePriority: 4)
        case .field(.notes): Table.Column(title: column.name, minWidth: 8, hidePriority: 5)
        case .field(let field): later(field)
        case .mentions: Table.Column(title: column.name)
        }
    }

    private static func later(_ field: EntryField) -> Table.Column {
        switch field.kind {
        case .integer, .number: Table.Column(title: field.words, alignment: .right, hidePriority: 6)
        default: Table.Column(title: field.words, minWidth: 6, hidePriority: 7)
        }
    }

    private func cell(_ column: EntryColumn, _ record: EntryRecord, _ dates: inout EntryDates) -> String {
        switch column {
        case .id: String(record.id)
        case .rev: String(record.rev)
        case .sample: record.sample ? "sample" : ""
        case .field(.date): minute(record.values, &dates)
        case .field(.notes): record.values.notes.map(notesCell) ?? ""
        case .field(.rating): record.values[.rating].map { short($0, of: .rating) } ?? ""
        case .field(let field): record.values[field].map { short($0, of: field) } ?? ""
        case .mentions: ""
        }
    }
}
