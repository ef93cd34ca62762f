import Persistence

extension Journal {
    /// The session that this person added or changed last, among those that are still there; nil if the history has
    /// none. Of several that one command touched, the newest by date.
    ///
    /// Exchanges with other machines do not count, and neither do commands that change a name or fill a field
    /// everywhere. Samples count only if they were edited.
    /// - Complexity: Reads the end of the history, up to the first command whose sessions are not all deleted.
    package func lastTouched() throws(JournalError) -> EntryRecord? {
        guard isOwn, let history = store.backend.history else { return nil }
        return try rethrowing {
            let commands = HistoryCommand.commands(try history.transactions(after: 0, since: nil))
                .filter { $0.isOurs && !$0.changesMany }
            var tried = 0
            while tried < commands.count {
                let next = commands.dropLast(tried).suffix(max(1, tried * Journal.growth))
                let keys = try keys(touchedBy: Array(next), history)
                for command in next.reversed() {
                    if let record = try newest(among: command.numbers.flatMap { keys[$0] ?? [] }) { return record }
                }
                tried += next.count
            }
            return nil
        }
    }

    /// Each step reads this many times as many commands as all steps before it, so that there are few steps.
    private static let growth = 9
    private static let rowsAtOnce = 10_000

    /// The keys of the sessions that each transaction of consecutive commands touched.
    private func keys(touchedBy commands: [HistoryCommand], _ history: any StoreHistory) throws -> [Int64: [Int64]] {
        guard let first = commands.first?.numbers.lowerBound, let last = commands.last?.numbers.upperBound else {
            return [:]
        }
        var keys: [Int64: [Int64]] = [:]
        try history.forEachKeyChange(after: first - 1, in: entity().layout) { change in
            if change.transaction <= last { keys[change.transaction, default: []].append(change.key) }
        }
        return keys
    }

    private func newest(among keys: [Int64]) throws -> EntryRecord? {
        let columns = EntryColumns(try entity())
        var newest: EntryRecord?
        for start in stride(from: 0, to: keys.count, by: Journal.rowsAtOnce) {
            try forEachRow(Array(keys[start..<min(start + Journal.rowsAtOnce, keys.count)])) { block, row in
                let record = RecordBlock(block: block, columns: columns, samples: samples).record(row)
                if !record.sample, newest.map({ $0.isOlder(than: record) }) ?? true { newest = record }
            }
        }
        return newest
    }
}

extension EntryRecord {
    fileprivate func isOlder(than other: EntryRecord) -> Bool {
        (values.date ?? -.infinity, id) < (other.values.date ?? -.infinity, other.id)
    }
}
