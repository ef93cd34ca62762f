import Journal
import SurfLanguage

/// A text that somebody gave to a field by itself, where no sentence around it is echoed.
struct TypedValue {
    let field: EntryField
    let text: String
    private let journal: Journal

    /// Nil for a value that is no text.
    init?(_ field: EntryField, _ value: FieldValue?, _ journal: Journal) {
        guard case .text(let text)? = value else { return nil }
        (self.field, self.text, self.journal) = (field, text, journal)
    }

    /// Says that a place is new, and what may have been meant by it, or that a measure has no number.
    func tell(_ context: CommandContext) {
        if field == .location, (try? journal.hasPlace(text)) == false {
            context.console.note(Sentences.newPlace(text, meant: meantPlace(context)))
        }
        if !FieldReader.isUnderstood(text, of: field) { context.console.note(Sentences.noNumber(text, field)) }
    }

    /// Says that a place is new where another one may have been meant.
    func tellMeant(_ context: CommandContext) {
        guard let place = meantPlace(context) else { return }
        context.console.note(Sentences.newPlace(text, meant: place))
    }

    /// The known place that a sentence would take a new name for: typed in small letters, with a typo, or begun.
    func meantPlace(_ context: CommandContext) -> String? {
        guard field == .location, let places = try? journal.placeNames(), !places.contains(text) else { return nil }
        let reader = SentenceReader(dates: context.dates, units: .feet, places: KnownPlaces(places))
        guard let said = try? reader.read([text]), said.pieces.count == 1, let place = said.values.location,
            place != text, places.contains(place)
        else { return nil }
        return place
    }
}
