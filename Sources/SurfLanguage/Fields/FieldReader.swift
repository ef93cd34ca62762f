import Foundation

/// Why a typed value cannot be set or filtered by; it carries the facts, the sentence is the command line's.
package enum FieldError: Error, Equatable, Sendable {
    /// An empty value; clearing a field has its own option.
    case empty(EntryField)
    /// A text with a NUL character, which a store cannot keep.
    case containsNUL(EntryField)
    /// A rating that is no whole number from 1 to 5.
    case notARating(String)
    /// A value of a count or number field that says none, or one that the field cannot have.
    case notAValue(EntryField, String)
    /// A time zone that is not in the list of zones.
    case notAZone(String)
    /// A filter of a number field whose value or range end is no number, or has a unit of something else.
    case notANumber(EntryField, String)
    /// A range without ends.
    case rangeWithoutEnds(EntryField)
    /// A range whose first end lies behind its second.
    case reversedRange(EntryField, String)
    /// A `--last` that is no number with one of d, w, m, y.
    case notALength(String)
    /// A date that is refused.
    case date(DateError)

    /// The field whose flag the message names.
    package var field: EntryField {
        switch self {
        case .empty(let field), .containsNUL(let field), .rangeWithoutEnds(let field): field
        case .notANumber(let field, _), .notAValue(let field, _), .reversedRange(let field, _): field
        case .notARating: .rating
        case .notAZone: .timeZone
        case .notALength, .date: .date
        }
    }
}

/// Reads the value of a flag that sets a field.
package struct FieldReader: Sendable {
    /// How dates are read.
    package var dates: DateParser
    /// The unit of a number field's length typed without one.
    package var length: LengthUnit

    /// The unit that is written behind a height typed without one, so that it means the same under every setting. A text is
    /// then what a sentence would keep of it; nil keeps every text as it is, as of a file that the program wrote.
    package var height: LengthUnit?

    package init(dates: DateParser, length: LengthUnit = .feet, height: LengthUnit? = nil) {
        self.dates = dates
        self.length = length
        self.height = height
    }

    /// The reader for a session in a zone: its times are read in that one. An unknown name, or none, changes nothing.
    package func inZone(named name: String?) -> FieldReader {
        guard let zone = name.flatMap(TimeZone.init(identifier:)) else { return self }
        var reader = self
        reader.dates.zone = zone
        return reader
    }

    /// The value that `text` gives to `field`: a name and notes exactly as given, a rating 1...5, a date not in the future, a number in the
    /// unit of the field, whatever it was typed in.
    ///
    /// What a sentence understands of the field is understood, and nothing else may stand beside it.
    package func value(of field: EntryField, _ text: String) throws(FieldError) -> FieldValue {
        if text.isEmpty { throw .empty(field) }
        if FieldReader.hasNUL(text) { throw .containsNUL(field) }
        let text = field.kind.isSaidTwice ? withoutRepetition(field, text) : text
        switch field.kind {
        case .text: return .text(said(text, of: field) ?? text)
        case .measure(let kind):
            return .text(said(text, of: field) ?? height.map { MeasureText.text(text, of: kind, in: $0) } ?? text)
        case .zone: return .text(try zone(text))
        case .count: return .count(try count(field, text))
        case .number(let unit): return .number(try number(field, unit, text))
        case .rating: return .rating(try Rating.stars(text))
        case .date: return .date(try date(text))
        }
    }

    /// What a sentence would keep of a text, without the words around it: `@ 14` is `14s`, `on the 5'10 twin` is `5'10 twin`.
    private func said(_ text: String, of field: EntryField) -> String? {
        if height == nil || [.location, .notes, .height].contains(field) { return nil }
        guard case .text(let said)? = Grammar.value(of: field, text) else { return nil }
        return said
    }

    /// `17°C (63°F)` and `★★★★ (4/5)`, as they are shown, without what is said again in brackets.
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

    private func count(_ field: EntryField, _ text: String) throws(FieldError) -> Int16 {
        if let count = Count.number(text) { return count }
        guard case .count(let count)? = Grammar.value(of: field, text) else { throw .notAValue(field, text) }
        return count
    }

    private func number(_ field: EntryField, _ unit: NumberUnit, _ text: String) throws(FieldError) -> Double {
        if let number = NumberText(unit, length: length).number(text) { return number }
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

/// A count as it is typed.
package enum Count {
    /// The number of a text that is nothing but digits; nil for any other, and for one that is too large.
    package static func number(_ text: String) -> Int16? {
        text.utf8.allSatisfy(\.isDigit) ? Int16(text) : nil
    }
}

/// How many stars a text gives.
package enum Rating {
    /// Whether a text says stars.
    package static func isStars(_ text: String) -> Bool { (try? stars(text)) != nil }

    /// The stars of a text: one digit from 1 to 5, or what a sentence takes for a rating.
    package static func stars(_ text: String) throws(FieldError) -> Int16 {
        if text.utf8.count == 1, let stars = Int16(text), (1...5).contains(stars) { return stars }
        guard case .rating(let stars)? = Grammar.value(of: .rating, text) else { throw .notARating(text) }
        return stars
    }
}

extension Grammar {
    /// The value that a text which is nothing else gives to a field; nil where it gives none.
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
        guard let reading, reading.end == end, case .claims(let claims) = reading.meaning, claims.count == 1,
            claims[0].field == field
        else { return nil }
        return claims[0].value
    }

    private static let longestValue = 200
}

extension FieldReader {
    /// Whether a text of a measure says a number, or is a word that surfers have for it, as `glassy`; true for other fields.
    package static func isUnderstood(_ text: String, of field: EntryField) -> Bool {
        guard case .measure(let kind) = field.kind else { return true }
        return MeasureText.range(kind, in: text) != nil || Grammar.value(of: field, text) != nil
    }
}

extension EntryField.Kind {
    /// Whether a value is shown in two ways, the second in brackets.
    fileprivate var isSaidTwice: Bool {
        switch self {
        case .rating, .number: true
        default: false
        }
    }
}

extension FieldValue {
    /// Whether another value may be the same rounded to a whole number of its unit.
    fileprivate func isShownLike(_ other: FieldValue) -> Bool {
        if case .number(let number) = self, case .number(let second) = other { return abs(number - second) < 0.4 }
        return self == other
    }
}
