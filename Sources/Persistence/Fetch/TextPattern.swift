import Foundation

/// The regular expression of a `MATCHES`: Foundation's (ICU's) syntax, and the whole value must match.
package struct TextPattern: Sendable, Equatable {
    package let pattern: String
    package let options: FetchPredicate.Options
    private let expression: NSRegularExpression

    /// Nil for a pattern that is no regular expression.
    package init?(_ pattern: String, _ options: FetchPredicate.Options) {
        // `[d]` drops accents on both sides; `[c]` is the expression's own flag, so that classes like \W keep their case.
        let folded = TextFolding.fold(pattern, options.intersection(.diacriticInsensitive))
        let flags: NSRegularExpression.Options = options.contains(.caseInsensitive) ? [.caseInsensitive] : []
        // By itself first: `a)(b` would be one inside the group. ICU takes no empty pattern.
        guard folded.isEmpty || (try? NSRegularExpression(pattern: folded, options: flags)) != nil,
            let expression = try? NSRegularExpression(pattern: "(?:\(folded))\\z", options: flags)
        else { return nil }
        self.pattern = pattern
        self.options = options
        self.expression = expression
    }

    /// Whether the whole of `text` matches.
    package func matches(_ text: String) -> Bool {
        let folded = TextFolding.fold(text, options.intersection(.diacriticInsensitive))
        let range = NSRange(location: 0, length: folded.utf16.count)
        return expression.firstMatch(in: folded, options: [.anchored], range: range) != nil
    }

    package static func == (left: TextPattern, right: TextPattern) -> Bool {
        left.pattern.hasSameBytes(as: right.pattern) && left.options == right.options
    }
}

/// Keeps the patterns that a connection's statements use, so that a row costs no compilation.
package final class TextPatternCache: Sendable {
    private struct Known {
        let text: String
        let options: FetchPredicate.Options
        let pattern: TextPattern
    }

    private static let capacity = 32
    /// The latest one last; a statement has one or a few.
    private let patterns = Guarded<[Known]>([])

    package init() {}

    /// The compiled pattern; nil for one that is no regular expression.
    package func pattern(_ text: String, _ options: FetchPredicate.Options) -> TextPattern? {
        patterns.withLock { patterns in
            if let known = patterns.last(where: { $0.options == options && $0.text.hasSameBytes(as: text) }) {
                return known.pattern
            }
            guard let pattern = TextPattern(text, options) else { return nil }
            if patterns.count >= TextPatternCache.capacity { patterns.removeFirst() }
            patterns.append(Known(text: text, options: options, pattern: pattern))
            return pattern
        }
    }
}
