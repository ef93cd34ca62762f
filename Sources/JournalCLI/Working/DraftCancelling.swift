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

    /// Cancels drafts, those that are open in the session too; or none where another process works on one of them.
    static func cancel(_ numbers: [Int], of desk: DraftDesk, _ context: CommandContext) throws {
        var open: [OpenPad] = []
        var taken: [TakenDraft] = []
        for number in numbers {
            if let pad = context.session?.pad(holding: number, of: desk.journal) {
                open.append(pad)
            } else {
                taken.append(try desk.folder.take(number))
            }
        }
        if numbers.isEmpty { return }
        let cancelling = try DraftCancelling(desk, now: context.now)
        for draft in taken { try cancelling.cancel(draft) }
        for pad in open { try context.session?.cancel(pad, cancelling) }
    }

    /// Throws a draft away.
    func cancel(_ draft: TakenDraft) throws {
        if let stamp { try draft.setAside(stamp: stamp) } else { try draft.discard() }
    }
}
