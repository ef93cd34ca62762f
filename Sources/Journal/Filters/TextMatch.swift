import Persistence

/// A text to search for. As a predicate: `CONTAINS`, with `[c]` and `[d]` according to the options. It folds text as
/// the engine does, so memory and store agree.
package struct TextMatch: Equatable, Sendable {
    /// The text as typed.
    package let text: String
    /// The differences that the search ignores.
    package let options: FetchPredicate.Options
    private let folded: String

    package init(_ needle: String, caseInsensitive: Bool = true, diacriticInsensitive: Bool = true) {
        text = needle
        var options: FetchPredicate.Options = []
        if caseInsensitive { options.insert(.caseInsensitive) }
        if diacriticInsensitive { options.insert(.diacriticInsensitive) }
        self.options = options
        folded = TextFolding.fold(needle, options)
    }

    /// Whether the text occurs in `haystack`. An empty text always does.
    package func occurs(in haystack: String) -> Bool {
        var haystack = haystack
        var needle = folded
        return haystack.withUTF8 { bytes in needle.withUTF8 { TextTest.contains.holds(bytes, $0, options) } }
    }

    /// Whether `needle` occurs in `haystack`.
    package static func contains(
        _ haystack: String, _ needle: String, caseInsensitive: Bool, diacriticInsensitive: Bool
    ) -> Bool {
        TextMatch(needle, caseInsensitive: caseInsensitive, diacriticInsensitive: diacriticInsensitive)
            .occurs(in: haystack)
    }
}
