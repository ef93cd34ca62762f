import Foundation

/// Formats the values of fields for people. `FieldReader` parses each of them, as precisely as it is shown.
package struct FieldWriter: Sendable {
    package let dates: DateWriter
    private let numbers: NumberWords

    package init(zone: TimeZone, units: MeasureUnits = .feet) {
        (dates, numbers) = (DateWriter(zone: zone), NumberWords(units: units))
    }

    /// A value in a table or a line. A missing value is a dash.
    package func short(_ value: FieldValue?, of field: EntryField) -> String {
        switch value {
        case nil: "-"
        case .date(let date)?: dates.understood(date)
        case .integer(let stars)? where field == .rating: FieldWriter.stars(stars)
        case .integer(let number)?: String(number)
        case .number(let number)?: field.unit.map { numbers.words(number, $0) } ?? "\(number)"
        case .text(let text)?: text
        }
    }

    /// A value on its own line: a date to the second, a rating and a temperature in two forms.
    package func long(_ value: FieldValue?, of field: EntryField) -> String {
        switch value {
        case .date(let date)?: dates.exact(date)
        case .integer(let stars)? where field == .rating: "\(FieldWriter.stars(stars)) (\(stars)/5)"
        case .number(let number)?: field.unit.map { numbers.both(number, $0) } ?? "\(number)"
        case .text, .integer, nil: short(value, of: field)
        }
    }

    private static func stars(_ count: Int16) -> String {
        (0...5).contains(count) ? String(repeating: "★", count: Int(count)) : String(count)
    }
}
