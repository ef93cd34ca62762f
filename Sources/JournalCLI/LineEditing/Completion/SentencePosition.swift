/// Which part of a sentence is being typed.
struct SentencePosition: Equatable {
    /// Where the part begins, in UTF-8 bytes from the line's start.
    var start: Int
    /// What is typed of the part.
    var typed: String
    /// Whether a quote can open there, because a word begins there.
    var canQuote: Bool

    /// - Parameter operands: the words of the sentence before the one that is typed.
    init(_ line: String, operands: some Sequence<ScriptWord>, _ current: ScriptWord) {
        let bytes = Array(line.utf8)
        let words = Array(operands) + [current]
        start = words[0].range.lowerBound
        for word in words {
            // What stood in quotes is not cut; behind the closing quote a comma may follow.
            let from = word.quoting == .none ? word.range.lowerBound : word.range.upperBound
            for index in word.range where index >= from && SentencePosition.ends(bytes, index) { start = index + 1 }
            if word.quoting != .none { start = word.range.upperBound }
        }
        while start < bytes.count, bytes[start].isScriptBlank { start += 1 }
        typed = String(decoding: bytes[start...], as: UTF8.self)
        canQuote = start == 0 || bytes[start - 1].isScriptBlank
    }

    /// Whether a text can stand in a sentence as it is, as one part or as the begin of one.
    static func isPlain(_ text: String, isWhole: Bool) -> Bool {
        if [",", ": ", "  ", "\t"].contains(where: text.contains) || text.hasPrefix(" ") { return false }
        if isWhole, text.hasSuffix(" ") { return false }
        return text.split(separator: " ").allSatisfy { ScriptWord.quoted(String($0)) == $0 && !$0.hasPrefix("-") }
    }

    /// Whether a part ends there: at a comma, or at the colon behind WHEN.
    private static func ends(_ bytes: [UInt8], _ index: Int) -> Bool {
        if bytes[index] == UInt8(ascii: ",") { return true }
        return bytes[index] == UInt8(ascii: ":") && index + 1 < bytes.count && bytes[index + 1].isScriptBlank
    }
}
