/// A field of a journal entry that a surfer can set, filter by and read.
///
/// The raw value is the field's one name: its CSV header, its JSON key, its attribute in the model, and, in kebab case, its
/// flag. The order of the cases is the order of columns.
package enum EntryField: String, CaseIterable, Hashable, Sendable {
    case date, location, height, period, wind, rating
    case notes, timeZone, board, tide, crowd, waves, duration
    case swellHeight, swellPeriod, swellDirection, waterTemperature

    /// What a field's value is made of.
    package enum Kind: Equatable, Sendable {
        case date, rating, text
        /// The IANA name of a time zone.
        case zone
        /// A text that may say a number, in the unit of the measure.
        case measure(MeasureKind)
        /// A whole number of 0...`Int16.max`.
        case count
        /// A number in a unit of its own, whatever it was typed in.
        case number(NumberUnit)
    }

    /// The fields of the model's first version, which is the tutorial's.
    package static let firstModel: [EntryField] = [.date, .location, .height, .period, .wind, .rating]

    /// The fields that TEXT is searched in.
    package static let searched: [EntryField] = [.location, .wind, .notes]

    /// The field with that name, in camel or kebab case, or nil; `spot` and `place` are names of `location`.
    package init?(name: String) {
        if EntryField.placeNames.contains(name) {
            self = .location
        } else if let field = EntryField(rawValue: name) {
            self = field
        } else if let field = EntryField.allCases.first(where: { $0.kebabName == name }) {
            self = field
        } else {
            return nil
        }
    }

    private static let placeNames: Set<String> = ["location", "spot", "place"]

    /// The field's name in columns, keys and predicates.
    package var name: String { rawValue }

    /// The option that sets the field or filters by it.
    package var flag: String { "--" + kebabName }

    /// The field's name in a sentence: `swell height`; where one surfs is a place.
    package var words: String { self == .location ? "place" : spelled(" ") }

    private var kebabName: String { spelled("-") }

    /// What the field's value is made of.
    package var kind: Kind {
        switch self {
        case .date: .date
        case .rating: .rating
        case .location, .notes, .board: .text
        case .timeZone: .zone
        case .height, .tide: .measure(.height)
        case .period: .measure(.period)
        case .wind: .measure(.wind)
        case .crowd: .measure(.people)
        case .waves: .count
        case .duration: .number(.minutes)
        case .swellHeight: .number(.metres)
        case .swellPeriod: .number(.seconds)
        case .swellDirection: .number(.degrees)
        case .waterTemperature: .number(.celsius)
        }
    }

    /// Whether an entry with these values is shown and asked for the field: the first model's always, others where they say
    /// something.
    package func isShown(in values: EntryValues) -> Bool { EntryField.firstModel.contains(self) || values[self] != nil }

    /// Whether a filter without `..` searches the field's text rather than its number.
    package var isFilteredByText: Bool {
        switch self {
        case .wind, .tide, .crowd: true
        default: kind == .text || kind == .zone
        }
    }

    /// Whether a sentence gives any quoted text to the field behind its name.
    var isQuotable: Bool {
        switch self {
        case .height, .period, .wind, .notes, .board, .tide, .crowd: true
        default: false
        }
    }

    private func spelled(_ separator: String) -> String {
        rawValue.map { $0.isUppercase ? separator + $0.lowercased() : String($0) }.joined()
    }
}
