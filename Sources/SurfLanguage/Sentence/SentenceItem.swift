/// An item of a part.
struct SentenceItem {
    enum Kind {
        case reading(Reading)
        /// A known place. There are several names if they match equally well.
        case name([String])
        case quoted
        /// A surf spot that the journal does not know.
        case spot
        /// A tag or a person, which are notes.
        case mention
        /// A number that is not a value.
        case number
        case word
        /// Punctuation.
        case mark
    }

    var kind: Kind
    var tokens: Range<Int>

    init(_ kind: Kind, _ tokens: Range<Int>) { (self.kind, self.tokens) = (kind, tokens) }

    /// The runs of consecutive words, as ranges of items.
    static func runs(_ items: [SentenceItem]) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        for index in items.indices where items[index].isWord {
            if let last = runs.last, last.upperBound == index,
                items[index - 1].tokens.upperBound == items[index].tokens.lowerBound
            {
                runs[runs.count - 1] = last.lowerBound..<index + 1
            } else {
                runs.append(index..<index + 1)
            }
        }
        return runs
    }

    var isKnownPlace: Bool { if case .name = kind { true } else { false } }

    /// Whether the item remains when dates and values are removed.
    var isLeft: Bool {
        switch kind {
        case .name, .quoted, .spot, .word: true
        default: false
        }
    }

    var isMention: Bool { if case .mention = kind { true } else { false } }

    /// Whether it may be a word of a new place's name.
    var isWord: Bool {
        switch kind {
        case .word, .spot: true
        default: false
        }
    }

    var isQuoted: Bool { if case .quoted = kind { true } else { false } }

    var isSpot: Bool { if case .spot = kind { true } else { false } }

    /// Whether the item is a value other than a date.
    var isValue: Bool { if case .reading = kind { !isDate } else { false } }

    var isDate: Bool {
        if case .reading(let reading) = kind, case .date(let pieces) = reading.meaning {
            if pieces.count == 1, case .dayOrRating = pieces[0] { return false }
            return true
        }
        return false
    }

    /// Whether it is `2nd`, `4th` without a month, which may be a place in a heat.
    var isOrdinal: Bool {
        if case .reading(let reading) = kind, case .date(let pieces) = reading.meaning, pieces.count == 1,
            case .dayOfMonth = pieces[0]
        {
            return true
        }
        return false
    }

    /// Whether it is `sat` with nothing that makes it a weekday.
    var isShortWeekday: Bool {
        if case .reading(let reading) = kind, case .date(let pieces) = reading.meaning, pieces.count == 1 {
            return pieces[0].isShortWeekday
        }
        return false
    }

    var namesDay: Bool {
        if case .reading(let reading) = kind, case .date(let pieces) = reading.meaning {
            return pieces.contains(where: \.namesDay)
        }
        return false
    }

    var fields: [EntryField] {
        if case .reading(let reading) = kind, case .fieldMatches(let fieldMatches) = reading.meaning {
            return fieldMatches.map(\.field)
        }
        return []
    }
}

extension Term {
    /// Whether the term is a function word, after which a value is not part of a narrative.
    var isFunctionWord: Bool {
        switch self {
        case .article, .preposition, .verb, .and, .at, .on, .of, .to, .with: true
        default: false
        }
    }
}
