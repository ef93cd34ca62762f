import Journal
import SurfLanguage

/// A word of a session's command line.
struct ScriptWord: Equatable, Sendable {
    /// How a word begins.
    enum Quoting: Equatable, Sendable {
        case none
        /// `'as it is'`
        case single
        /// `"with \" and \\"`
        case double
    }

    /// What the word says, without its quotes and escapes.
    var text: String
    /// Where it stands in the line, quotes included, in UTF-8 bytes from the line's start.
    var range: Range<Int>
    var quoting = Quoting.none
    /// How much of `text` stood in the quotes, in UTF-8 bytes; what follows the closing quote is plain.
    var quotedCount = 0

    /// The word as part of a sentence: what stood in quotes is not cut at its commas.
    var sentenceWord: SentenceWord {
        if quoting == .none { return .plain(text) }
        let bytes = Array(text.utf8)
        return .quoted(
            String(decoding: bytes[..<quotedCount], as: UTF8.self),
            then: String(decoding: bytes[quotedCount...], as: UTF8.self))
    }
}

/// A command line that cannot be cut into words.
enum ScriptMistake: Error, Equatable, Sendable {
    /// A quote that is never closed, with the text from it on.
    case unclosedQuote(String)
    /// More bytes than `ScriptLine.sizeLimit`.
    case tooLong
    /// A NUL character, which no argument can hold.
    case containsNUL
}
