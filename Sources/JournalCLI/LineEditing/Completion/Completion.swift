/// Something that can stand where a person types.
struct CompletionCandidate: Equatable, Sendable {
    /// The text itself, without quotes.
    var value: String
    /// What helps to choose it in a list.
    var note: String?
    /// Whether it is whole, and not the begin of something longer, as a folder's name is.
    var isWhole = true

    init(_ value: String, note: String? = nil, isWhole: Bool = true) {
        (self.value, self.note, self.isWhole) = (value, note, isWhole)
    }
}

/// What Tab makes of a line.
struct Completion: Equatable, Sendable {
    /// Where the text that is replaced begins, in UTF-8 bytes from the line's start; it ends at the cursor.
    var start: Int
    /// What takes its place; nil where nothing longer is sure.
    var replacement: String?
    /// What there is to choose from, where there is more than one.
    var choices: [CompletionCandidate]
}

/// Completes lines.
protocol LineCompleter {
    /// What can follow a line's part before the cursor; nil where nothing can.
    func completion(of line: String, _ kind: LineCompletion) -> Completion?
}

/// What a journal and its session know that can be typed. Called for each Tab, so answers are quick.
protocol CompletionSource {
    /// Names of places, the most usual first.
    func places() -> [String]
    /// The newest entries whose IDs start with these digits, the newest first, at most `limit`.
    func entries(startingWith digits: String, limit: Int) -> [CompletionCandidate]
    /// Names of drafts, as `d3`.
    func drafts() -> [CompletionCandidate]
    /// Names of running jobs, as `%1`.
    func jobs() -> [CompletionCandidate]
}
