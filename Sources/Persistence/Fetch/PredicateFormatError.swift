/// A mistake in the text of a predicate, or an argument that does not fit its placeholder.
public struct PredicateFormatError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The text that was parsed. Arguments are never part of an error.
    public let format: String
    /// Where the mistake is, in characters from 0; the length of the text if something is missing at its end.
    public let position: Int
    /// What is wrong there, as the end of a sentence: “expected a value”.
    public let reason: String

    public init(format: String, position: Int, reason: String) {
        self.format = format
        self.position = position
        self.reason = reason
    }

    public var description: String {
        "The predicate is wrong at character \(position + 1): \(reason)."
    }

    /// The line of the text with the mistake, and a line with a caret below the character.
    public var pointer: String { predicatePointer(to: position, in: format) }
}

/// The line of `format` that holds character `position`, and below it a caret.
package func predicatePointer(to position: Int, in format: String) -> String {
    let before = format.prefix(position)
    let lineStart = before.lastIndex(where: \.isNewline).map(format.index(after:)) ?? format.startIndex
    let line = format[lineStart...].prefix { !$0.isNewline }
    let column = format.distance(from: lineStart, to: before.endIndex)
    return "\(line)\n\(String(repeating: " ", count: max(column, 0)))^"
}
