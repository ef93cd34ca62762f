import Foundation

/// A saved draft keeps its row, so that `undo` of the save brings it back.
extension HeldDraft {
    /// Ends the draft after its changes were saved. Only `undo` of the save can bring it back.
    /// - Parameter transaction: The journal's transaction that saved it; with nil the draft is discarded.
    package func end(savedBy transaction: Int64?) throws(DraftError) {
        guard let transaction else { return try discard() }
        try checkHeld()
        drafts.removeForms(of: draft.number)
        try drafts.keepSaved(draft.number, by: transaction)
        end()
    }
}

extension Drafts {
    /// The most saved drafts that are kept.
    private static let maxSaved = 100

    fileprivate func keepSaved(_ number: Int, by transaction: Int64) throws(DraftError) {
        try rethrowing {
            try storeForChanges()?.write { rows in
                let all = try rows.rows()
                guard var row = all.live(number) else { throw DraftError.noDraft(number) }
                (row.stamp, row.isCancelled, row.savedBy) = (nil, true, transaction)
                try rows.update(row)
                let saved = all.filter { $0.isCancelled && $0.savedBy != nil }
                    .sorted { $0.savedBy ?? 0 < $1.savedBy ?? 0 }
                try rows.delete(saved.dropLast(Drafts.maxSaved - 1).map(\.number))
            }
        }
    }

    /// Brings back the drafts that these transactions saved, and returns their numbers.
    /// - Parameter rebased: The content on the session as it is now.
    package func restore(
        savedBy transactions: ClosedRange<Int64>, _ rebased: @escaping (EntryEdit) throws -> EntryEdit
    ) throws(DraftError) -> [Int] {
        try mark(isCancelled: false, savedBy: transactions, rebased)
    }

    /// Ends the drafts again that these transactions saved, if nobody changed them since they came back, and returns
    /// their numbers.
    package func end(savedBy transactions: ClosedRange<Int64>) throws(DraftError) -> [Int] {
        try mark(isCancelled: true, savedBy: transactions)
    }

    private func mark(
        isCancelled: Bool, savedBy transactions: ClosedRange<Int64>,
        _ rebased: ((EntryEdit) throws -> EntryEdit)? = nil
    ) throws(DraftError) -> [Int] {
        try rethrowing {
            let store = try storeForChanges()
            return try store?.write { rows in
                let meant = try rows.rows().filter {
                    $0.isCancelled != isCancelled && $0.savedBy.map(transactions.contains) ?? false
                }
                for var row in meant {
                    row.isCancelled = isCancelled
                    if let rebased, let content = EntryEdit(Array(row.content)) {
                        row.content = try bytes(of: rebased(content))
                    }
                    try rows.update(row)
                }
                return meant.map(\.number)
            } ?? []
        }
    }
}

extension Journal {
    /// An edit on the session as it is stored now, if its values are those from which the edit began.
    package func rebased(_ edit: EntryEdit) throws -> EntryEdit {
        guard let id = edit.entryID, let record = try stored(id), record.values == edit.base else { return edit }
        var rebased = edit
        rebased.baseRev = record.rev
        return rebased
    }

    /// The first transaction after `number` that changed a session; nil if there is none, or without a history.
    package func transaction(changing id: Int64, after number: Int64) throws(JournalError) -> Int64? {
        guard isOwn, let history = store.backend.history else { return nil }
        return try rethrowing {
            var first: Int64?
            try history.forEachKeyChange(after: number, in: entity().layout) { change in
                if change.key == id { first = min(first ?? .max, change.transaction) }
            }
            return first
        }
    }

    /// The number of the history's last transaction; 0 if there is none.
    package func lastTransaction() throws(JournalError) -> Int64 {
        try rethrowing { try isOwn ? store.backend.history?.lastNumber() ?? 0 : 0 }
    }
}
