import Journal

/// A text that a person may be typing.
struct CompletionCandidate: Equatable, Sendable {
    /// The text itself, without quotes.
    var value: String
    /// A hint shown beside the value in a list.
    var note: String?
    /// Whether the value is complete. A directory's name is not, because something longer begins with it.
    var isWhole = true

    init(_ value: String, note: String? = nil, isWhole: Bool = true) {
        (self.value, self.note, self.isWhole) = (value, note, isWhole)
    }
}

/// The effect of Tab on a line.
struct Completion: Equatable, Sendable {
    /// The start of the replaced text, in UTF-8 bytes from the line's start. The text ends at the cursor.
    var start: Int
    /// The replacement, or nil if nothing longer is certain.
    var replacement: String?
    /// The candidates, if there is more than one.
    var choices: [CompletionCandidate]
}

/// Completes lines.
protocol LineCompleter {
    /// The completion of a line's part before the cursor, or nil if there is none.
    func completion(of line: String, _ kind: LineCompletion) -> Completion?
}

/// The values of the journal and the prompt that can be typed. These methods must be fast, because each Tab calls them.
protocol CompletionSource {
    /// Names of a kind without their signs, the most frequent first.
    func names(_ kind: NameKind) -> [String]
    /// The newest entries whose IDs start with these digits, newest first, at most `limit`.
    func entries(startingWith digits: String, limit: Int) -> [CompletionCandidate]
    /// Names of drafts, such as `d3`.
    func drafts() -> [CompletionCandidate]
    /// Names of running jobs, such as `%1`.
    func jobs() -> [CompletionCandidate]
}
