import Persistence

/// Suggests a known name for a misspelt one.
package enum DidYouMean {
    /// Longer words are not misspelt names.
    private static let maxLetters = 200

    /// The most similar known name; nil if none is close.
    package static func nearest(to name: String, among known: [String]) -> String? {
        name.utf8.count > maxLetters ? nil : SpellingDistance.nearest(to: name, among: known)
    }
}
