import Journal

/// What Tab can complete in a session: the places, entries and drafts of its journal, and its jobs.
final class SessionCompletion: CompletionSource {
    weak var session: Session?

    /// Thrown to end a read that has enough.
    private struct Enough: Error {}

    func places() -> [String] { (try? session?.journal?.places()) ?? [] }

    func entries(startingWith digits: String, limit: Int) -> [CompletionCandidate] {
        guard let session, let journal = session.journal else { return [] }
        let text = EntryText(zone: session.setting.zone)
        var found: [CompletionCandidate] = []
        try? journal.records(EntryQuery()) { record in
            guard String(record.id).hasPrefix(digits) else { return }
            found.append(CompletionCandidate(String(record.id), note: text.summary(record.values)))
            if found.count >= limit { throw Enough() }
        }
        return found
    }

    func drafts() -> [CompletionCandidate] {
        guard let session, let journal = session.journal else { return [] }
        let text = EntryText(zone: session.setting.zone)
        let listed = (try? DraftDesk(journal).folder.all()) ?? []
        return listed.map { CompletionCandidate("d\($0.number)", note: text.summary($0.content.changes)) }
    }

    func jobs() -> [CompletionCandidate] {
        session?.jobs.running.map { CompletionCandidate("%\($0.number)", note: $0.path) } ?? []
    }
}
