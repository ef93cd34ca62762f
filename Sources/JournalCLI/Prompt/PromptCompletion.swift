/// Completion at the prompt: values of the journal once it is open, and jobs.
final class PromptCompletion: CompletionSource {
    weak var prompt: Prompt?

    func places() -> [String] { journal?.places() ?? [] }

    func entries(startingWith digits: String, limit: Int) -> [CompletionCandidate] {
        journal?.entries(startingWith: digits, limit: limit) ?? []
    }

    func drafts() -> [CompletionCandidate] { journal?.drafts() ?? [] }

    func jobs() -> [CompletionCandidate] {
        prompt?.jobs.running.map { CompletionCandidate("%\($0.number)", note: $0.file ?? "sync") } ?? []
    }

    private var journal: JournalCompletions? {
        prompt.flatMap { prompt in
            prompt.journal.map { JournalCompletions(journal: $0, zone: prompt.setting.zone) }
        }
    }
}
