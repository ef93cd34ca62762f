/// A word of a sentence as the shell or the prompt hands it over.
package enum SentenceWord: Equatable, Sendable {
    /// A word whose commas, colons and double quotes count.
    case plain(String)
    /// A word that was quoted at the prompt, which is not cut, and what follows its closing quote, which is.
    case quoted(String, then: String = "")
}

/// The words of a sentence joined by blanks and cut at its colon and commas.
struct SentenceText {
    /// The text before the first colon that a blank follows; nil where there is no such colon.
    var when: String?
    /// The parts in their order, trimmed, without empty ones.
    var parts: [String]

    init(_ words: [SentenceWord]) throws(SentenceError) {
        var text = MarkedText()
        try text.append(words)
        let colon = text.firstColon()
        when = colon.map { text.string(0..<$0) }
        parts = text.parts(from: colon.map { $0 + 1 } ?? 0)
    }
}

/// Bytes of which each is plain, quoted, or a quote's mark.
private struct MarkedText {
    private enum Mark { case plain, quoted, quote }

    private var bytes: [UInt8] = []
    private var marks: [Mark] = []

    mutating func append(_ words: [SentenceWord]) throws(SentenceError) {
        var opening: Int?
        for (index, word) in words.enumerated() {
            if index > 0 { append(UInt8(ascii: " "), opening == nil ? .plain : .quoted) }
            switch word {
            case .quoted(let text, let rest):
                for byte in text.utf8 { append(byte, .quoted) }
                for byte in rest.utf8 { append(byte, opening == nil ? .plain : .quoted) }
            case .plain(let text): for byte in text.utf8 { append(plain: byte, &opening) }
            }
        }
        if let opening { throw .unclosedQuote(String(decoding: bytes[opening...], as: UTF8.self)) }
        if bytes.contains(0) { throw .containsNUL }
    }

    /// Appends a byte of a plain word; a quote opens only where a word begins.
    private mutating func append(plain byte: UInt8, _ opening: inout Int?) {
        guard byte == UInt8(ascii: "\"") else { return append(byte, opening == nil ? .plain : .quoted) }
        if opening != nil {
            opening = nil
            append(byte, .quote)
        } else if bytes.last.map({ $0.isBlank || $0 == UInt8(ascii: ",") }) ?? true {
            opening = bytes.count
            append(byte, .quote)
        } else {
            append(byte, .plain)
        }
    }

    private mutating func append(_ byte: UInt8, _ mark: Mark) {
        bytes.append(byte)
        marks.append(mark)
    }

    private func isPlain(_ index: Int, _ byte: UInt8) -> Bool { marks[index] == .plain && bytes[index] == byte }

    private func isPlainBlank(_ index: Int) -> Bool { marks[index] == .plain && bytes[index].isBlank }

    func firstColon() -> Int? {
        bytes.indices.dropLast().first { isPlain($0, UInt8(ascii: ":")) && isPlainBlank($0 + 1) }
    }

    func parts(from start: Int) -> [String] {
        var parts: [String] = []
        var begin = start
        for end in start...bytes.count where end == bytes.count || isPlain(end, UInt8(ascii: ",")) {
            parts.append(string(begin..<end))
            begin = end + 1
        }
        return parts.filter { !$0.isEmpty }
    }

    /// The text of a range without plain blanks at its ends, and without the quotes where it is one quoted text.
    func string(_ range: Range<Int>) -> String {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, isPlainBlank(start) { start += 1 }
        while start < end, isPlainBlank(end - 1) { end -= 1 }
        if end - start >= 2, marks[start] == .quote, marks[end - 1] == .quote,
            marks[(start + 1)..<(end - 1)].allSatisfy({ $0 == .quoted })
        {
            (start, end) = (start + 1, end - 1)
        }
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }
}
