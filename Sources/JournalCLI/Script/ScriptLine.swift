import SurfLanguage

/// A command line of the prompt or a script, split into words.
///
/// Words are separated by blanks. A quote opens only at the start of a word: `'verbatim'`, or `"with \" and \\"`. `#`
/// at the start of the line begins a comment. `&` has a meaning only as the last word, `~/` only at the start of an
/// unquoted word. There are no variables, no patterns and no `;`.
struct ScriptLine: Equatable, Sendable {
    /// The words, without a final `&`.
    var words: [ScriptWord]
    /// Whether to run the command in the background.
    var isInBackground: Bool

    /// The largest size of a line in bytes.
    static let sizeLimit = 1 << 20

    /// Splits a line into words.
    /// - Parameter home: The directory that `~` in `~/` stands for.
    /// - Throws: `.tooLong`, `.containsNUL`, `.unclosedQuote`.
    init(_ line: String, home: String?) throws(ScriptMistake) {
        if line.utf8.count > ScriptLine.sizeLimit { throw .tooLong }
        if line.utf8.contains(0) { throw .containsNUL }
        (words, isInBackground) = ([], false)
        if ScriptLine.isComment(line) { return }
        var reader = ScriptWordReader(line, home: home)
        while let word = reader.next() { words.append(word) }
        if let open = reader.unclosed {
            throw .unclosedQuote(String(decoding: Array(line.utf8)[open.range], as: UTF8.self))
        }
        if let last = words.last, last.quoting == .none, last.text == "&" {
            words.removeLast()
            isInBackground = true
        }
    }

    /// Whether the line has no command.
    var isEmpty: Bool { words.isEmpty }

    /// The words without quotes.
    var arguments: [String] { words.map(\.text) }

    /// The words of a sentence, with the quotes they have on the line.
    ///
    /// - Parameters:
    ///   - sentence: The sentence's words in the order of the line, as found by the argument parser.
    ///   - isValue: Whether the word at an index is the value of the option before it.
    func sentenceWords(_ sentence: [String], isValue: (Int) -> Bool) -> [SentenceWord] {
        var index = 0
        return sentence.map { text in
            while index < words.count, words[index].text != text || isValue(index) { index += 1 }
            guard index < words.count else { return .plain(text) }
            index += 1
            return words[index - 1].sentenceWord
        }
    }

    private static func isComment(_ line: String) -> Bool {
        line.utf8.first { !$0.isScriptBlank } == UInt8(ascii: "#")
    }
}
