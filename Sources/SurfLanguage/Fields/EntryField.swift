/// A field of an entry that a surfer can set, filter by and read.
///
/// The raw value is the field's name: its CSV header, JSON key and attribute in the model. In kebab case it is the
/// option. The order of the cases is the order of columns.
package enum EntryField: String, CaseIterable, Hashable, Sendable {
    case date, location, height, period, wind, rating
    case notes, timeZone, board, tide, crowd, waves, duration
    case swellHeight, swellPeriod, swellDirection, waterTemperature

    /// The type of a field's value.
    package enum Kind: Equatable, Sendable {
        case date, rating, text
        /// The IANA name of a time zone.
        case zone
        /// A text that may contain a number in a unit of the measure.
        case measure(MeasureKind)
        /// A whole number in `0...Int16.max`.
        case count
        /// A number stored in this unit, in whichever unit it was typed.
        case number(NumberUnit)
    }

    /// The fields of the model's first version, which is the tutorial's.
    package static let firstModel: [EntryField] = [.date, .location, .height, .period, .wind, .rating]

    /// The fields searched for text.
    package static let searched: [EntryField] = [.location, .wind, .notes]

    /// The field with that name in camel or kebab case, or nil. `spot` and `place` are names of `location`.
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

    /// The field's name in a sentence, such as `swell height`. For `location` it is `place`.
    package var words: String { self == .location ? "place" : spelled(" ") }

    private var kebabName: String { spelled("-") }

    /// The type of the field's value.
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

    /// Whether the field is shown and asked for in an entry with these values. The first model's fields always are,
    /// others if they have a value.
    package func isShown(in values: EntryValues) -> Bool { EntryField.firstModel.contains(self) || values[self] != nil }

    /// Whether a filter without `..` searches the field's text instead of its number.
    package var isFilteredByText: Bool {
        switch self {
        case .wind, .tide, .crowd: true
        default: kind == .text || kind == .zone
        }
    }

    /// Whether a quoted text after the field's name is its value in a sentence.
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
