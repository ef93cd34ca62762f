/// The values of an entry's fields. A missing value is nil.
package struct EntryValues: Equatable, Sendable {
    /// By field.
    private var values: [FieldValue?]

    private static let none = [FieldValue?](repeating: nil, count: EntryField.allCases.count)

    /// Without any value.
    package init() { values = EntryValues.none }

    package init(
        date: Double? = nil, location: String? = nil, height: String? = nil, period: String? = nil,
        wind: String? = nil, rating: Int16? = nil, notes: String? = nil
    ) {
        values = EntryValues.none
        self.date = date
        self.location = location
        self.height = height
        self.period = period
        self.wind = wind
        self.rating = rating
        self.notes = notes
    }

    /// Whether all values are missing.
    package var isEmpty: Bool { values.allSatisfy { $0 == nil } }

    /// The value of a field, or nil if it is missing.
    ///
    /// - Precondition: A value that is set is of the field's kind.
    package subscript(_ field: EntryField) -> FieldValue? {
        get { values[field.rawValue] }
        set {
            precondition(newValue?.isOf(field.kind) ?? true, "The field \(field.name) has values of another kind.")
            values[field.rawValue] = newValue
        }
    }

    /// The text of a text field. Nil if it is missing or the field is of another kind.
    package func text(_ field: EntryField) -> String? {
        if case .text(let text)? = self[field] { text } else { nil }
    }

    /// The number of a number field in its unit. Nil if it is missing or the field is of another kind.
    package func number(_ field: EntryField) -> Double? {
        if case .number(let number)? = self[field] { number } else { nil }
    }

    /// The whole number of a rating or count. Nil if it is missing or the field is of another kind.
    package func integer(_ field: EntryField) -> Int16? {
        if case .integer(let number)? = self[field] { number } else { nil }
    }

    /// Whether import treats the two as the same entry: all fields are equal, with dates compared to the second and
    /// empty texts equal to missing ones.
    package func isSame(as other: EntryValues) -> Bool {
        EntryField.allCases.allSatisfy { isSame(as: other, in: $0) }
    }

    /// Whether import treats the two as the same in a field.
    package func isSame(as other: EntryValues, in field: EntryField) -> Bool {
        switch (self[field], other[field]) {
        case (.date(let date)?, .date(let second)?): date.rounded(.down) == second.rounded(.down)
        case (.text(let text)?, .text(let second)?): text.utf8.elementsEqual(second.utf8)
        case (.text(let text)?, nil), (nil, .text(let text)?): text.isEmpty
        case (let value, let second): value == second
        }
    }
}

extension FieldValue {
    fileprivate func isOf(_ kind: EntryField.Kind) -> Bool {
        switch (self, kind) {
        case (.date, .date), (.integer, .integer), (.number, .number): true
        case (.text, .text), (.text, .zone), (.text, .measure): true
        default: false
        }
    }
}

/// Accessors for the fields that code uses by name.
extension EntryValues {
    /// Seconds since 2001-01-01T00:00:00Z, with the fraction that the store keeps.
    package var date: Double? {
        get { if case .date(let seconds)? = self[.date] { seconds } else { nil } }
        set { self[.date] = newValue.map(FieldValue.date) }
    }

    package var location: String? {
        get { text(.location) }
        set { self[.location] = newValue.map(FieldValue.text) }
    }

    package var height: String? {
        get { text(.height) }
        set { self[.height] = newValue.map(FieldValue.text) }
    }

    package var period: String? {
        get { text(.period) }
        set { self[.period] = newValue.map(FieldValue.text) }
    }

    package var wind: String? {
        get { text(.wind) }
        set { self[.wind] = newValue.map(FieldValue.text) }
    }

    package var rating: Int16? {
        get { integer(.rating) }
        set { self[.rating] = newValue.map(FieldValue.integer) }
    }

    package var notes: String? {
        get { text(.notes) }
        set { self[.notes] = newValue.map(FieldValue.text) }
    }

    /// The IANA name of the zone in which the entry was added.
    package var timeZone: String? {
        get { text(.timeZone) }
        set { self[.timeZone] = newValue.map(FieldValue.text) }
    }

    package var board: String? {
        get { text(.board) }
        set { self[.board] = newValue.map(FieldValue.text) }
    }

    package var tide: String? {
        get { text(.tide) }
        set { self[.tide] = newValue.map(FieldValue.text) }
    }

    package var crowd: String? {
        get { text(.crowd) }
        set { self[.crowd] = newValue.map(FieldValue.text) }
    }

    package var waves: Int16? {
        get { integer(.waves) }
        set { self[.waves] = newValue.map(FieldValue.integer) }
    }

    /// Minutes.
    package var duration: Double? {
        get { number(.duration) }
        set { self[.duration] = newValue.map(FieldValue.number) }
    }

    /// Metres.
    package var swellHeight: Double? {
        get { number(.swellHeight) }
        set { self[.swellHeight] = newValue.map(FieldValue.number) }
    }

    /// Seconds.
    package var swellPeriod: Double? {
        get { number(.swellPeriod) }
        set { self[.swellPeriod] = newValue.map(FieldValue.number) }
    }

    /// The direction the swell comes from, in degrees clockwise from north, `0..<360`.
    package var swellDirection: Double? {
        get { number(.swellDirection) }
        set { self[.swellDirection] = newValue.map(FieldValue.number) }
    }

    /// Degrees Celsius.
    package var waterTemperature: Double? {
        get { number(.waterTemperature) }
        set { self[.waterTemperature] = newValue.map(FieldValue.number) }
    }
}
