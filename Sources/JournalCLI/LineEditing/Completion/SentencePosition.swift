import SurfLanguage

/// The part of a sentence that is being typed.
struct SentencePosition: Equatable {
    /// The start of the part, in UTF-8 bytes from the line's start.
    var start: Int
    /// The part as typed so far.
    var typed: String
    /// Whether a quote can open at the start, because a word begins there.
    var canQuote: Bool

    /// - Parameter operands: The words of the sentence before the one being typed.
    init(_ line: String, operands: some Sequence<ScriptWord>, _ current: ScriptWord) {
        let bytes = Array(line.utf8)
        let words = Array(operands) + [current]
        start = words[0].range.lowerBound
        for word in words {
            // Quoted text is not split, but a comma may follow the closing quote.
            let from = word.quoting == .none ? word.range.lowerBound : word.range.upperBound
            for index in word.range where index >= from && SentencePosition.ends(bytes, index) { start = index + 1 }
            if word.quoting != .none { start = word.range.upperBound }
        }
        while start < bytes.count, bytes[start].isScriptBlank { start += 1 }
        typed = String(decoding: bytes[start...], as: UTF8.self)
        canQuote = start == 0 || bytes[start - 1].isScriptBlank
    }

    /// The tag or person that the last word begins, and the start of the word in `typed`; nil if it begins with neither
    /// sign.
    var mention: (kind: MentionKind, start: Int)? { SentencePosition.mention(endOf: typed) }

    /// The tag or person that the last word of a text begins, and the start of the word in UTF-8 bytes.
    static func mention(endOf text: String) -> (kind: MentionKind, start: Int)? {
        let bytes = Array(text.utf8)
        let start = (bytes.lastIndex(where: \.isScriptBlank) ?? -1) + 1
        guard start < bytes.count, let kind = MentionKind.allCases.first(where: { $0.sign == bytes[start] }) else {
            return nil
        }
        return (kind, start)
    }

    /// Whether a text can occur in a sentence without quotes, as a whole part or as the start of one.
    static func isPlain(_ text: String, isWhole: Bool) -> Bool {
        if [",", ": ", "  ", "\t"].contains(where: text.contains) || text.hasPrefix(" ") { return false }
        if isWhole, text.hasSuffix(" ") { return false }
        return text.split(separator: " ").allSatisfy { ScriptWord.quoted(String($0)) == $0 && !$0.hasPrefix("-") }
    }

    /// Whether a part ends at the index: at a comma, or at the colon after a day and time.
    private static func ends(_ bytes: [UInt8], _ index: Int) -> Bool {
        if bytes[index] == UInt8(ascii: ",") { return true }
        return bytes[index] == UInt8(ascii: ":") && index + 1 < bytes.count && bytes[index + 1].isScriptBlank
    }
}
