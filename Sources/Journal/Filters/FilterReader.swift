import Foundation
import SurfLanguage

/// Reads the values of filter options.
///
/// A filter may contain a date in the future; an entry may not.
package struct FilterReader: Sendable {
    /// Parses dates.
    package var dates: DateReader
    /// The unit of heights typed without one.
    package var units: MeasureUnits

    package init(dates: DateReader, units: MeasureUnits = .feet) {
        self.dates = dates
        self.units = units
    }

    /// The condition for a field from a value or range (`4..`, `4+`, `3..6`, `..8`).
    ///
    /// `wind`, `tide` and `crowd` without `..`, and text fields, are matched as substrings. A rating is 1...5. A date
    /// matches the whole span that it names. A direction may be a compass point, alone or as an end of a range.
    /// - Throws: `FieldError` if the text is not a valid value or range.
    package func term(_ field: EntryField, _ text: String) throws(FieldError) -> FilterTerm {
        if text.isEmpty { throw .empty(field) }
        if text.utf8.contains(0) { throw .containsNUL(field) }
        if field.isFilteredByText, !text.contains(".."), !RangeText.isOpen(text) {
            return .text(field, TextMatch(text))
        }
        switch field.kind {
        case .text, .zone: return .text(field, TextMatch(text))
        case .integer where field == .rating: return try rating(text)
        case .integer, .number: return try number(field, text)
        case .measure(let kind): return try measure(field, kind, text)
        case .date: return try date(text)
        }
    }

    /// TEXT: the place, wind, board or notes contain it.
    package func anyText(_ text: String) -> FilterTerm { .anyText(TextMatch(text)) }

    /// `--from`: not before the beginning of the date's span.
    package func from(_ text: String) throws(FieldError) -> FilterTerm {
        .date(from: try all(text).lowerBound, before: nil)
    }

    /// `--to`: not after the end of the date's span.
    package func to(_ text: String) throws(FieldError) -> FilterTerm {
        .date(from: nil, before: try all(text).upperBound)
    }

    /// `--on`: within the date's span.
    package func on(_ text: String) throws(FieldError) -> FilterTerm {
        let span = try all(text)
        return .date(from: span.lowerBound, before: span.upperBound)
    }

    /// `--last 30d`: from the beginning of the day that long ago to the end of today. `--last month`: the whole month
    /// before this one.
    package func last(_ text: String) throws(FieldError) -> FilterTerm {
        guard let start = dates.start(ofLast: text) else {
            guard let span = try? all("last " + text) else { throw .notALength(text) }
            return .date(from: span.lowerBound, before: span.upperBound)
        }
        return .date(from: start, before: try all("today").upperBound)
    }

    private func measure(_ field: EntryField, _ kind: MeasureKind, _ text: String) throws(FieldError) -> FilterTerm {
        let ends = try RangeText(text, of: field)
        guard ends.isRange, let low = ends.low, let high = ends.high else {
            let low = try number(field, kind, ends.low)
            let high = try number(field, kind, ends.high)
            return .measure(field, low: low?.lowerBound, high: ends.isRange ? high?.upperBound : low?.upperBound)
        }
        guard let quantity = MeasureText.whole(low + ".." + high) else {
            return try spoken(field, kind, low, high, text)
        }
        let first = Quantity(single: quantity.low, quantity.lowUnit).range(kind, bare: units.length)
        let second = Quantity(single: quantity.high, quantity.highUnit).range(kind, bare: units.length)
        guard let first, let second else { throw .notANumber(field, text) }
        guard first.lowerBound <= second.lowerBound else { throw .reversedRange(field, text) }
        return .measure(field, low: first.lowerBound, high: second.lowerBound)
    }

    /// `waist..overhead`, `waist..8ft`.
    private func spoken(
        _ field: EntryField, _ kind: MeasureKind, _ low: String, _ high: String, _ text: String
    ) throws(FieldError) -> FilterTerm {
        guard let low = MeasureText.wholeRange(kind, low, units: units.length),
            let high = MeasureText.wholeRange(kind, high, units: units.length)
        else { throw .notANumber(field, text) }
        guard low.lowerBound <= high.upperBound else { throw .reversedRange(field, text) }
        return .measure(field, low: low.lowerBound, high: high.upperBound)
    }

    private func number(
        _ field: EntryField, _ kind: MeasureKind, _ text: String?
    ) throws(FieldError) -> ClosedRange<Double>? {
        guard let text else { return nil }
        guard let range = MeasureText.wholeRange(kind, text, units: units.length) else {
            throw .notANumber(field, text)
        }
        return range
    }

    /// A unit at one end applies to both, unless the range would be reversed: `45..1h` starts at 45 minutes.
    private func number(_ field: EntryField, _ text: String) throws(FieldError) -> FilterTerm {
        let ends = try RangeText(text, of: field)
        guard case .number(let unit) = field.kind, let low = ends.low, let high = ends.high,
            let (first, second) = NumberText(unit, units: units).sharingUnit(low, high)
        else { return try number(field, ends, text) }
        let shared = RangeText(low: first, high: second, isRange: true)
        do throws(FieldError) {
            return try number(field, shared, text)
        } catch {
            return try number(field, ends, text)
        }
    }

    private func number(_ field: EntryField, _ ends: RangeText, _ text: String) throws(FieldError) -> FilterTerm {
        let low = try span(field, ends.low)
        guard ends.isRange else { return .number(field, low: low?.low, high: low?.high) }
        let isDirection = field.kind == .number(.degrees)
        let (from, to) = (try isDirection ? single(field, ends.low) : low?.low, try single(field, ends.high))
        if let from, let to, from > to, !isDirection { throw .reversedRange(field, text) }
        return .number(field, low: from, high: to)
    }

    private func span(_ field: EntryField, _ text: String?) throws(FieldError) -> (low: Double, high: Double)? {
        guard let text else { return nil }
        guard case .number(let unit) = field.kind else { return try single(field, text).map { ($0, $0) } }
        if let span = NumberText(unit, units: units).span(text) { return span }
        guard let number = fieldNumber(field, text) else { throw .notANumber(field, text) }
        return (number, number)
    }

    private func single(_ field: EntryField, _ text: String?) throws(FieldError) -> Double? {
        guard let text else { return nil }
        let number: Double? =
            switch field.kind {
            case .number(let unit): NumberText(unit, units: units).number(text)
            default: Count.number(text).map(Double.init)
            }
        guard let number = number ?? fieldNumber(field, text) else { throw .notANumber(field, text) }
        return number
    }

    /// The number that the text would set the field to.
    private func fieldNumber(_ field: EntryField, _ text: String) -> Double? {
        switch try? FieldReader(dates: dates, units: units).value(of: field, text) {
        case .number(let number)?: number
        case .integer(let count)?: Double(count)
        default: nil
        }
    }

    private func rating(_ text: String) throws(FieldError) -> FilterTerm {
        let ends = try RangeText(text, of: .rating)
        let low = try stars(ends.low)
        guard ends.isRange else { return .number(.rating, low: low, high: low) }
        let high = try stars(ends.high)
        if let low, let high, low > high { throw .reversedRange(.rating, text) }
        return .number(.rating, low: low, high: high)
    }

    private func date(_ text: String) throws(FieldError) -> FilterTerm {
        let ends = try RangeText(text, of: .date)
        guard ends.isRange else { return try on(text) }
        let start = try span(ends.low)?.lowerBound
        let end = try span(ends.high)?.upperBound
        if let start, let end, start >= end { throw .reversedRange(.date, text) }
        return .date(from: start, before: end)
    }

    private func stars(_ text: String?) throws(FieldError) -> Double? {
        guard let text else { return nil }
        return Double(try Rating.stars(text))
    }

    private func span(_ text: String?) throws(FieldError) -> Range<Double>? {
        guard let text else { return nil }
        return try all(text)
    }

    private func all(_ text: String) throws(FieldError) -> Range<Double> {
        do throws(DateError) { return try dates.span(text) } catch { throw .date(error) }
    }
}

/// A typed value or range, split at `..`. A `+` after a value stands for `..`.
private struct RangeText {
    /// The first end, or the value; nil if omitted.
    var low: String?
    /// The second end; nil if omitted, or for a value.
    var high: String?
    /// Whether `..` or `+` was typed.
    var isRange: Bool

    /// Whether a text is a number followed by `+`.
    static func isOpen(_ text: String) -> Bool { text.hasSuffix("+") && text.first?.isNumber == true }

    init(low: String?, high: String?, isRange: Bool) { (self.low, self.high, self.isRange) = (low, high, isRange) }

    init(_ text: String, of field: EntryField) throws(FieldError) {
        guard let dots = text.range(of: "..") else {
            let value = text.hasSuffix("+") ? String(text.dropLast()).trimmingBlanks() : text
            (low, high, isRange) = (value, nil, text.hasSuffix("+"))
            if value.isEmpty { throw .rangeWithoutEnds(field) }
            return
        }
        let ends = [text[..<dots.lowerBound], text[dots.upperBound...]].map { String($0).trimmingBlanks() }
        (low, high, isRange) = (ends[0].isEmpty ? nil : ends[0], ends[1].isEmpty ? nil : ends[1], true)
        if low == nil, high == nil { throw .rangeWithoutEnds(field) }
    }
}

extension Quantity {
    /// A quantity with a single number.
    fileprivate init(single number: Double, _ suffix: Suffix) {
        self.init(low: number, high: number, lowUnit: suffix, highUnit: suffix, bytes: 0..<0)
    }
}
