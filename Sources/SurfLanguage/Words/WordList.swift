import CWords

/// A sorted list of words or names that is part of the program. A look-up reads a few lines of it, and nothing is built
/// before.
struct WordList: @unchecked Sendable {
    /// Constants of the program.
    private let bytes: UnsafeBufferPointer<UInt8>

    init(_ list: word_list) { bytes = UnsafeBufferPointer(start: list.bytes, count: list.count) }

    static let spots = WordList(spot_names())
    static let english = WordList(english_words())
    /// The languages other than English.
    static let others = [spanish_words(), portuguese_words(), french_words(), german_words()].map(WordList.init)

    /// Whether a word is in the list.
    /// - Complexity: O(log *n*) in the bytes of the list.
    func contains(_ word: String) -> Bool { line(from: word).map { $0.count == word.utf8.count } ?? false }

    /// Whether a word, or a longer one that begins with it, is in the list.
    func hasPrefix(_ word: String) -> Bool { line(from: word) != nil }

    /// The first line that begins with the word: the word itself, if it is there.
    private func line(from word: String) -> Slice<UnsafeBufferPointer<UInt8>>? {
        var (low, high) = (0, bytes.count)
        while low < high {
            let line = line(around: (low + high) / 2)
            if line.lexicographicallyPrecedes(word.utf8) { low = line.endIndex + 1 } else { high = line.startIndex }
        }
        guard low < bytes.count else { return nil }
        let line = line(around: low)
        return line.starts(with: word.utf8) ? line : nil
    }

    private func line(around index: Int) -> Slice<UnsafeBufferPointer<UInt8>> {
        let newline = UInt8(ascii: "\n")
        var (start, end) = (index, index)
        while start > 0, bytes[start - 1] != newline { start -= 1 }
        while end < bytes.count, bytes[end] != newline { end += 1 }
        return bytes[start..<end]
    }

    /// All lines, for tests.
    var lines: [String] {
        bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    }
}
