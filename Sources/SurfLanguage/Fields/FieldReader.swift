import Foundation

/// Parses the value of an option that sets a field.
package struct FieldReader: Sendable {
    /// The parser of dates.
    package var dates: DateReader
    /// The units of numbers typed without one.
    package var units: MeasureUnits

    /// The unit added to a height typed without a unit, so that the text means the same under every setting. Texts are
    /// then reduced to the part that a sentence would keep. Nil keeps every text unchanged, for example from a file
    /// that the program wrote.
    package var height: LengthUnit?

    package init(dates: DateReader, units: MeasureUnits = .feet, height: LengthUnit? = nil) {
        self.dates = dates
        self.units = units
        self.height = height
    }

    /// The reader for an entry in a zone, in which times are parsed. Returns self if the name is nil or unknown.
    package func inZone(named name: String?) -> FieldReader {
        guard let zone = name.flatMap(TimeZone.init(identifier:)) else { return self }
        var reader = self
        reader.dates.zone = zone
        return reader
    }

    /// Parses the value of a field. A name and notes are kept as they are, a rating is in 1...5, a date is not in the
    /// future, and a number is converted to the field's unit.
    ///
    /// Everything that a sentence understands for the field is accepted. Other text beside it is not.
    /// - Throws: A `FieldError` if the value is not valid for the field.
    package func value(of field: EntryField, _ text: String) throws(FieldError) -> FieldValue {
        if text.isEmpty { throw .empty(field) }
        if FieldReader.hasNUL(text) { throw .containsNUL(field) }
        let text = field.isShownTwice ? withoutRepetition(field, text) : text
        switch field.kind {
        case .text: return .text(kept(text, of: field) ?? text)
        case .measure(let kind):
            return .text(kept(text, of: field) ?? height.map { MeasureText.text(text, of: kind, in: $0) } ?? text)
        case .zone: return .text(try zone(text))
        case .number(let unit): return .number(try number(field, unit, text))
        case .integer: return .integer(try integer(field, text))
        case .date: return .date(try date(text))
        }
    }

    /// The part of a text that a sentence would keep: `@ 14` is `14s`, `on the 5'10 twin` is `5'10 twin`. Nil if there
    /// is none.
    private func kept(_ text: String, of field: EntryField) -> String? {
        if height == nil || [.location, .notes, .height].contains(field) { return nil }
        guard case .text(let text)? = Grammar.value(of: field, text) else { return nil }
        return text
    }

    /// Removes the equivalent in brackets from values in the form in which they are shown, such as `17°C (63°F)` and
    /// `★★★★ (4/5)`.
    private func withoutRepetition(_ field: EntryField, _ text: String) -> String {
        guard text.utf8.last == UInt8(ascii: ")"), let opening = text.range(of: " (") else { return text }
        let (first, second) = (text[..<opening.lowerBound], text[opening.upperBound...].dropLast())
        guard let value = try? self.value(of: field, String(first)),
            let again = try? self.value(of: field, String(second)),
            value.isShownLike(again)
        else { return text }
        return String(first)
    }

    private static func hasNUL(_ text: String) -> Bool {
        text.utf8.withContiguousStorageIfAvailable { $0.contains { $0 == 0 } } ?? text.utf8.contains(0)
    }

    private func integer(_ field: EntryField, _ text: String) throws(FieldError) -> Int16 {
        if field == .rating { return try Rating.stars(text) }
        if let count = Count.number(text) { return count }
        guard case .integer(let count)? = Grammar.value(of: field, text) else { throw .notAValue(field, text) }
        return count
    }

    private func number(_ field: EntryField, _ unit: NumberUnit, _ text: String) throws(FieldError) -> Double {
        if let number = NumberText(unit, units: units).number(text) { return number }
        guard case .number(let number)? = Grammar.value(of: field, text) else { throw .notAValue(field, text) }
        return number
    }

    private func zone(_ text: String) throws(FieldError) -> String {
        guard ZoneNames.zone(text) != nil else { throw .notAZone(text) }
        return text
    }

    private func date(_ text: String) throws(FieldError) -> Double {
        do throws(DateError) { return try dates.date(text) } catch { throw .date(error) }
    }
}

/// Parses a count.
package enum Count {
    /// The number, if the text consists of digits and is at most `Int16.max`.
    package static func number(_ text: String) -> Int16? {
        text.utf8.allSatisfy(\.isDigit) ? Int16(text) : nil
    }
}

/// Parses a rating.
package enum Rating {
    /// Whether the text is a valid rating.
    package static func isStars(_ text: String) -> Bool { (try? stars(text)) != nil }

    /// The rating: one digit from 1 to 5, or a text that a sentence accepts as a rating.
    /// - Throws: `.notARating` for any other text.
    package static func stars(_ text: String) throws(FieldError) -> Int16 {
        if text.utf8.count == 1, let stars = Int16(text), (1...5).contains(stars) { return stars }
        guard case .integer(let stars)? = Grammar.value(of: .rating, text) else { throw .notARating(text) }
        return stars
    }
}

extension Grammar {
    /// The value of a field in a text without other content, or nil.
    static func value(of field: EntryField, _ text: String) -> FieldValue? {
        guard text.utf8.count <= longestValue else { return nil }
        let grammar = Grammar(line: TokenLine(plain: text), units: nil, order: nil)
        let end = grammar.tokens.count
        let reading: Reading? =
            switch field {
            case .rating: grammar.rating(at: 0, before: end)
            case .waves: grammar.waves(at: 0, before: end)
            case .duration: grammar.duration(at: 0, before: end)
            case .waterTemperature: grammar.water(at: 0, before: end)
            case .swellDirection: grammar.swellDirection(before: end) ?? grammar.swell(at: 0, before: end)
            case .swellHeight, .swellPeriod: grammar.swell(at: 0, before: end)
            case .period: grammar.period(at: 0, before: end)
            case .wind: grammar.wind(at: 0, before: end)
            case .tide: grammar.tide(at: 0, before: end)
            case .crowd: grammar.crowd(at: 0, before: end)
            case .board: grammar.board(at: 0, before: end)
            default: nil
            }
        guard let reading, reading.end == end, case .fieldMatches(let fieldMatches) = reading.meaning,
            fieldMatches.count == 1,
            fieldMatches[0].field == field
        else { return nil }
        return fieldMatches[0].value
    }

    private static let longestValue = 200
}

extension FieldReader {
    /// Whether a measure's text contains a number or is a word of surfers, such as `glassy`. True for other fields.
    package static func isUnderstood(_ text: String, of field: EntryField) -> Bool {
        guard case .measure(let kind) = field.kind else { return true }
        return MeasureText.range(kind, in: text) != nil || Grammar.value(of: field, text) != nil
    }
}

extension EntryField {
    /// Whether a value is shown in two forms, the second in brackets.
    fileprivate var isShownTwice: Bool { self == .rating || unit != nil }
}

extension FieldValue {
    /// Whether the other value may be this one rounded to a whole number of its unit, at most a degree Celsius.
    fileprivate func isShownLike(_ other: FieldValue) -> Bool {
        if case .number(let number) = self, case .number(let second) = other { return abs(number - second) < 0.6 }
        return self == other
    }
}
