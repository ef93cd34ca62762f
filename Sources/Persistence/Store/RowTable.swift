import Foundation
import Synchronization

/// The row cache of one table: the newest known version of each row that a living block holds.
///
/// Reference-counted by blocks: a row stays cached while any registered block with its key lives. Blocks are only listed
/// when they register, and indexed by key on the first look-up. The cache never takes an older version of its own accord;
/// `replace` is for rows that were just read again because they were stale or in conflict.
///
/// Any thread. Its lock is a leaf: nothing of the user's and no SQLite runs under it.
package final class RowTable: @unchecked Sendable {
    /// What the cache knows of a row.
    enum Lookup {
        case unknown
        case deleted
        case row(RowBlock, Int)
    }

    package let layout: EntityLayout
    package let shape: RowShape
    /// How each column is kept, hidden columns included.
    package let encodings: [ColumnEncoding]
    /// The columns whose words are places in a block's bytes.
    let byteColumns: [Int]
    /// How each slot with a column is kept.
    let slotEncodings: [ColumnEncoding]
    /// The ID homes of the entities that share the table, by ordinal.
    package let homes: [ObjectIDHome]
    package private(set) weak var store: PersistentStore?

    private struct Entry {
        var registration: BlockRegistration
        var row: Int32
        /// How many registered blocks hold the key.
        var holders: Int32

        /// The cached version; nil for a row that is gone.
        var version: Int64? { row < 0 ? nil : registration.version(of: Int(row)) }
    }

    private static let numbers = Atomic<UInt32>(0)

    private let lock = NSLock()
    private var unindexed: [ObjectIdentifier: BlockRegistration] = [:]
    @exclusivity(unchecked) private var index = KeyTable<Entry>()
    private var groups: [UInt64: Int] = [:]
    private var lastGroup: UInt64 = 0
    /// No block that registered since the table had none has a row of a lower version.
    private var lowestVersion = Int64.max
    let supersession = Supersession()

    init(layout: EntityLayout, store: PersistentStore) {
        self.layout = layout
        self.shape = RowShape(columnCount: layout.storedColumnCount)
        var encodings = layout.slots[..<layout.columnCount].map { ColumnEncoding($0.kind) }
        slotEncodings = encodings
        encodings += Array(repeating: .integer, count: layout.storedColumnCount - layout.columnCount)
        self.encodings = encodings
        byteColumns = encodings.indices.filter { encodings[$0].isBytes }
        let number = RowTable.numbers.wrappingAdd(1, ordering: .relaxed).newValue
        self.homes = layout.entities.enumerated().map { ordinal, entity in
            ObjectIDHome(entity: entity, layout: layout, ordinal: ordinal, store: store, tableNumber: number)
        }
        self.store = store
        for home in homes { home.table = self }
    }

    /// The ID that a to-one column names; nil when the store was removed.
    func destinationID(slot: Int, ordinal: Int?, key: Int64) -> ManagedObjectID? {
        guard let destination = layout.slots[slot].relationship?.destinationEntity else { return nil }
        guard let table = store?.table(for: destination.layout) else { return nil }
        let entityOrdinal = ordinal ?? destination.ordinal
        guard table.homes.indices.contains(entityOrdinal) else { return nil }
        return ManagedObjectID(home: table.homes[entityOrdinal], key: key)
    }

    /// The IDs of a to-many relationship's destinations, in their order.
    func destinationIDs(_ destinations: [StoredKey], slot: Int) -> [ManagedObjectID] {
        destinations.compactMap { destinationID(slot: slot, ordinal: $0.ordinal, key: $0.key) }
    }

    /// A number for blocks that were read by one statement, so share no key.
    func newGroup() -> UInt64 {
        lock.withLock {
            lastGroup += 1
            return lastGroup
        }
    }

    /// Whether some row was replaced by a newer one since the table had no blocks; while not, every registered block is
    /// current.
    var hasSupersededRows: Bool { supersession.hasHappened }

    /// Adds the rows of a block that was read from the store. Older versions than those known are not taken.
    func register(_ block: RowBlock, group: UInt64) {
        guard block.registration == nil else { return }
        lock.withLock {
            let registration = BlockRegistration(block, group: group, number: nextNumber())
            block.memory.registration = registration
            unindexed[ObjectIdentifier(block.memory)] = registration
            lowestVersion = min(lowestVersion, block.memory.versions.lowest)
            groups[group, default: 0] += 1
        }
    }

    /// Adds the rows of a block that is known to be the newest, whatever the versions say.
    func replace(with block: RowBlock) {
        register(block, group: newGroup())
        lock.withLock {
            indexAll()
            guard let registration = block.registration else { return }
            for row in 0..<block.count {
                index.update(block.key(row)) { entry in
                    entry.registration = registration
                    entry.row = Int32(row)
                }
            }
            noteSuperseded()
        }
    }

    /// Notes that some block may have become older than what is registered since.
    func noteSuperseded() {
        supersession.note()
    }

    /// Notes that a row is gone.
    func remove(key: Int64) {
        lock.withLock {
            indexAll()
            index.update(key) { $0.row = -1 }
            noteSuperseded()
        }
    }

    func lookup(_ key: Int64) -> Lookup {
        lock.withLock {
            indexAll()
            guard let entry = index[key] else { return .unknown }
            if entry.row < 0 { return .deleted }
            guard let block = entry.registration.block else { return .unknown }
            return .row(block, Int(entry.row))
        }
    }

    /// Whether one statement's blocks are all there is: they agree with themselves and need no index.
    var agreesWithItself: Bool {
        lock.withLock { groups.count < 2 && index.isEmpty && !hasSupersededRows }
    }

    /// The places of those rows that the cache has in another version, or knows to be gone.
    /// - Precondition: the rows are of registered blocks.
    func outdated(_ rows: [(key: Int64, version: Int64)]) -> [Int] {
        lock.withLock {
            indexAll()
            return rows.indices.filter { place in
                guard let entry = index[rows[place].key] else { return false }
                return entry.version != rows[place].version
            }
        }
    }

    /// The number of rows that are cached. O(rows not yet indexed).
    package var cachedRowCount: Int {
        lock.withLock {
            indexAll()
            return index.count
        }
    }

    func unregister(_ block: BlockMemory, _ registration: BlockRegistration) {
        lock.withLock {
            if unindexed[ObjectIdentifier(block)] != nil, mayHaveNewerRows(block) { indexAll() }
            if unindexed.removeValue(forKey: ObjectIdentifier(block)) == nil { release(block, registration) }
            let remaining = (groups[registration.group] ?? 1) - 1
            groups[registration.group] = remaining > 0 ? remaining : nil
            // Without a block there is nothing that could be old.
            if groups.isEmpty, index.isEmpty {
                supersession.forget()
                lowestVersion = .max
            }
        }
    }

    /// Whether a block may hold a row in a newer version than others that hold its key: those are told then.
    private func mayHaveNewerRows(_ block: BlockMemory) -> Bool {
        (groups.count > 1 || !index.isEmpty) && block.versions.highest > lowestVersion
    }

    private var numbers: UInt64 = 0

    private func nextNumber() -> UInt64 {
        numbers += 1
        return numbers
    }

    private func indexAll() {
        guard !unindexed.isEmpty else { return }
        let registrations = unindexed.values.sorted { $0.number < $1.number }
        unindexed.removeAll()
        index.reserve(additional: registrations.reduce(0) { $0 + $1.count })
        for registration in registrations { indexRows(of: registration) }
    }

    private func indexRows(of registration: BlockRegistration) {
        registration.forEachRow { row, key, version in
            guard var entry = index[key] else {
                index[key] = Entry(registration: registration, row: Int32(row), holders: 1)
                return
            }
            entry.holders += 1
            if entry.version ?? 0 < version {
                entry.registration = registration
                entry.row = Int32(row)
                noteSuperseded()
            }
            index[key] = entry
        }
    }

    /// Gives up the rows of a dying block; a row that older blocks still hold is copied.
    private func release(_ block: BlockMemory, _ registration: BlockRegistration) {
        for row in 0..<block.count {
            let key = block.key(row)
            guard var entry = index[key] else { continue }
            entry.holders -= 1
            if entry.holders == 0 {
                index[key] = nil
                continue
            }
            if entry.registration === registration, entry.row == row {
                entry.registration = BlockRegistration(keeping: RowBlock(block).copy(row: row))
                entry.row = 0
            }
            index[key] = entry
        }
    }
}

extension RowTable.Lookup {
    var version: Int64? {
        if case .row(let block, let row) = self { block.version(row) } else { nil }
    }
}
