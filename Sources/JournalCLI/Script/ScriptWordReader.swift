import SurfLanguage

/// Reads the words of a command line one by one.
struct ScriptWordReader {
    private let bytes: [UInt8]
    private let home: String?
    private var index = 0
    /// A quoted word with letters directly after its closing quote, which may be an apostrophe: `'7am: O'Brien`.
    private var continued: (start: Int, mark: UInt8)?
    /// At the end of the line, the word whose quote is still open, if any.
    private(set) var unclosed: ScriptWord?

    /// - Parameter home: The directory that `~` in `~/` at the start of a word stands for. Nil leaves `~` unexpanded.
    init(_ line: String, home: String?) {
        bytes = Array(line.utf8)
        self.home = home
    }

    /// The next word. Nil at the end, or if the rest is a word with an open quote.
    mutating func next() -> ScriptWord? {
        while index < bytes.count, bytes[index].isScriptBlank { index += 1 }
        guard index < bytes.count else { return nil }
        switch bytes[index] {
        case UInt8(ascii: "'"): return quoted(.single, by: UInt8(ascii: "'"))
        case UInt8(ascii: "\""): return quoted(.double, by: UInt8(ascii: "\""))
        default: return plain()
        }
    }

    private mutating func plain() -> ScriptWord? {
        let start = index
        skipToBlank()
        // What seemed to be the closing quote was an apostrophe, and the quote closes here.
        if let continued, bytes[index - 1] == continued.mark {
            let range = continued.start..<bytes.count
            unclosed = ScriptWord(text: String(decoding: bytes[range], as: UTF8.self), range: range)
            return nil
        }
        var text = String(decoding: bytes[start..<index], as: UTF8.self)
        if let home, text.hasPrefix("~/") { text = home + text.dropFirst() }
        return ScriptWord(text: text, range: start..<index)
    }

    private mutating func quoted(_ quoting: ScriptWord.Quoting, by mark: UInt8) -> ScriptWord? {
        let start = index
        var content: [UInt8] = []
        index += 1
        while index < bytes.count, bytes[index] != mark {
            if quoting == .double, isEscape(at: index) { index += 1 }
            content.append(bytes[index])
            index += 1
        }
        let isClosed = index < bytes.count
        let count = content.count
        if isClosed {
            index += 1
            let rest = index
            skipToBlank()
            if rest < index, bytes[rest].isLetter { continued = (start, mark) }
            content += bytes[rest..<index]
        }
        let word = ScriptWord(
            text: String(decoding: content, as: UTF8.self), range: start..<index, quoting: quoting, quotedCount: count)
        if !isClosed { unclosed = word }
        return isClosed ? word : nil
    }

    /// Whether the byte is a backslash that escapes the quote or backslash after it.
    private func isEscape(at index: Int) -> Bool {
        bytes[index] == UInt8(ascii: "\\") && index + 1 < bytes.count
            && [UInt8(ascii: "\\"), UInt8(ascii: "\"")].contains(bytes[index + 1])
    }

    private mutating func skipToBlank() {
        while index < bytes.count, !bytes[index].isScriptBlank { index += 1 }
    }
}

extension UInt8 {
    /// Whether the byte is a blank, which ends a word of a command line.
    var isScriptBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}
