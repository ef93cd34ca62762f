/// The completions offered to a shell for the word being typed.
struct CompletionOffer: Equatable, Sendable {
    /// The words, without quotes, each with a description.
    var words: [CompletionCandidate] = []
    /// Whether a word may continue, so that no space is added after it.
    var isOpen = false
    /// Whether a file is expected, which the shell completes itself.
    var wantsFile = false
}

extension CompletionEngine {
    /// The completions after the words of a command line. `words` does not contain the program's name.
    func offer(after words: [String], current: String) -> CompletionOffer {
        let position = CommandPosition(words, current: current, commands)
        if position.options != nil { return CompletionOffer(words: candidates(after: words, current: current)) }
        switch position.kind {
        case .file: return CompletionOffer(wantsFile: true)
        case .sentence: return sentence(ShellSentence(words.suffix(position.operandsInARow), current: current))
        default:
            let found = candidates(after: words, current: current).map { candidate in
                var word = candidate
                word.value = (position.valuePrefix ?? "") + candidate.value
                return word
            }
            if case .list = position.kind { return CompletionOffer(words: found, isOpen: true) }
            return CompletionOffer(words: found)
        }
    }

    private func sentence(_ part: ShellSentence) -> CompletionOffer {
        let mention = SentencePosition.mention(endOf: part.current)
        let words =
            mention.map { kind, start in
                names(of: kind).compactMap { part.word(endingWith: $0, from: start) }
            } ?? source.names(.place).compactMap(part.word)
        return CompletionOffer(words: words.map { CompletionCandidate($0) }, isOpen: true)
    }
}
