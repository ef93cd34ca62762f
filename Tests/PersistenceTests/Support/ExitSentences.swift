import Testing

extension Optional<ExitTest.Result> {
    /// Whether the process printed this message to standard error before it ended.
    func says(_ sentence: String) -> Bool {
        guard let content = self?.standardErrorContent else { return false }
        return String(decoding: content, as: UTF8.self).contains(sentence)
    }
}
