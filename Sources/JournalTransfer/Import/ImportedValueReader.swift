import Foundation
import SurfLanguage

/// Reads the values of imported rows, for every file format.
struct ImportedValueReader: Sendable {
    private let fields: FieldReader
    /// The same reader, except that text is kept as it is.
    private let exact: FieldReader
    /// The zone that was given for the whole file, to keep with its sessions.
    var zoneOfFile: String?

    /// - Parameter height: The unit to append to heights without one; nil leaves them as they are.
    init(dates: DateReader, height: LengthUnit?) {
        fields = FieldReader(dates: dates, units: .metres, height: height)
        exact = FieldReader(dates: dates, units: .metres)
    }

    /// Checks a date that was read from its bytes.
    /// - Throws: A problem if the date is in the future.
    func date(_ date: Double, _ text: @autoclosure () -> String) throws(RowProblem) -> Double {
        if date > fields.dates.now {
            throw .field(.date(.future(TypedDate(text(), in: fields.dates.zone), understood: date)))
        }
        return date
    }

    /// - Parameter zone: The name of the time zone to read a date in; nil for the machine's.
    func value(of field: EntryField, _ text: String, inZone zone: String? = nil) throws(RowProblem) -> FieldValue {
        do throws(FieldError) {
            return try fields.inZone(named: zone).value(of: field, text)
        } catch {
            throw .field(error)
        }
    }

    /// The text unchanged, with a unit appended if it is a length without one.
    func kept(_ text: String, of field: EntryField) throws(RowProblem) -> FieldValue {
        do throws(FieldError) {
            guard case .text(let kept) = try exact.value(of: field, text) else { throw .empty(field) }
            guard let unit = fields.height, case .measure(let kind) = field.kind else { return .text(kept) }
            return .text(MeasureText.text(kept, of: kind, in: unit))
        } catch {
            throw .field(error)
        }
    }

    /// The minutes between the start and end times of a date; nil if it does not have both.
    func minutes(ofDate text: String) -> Double? { fields.dates.minutes(of: text) }

    /// The minutes from a date to the end of its session; nil if that cannot be read.
    func minutes(from start: Double, to end: String, inZone zone: String?) -> Double? {
        fields.inZone(named: zone).dates.minutes(from: start, to: end)
    }

    /// Whether a date has a time of day.
    func hasClock(_ text: String) -> Bool { fields.dates.shape(of: text)?.clock != nil }

    /// The offset from UTC that a date states, in seconds.
    func statedOffset(in text: String) -> Int? { fields.dates.statedOffset(in: text) }

    /// The time zone to keep with a date that stated an offset.
    func zone(at date: Double, offset: Int, place: String?) -> String? {
        fields.dates.zone(at: date, offset: offset, place: place)
    }

    /// Whether a text is a date, not a height: spreadsheets turn `3-4` into one.
    func isDate(_ text: String) -> Bool { fields.dates.isWholeDate(text) }

    /// The day in a text, in the form that every date order reads.
    func dayText(of text: String) -> String? { fields.dates.dayText(of: text) }

    /// The height, with the assumed unit if it has none.
    func withUnit(_ height: String) -> String {
        fields.height.map { MeasureText.text(height, of: .height, in: $0) } ?? height
    }
}

extension EntryField {
    /// Whether the field stores text as it was typed.
    var isText: Bool {
        switch kind {
        case .text, .zone, .measure: true
        case .date, .integer, .number: false
        }
    }
}
