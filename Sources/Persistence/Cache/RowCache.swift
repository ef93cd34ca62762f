import Foundation
import Synchronization

/// The row cache of one table: the newest known version of each row that is in a living block.
///
/// Blocks act as reference counts: a row stays cached as long as any registered block with its key exists. Registering
/// a block only adds it to a list; blocks are indexed by key on the first look-up. The cache never replaces a row by an
/// older version by itself; `replace` is for rows that were just read again because they were stale or in conflict.
/// Between a read and the entry of its rows here, another context may save. Whoever reads therefore takes the number of
/// its group first, and what the cache was told after that remains.
///
/// Use on any thread. While its lock is held, neither user code nor SQLite runs.
package final class RowCache: @unchecked Sendable {
    /// The cache's result for a key.
    enum Lookup {
        case unknown
        case deleted
        case row(RowBlock, Int)
    }

    package let layout: EntityLayout
    package let shape: RowShape
    /// The parts of IDs of the entities that share the table, by index.
    package let storeEntities: [StoreEntity]
    package private(set) weak var store: PersistentStore?

    private struct Entry {
        var cachedBlock: CachedBlock
        /// The index in the block; negative for a row that was deleted, or that is outdated. The block is then
        /// one without rows, which only says when that was.
        var row: Int32
        /// The number of registered blocks that have the key.
        var holders: Int32

        static let deleted: Int32 = -1
        static let outdated: Int32 = -2

        /// The cached version; nil for a deleted or outdated row.
        var version: Int64? { row < 0 ? nil : cachedBlock.version(of: Int(row)) }

        /// Whether a row of `other` is newer, with this version.
        func isOlder(than other: CachedBlock, _ version: Int64) -> Bool {
            guard let known = self.version else { return cachedBlock.number < other.group }
            return known < version
        }
    }

    private static let numbers = Atomic<UInt32>(0)

    private let lock = NSLock()
    private var unindexed: [ObjectIdentifier: CachedBlock] = [:]
    private let index = KeyTable<Entry>()
    /// Whether values may be in files beside the store.
    private let hasExternalValues: Bool
    /// All registered blocks, if values may be in files beside the store.
    private var withFiles: [ObjectIdentifier: CachedBlock] = [:]
    private var groups: [UInt64: Int] = [:]
    /// The last number of a group, a registered block or a removal. They are numbered together, in the order of time.
    private var lastNumber: UInt64 = 0
    /// Entries' blocks that were replaced. They may hold the last reference to a block, which unregisters itself,
    /// so they are released after the lock.
    private var replaced: [CachedBlock] = []
    /// The lowest version in any block that was registered since the table last had none.
    private var lowestVersion = Int64.max
    let supersededRows = SupersededRows()

    init(layout: EntityLayout, store: PersistentStore) {
        self.layout = layout
        self.shape = RowShape(columnCount: layout.contents.count)
        hasExternalValues = layout.contents.contains(where: \.isExternal)
        let number = RowCache.numbers.wrappingAdd(1, ordering: .relaxed).newValue
        self.storeEntities = layout.entities.enumerated().map { entityIndex, entity in
            StoreEntity(entity: entity, layout: layout, entityIndex: entityIndex, store: store, tableNumber: number)
        }
        self.store = store
        for storeEntity in storeEntities { storeEntity.table = self }
    }

    /// The ID of a to-one column's destination; nil when the store was removed.
    func destinationID(slot: Int, entityIndex: Int?, key: Int64) -> ManagedObjectID? {
        guard let destination = layout.slots[slot].relationship?.destinationEntity else { return nil }
        guard let table = store?.table(for: destination.layout) else { return nil }
        let entityIndex = entityIndex ?? destination.entityIndex
        guard table.storeEntities.indices.contains(entityIndex) else { return nil }
        return ManagedObjectID(storeEntity: table.storeEntities[entityIndex], key: key)
    }

    /// The IDs of a to-many relationship's destinations, in order.
    func destinationIDs(_ destinations: [StoredKey], slot: Int) -> [ManagedObjectID] {
        destinations.compactMap { destinationID(slot: slot, entityIndex: $0.entityIndex, key: $0.key) }
    }

    private func withLock<Result>(_ body: () -> Result) -> Result {
        lock.lock()
        let result = body()
        let released = replaced
        replaced = []
        lock.unlock()
        return withExtendedLifetime(released) { result }
    }

    /// A number for the blocks that one statement will read, which have no key in common.
    func newGroup() -> UInt64 { withLock { nextNumber() } }

    /// Whether any row has been replaced by a newer one since the table last had no blocks. If not, every registered
    /// block is current.
    var hasSupersededRows: Bool { supersededRows.exist }

    /// Adds the rows of a block that was read from the store. A row does not replace a newer cached version.
    func register(_ block: RowBlock, group: UInt64) {
        guard !block.isRegistered else { return }
        withLock {
            let cachedBlock = CachedBlock(block, group: group, number: nextNumber())
            block.memory.cachedBlock = cachedBlock
            unindexed[ObjectIdentifier(block.memory)] = cachedBlock
            if hasExternalValues { withFiles[ObjectIdentifier(block.memory)] = cachedBlock }
            lowestVersion = min(lowestVersion, block.memory.versions.lowest)
            groups[group, default: 0] += 1
        }
    }

    /// Adds the rows of a block regardless of versions, except those of which the cache has learned since `group` was
    /// taken. If that was after the read, for instance while no other writer could commit, the rows are the newest.
    func replace(with block: RowBlock, group: UInt64) {
        register(block, group: group)
        withLock {
            indexAll()
            guard let cachedBlock = block.cachedBlock else { return }
            for row in 0..<block.count {
                change(block.key(row), ifKnownSince: group) { ($0.cachedBlock, $0.row) = (cachedBlock, Int32(row)) }
            }
            noteSuperseded()
        }
    }

    private func change(_ key: Int64, ifKnownSince group: UInt64, _ body: (inout Entry) -> Void) {
        index.update(key) { entry in
            guard entry.cachedBlock.number <= group else { return }
            replaced.append(entry.cachedBlock)
            body(&entry)
        }
    }

    /// Records that some block may be older than one that was registered later.
    func noteSuperseded() {
        supersededRows.note()
    }

    /// Records that a row was deleted.
    /// - Parameter group: What the statement that did not find the row took first; nil if the row was just deleted.
    func remove(key: Int64, group: UInt64? = nil) {
        withLock { mark(CollectionOfOne(key), Entry.deleted, ifKnownSince: group ?? .max) }
    }

    /// Records that rows were changed or deleted, and that the cache does not have the new ones.
    func noteOutdated(_ keys: some Sequence<Int64>) {
        withLock {
            if groups.isEmpty { return }
            mark(keys, Entry.outdated, ifKnownSince: .max)
        }
    }

    private func mark(_ keys: some Sequence<Int64>, _ row: Int32, ifKnownSince group: UInt64) {
        indexAll()
        let now = CachedBlock(number: nextNumber())
        for key in keys { change(key, ifKnownSince: group) { ($0.cachedBlock, $0.row) = (now, row) } }
        noteSuperseded()
    }

    /// Whether the newest version of a row is known not to be in the cache.
    func isOutdated(_ key: Int64) -> Bool {
        withLock {
            indexAll()
            return index[key]?.row == Entry.outdated
        }
    }

    func lookup(_ key: Int64) -> Lookup {
        withLock {
            indexAll()
            guard let entry = index[key] else { return .unknown }
            if entry.row < 0 { return entry.row == Entry.deleted ? .deleted : .unknown }
            guard let block = entry.cachedBlock.block else { return .unknown }
            return .row(block, Int(entry.row))
        }
    }

    /// Whether all blocks are from one statement and none was superseded, so that no index is needed.
    var agreesWithItself: Bool {
        withLock { groups.count < 2 && index.isEmpty && !hasSupersededRows }
    }

    /// The indexes of the rows that the cache has in another version, or knows to be deleted.
    /// - Precondition: the rows are in registered blocks.
    func outdated(_ rows: [(key: Int64, version: Int64)]) -> [Int] {
        withLock {
            indexAll()
            return rows.indices.filter { place in
                guard let entry = index[rows[place].key] else { return false }
                return entry.version != rows[place].version
            }
        }
    }

    /// The number of rows that are cached. O(rows not yet indexed).
    package var cachedRowCount: Int {
        withLock {
            indexAll()
            return index.count
        }
    }

    func unregister(_ block: BlockMemory, _ cachedBlock: CachedBlock) {
        withLock {
            if hasExternalValues { withFiles[ObjectIdentifier(block)] = nil }
            if unindexed[ObjectIdentifier(block)] != nil, mayHaveNewerRows(block) { indexAll() }
            if unindexed.removeValue(forKey: ObjectIdentifier(block)) == nil { release(block, cachedBlock) }
            let remaining = (groups[cachedBlock.group] ?? 1) - 1
            groups[cachedBlock.group] = remaining > 0 ? remaining : nil
            // Without blocks, nothing can be out of date.
            if groups.isEmpty, index.isEmpty {
                supersededRows.forget()
                lowestVersion = .max
            }
        }
    }

    /// Whether a block may have a newer version of a row than other blocks. Then those must be marked as superseded.
    private func mayHaveNewerRows(_ block: BlockMemory) -> Bool {
        (groups.count > 1 || !index.isEmpty) && block.versions.highest > lowestVersion
    }

    private func nextNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }

    private func indexAll() {
        guard !unindexed.isEmpty else { return }
        let cachedBlocks = unindexed.values.sorted { $0.number < $1.number }
        unindexed.removeAll()
        index.reserve(additional: cachedBlocks.reduce(0) { $0 + $1.count })
        for cachedBlock in cachedBlocks { indexRows(of: cachedBlock) }
    }

    private func indexRows(of cachedBlock: CachedBlock) {
        cachedBlock.forEachRow { row, key, version in
            guard var entry = index[key] else {
                index[key] = Entry(cachedBlock: cachedBlock, row: Int32(row), holders: 1)
                return
            }
            entry.holders += 1
            let isNewer = entry.isOlder(than: cachedBlock, version)
            if isNewer || entry.cachedBlock.keepsRows(of: cachedBlock) {
                replaced.append(entry.cachedBlock)
                entry.cachedBlock = cachedBlock
                entry.row = Int32(row)
            }
            if isNewer { noteSuperseded() }
            index[key] = entry
        }
    }

    /// Releases the rows of a block that is being destroyed; a row that older blocks still have is copied.
    private func release(_ block: BlockMemory, _ cachedBlock: CachedBlock) {
        for row in 0..<block.count {
            let key = block.key(row)
            guard var entry = index[key] else { continue }
            entry.holders -= 1
            if entry.holders == 0 {
                replaced.append(entry.cachedBlock)
                index[key] = nil
                continue
            }
            if entry.cachedBlock === cachedBlock, entry.row == row {
                entry.cachedBlock = CachedBlock(keeping: RowBlock(block).copy(row: row), of: cachedBlock)
                entry.row = 0
            }
            index[key] = entry
        }
    }
}

extension RowCache {
    /// The names of the files that the rows in memory refer to, outdated rows among them.
    package func externalFileNames() -> Set<String> {
        let columns = layout.contents.indices.filter { layout.contents[$0].isExternal }
        var names: Set<String> = []
        for block in livingBlocks() {
            for row in 0..<block.count {
                for column in columns where !block.isNull(row, column: column) {
                    if case .file(let name)? = ExternalValue(block.bytes(row, column: column)) { names.insert(name) }
                }
            }
        }
        return names
    }

    /// All blocks, if values may be in files.
    private func livingBlocks() -> [RowBlock] {
        guard hasExternalValues else { return [] }
        return withLock {
            var blocks = withFiles.values.compactMap(\.block)
            index.forEach { _, entry in
                if let block = entry.cachedBlock.kept { blocks.append(block) }
            }
            return blocks
        }
    }
}

extension RowCache.Lookup {
    var version: Int64? {
        if case .row(let block, let row) = self { block.version(row) } else { nil }
    }
}
