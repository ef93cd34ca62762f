import Persistence

/// A text to search for, ignoring case and accents. As a predicate: `CONTAINS[cd]`. It folds text as the engine does, so
/// memory and store agree.
package struct TextMatch: Equatable, Sendable {
    /// The text as typed.
    package let text: String
    private let folded: String
    private static let options: FetchPredicate.Options = [.caseInsensitive, .diacriticInsensitive]

    package init(_ text: String) {
        self.text = text
        folded = TextFolding.fold(text, TextMatch.options)
    }

    /// Whether the text occurs in `haystack`. An empty text always does.
    package func occurs(in haystack: String) -> Bool {
        var haystack = haystack
        var needle = folded
        return haystack.withUTF8 { bytes in needle.withUTF8 { TextTest.contains.holds(bytes, $0, TextMatch.options) } }
    }
}
