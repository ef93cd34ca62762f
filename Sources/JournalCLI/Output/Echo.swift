/// How much of what a person, a file or a program gave is said again.
enum Echo {
    private static let most = 1_000
    private static let head = 200
    private static let tail = 300

    /// The beginning of a value, for a sentence about it.
    static func start(of value: String) -> String {
        value.utf8.count <= head ? value : value.prefix(head) + "\u{2026}"
    }

    /// A sentence as it is; where a value makes it long, its beginning, and its end from the value's closing quote on.
    static func shortened(_ sentence: String) -> String {
        if sentence.utf8.count <= most { return sentence }
        let end = sentence.suffix(tail)
        return start(of: sentence) + (end.firstIndex(of: "'").map { String(end[$0...]) } ?? "")
    }
}
