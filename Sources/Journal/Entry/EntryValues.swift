/// The values of an entry's fields; nil is absent.
package struct EntryValues: Equatable, Sendable {
    /// Seconds since 2001-01-01T00:00:00Z, with the fraction that the store keeps.
    package var date: Double?
    package var location: String?
    package var height: String?
    package var period: String?
    package var wind: String?
    package var rating: Int16?
    package var notes: String?

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

    /// The value of a field, nil where it is absent.
    ///
    /// Precondition: a value that is set is of the field's kind.
    package subscript(_ field: EntryField) -> FieldValue? {
        get {
            switch field {
            case .date: date.map(FieldValue.date)
            case .rating: rating.map(FieldValue.rating)
            case .location, .height, .period, .wind, .notes: text(field).map(FieldValue.text)
            }
        }
        set {
            switch (field, newValue) {
            case (.date, .date(let seconds)?): date = seconds
            case (.rating, .rating(let stars)?): rating = stars
            case (.date, nil): date = nil
            case (.rating, nil): rating = nil
            case (_, .text(let text)?): setText(text, of: field)
            case (_, nil): setText(nil, of: field)
            default: preconditionFailure("A value of another kind was given to the field \(field.name).")
            }
        }
    }

    /// The text of a text field; nil where it is absent, and for `date` and `rating`.
    package func text(_ field: EntryField) -> String? {
        switch field {
        case .location: location
        case .height: height
        case .period: period
        case .wind: wind
        case .notes: notes
        case .date, .rating: nil
        }
    }

    /// Whether import takes the two for one entry: every field equal, the date to the second, empty equal to absent.
    package func isSame(as other: EntryValues) -> Bool {
        EntryField.allCases.allSatisfy { field in
            switch field {
            case .date: date.map { $0.rounded(.down) } == other.date.map { $0.rounded(.down) }
            case .rating: rating == other.rating
            default: (text(field) ?? "").utf8.elementsEqual((other.text(field) ?? "").utf8)
            }
        }
    }

    private mutating func setText(_ text: String?, of field: EntryField) {
        switch field {
        case .location: location = text
        case .height: height = text
        case .period: period = text
        case .wind: wind = text
        case .notes: notes = text
        case .date, .rating: preconditionFailure("A text was given to the field \(field.name).")
        }
    }
}

/// An entry as it is written out: its values and what the store knows about it.
package struct EntryRecord: Equatable, Sendable {
    /// The primary key, never reused.
    package var id: Int64
    /// The optimistic-locking version.
    package var rev: Int64
    /// Whether it is a seeded entry that was never edited.
    package var sample: Bool
    package var values: EntryValues

    package init(id: Int64, rev: Int64 = 1, sample: Bool = false, values: EntryValues) {
        self.id = id
        self.rev = rev
        self.sample = sample
        self.values = values
    }
}
