/// A field of an entry that a surfer can set, filter by and read. The order of the cases is the order of columns.
package enum EntryField: Int, CaseIterable, Hashable, Sendable {
    case date, location, height, period, wind, rating
    case notes, timeZone, board, tide, crowd, waves, duration
    case swellHeight, swellPeriod, swellDirection, waterTemperature

    /// The type of a field's value.
    package enum Kind: Equatable, Sendable {
        case date, text
        /// The IANA name of a time zone.
        case zone
        /// A text that may contain a number in a unit of the measure.
        case measure(MeasureKind)
        /// A whole number in the range.
        case integer(ClosedRange<Int16>)
        /// A number stored in this unit, in whichever unit it was typed.
        case number(NumberUnit)
    }

    /// All that is known of the field, but for the grammar that reads it in a sentence.
    private var defined: FieldDefinition {
        switch self {
        case .date: FieldDefinition("date", .date, since: 1, help: "When it was.", value: "date")
        case .location:
            FieldDefinition(
                "location", .text, since: 1, help: "The place.", value: "place", words: "place",
                otherNames: ["spot", "place"], uses: [.search])
        case .height:
            FieldDefinition(
                "height", .measure(.height), since: 1, number: "heightFeet",
                help: "The height of the waves, such as 4ft, 1.2m or 4-6ft.", value: "height", uses: [.quote])
        case .period:
            FieldDefinition(
                "period", .measure(.period), since: 1, number: "periodSeconds", help: "The wave period, such as 12s.",
                value: "period", uses: [.quote])
        case .wind:
            FieldDefinition(
                "wind", .measure(.wind), since: 1, number: "windKnots", help: "The wind, such as 'offshore 5kts'.",
                value: "wind", uses: [.quote, .search, .filterByText])
        case .rating:
            FieldDefinition(
                "rating", .integer(1...5), since: 1, help: "The rating, from 1 to 5 stars.", value: "rating")
        case .notes:
            FieldDefinition("notes", .text, since: 2, help: "Anything else.", value: "text", uses: [.quote, .search])
        case .timeZone:
            FieldDefinition(
                "timeZone", .zone, since: 2, help: "The time zone, such as America/Los_Angeles.", value: "zone")
        case .board:
            FieldDefinition("board", .text, since: 2, help: "The board.", value: "board", uses: [.quote, .search])
        case .tide:
            FieldDefinition(
                "tide", .measure(.height), since: 2, number: "tideFeet",
                help: "The tide, such as 'low, rising' or 2.4ft.", value: "tide", uses: [.quote, .filterByText])
        case .crowd:
            FieldDefinition(
                "crowd", .measure(.people), since: 2, number: "crowdPeople",
                help: "How many people were out, such as 12 or packed.", value: "crowd", uses: [.quote, .filterByText])
        case .waves:
            FieldDefinition(
                "waves", .integer(0...Int16.max), since: 2, help: "How many waves you caught.", value: "count")
        case .duration:
            FieldDefinition(
                "duration", .number(.minutes), since: 2, help: "How long you surfed, such as 90 (minutes) or 1h30.",
                value: "time")
        case .swellHeight:
            FieldDefinition(
                "swellHeight", .number(.metres), since: 2, help: "The swell height, such as 5ft or 1.5m.",
                value: "height")
        case .swellPeriod:
            FieldDefinition(
                "swellPeriod", .number(.seconds), since: 2, help: "The measured swell period, such as 14s.",
                value: "period")
        case .swellDirection:
            FieldDefinition(
                "swellDirection", .number(.degrees), since: 2,
                help: "The direction the swell came from, such as 290 (degrees) or WNW.", value: "direction")
        case .waterTemperature:
            FieldDefinition(
                "waterTemperature", .number(.celsius), since: 2, help: "The water temperature, such as 17C or 63F.",
                value: "temperature")
        }
    }

    private static let definitions = allCases.map(\.defined)

    /// The definition of the field.
    package var definition: FieldDefinition { EntryField.definitions[rawValue] }

    /// The fields of the model's first version, which is the tutorial's.
    package static let firstModel = allCases.filter { $0.definition.since == 1 }

    /// The fields searched for text.
    package static let searched = allCases.filter { $0.definition.uses.contains(.search) }

    /// The field with exactly this name in columns, keys and predicates, or nil.
    package init?(key: String) {
        guard let field = EntryField.named[key], field.name == key else { return nil }
        self = field
    }

    /// The fields of a swell.
    package static let swell: [EntryField] = [.swellHeight, .swellPeriod, .swellDirection]

    /// The field with that name in camel or kebab case, or nil. `spot` and `place` are names of `location`.
    package init?(name: String) {
        guard let field = EntryField.named[name] else { return nil }
        self = field
    }

    /// The field that an answer names, such as `the place` or `waves`; nil if it names none.
    package init?(answer: String) {
        let text = answer.folded
        let name =
            ["the ", "a ", "its ", "it's "].first(where: text.hasPrefix).map { String(text.dropFirst($0.count)) }
            ?? text
        guard let field = EntryField.allCases.first(where: { $0.labels.contains(name) }) else { return nil }
        self = field
    }

    /// The fields by all their names.
    private static let named = Dictionary(
        allCases.flatMap { field in
            ([field.name, field.optionName] + field.definition.otherNames).map { ($0, field) }
        }, uniquingKeysWith: { first, _ in first })

    /// The field's name in columns, keys and predicates.
    package var name: String { definition.name }

    /// The field's name as it is typed, such as `swell-height`.
    package var optionName: String { spelled("-") }

    /// The option that sets the field or filters by it.
    package var flag: String { "--" + optionName }

    /// The field's name in a sentence, such as `swell height`. For `location` it is `place`.
    package var words: String { definition.words ?? spelled(" ") }

    /// The field's names in a sentence.
    var labels: Set<String> { Set([words, spelled(" ")] + definition.otherNames) }

    /// The type of the field's value.
    package var kind: Kind { definition.kind }

    /// The unit of a number field, or nil for other fields.
    package var unit: NumberUnit? {
        if case .number(let unit) = kind { unit } else { nil }
    }

    /// Whether the field is shown and asked for in an entry with these values. The first model's fields always are,
    /// others if they have a value.
    package func isShown(in values: EntryValues) -> Bool { definition.since == 1 || values[self] != nil }

    /// Whether a filter without `..` searches the field's text instead of its number.
    package var isFilteredByText: Bool {
        definition.uses.contains(.filterByText) || kind == .text || kind == .zone
    }

    /// Whether a quoted text after the field's name is its value in a sentence.
    var isQuotable: Bool { definition.uses.contains(.quote) }

    private func spelled(_ separator: String) -> String {
        name.map { $0.isUppercase ? separator + $0.lowercased() : String($0) }.joined()
    }
}

/// All that is known of a field.
package struct FieldDefinition: Sendable {
    /// The CSV header, JSON key and attribute in the model. In kebab case it is the option.
    package let name: String
    package let kind: EntryField.Kind
    /// The first version of the journal's model that has the field.
    package let since: Int
    /// The name in predicates of the number in a measure's text, such as `heightFeet`. Nil for other fields.
    package let number: String?
    /// What the option's help says, and the placeholder for its value.
    package let help, value: String
    /// The name in a sentence; nil if it is the words of `name`.
    let words: String?
    package let otherNames: [String]
    let uses: Set<Use>

    enum Use {
        /// TEXT in a filter is searched in the field.
        case search
        /// A filter without `..` searches the field's text instead of its number.
        case filterByText
        /// In a sentence, a quoted text after the field's name is its value.
        case quote
    }

    fileprivate init(
        _ name: String, _ kind: EntryField.Kind, since: Int, number: String? = nil, help: String, value: String,
        words: String? = nil, otherNames: [String] = [], uses: Set<Use> = []
    ) {
        (self.name, self.kind, self.since, self.number) = (name, kind, since, number)
        (self.help, self.value, self.words, self.otherNames) = (help, value, words, otherNames)
        self.uses = uses
    }
}
