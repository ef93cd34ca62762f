/// The rows of new objects of one table, while their values are being set.
///
/// A new object's first values are written straight into its row: most objects are saved before anything else happens
/// to them, and a save copies the rows as they are. An object that needs more (`LocalState`) leaves its row, which
/// stays empty. Confined to the context's queue and not part of the row cache. A save assigns keys and versions.
final class DraftBlock: RowBlock, @unchecked Sendable {
    /// The capacity, in rows and bytes.
    struct Room {
        let rows: Int
        let bytes: Int

        /// For the first new objects of a context, of which there may be only a few.
        static let few = Room(rows: 16, bytes: 4_096)
        static let many = Room(rows: 256, bytes: 65_536)
    }

    /// Bytes that must be free before another row is added.
    private static let reserve = 1_024

    private let room: Room
    @exclusivity(unchecked) private(set) var rowCount = 0
    @exclusivity(unchecked) private var byteCount = 0

    init(table: RowTable, room: Room) {
        self.room = room
        super.init(
            BlockMemory(
                table: table, count: 0, fetchedAt: 0, versions: (.max, .min),
                words: .allocate(capacity: room.rows * table.shape.stride), bytes: .allocate(capacity: room.bytes)))
    }

    var isFull: Bool { rowCount == room.rows || room.bytes - byteCount < DraftBlock.reserve }

    /// Appends a row without values and returns its index.
    /// - Precondition: the block is not full.
    func append(ordinal: Int) -> Int {
        precondition(rowCount < room.rows, "The block has no room for another row.")
        let row = words + rowCount &* shape.stride
        row[2] = UInt64(ordinal)
        for word in 0..<shape.nullWords { row[3 &+ word] = ~0 }
        for column in 0..<shape.columnCount { row[shape.headerWords &+ column] = 0 }
        rowCount += 1
        return rowCount - 1
    }

    /// Writes a value into a row.
    /// - Returns: false for a value that must go into `LocalState`: one that a row cannot reproduce exactly, a text in
    ///   place of another, null in place of a value, or more bytes than there is room for.
    func put(_ value: PropertyValue, _ row: Int, _ slot: Int) -> Bool {
        guard slot < contents.count else { return value.isNull }
        switch value {
        case .null: return isNull(row, column: slot)
        case .integer(let number): return put(number, row, slot)
        case .date(let seconds): return put(seconds: seconds, row, slot)
        case .string(let text): return put(text, row, slot)
        case .boolean(let flag) where contents[slot] == .boolean: set(flag ? 1 : 0, row, slot)
        case .double(let number) where contents[slot] == .double: setUnlessEqual(number, row, slot)
        default: return false
        }
        return true
    }

    func put(_ number: Int64, _ row: Int, _ slot: Int) -> Bool {
        guard contents[slot] == .integer else { return false }
        set(UInt64(bitPattern: number), row, slot)
        return true
    }

    func put(seconds: Double, _ row: Int, _ slot: Int) -> Bool {
        guard contents[slot] == .date else { return false }
        setUnlessEqual(seconds, row, slot)
        return true
    }

    func put(_ text: String, _ row: Int, _ slot: Int) -> Bool {
        guard contents[slot] == .string, isNull(row, column: slot) else { return false }
        return text.utf8.withContiguousStorageIfAvailable { append($0, row, slot) } ?? false
    }

    /// A copy of all rows, with these keys and version 1.
    func finished(keys: ArraySlice<Int64>, now: Double) -> RowBlock {
        precondition(keys.count == rowCount, "Every row has a key.")
        let wordCount = rowCount &* shape.stride
        let copy = UnsafeMutablePointer<UInt64>.allocate(capacity: wordCount)
        copy.initialize(from: words, count: wordCount)
        var row = copy
        for key in keys {
            row[0] = UInt64(bitPattern: key)
            row[1] = 1
            row += shape.stride
        }
        let text = UnsafeMutablePointer<UInt8>.allocate(capacity: max(byteCount, 1))
        text.initialize(from: bytes, count: byteCount)
        return RowBlock(
            BlockMemory(table: table, count: rowCount, fetchedAt: now, versions: (1, 1), words: copy, bytes: text))
    }

    @inline(__always)
    private func set(_ word: UInt64, _ row: Int, _ slot: Int) {
        let start = words + row &* shape.stride
        start[3 &+ (slot >> 6)] &= ~(1 << UInt64(slot & 63))
        start[shape.headerWords &+ slot] = word
    }

    /// Setting a number that compares equal is not a change.
    private func setUnlessEqual(_ number: Double, _ row: Int, _ slot: Int) {
        if isNull(row, column: slot) || Double(bitPattern: word(row, column: slot)) != number {
            set(number.bitPattern, row, slot)
        }
    }

    @inline(__always)
    private func append(_ text: UnsafeBufferPointer<UInt8>, _ row: Int, _ slot: Int) -> Bool {
        guard text.count <= room.bytes - byteCount else { return false }
        if let start = text.baseAddress { (bytes + byteCount).update(from: start, count: text.count) }
        set(UInt64(byteCount) << 32 | UInt64(text.count), row, slot)
        byteCount &+= text.count
        return true
    }
}

/// The indexes of a row's object in other lists, stored in the words that will hold its key and version.
extension DraftBlock {
    /// The index among the pending objects (`PendingList`).
    func pendingIndex(_ row: Int) -> Int { Int(truncatingIfNeeded: words[row &* shape.stride]) }

    func setPendingIndex(_ index: Int, _ row: Int) {
        words[row &* shape.stride] = UInt64(bitPattern: Int64(index))
    }

    /// The index among the objects without an ID (`IdentityMap`).
    func unnamedPlace(_ row: Int) -> Int32 { Int32(truncatingIfNeeded: words[row &* shape.stride &+ 1]) }

    func setUnnamedPlace(_ place: Int32, _ row: Int) {
        words[row &* shape.stride &+ 1] = UInt64(bitPattern: Int64(place))
    }
}
