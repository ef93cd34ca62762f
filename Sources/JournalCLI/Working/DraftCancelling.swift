import Journal

/// Cancels drafts, and the scratchpads of the session that hold some of them: all or none.
struct DraftCancelling {
    let desk: DraftDesk
    let context: CommandContext

    /// Cancels drafts by their numbers; none where another process works on one of them.
    func cancel(_ numbers: [Int]) throws {
        var open: [OpenPad] = []
        var taken: [TakenDraft] = []
        for number in numbers {
            if let pad = context.session?.pad(holding: number, of: desk.journal) {
                open.append(pad)
            } else {
                taken.append(try desk.folder.take(number))
            }
        }
        try cancel(open, taken)
    }

    /// Cancels scratchpads, with their drafts and others that are taken. `undo` brings them back where the journal has a
    /// history.
    func cancel(_ open: [OpenPad], _ taken: [TakenDraft] = []) throws {
        let drafts = taken + open.compactMap(\.taken)
        try desk.folder.cancel(drafts, now: context.now, isKept: desk.journal.isOwn)
        for pad in open { context.session?.drop(pad) }
    }
}
