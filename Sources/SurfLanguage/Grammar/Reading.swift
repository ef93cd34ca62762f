/// A possible meaning of a run of tokens.
struct Reading {
    enum Meaning {
        /// Values of fields.
        case fieldMatches([FieldMatch])
        /// Pieces of a date.
        case date([DatePiece])
        /// Text in the form of a value that is refused or asked about.
        case refusal(SentenceError)
    }

    /// The index of the token after the run.
    var end: Int
    var meaning: Meaning
    /// Whether it may be part of a narrative if an unknown word precedes it: `hurt my knee`, `drove 2 hours`.
    var isWeak = false

    /// Whether it is a length of time or a number of waves, which everyday words may precede: `stayed out 40 min`.
    var isCount: Bool {
        guard case .fieldMatches(let found) = meaning else { return false }
        return found.allSatisfy { $0.field == .duration || $0.field == .waves }
    }

    /// Whether it is a measure of which a watch has others: a time, a distance or a speed.
    var isOfMeasure: Bool {
        switch meaning {
        case .fieldMatches(let found):
            isSpeed || found.allSatisfy { [.duration, .period, .height, .waterTemperature].contains($0.field) }
        case .refusal: true
        case .date: false
        }
    }

    /// Whether it is a number of seconds, which may be those of a ride: `18 sec tube`.
    var isOfTube: Bool {
        guard case .fieldMatches(let found) = meaning else { return false }
        return found.allSatisfy { $0.field == .period }
    }

    /// Whether it is a wind of which nothing but the speed is known.
    var isSpeed: Bool {
        guard case .fieldMatches(let found) = meaning else { return false }
        return found.allSatisfy { $0.wind == .speed }
    }
}

/// A field's value found in a sentence.
struct FieldMatch {
    var field: EntryField
    var value: FieldValue
    /// The tokens of the value.
    var tokens: Range<Int>
    /// The aspects of the wind that the value describes, if any.
    var wind: WindAspects = []
    /// Whether it is a word with other meanings, such as a part of the body.
    var isWeak = false

    init(_ field: EntryField, _ value: FieldValue, _ tokens: Range<Int>) {
        (self.field, self.value, self.tokens) = (field, value, tokens)
    }
}

/// Aspects of a wind. Two descriptions without a common aspect are one wind: `offshore, glassy`.
struct WindAspects: OptionSet {
    let rawValue: Int
    static let surface = WindAspects(rawValue: 1)
    static let side = WindAspects(rawValue: 2)
    static let direction = WindAspects(rawValue: 4)
    static let speed = WindAspects(rawValue: 8)
    static let strength = WindAspects(rawValue: 16)
}
