import Journal

/// One `cancel`: what it throws away can be brought back by `undo`, where the journal has a history.
struct DraftCancelling {
    /// What its drafts have in common; nil where they are gone for good.
    private let stamp: Int64?

    /// Begins a `cancel`; what the last one threw away is gone then.
    init(_ desk: DraftDesk, now: Double) throws {
        stamp = desk.journal.isOwn ? DraftFolder.stamp(now) : nil
        if stamp != nil { try desk.folder.forgetCancelled() }
    }

    /// Throws a draft away.
    func cancel(_ draft: TakenDraft) throws {
        if let stamp { try draft.setAside(stamp: stamp) } else { try draft.discard() }
    }
}
