import Journal

/// Cancels drafts and the open scratchpads that hold them, all or none.
struct DraftCancelling {
    let desk: DraftDesk
    let context: CommandContext

    /// Cancels drafts by number. If another process has one of them open, none is cancelled. `undo` restores them if
    /// the journal has a history.
    func cancel(_ numbers: [Int]) throws {
        let open = numbers.compactMap { context.prompt?.pad(holding: $0, of: desk.journal) }
        try desk.drafts.cancel(numbers, held: open.compactMap(\.held), now: context.now)
        for pad in open { context.prompt?.drop(pad) }
    }

    /// Cancels a scratchpad, with its draft if it has one.
    func cancel(_ open: OpenScratchpad) throws {
        if let number = open.number { return try cancel([number]) }
        context.prompt?.drop(open)
    }
}
