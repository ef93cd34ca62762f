/// Which versions of rows a root context wrote while it had children, whose objects may still be based on earlier ones.
///
/// A child's change overwrites what its ancestors changed (CHD-14), so what they wrote is no reason for a conflict. What
/// others wrote is. All contexts of a tree share this. Without children, nothing is recorded. Use on any thread.
final class AncestorWrites: Sendable {
    /// Successive versions of a row: the one before the first write, and that of the last.
    private struct Versions {
        let before: Int64
        let last: Int64
    }

    private struct State {
        var children = 0
        /// The rows that were written, by table.
        var tables: [UInt32: KeyTable<Versions>] = [:]

        mutating func rows(of table: UInt32) -> KeyTable<Versions> {
            if let known = tables[table] { return known }
            let rows = KeyTable<Versions>()
            tables[table] = rows
            return rows
        }
    }

    private let state = LockedValue(State())

    func addChild() {
        state.withLock { $0.children += 1 }
    }

    /// The last child takes the record with it.
    func removeChild() {
        state.withLock { state in
            state.children -= 1
            if state.children == 0 { state.tables = [:] }
        }
    }

    /// Records what a save wrote. Its objects are not yet based on the written rows. O(rows).
    func record(_ written: [WrittenRows]) {
        state.withLock { state in
            if state.children == 0 { return }
            for rows in written {
                let table = state.rows(of: rows.block.table.storeEntities[0].tableNumber)
                table.reserve(additional: rows.block.count)
                AncestorWrites.record(rows, in: table)
            }
        }
    }

    private static func record(_ written: WrittenRows, in table: KeyTable<Versions>) {
        var row = 0
        written.objects.forEach { object in
            let (key, before) = (written.block.key(row), object.version)
            let versions = Versions(before: before, last: written.block.version(row))
            if !table.add(versions, key) {
                table.update(key) { known in
                    known = Versions(before: known.last == before ? known.before : before, last: versions.last)
                }
            }
            row += 1
        }
    }

    /// The latest version that followed `version` of a row by own writes alone, if `found` is not that one but a later
    /// one, which others wrote; nil otherwise.
    /// - Parameter isOrdered: Whether a later version is a higher one. Those that a store chooses have no order.
    func latest(after version: Int64, before found: Int64, of id: ManagedObjectID, isOrdered: Bool = true) -> Int64? {
        let latest = latest(after: version, of: id)
        return (isOrdered ? found > latest : found != latest) ? latest : nil
    }

    /// The latest version that followed `version` of a row by own writes alone; `version` itself if there is none.
    func latest(after version: Int64, of id: ManagedObjectID) -> Int64 {
        guard let key = id.key else { return version }
        let found = state.withLock { $0.tables[id.storeEntity.tableNumber]?[key] }
        guard let found, found.before <= version, version < found.last else { return version }
        return found.last
    }
}
