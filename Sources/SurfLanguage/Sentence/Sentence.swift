/// The result of parsing a sentence.
package struct Sentence: Equatable, Sendable {
    /// A value and the text it was parsed from.
    package struct Piece: Equatable, Sendable {
        package let field: EntryField
        /// The text as typed.
        package let text: String
        /// The position in the UTF-8 of the line.
        package let bytes: Range<Int>
    }

    /// The values. Fields that are not in the sentence are nil.
    package var values = EntryValues()
    /// All values with the text they were parsed from, in the order of that text.
    package var pieces: [Piece] = []
    /// Whether the place is not known to the journal.
    package var isNewPlace = false
    /// The typed name of a place that the journal spells differently. Nil if the spelling is the same.
    package var typedPlace: String?
    /// Whether no time of day was given.
    package var isTimeAssumed = false
    /// The light that the time is, where the place's is known.
    package var twilight: Twilight?
    /// The parsed line.
    package var line = ""

    /// Whether it says more than a place and notes.
    package var hasValues: Bool { pieces.contains { $0.field != .location && $0.field != .notes } }

    package init() {}
}
