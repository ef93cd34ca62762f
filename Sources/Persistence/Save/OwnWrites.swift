import Synchronization

/// Which versions of rows a root context wrote while it had children, whose objects may still be based on earlier ones.
///
/// A child's change overwrites what its ancestors changed (CHD-14), so what they wrote is no reason for a conflict. What
/// others wrote is. All contexts of a tree share this. Without children, nothing is recorded. Use on any thread.
final class OwnWrites: Sendable {
    fileprivate struct Row: Hashable {
        let table: UInt32
        let key: Int64
    }

    /// Successive versions of a row: the one before the first write, and that of the last.
    fileprivate struct Versions {
        let before: Int64
        let last: Int64
    }

    private struct State {
        var children = 0
        var rows: [Row: Versions] = [:]
    }

    private let state = Mutex(State())

    func addChild() {
        state.withLock { $0.children += 1 }
    }

    /// The last child takes the record with it.
    func removeChild() {
        state.withLock { state in
            state.children -= 1
            if state.children == 0 { state.rows = [:] }
        }
    }

    /// Records what a save wrote. Its objects are not yet based on the written rows. O(rows).
    func record(_ written: [WrittenRows]) {
        state.withLock { state in
            if state.children == 0 { return }
            for rows in written { state.rows.record(rows) }
        }
    }

    /// The latest version that followed `version` of a row by own writes alone; `version` itself if there is none.
    func latest(after version: Int64, of id: ManagedObjectID) -> Int64 {
        guard let key = id.key else { return version }
        let found = state.withLock { $0.rows[Row(table: id.storeEntity.tableNumber, key: key)] }
        guard let found, found.before <= version, version < found.last else { return version }
        return found.last
    }
}

extension [OwnWrites.Row: OwnWrites.Versions] {
    fileprivate mutating func record(_ written: WrittenRows) {
        let table = written.block.table.storeEntities[0].tableNumber
        var row = 0
        written.objects.forEach { object in
            let (before, last) = (object.version, written.block.version(row))
            let versions = { (known: OwnWrites.Versions?) in
                OwnWrites.Versions(before: known?.last == before ? known?.before ?? before : before, last: last)
            }
            let place = OwnWrites.Row(table: table, key: written.block.key(row))
            self[place] = versions(self[place])
            row += 1
        }
    }
}
