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
    ///
    /// - Parameter key: The key of the row that the text is in, for the error.
    /// - Throws: `PatternLimitError` where neither is known after the steps that a text of this length may take, or in the
    ///   memory that the expression may use.
    package func matches(_ text: String, key: @autoclosure () -> Int64? = nil) throws(PatternLimitError) -> Bool {
        let folded = TextFolding.fold(text, options.intersection(.diacriticInsensitive))
        let length = folded.utf16.count
        var (hasMatch, isGivenUp, reports) = (false, length > TextPattern.longestText, 0)
        if !isGivenUp {
            expression.enumerateMatches(
                in: folded, options: [.anchored, .reportProgress, .reportCompletion],
                range: NSRange(location: 0, length: length)
            ) { match, flags, stop in
                if match != nil { hasMatch = true }
                if flags.contains(.progress) { reports += 1 }
                if flags.contains(.internalError) || reports > TextPattern.reports(forLength: length) {
                    isGivenUp = true
                }
                stop.pointee = ObjCBool(hasMatch || isGivenUp)
            }
        }
        if isGivenUp, !hasMatch { throw PatternLimitError(pattern: pattern, key: key()) }
        return hasMatch
    }

    /// In UTF-16 units.
    private static let longestText = 32 << 20

    /// How often a match of a text may report that it is not at its end, which it does every 10,000 steps: some 10 ms, and 4
    /// steps for each unit of the text.
    private static func reports(forLength length: Int) -> Int { 50 + length / 2_500 }

    package static func == (left: TextPattern, right: TextPattern) -> Bool {
        left.pattern.hasSameBytes(as: right.pattern) && left.options == right.options
    }
}

/// A `MATCHES` that was given up: whether a text matches would have taken more steps, or memory, than a text may.
///
/// It is neither a match nor none, so the fetch fails. It holds no text.
public struct PatternLimitError: LocalizedError, Equatable, Sendable {
    public let pattern: String
    /// The key of the object that was tested; nil for a value without one.
    public let key: Int64?

    package init(pattern: String, key: Int64?) {
        self.pattern = pattern
        self.key = key
    }

    public var errorDescription: String? {
        let row = key.map { " for the object with the key \($0)" } ?? ""
        return "MATCHES “\(pattern)” takes too many steps\(row)."
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
