import SurfLanguage

/// A word of a command line.
struct ScriptWord: Equatable, Sendable {
    /// The quotes at the start of a word.
    enum Quoting: Equatable, Sendable {
        case none
        /// `'verbatim'`
        case single
        /// `"with \" and \\"`
        case double
    }

    /// The text of the word, without quotes and escapes.
    var text: String
    /// The position in the line, including quotes, in UTF-8 bytes from the line's start.
    var range: Range<Int>
    var quoting = Quoting.none
    /// The length of the quoted part of `text` in UTF-8 bytes. Text after the closing quote is not part of it.
    var quotedCount = 0

    /// The word as part of a sentence. Its quoted part is not split at commas.
    var sentenceWord: SentenceWord {
        if quoting == .none { return .plain(text) }
        let bytes = Array(text.utf8)
        return .quoted(
            String(decoding: bytes[..<quotedCount], as: UTF8.self),
            then: String(decoding: bytes[quotedCount...], as: UTF8.self))
    }
}

/// A command line that cannot be split into words.
enum ScriptMistake: Error, Equatable, Sendable {
    /// A quote without its end. The value is the text from the quote on.
    case unclosedQuote(String)
    /// The line is longer than `ScriptLine.sizeLimit`.
    case tooLong
    /// The line contains a NUL character, which an argument cannot contain.
    case containsNUL
}
