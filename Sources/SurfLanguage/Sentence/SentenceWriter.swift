import Foundation

/// Formats an entry as a line that `SentenceReader` parses as the same entry, as precisely as it is shown.
///
/// A value is written in its natural form if that can be parsed, otherwise after its field's name, and in quotes if it
/// could be mistaken for something else.
package struct SentenceWriter: Sendable {
    private let zone: TimeZone
    private let units: MeasureUnits

    /// - Parameter zone: The zone of dates in entries without one.
    package init(zone: TimeZone, units: MeasureUnits = .feet) { (self.zone, self.units) = (zone, units) }

    /// The formatted line.
    /// - Parameter read: The sentence the values were parsed from, if any. Information that it left open is added.
    package func line(_ values: EntryValues, _ read: Sentence = Sentence()) -> String {
        let plain = line(values, read, quotes: .never)
        if isRead(plain, values) { return plain }
        let quoted = line(values, read, quotes: .place)
        return isRead(quoted, values) ? quoted : line(values, read, quotes: .always)
    }

    /// The text in quotes, with its closing quotes doubled.
    package static func quoted(_ text: String) -> String { "“" + text.replacing("”", with: "””") + "”" }

    /// The texts to quote even if that is not necessary.
    private enum Quotes { case never, place, always }

    private func line(_ values: EntryValues, _ read: Sentence, quotes: Quotes) -> String {
        var parts: [String] = []
        if let name = values.location { parts.append(place(name, read, isQuoted: quotes != .never)) }
        if let date = values.date {
            parts.append(
                (read.isTimeAssumed ? "about " : "") + day(date, values.timeZone)
                    + (read.twilight.map { " " + $0.rawValue } ?? ""))
        }
        parts += sea(values, quotes)
        for field in SentenceWriter.later where values[field] != nil { parts.append(part(field, values, quotes)) }
        return parts.joined(separator: ", ")
    }

    /// The fields after the place, the date with its zone, and the sea.
    private static let later = EntryField.allCases.filter {
        ![.location, .date, .timeZone, .height, .period].contains($0)
    }

    // MARK: Parts

    /// The name, with remarks if it is new or was spelled differently.
    package func place(_ name: String, _ read: Sentence, isQuoted: Bool = false) -> String {
        let spelled = isQuoted ? SentenceWriter.quoted(name) : name
        if read.isNewPlace { return spelled + " (a new place)" }
        guard let typed = read.typedPlace, typed.folded != name.folded else { return spelled }
        return "\(spelled) (you typed \(SentenceWriter.quoted(typed)))"
    }

    /// The date to the minute. The zone's name is added if it is not the default, and the offset if the clock shows the
    /// time twice.
    private func day(_ date: Double, _ name: String?) -> String {
        let here = DateWriter(zone: zone).understood(date)
        guard let name, name != zone.identifier, let other = TimeZone(identifier: name) else {
            return isRead(here, as: date) ? here : DateWriter(zone: zone).exact(date)
        }
        let there = DateWriter(zone: other).understood(date)
        if there == here { return here }
        let named = "\(there) \(other.identifier)"
        return isRead(named, as: date) ? named : DateWriter(zone: other).exact(date)
    }

    private func isRead(_ text: String, as date: Double) -> Bool {
        guard let read = try? DateReader(now: .infinity, zone: zone).date(text) else { return false }
        return (read / 60).rounded(.down) == (date / 60).rounded(.down)
    }

    /// `4ft @ 12s`.
    private func sea(_ values: EntryValues, _ quotes: Quotes) -> [String] {
        if quotes != .always, let height = values.height, let period = values.period {
            let text = "\(height) @ \(period)"
            if fieldMatches(text) == [.height: .text(height), .period: .text(period)] { return [text] }
        }
        return [.height, .period].filter { values[$0] != nil }.map { part($0, values, quotes) }
    }

    private func part(_ field: EntryField, _ values: EntryValues, _ quotes: Quotes) -> String {
        let text = FieldWriter(zone: zone, units: units).short(values[field], of: field)
        guard case .text? = values[field] else { return field == .rating ? text : "\(field.words) \(text)" }
        let quoted = "\(field.words) \(SentenceWriter.quoted(text))"
        if quotes == .always || field == .notes { return quoted }
        let plain = EntryField.firstModel.contains(field) ? text : "\(field.words) \(text)"
        return fieldMatches(plain) == [field: .text(text)] ? plain : quoted
    }

    // MARK: Verification

    /// The values of a part without other content, or nil.
    private func fieldMatches(_ part: String) -> [EntryField: FieldValue]? {
        guard let line = try? TokenLine([.plain(part)]), line.text == part else { return nil }
        let grammar = Grammar(line: line, units: nil, order: nil)
        var found: [EntryField: FieldValue] = [:]
        var index = 0
        while index < grammar.tokens.count {
            guard let reading = grammar.reading(at: index, before: grammar.tokens.count),
                case .fieldMatches(let fieldMatches) = reading.meaning
            else { return nil }
            for fieldMatch in fieldMatches { found[fieldMatch.field] = fieldMatch.value }
            index = reading.end
        }
        return found
    }

    /// Whether the line is parsed as these values, both if the place is known and if it is not.
    private func isRead(_ line: String, _ values: EntryValues) -> Bool {
        guard let place = values.location else { return true }
        return isRead(line, values, [place]) && isRead(line, values, [])
    }

    private func isRead(_ line: String, _ values: EntryValues, _ places: [String]) -> Bool {
        let reader = SentenceReader(dates: DateReader(now: .infinity, zone: zone), places: KnownPlaces(places))
        guard let read = reader.understood(line)?.values else { return false }
        return EntryField.allCases.allSatisfy { field in
            switch field.kind {
            case .text, .measure: read[field] == values[field]
            case .date, .integer, .number: (read[field] == nil) == (values[field] == nil)
            case .zone: true
            }
        }
    }
}
