import Journal
import SurfLanguage

/// The values that a buoy supplies for a session's blank fields.
package struct Filling: Equatable, Sendable {
    package let id: Int64
    package let date: Double
    package let location: String?
    /// The new values of the blank fields.
    package let values: EntryValues
    /// The fields that are filled, in the order of columns.
    package let fields: [EntryField]
}

/// A buoy's values as a session stores them: swell in metres, seconds and degrees, water in °C, wind in knots.
package enum BuoyValues {
    /// The fields that a buoy can fill.
    package static let fields: [EntryField] = [.wind] + EntryField.swell + [.waterTemperature]

    /// The values for the blank fields of an entry; nil if there are none.
    static func filling(_ record: EntryRecord, from file: BuoyFile, fields: [EntryField]) -> Filling? {
        guard let date = record.values.date else { return nil }
        var values = EntryValues()
        var filled: [EntryField] = []
        for field in BuoyValues.fields where fields.contains(field) && isBlank(record.values[field]) {
            guard let value = value(of: field, at: date, from: file) else { continue }
            values[field] = value
            filled.append(field)
        }
        guard !filled.isEmpty else { return nil }
        return Filling(id: record.id, date: date, location: record.values.location, values: values, fields: filled)
    }

    static func isBlank(_ value: FieldValue?) -> Bool { value == nil || value == .text("") }

    private static func value(of field: EntryField, at date: Double, from file: BuoyFile) -> FieldValue? {
        func number(_ column: BuoyObservation.Column) -> Double? { file.nearest(to: date, with: column)?[column] }
        switch field {
        case .wind: return file.nearest(to: date, with: .windSpeed).flatMap(wind).map(FieldValue.text)
        case .swellHeight: return number(.waveHeight).map(FieldValue.number)
        case .swellPeriod: return number(.period).map(FieldValue.number)
        case .swellDirection: return number(.waveDirection).map { .number($0 == 360 ? 0 : $0) }
        case .waterTemperature: return number(.waterTemperature).map(FieldValue.number)
        default: return nil
        }
    }

    /// `NW 12kts`, as a surfer would type it; the speed alone if there is no direction.
    private static func wind(_ reading: BuoyObservation) -> String? {
        guard let speed = reading[.windSpeed] else { return nil }
        let knots = "\(Int((speed * 3.6 / 1.852).rounded()))kts"
        return reading[.windDirection].map { CompassPoint.nearest(to: $0) + " " + knots } ?? knots
    }
}

extension Journal {
    /// The values that a buoy's file has for blank fields of the sessions in a query, newest first. Nothing is written.
    package func fillings(_ query: EntryQuery, from file: BuoyFile) throws -> [Filling] {
        guard let first = file.readings.first, let last = file.readings.last else { return [] }
        var query = query
        query.filter.append(
            .date(from: (first.date - BuoyFile.reach).rounded(.down), before: last.date + BuoyFile.reach + 1))
        var fillings: [Filling] = []
        try records(query) { record in
            if let filling = BuoyValues.filling(record, from: file, fields: fields) { fillings.append(filling) }
        }
        return fillings
    }

    /// Fills blank fields in one transaction and returns the number of sessions changed. A field that is no longer
    /// blank is left alone.
    /// - Throws: `.noEntry` if a session was deleted, `.conflict` if one changes meanwhile. Nothing is filled then.
    package func fill(_ fillings: [Filling]) throws(JournalError) -> Int {
        try rethrowing {
            try mainContext.performAndWait {
                do {
                    let count = try fillings.count { try fill($0) }
                    try saveMain(.fail)
                    return count
                } catch {
                    mainContext.rollback()
                    throw error
                }
            }
        }
    }

    private func fill(_ filling: Filling) throws -> Bool {
        let entry = try entry(filling.id, in: mainContext)
        let now = entry.values
        let blank = filling.fields.filter { BuoyValues.isBlank(now[$0]) }
        for field in blank { entry.set(field, filling.values[field]) }
        return !blank.isEmpty
    }
}
