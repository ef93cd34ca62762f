import CWords
import Foundation

/// A sorted list of words or names that is part of the program. A look-up reads a few lines of it, and nothing is built
/// before.
struct WordList: @unchecked Sendable {
    private static let newline = UInt8(ascii: "\n")

    /// Constants of the program. A pointer, because a build for tests reads it five times as fast as a buffer.
    private let base: UnsafePointer<UInt8>
    private let count: Int

    init(_ list: word_list) { (base, count) = (list.bytes, list.count) }

    static let spots = WordList(spot_names())
    static let english = WordList(english_words())
    /// The languages other than English.
    static let others = [spanish_words(), portuguese_words(), french_words()].map(WordList.init) + [german]
    static let german = WordList(german_words())

    /// What a list has of a word: the word itself, or only longer lines that begin with it.
    enum Match {
        case whole, beginning
    }

    /// Whether a word is in the list.
    /// - Complexity: O(log *n*) in the bytes of the list.
    func contains(_ word: String) -> Bool { match(word) == .whole }

    /// What the list has of a word; nil if no line begins with it.
    /// - Complexity: O(log *n*) in the bytes of the list.
    func match(_ word: String) -> Match? {
        var word = word
        return word.withUTF8 { word in
            let line = firstLine(from: word)
            guard let start = word.baseAddress, line.count >= word.count,
                memcmp(base + line.startIndex, start, word.count) == 0
            else { return nil }
            return line.count == word.count ? .whole : .beginning
        }
    }

    /// The first line that does not come before a word; empty if there is none.
    private func firstLine(from word: UnsafeBufferPointer<UInt8>) -> Range<Int> {
        var (low, high) = (0, count)
        while low < high {
            let line = line(around: (low + high) / 2)
            if comes(line, before: word) { low = line.endIndex + 1 } else { high = line.startIndex }
        }
        return low < count ? line(around: low) : count..<count
    }

    private func comes(_ line: Range<Int>, before word: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let start = word.baseAddress else { return false }
        let order = memcmp(base + line.startIndex, start, min(line.count, word.count))
        return order == 0 ? line.count < word.count : order < 0
    }

    private func line(around index: Int) -> Range<Int> {
        var (start, end) = (index, index)
        while start > 0, base[start - 1] != WordList.newline { start -= 1 }
        while end < count, base[end] != WordList.newline { end += 1 }
        return start..<end
    }

    /// All lines, for tests.
    var lines: [String] {
        UnsafeBufferPointer(start: base, count: count).split(separator: WordList.newline)
            .map { String(decoding: $0, as: UTF8.self) }
    }
}
