/// The format of a predicate is invalid, or an argument does not fit its placeholder.
public struct PredicateFormatError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The format that was parsed. Arguments are never part of an error.
    public let format: String
    /// The position of the mistake, in characters from 0; the length of the format if something is missing at its end.
    public let position: Int
    /// What is wrong, as part of a sentence, such as “expected a value”.
    public let reason: String

    /// An error at `position` of `format`.
    public init(format: String, position: Int, reason: String) {
        self.format = format
        self.position = position
        self.reason = reason
    }

    public var description: String {
        "The predicate is wrong at character \(position + 1): \(reason)."
    }

    /// The line of the format with the mistake, and a second line with a caret below the character.
    public var pointer: String { predicatePointer(to: position, in: format) }
}

/// The line of `format` that contains character `position`, and a second line with a caret below it.
package func predicatePointer(to position: Int, in format: String) -> String {
    let before = format.prefix(position)
    let lineStart = before.lastIndex(where: \.isNewline).map(format.index(after:)) ?? format.startIndex
    let line = format[lineStart...].prefix { !$0.isNewline }
    let column = format.distance(from: lineStart, to: before.endIndex)
    return "\(line)\n\(String(repeating: " ", count: max(column, 0)))^"
}
