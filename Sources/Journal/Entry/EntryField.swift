/// A field of a journal entry that a surfer can set, filter by and read.
///
/// The raw value is the field's one name: its flag without the dashes, its CSV header and its JSON key.
/// The order of the cases is the order of columns.
package enum EntryField: String, CaseIterable, Hashable, Sendable {
    case date, location, height, period, wind, rating, notes

    /// What a field's value is made of.
    package enum Kind: Equatable, Sendable {
        case date, rating, text
        /// A text that may say a number, in the unit of the measure.
        case measure(MeasureKind)
    }

    /// The fields of the model's first version, which is the tutorial's.
    package static let firstModel: [EntryField] = [.date, .location, .height, .period, .wind, .rating]

    /// The field with that name, or nil; `spot` is a name of `location`.
    package init?(name: String) {
        if name == "spot" { self = .location } else { self.init(rawValue: name) }
    }

    /// The field's name as people type it.
    package var name: String { rawValue }

    /// The option that sets the field or filters by it.
    package var flag: String { "--" + rawValue }

    /// What the field's value is made of.
    package var kind: Kind {
        switch self {
        case .date: .date
        case .rating: .rating
        case .location, .notes: .text
        case .height: .measure(.height)
        case .period: .measure(.period)
        case .wind: .measure(.wind)
        }
    }
}
