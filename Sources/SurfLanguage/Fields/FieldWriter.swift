import Foundation

/// Formats the values of fields for people. `FieldReader` parses each of them, as precisely as it is shown.
package struct FieldWriter: Sendable {
    package let dates: HumanDate
    private let numbers: NumberWords

    package init(zone: TimeZone, units: LengthUnit = .feet) {
        (dates, numbers) = (HumanDate(zone: zone), NumberWords(units: units))
    }

    /// A value in a table or a line. A missing value is a dash.
    package func short(_ value: FieldValue?, of field: EntryField) -> String {
        switch value {
        case nil: "-"
        case .date(let date)?: dates.understood(date)
        case .rating(let stars)?: FieldWriter.stars(stars)
        case .count(let count)?: String(count)
        case .number(let number)?: field.unit.map { numbers.words(number, $0) } ?? "\(number)"
        case .text(let text)?: text
        }
    }

    /// A value on its own line: a date to the second, a rating and a temperature in two forms.
    package func long(_ value: FieldValue?, of field: EntryField) -> String {
        switch value {
        case .date(let date)?: dates.exact(date)
        case .rating(let stars)?: "\(FieldWriter.stars(stars)) (\(stars)/5)"
        case .number(let number)?: field.unit.map { numbers.both(number, $0) } ?? "\(number)"
        case .text, .count, nil: short(value, of: field)
        }
    }

    private static func stars(_ count: Int16) -> String {
        (0...5).contains(count) ? String(repeating: "★", count: Int(count)) : String(count)
    }
}

extension EntryField {
    /// The unit of a number field, or nil for other fields.
    package var unit: NumberUnit? {
        if case .number(let unit) = kind { unit } else { nil }
    }
}
