import Foundation

/// Rows of one table that were read together: a fixed number of words for each row, and one buffer for text and data.
///
/// Objects hold (block, row) and decode a value when it is read. A block is immutable once finished and may be read on
/// any thread. Its rows stay in the row cache as long as any block with their keys exists.
@usableFromInline package class RowBlock: @unchecked Sendable {
    /// Owns the memory. It is separate from the block because the cache refers to it weakly, which makes retaining an
    /// object expensive, and every managed object retains its block.
    final let memory: BlockMemory
    /// The number of rows.
    package final let count: Int
    @usableFromInline final let shape: RowShape
    @usableFromInline final let words: UnsafeMutablePointer<UInt64>
    @usableFromInline final let bytes: UnsafeMutablePointer<UInt8>
    /// What each slot's column holds.
    final let contents: [ColumnContent]
    private final let supersededRows: SupersededRows

    init(_ memory: BlockMemory) {
        self.memory = memory
        count = memory.count
        shape = memory.table.shape
        contents = memory.table.layout.slotContents
        supersededRows = memory.table.supersededRows
        words = memory.words
        bytes = memory.bytes
    }

    /// The table that the rows are from.
    package final var table: RowCache { memory.table }
    /// When the rows were read, in seconds of the coordinator's clock.
    package final var fetchedAt: Double { memory.fetchedAt }
    /// The block's entry in the row cache; nil while it is not registered.
    final var cachedBlock: CachedBlock? { memory.cachedBlock }
    /// Whether the block's rows are in the row cache.
    final var isRegistered: Bool { memory.cachedBlock != nil }

    /// The primary key of a row.
    @inlinable package final func key(_ row: Int) -> Int64 {
        Int64(bitPattern: words[row &* shape.stride])
    }

    /// The row's version (`Z_OPT`).
    @inlinable package final func version(_ row: Int) -> Int64 {
        Int64(bitPattern: words[row &* shape.stride &+ 1])
    }

    /// The index of the row's entity among those that share the table.
    @inlinable package final func entityIndex(_ row: Int) -> Int {
        Int(words[row &* shape.stride &+ 2])
    }

    @inlinable @inline(__always) package final func isNull(_ row: Int, column: Int) -> Bool {
        words[row &* shape.stride &+ 3 &+ (column >> 6)] & (1 << UInt64(column & 63)) != 0
    }

    /// The bits of a column that is not null.
    @inlinable package final func word(_ row: Int, column: Int) -> UInt64 {
        words[row &* shape.stride &+ shape.headerWords &+ column]
    }

    /// The bytes of a text or data column that is not null. Valid while the block lives.
    @inlinable package final func bytes(_ row: Int, column: Int) -> UnsafeBufferPointer<UInt8> {
        let word = word(row, column: column)
        return UnsafeBufferPointer(start: bytes + Int(word >> 32), count: Int(word & 0xFFFF_FFFF))
    }

    /// The ID of a row.
    package final func objectID(_ row: Int) -> ManagedObjectID {
        ManagedObjectID(storeEntity: table.storeEntities[entityIndex(row)], key: key(row))
    }

    /// Whether the rows are in the cache, and no row of the table has been replaced since.
    final var isCurrent: Bool { isRegistered && !supersededRows.exist }

    /// Whether the block's rows are in the table's cache.
    final func isCached(in table: RowCache) -> Bool { memory.table === table && isRegistered }

    /// A new block with a copy of one row.
    final func copy(row: Int) -> RowBlock {
        let builder = RowBlockBuilder(table: table, capacity: 1)
        builder.append(copyOf: row, in: self)
        return builder.finish(fetchedAt: fetchedAt)
    }
}

/// The memory of a block, and its entry in the row cache.
final class BlockMemory: @unchecked Sendable {
    let table: RowCache
    let count: Int
    let fetchedAt: Double
    /// The lowest and the highest version of the rows.
    let versions: (lowest: Int64, highest: Int64)
    let words: UnsafeMutablePointer<UInt64>
    let bytes: UnsafeMutablePointer<UInt8>
    var cachedBlock: CachedBlock?

    init(
        table: RowCache, count: Int, fetchedAt: Double, versions: (lowest: Int64, highest: Int64),
        words: UnsafeMutablePointer<UInt64>, bytes: UnsafeMutablePointer<UInt8>
    ) {
        self.table = table
        self.count = count
        self.fetchedAt = fetchedAt
        self.versions = versions
        self.words = words
        self.bytes = bytes
    }

    deinit {
        if let cachedBlock { table.unregister(self, cachedBlock) }
        words.deallocate()
        bytes.deallocate()
    }

    func key(_ row: Int) -> Int64 { Int64(bitPattern: words[row &* table.shape.stride]) }
}

/// The layout of a row: key, version, entity, null bits, then one word for each column.
@usableFromInline package struct RowShape: Sendable {
    @usableFromInline package let columnCount: Int
    @usableFromInline package let nullWords: Int
    @usableFromInline package let headerWords: Int
    @usableFromInline package let stride: Int

    init(columnCount: Int) {
        self.columnCount = columnCount
        nullWords = (columnCount + 63) / 64
        headerWords = 3 + nullWords
        stride = headerWords + columnCount
    }
}
