import Journal
import SurfLanguage

/// A text given to a field outside a sentence, which is therefore not echoed.
struct TypedValue {
    let field: EntryField
    let text: String
    private let journal: Journal

    /// Nil if the value is not a text.
    init?(_ field: EntryField, _ value: FieldValue?, _ journal: Journal) {
        guard case .text(let text)? = value else { return nil }
        (self.field, self.text, self.journal) = (field, text, journal)
    }

    /// Reports a new place, with a suggestion, or a measure without a number.
    func report(_ context: CommandContext) {
        if field == .location, (try? journal.hasPlace(text)) == false {
            context.console.note(Messages.newPlace(text, meant: meantPlace(context)))
        }
        reportUncounted(context)
    }

    /// Reports a measure without a number, which statistics and filters cannot count.
    func reportUncounted(_ context: CommandContext) {
        if !isUnderstood {
            context.console.note("'\(text)' has no number for the \(field.words). It is kept as text and not counted.")
        }
    }

    /// Whether the text is a measure, alone or before the field's name: `low` is a low tide.
    private var isUnderstood: Bool {
        [text, "\(text) \(field.words)"].contains { FieldReader.isUnderstood($0, of: field) }
    }

    /// Reports a new place if there is a suggestion for it.
    func reportMeant(_ context: CommandContext) {
        guard let place = meantPlace(context) else { return }
        context.console.note(Messages.newPlace(text, meant: place))
    }

    /// The known place that a sentence would understand the new name as, because of its case, a typo or an unfinished
    /// name.
    func meantPlace(_ context: CommandContext) -> String? {
        guard field == .location, let places = try? journal.knownPlaces(), !places.contains(text) else { return nil }
        let reader = SentenceReader(dates: context.dates, units: .feet, places: places)
        guard let sentence = try? reader.read([text]), sentence.pieces.count == 1, let place = sentence.values.location,
            place != text, places.contains(place)
        else { return nil }
        return place
    }
}

extension FieldChanges {
    /// The texts among the new values.
    func typedValues(in journal: Journal) -> [TypedValue] {
        assignments.compactMap { TypedValue($0.field, $0.value, journal) }
    }
}
