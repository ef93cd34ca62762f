import Journal

/// Cancels drafts and the open scratchpads that hold them, all or none.
struct DraftCancelling {
    let desk: DraftDesk
    let context: CommandContext

    /// Cancels drafts by number. If another process has one of them open, none is cancelled.
    func cancel(_ numbers: [Int]) throws {
        var open: [OpenScratchpad] = []
        var taken: [TakenDraft] = []
        for number in numbers {
            if let pad = context.prompt?.pad(holding: number, of: desk.journal) {
                open.append(pad)
            } else {
                taken.append(try desk.folder.take(number))
            }
        }
        try cancel(open, taken)
    }

    /// Cancels scratchpads with their drafts, and other opened drafts. `undo` restores them if the journal has a
    /// history.
    func cancel(_ open: [OpenScratchpad], _ taken: [TakenDraft] = []) throws {
        let drafts = taken + open.compactMap(\.taken)
        try desk.folder.cancel(drafts, now: context.now, isKept: desk.journal.isOwn)
        for pad in open { context.prompt?.drop(pad) }
    }
}
