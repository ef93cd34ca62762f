import Persistence
import SurfLanguage

/// The earlier values of sessions, as far back as the history goes.
package struct EarlierValues {
    private let history: (any StoreHistory)?
    private let layout: EntityLayout
    private let columns: EntryColumns
    /// The updates in the history, by key, and for each key in the order in which they were made.
    private var changes: [(key: Int64, number: Int64)]?

    package init(of journal: Journal) throws {
        history = journal.isOwn ? journal.store.backend.history : nil
        let entity = try journal.entity()
        (layout, columns) = (entity.layout, EntryColumns(entity))
    }

    /// The earlier values of the sessions with these IDs, oldest first. A session without any is absent.
    /// - Complexity: Reads the changes of the history once, and then the rows of the sessions.
    package mutating func values(of ids: [Int64]) throws -> [Int64: [EntryValues]] {
        guard let history else { return [:] }
        let changes = try changes ?? read(history)
        self.changes = changes
        let numbers = ids.map { id in EarlierValues.numbers(of: id, in: changes) }
        let rows = try history.rowsBefore(numbers.flatMap { $0 }, in: layout)
        var earlier: [Int64: [EntryValues]] = [:]
        for (id, numbers) in zip(ids, numbers) where !numbers.isEmpty {
            earlier[id] = numbers.compactMap { rows[$0] }.map { row in columns.values { row.values[$0] } }
        }
        return earlier
    }

    private func read(_ history: any StoreHistory) throws -> [(key: Int64, number: Int64)] {
        var changes: [(key: Int64, number: Int64)] = []
        try history.forEachKeyChange(after: 0, in: layout) { change in
            if change.type == .update { changes.append((change.key, change.number)) }
        }
        return changes
    }

    private static func numbers(of key: Int64, in changes: [(key: Int64, number: Int64)]) -> [Int64] {
        var (low, high) = (0, changes.count)
        while low < high {
            let middle = low + (high - low) / 2
            if changes[middle].key < key { low = middle + 1 } else { high = middle }
        }
        return changes[low...].prefix { $0.key == key }.map(\.number)
    }
}
