/// What a sentence says.
package struct Sentence: Equatable, Sendable {
    /// A value, and what it was read from.
    package struct Piece: Equatable, Sendable {
        package let field: EntryField
        /// As typed.
        package let text: String
        /// Where it stands in the UTF-8 of the line.
        package let bytes: Range<Int>
    }

    /// The values; fields that the sentence does not name stay nil.
    package var values = EntryValues()
    /// Every value with the words that it was read from, in their order.
    package var pieces: [Piece] = []
    /// Whether the place is none that the journal knows.
    package var isNewPlace = false
    /// What was typed for a place that the journal spells in another way; nil where it was typed so.
    package var typedPlace: String?
    /// Whether the time of the day was not said.
    package var isTimeAssumed = false
    /// The line as it was read.
    package var line = ""

    package init() {}
}
