/// The values of an entry's fields. A missing value is nil.
package struct EntryValues: Equatable, Sendable {
    /// Seconds since 2001-01-01T00:00:00Z, with the fraction that the store keeps.
    package var date: Double?
    package var location: String?
    package var height: String?
    package var period: String?
    package var wind: String?
    package var rating: Int16?
    package var notes: String?
    /// The IANA name of the zone in which the entry was added.
    package var timeZone: String?
    package var board: String?
    package var tide: String?
    package var crowd: String?
    package var waves: Int16?
    /// Minutes.
    package var duration: Double?
    /// Metres.
    package var swellHeight: Double?
    /// Seconds.
    package var swellPeriod: Double?
    /// The direction the swell comes from, in degrees clockwise from north, `0..<360`.
    package var swellDirection: Double?
    /// Degrees Celsius.
    package var waterTemperature: Double?

    package init(
        date: Double? = nil, location: String? = nil, height: String? = nil, period: String? = nil,
        wind: String? = nil, rating: Int16? = nil, notes: String? = nil
    ) {
        self.date = date
        self.location = location
        self.height = height
        self.period = period
        self.wind = wind
        self.rating = rating
        self.notes = notes
    }

    /// Whether all values are missing.
    package var isEmpty: Bool { date == nil && self == EntryValues() }

    /// The value of a field, or nil if it is missing.
    ///
    /// - Precondition: A value that is set is of the field's kind.
    package subscript(_ field: EntryField) -> FieldValue? {
        get {
            switch field.kind {
            case .date: date.map(FieldValue.date)
            case .rating: rating.map(FieldValue.rating)
            case .count: count(field).map(FieldValue.count)
            case .number: number(field).map(FieldValue.number)
            case .text, .zone, .measure: text(field).map(FieldValue.text)
            }
        }
        set {
            guard let newValue else { return clear(field) }
            switch (field.kind, newValue) {
            case (.date, .date(let seconds)): date = seconds
            case (.rating, .rating(let stars)): rating = stars
            case (.count, .count(let count)): waves = count
            case (.number, .number(let number)): setNumber(number, of: field)
            case (.text, .text(let text)), (.zone, .text(let text)), (.measure, .text(let text)):
                setText(text, of: field)
            default: preconditionFailure("A value of another kind was given to the field \(field.name).")
            }
        }
    }

    /// The text of a text field. Nil if it is missing or the field is of another kind.
    package func text(_ field: EntryField) -> String? {
        switch field {
        case .location: location
        case .height: height
        case .period: period
        case .wind: wind
        case .notes: notes
        case .timeZone: timeZone
        case .board: board
        case .tide: tide
        case .crowd: crowd
        default: nil
        }
    }

    /// The number of a number field in its unit. Nil if it is missing or the field is of another kind.
    package func number(_ field: EntryField) -> Double? {
        switch field {
        case .duration: duration
        case .swellHeight: swellHeight
        case .swellPeriod: swellPeriod
        case .swellDirection: swellDirection
        case .waterTemperature: waterTemperature
        default: nil
        }
    }

    /// The count of a count field. Nil if it is missing or the field is of another kind.
    package func count(_ field: EntryField) -> Int16? { field == .waves ? waves : nil }

    /// Whether import treats the two as the same entry: all fields are equal, with dates compared to the second and
    /// empty texts equal to missing ones.
    package func isSame(as other: EntryValues) -> Bool {
        EntryField.allCases.allSatisfy { field in
            switch field.kind {
            case .date: date.map { $0.rounded(.down) } == other.date.map { $0.rounded(.down) }
            case .rating, .count, .number: self[field] == other[field]
            case .text, .zone, .measure: (text(field) ?? "").utf8.elementsEqual((other.text(field) ?? "").utf8)
            }
        }
    }

    private mutating func clear(_ field: EntryField) {
        switch field.kind {
        case .date: date = nil
        case .rating: rating = nil
        case .count: waves = nil
        case .number: setNumber(nil, of: field)
        case .text, .zone, .measure: setText(nil, of: field)
        }
    }

    private mutating func setText(_ text: String?, of field: EntryField) {
        switch field {
        case .location: location = text
        case .height: height = text
        case .period: period = text
        case .wind: wind = text
        case .notes: notes = text
        case .timeZone: timeZone = text
        case .board: board = text
        case .tide: tide = text
        case .crowd: crowd = text
        default: preconditionFailure("A text was given to the field \(field.name).")
        }
    }

    private mutating func setNumber(_ number: Double?, of field: EntryField) {
        switch field {
        case .duration: duration = number
        case .swellHeight: swellHeight = number
        case .swellPeriod: swellPeriod = number
        case .swellDirection: swellDirection = number
        case .waterTemperature: waterTemperature = number
        default: preconditionFailure("A number was given to the field \(field.name).")
        }
    }
}
