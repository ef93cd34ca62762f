/// What a shell is offered in the place of the word that is typed.
struct CompletionOffer: Equatable, Sendable {
    /// Whole words, without quotes, with what helps to choose.
    var words: [CompletionCandidate] = []
    /// Whether a word may go on, so that no blank is put behind it.
    var isOpen = false
    /// Whether a file is wanted, which the shell finds itself.
    var wantsFile = false
}

extension CompletionEngine {
    /// What a shell is offered behind words of a command line, the program's name aside.
    func offer(after words: [String], current: String) -> CompletionOffer {
        let place = CommandPosition(words, current: current, commands)
        if place.options != nil { return CompletionOffer(words: candidates(after: words, current: current)) }
        switch place.kind {
        case .file: return CompletionOffer(wantsFile: true)
        case .sentence: return sentence(ShellSentence(words.suffix(place.operandsInARow), current: current))
        default:
            let found = candidates(after: words, current: current).map { candidate in
                var word = candidate
                word.value = (place.valuePrefix ?? "") + candidate.value
                return word
            }
            if case .list = place.kind { return CompletionOffer(words: found, isOpen: true) }
            return CompletionOffer(words: found)
        }
    }

    private func sentence(_ part: ShellSentence) -> CompletionOffer {
        CompletionOffer(words: source.places().compactMap(part.word).map { CompletionCandidate($0) }, isOpen: true)
    }
}
