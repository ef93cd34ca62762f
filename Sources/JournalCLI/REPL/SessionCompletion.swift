/// Completion at the prompt: values of the journal once it is open, and jobs.
final class SessionCompletion: CompletionSource {
    weak var session: Session?

    func places() -> [String] { journal?.places() ?? [] }

    func entries(startingWith digits: String, limit: Int) -> [CompletionCandidate] {
        journal?.entries(startingWith: digits, limit: limit) ?? []
    }

    func drafts() -> [CompletionCandidate] { journal?.drafts() ?? [] }

    func jobs() -> [CompletionCandidate] {
        session?.jobs.running.map { CompletionCandidate("%\($0.number)", note: $0.path) } ?? []
    }

    private var journal: JournalCompletions? {
        session.flatMap { session in
            session.journal.map { JournalCompletions(journal: $0, zone: session.setting.zone) }
        }
    }
}
