import Journal

/// Limits how much of a value is quoted in a message.
enum Excerpt {
    /// In bytes of UTF-8.
    private static let most = 1_000
    private static let head = 200
    private static let tail = 300

    /// The start of a value, to quote in a message.
    static func start(of value: String) -> String { value.cut(utf8: head) }

    /// The message unchanged, or if a value makes it too long, its start and then its end from the value's closing
    /// quote.
    static func shortened(_ sentence: String) -> String {
        if sentence.utf8.count <= most { return sentence }
        let end = sentence.suffix(utf8: tail)
        return start(of: sentence) + (end.firstIndex(of: "'").map { String(end[$0...]) } ?? "")
    }
}
