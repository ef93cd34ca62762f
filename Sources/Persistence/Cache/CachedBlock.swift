import Synchronization

/// A block's entry in the row cache. The cache does not retain blocks, except for the copy of a row whose own block is
/// destroyed while other blocks with its key exist.
///
/// Numbers order events in time: `number` is when the cache got the rows, and `group` when the statement that read them
/// began.
final class CachedBlock {
    let group: UInt64
    let number: UInt64
    let count: Int
    private weak var registered: BlockMemory?
    /// The retained copy of a row; nil for a registered block.
    let kept: RowBlock?
    /// The rows, `stride` words each. Valid until the memory has unregistered itself.
    private let words: UnsafeMutableBufferPointer<UInt64>
    private let stride: Int

    init(_ block: RowBlock, group: UInt64, number: UInt64, isKept: Bool = false) {
        self.group = group
        self.number = number
        count = block.count
        stride = block.shape.stride
        words = UnsafeMutableBufferPointer(start: block.memory.words, count: block.count * block.shape.stride)
        registered = block.memory
        kept = isKept ? block : nil
    }

    /// The copy of a row of another block. It has that block's number, because it is no newer.
    convenience init(keeping block: RowBlock, of other: CachedBlock) {
        self.init(block, group: 0, number: other.number, isKept: true)
    }

    /// An entry without rows. Its number is when a row was deleted or found outdated.
    init(number: UInt64) {
        (group, count, registered, kept, stride) = (0, 0, nil, nil, 0)
        self.number = number
        words = UnsafeMutableBufferPointer(start: nil, count: 0)
    }

    /// The block, unless it is being destroyed.
    var block: RowBlock? { kept ?? registered.map(RowBlock.init) }

    /// Whether this already retains the block that `other` registers, so that its row need not be copied.
    func keepsRows(of other: CachedBlock) -> Bool {
        kept != nil && kept?.memory === other.registered
    }

    /// Reads the rows of a registered block, even while it is being destroyed.
    func forEachRow(_ body: (Int, Int64, Int64) -> Void) {
        for row in 0..<count { body(row, Int64(bitPattern: words[row &* stride]), version(of: row)) }
    }

    func version(of row: Int) -> Int64 { Int64(bitPattern: words[row &* stride &+ 1]) }
}

/// Whether any row has been replaced by a newer version. Separate from the table, so that a block can read it without
/// retaining the table.
final class SupersededRows: Sendable {
    private let happened = Atomic(false)

    var exist: Bool { happened.load(ordering: .acquiring) }

    func note() { happened.store(true, ordering: .releasing) }

    func forget() { happened.store(false, ordering: .releasing) }
}
