import Foundation

/// The regular expression of a `MATCHES`, in Foundation's (ICU's) syntax. It must match the whole value.
package struct TextPattern: Sendable, Equatable {
    package let pattern: String
    package let options: FetchPredicate.Options
    private let expression: NSRegularExpression

    /// Nil if the pattern is not a valid regular expression.
    package init?(_ pattern: String, _ options: FetchPredicate.Options) {
        // `[d]` removes accents on both sides. `[c]` is the expression's own flag, so that classes like \W keep their
        // case.
        let folded = TextFolding.fold(pattern, options.intersection(.diacriticInsensitive))
        let flags: NSRegularExpression.Options = options.contains(.caseInsensitive) ? [.caseInsensitive] : []
        // The pattern is checked alone first: `a)(b` would be valid inside the group. ICU rejects an empty pattern.
        guard folded.isEmpty || (try? NSRegularExpression(pattern: folded, options: flags)) != nil,
            let expression = try? NSRegularExpression(pattern: "(?:\(folded))\\z", options: flags)
        else { return nil }
        self.pattern = pattern
        self.options = options
        self.expression = expression
    }

    /// Whether the whole of `text` matches.
    ///
    /// - Parameter key: the key of the row with the text, for the error.
    /// - Throws: `PatternLimitError` if `text` is too long, or if the result is unknown when the steps for its length or
    ///   the expression's memory are used up.
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

    /// How many progress reports a match may make, one every 10,000 steps: about 10 ms, and 4 steps for each UTF-16
    /// unit.
    private static func reports(forLength length: Int) -> Int { 50 + length / 2_500 }

    package static func == (left: TextPattern, right: TextPattern) -> Bool {
        left.pattern.hasSameBytes(as: right.pattern) && left.options == right.options
    }
}

/// A `MATCHES` was stopped because it exceeded the limit on steps or memory for one string.
///
/// It is not known whether the string matches, so the fetch fails. The error does not contain the string.
public struct PatternLimitError: LocalizedError, Equatable, Sendable {
    /// The pattern of the `MATCHES`.
    public let pattern: String
    /// The primary key of the tested object; nil for a value without an object.
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

/// Caches the patterns that a connection's statements use, so that they are not compiled for each row.
package final class TextPatternCache: Sendable {
    private struct Known {
        let text: String
        let options: FetchPredicate.Options
        let pattern: TextPattern
    }

    private static let capacity = 32
    /// The newest last. A statement uses one or a few.
    private let patterns = LockedValue<[Known]>([])

    package init() {}

    /// The compiled pattern; nil if it is not a valid regular expression.
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
