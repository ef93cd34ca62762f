import Journal
import SurfLanguage

/// A command line of a session, cut into words; the same on a terminal and in a script.
///
/// Words end at blanks. A quote opens only where a word begins: `'as it is'`, or `"with \" and \\"`. `#` at the start of
/// the line begins a comment, `&` counts only as the last word, `~/` only at the start of a plain word. There are no
/// variables, no patterns and no `;`.
struct ScriptLine: Equatable, Sendable {
    /// The words, without the `&` at the end.
    var words: [ScriptWord]
    /// Whether the command is to run in the background.
    var isInBackground: Bool

    /// The most bytes of a line.
    static let sizeLimit = 1 << 20

    /// Cuts a line.
    /// - Parameter home: what `~` stands for in `~/`.
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

    /// Whether nothing is to be done.
    var isEmpty: Bool { words.isEmpty }

    /// The words as a program gets them.
    var arguments: [String] { words.map(\.text) }

    /// The line's words that a sentence is made of, with their quotes known.
    ///
    /// - Parameters:
    ///   - sentence: the words of the sentence in the order of the line, as the argument parser found them.
    ///   - isValue: whether the word at an index belongs to the option before it.
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
