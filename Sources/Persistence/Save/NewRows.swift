/// The rows of a context's new objects that have room for more, one block per table.
///
/// A new object's first values are written straight into a row as the store will insert it: most objects are saved
/// before anything else happens to them, and a save hands over whole blocks. With a `LocalState` for each object, the
/// benchmark's `insert and save` takes 1.3 times as long. An object whose values need more leaves its row, which stays
/// empty, and is like every other object from then on. That happens before every change but the first value of an
/// attribute, and never when something is read. Outside this file, the pending changes know of new rows, and the save,
/// which adopts them.
struct NewRows {
    private var blocks: [NewRowBlock] = []
    /// The block and entity of the last new object. The next one is likely to be of the same entity.
    private var last: (block: NewRowBlock, storeEntity: StoreEntity)?
    private var isFirst = true

    /// Gives a new object a row in the table.
    mutating func begin(_ object: ManagedObject, table: () -> RowCache?) {
        let storeEntity = object.storeEntity
        if let last, last.storeEntity === storeEntity, !last.block.isFull { return object.enter(last.block) }
        guard let block = block(for: storeEntity.entity.layout, table) else { return }
        last = (block, storeEntity)
        object.enter(block)
    }

    /// Removes all blocks, after their objects were saved.
    mutating func removeAll() {
        blocks.removeAll()
        last = nil
    }

    private mutating func block(for layout: EntityLayout, _ table: () -> RowCache?) -> NewRowBlock? {
        if let block = blocks.first(where: { $0.table.layout === layout && !$0.isFull }) { return block }
        guard let table = table() else { return nil }
        let block = NewRowBlock(table: table, room: isFirst ? .few : .many)
        isFirst = false
        blocks.removeAll { $0.table === table }
        blocks.append(block)
        return block
    }
}

extension ManagedObjectContext {
    /// Gives a new object a row for its values, if a save is likely to use it: in the table that a save will probably
    /// insert it into. If it uses another one, the row is built again.
    func beginNewRow(of object: ManagedObject) {
        newRows.begin(object) {
            guard parentContext == nil, let coordinator = persistentStoreCoordinator else { return nil }
            return coordinator.stores(for: object.entity).first { !$0.isReadOnly }?.table(for: object.entity.layout)
        }
    }
}

/// New objects whose values are in a new row.
extension ManagedObject {
    @inline(__always) private var newRows: NewRowBlock? {
        guard status.has(.hasNewRow), let rowMemory else { return nil }
        return unsafeDowncast(rowMemory, to: NewRowBlock.self)
    }

    /// The values in the new row; nil if the object has none.
    var newRowValues: SparseValues? { newRows?.values(Int(row)) }

    /// The value in the new row; nil if the object has none.
    @inline(__always)
    func newRowValue(_ slot: Int) -> PropertyValue? {
        guard let newRows else { return nil }
        return slot < newRows.contents.count ? newRows.value(Int(row), slot: slot) : .null
    }

    /// Writes a value into the new row. Returns false if the object has none, or the row cannot hold the value: then
    /// the object has left it.
    @inline(__always)
    func putIntoNewRow(_ value: PropertyValue, _ slot: Int) -> Bool {
        guard let newRows else { return false }
        if newRows.put(value, Int(row), slot) { return true }
        leaveNewRow()
        return false
    }

    /// The object's index among the pending objects.
    var pendingIndex: Int {
        get { newRows?.pendingIndex(Int(row)) ?? local?.pendingIndex ?? -1 }
        set {
            if let newRows { newRows.setPendingIndex(newValue, Int(row)) } else { state.pendingIndex = newValue }
        }
    }

    /// The object's state when the current event began; nil when the event has not changed it.
    var eventStart: EventStart? {
        if status.has(.hasNewRow) { return status.has(.inEvent) ? .ofNew : nil }
        return local?.event
    }

    /// The pending state when the current event began; nil if the object was not changed in it.
    var pendingBeforeEvent: PendingState? {
        if status.has(.hasNewRow) { return status.has(.inEvent) ? PendingState.none : nil }
        return local?.event?.pending
    }

    fileprivate func enter(_ block: NewRowBlock) {
        row = Int32(truncatingIfNeeded: block.append(entityIndex: storeEntity.entityIndex))
        rowMemory = block
        status.flags.insert(.hasNewRow)
    }

    /// Moves the values of a new row into a `LocalState`. Called before the object changes in another way than by a
    /// first value.
    func leaveNewRow() {
        if status.has(.hasNewRow) { leave() }
    }

    @inline(never)
    private func leave() {
        let made = LocalState()
        made.changes = newRowValues ?? SparseValues()
        made.pendingIndex = pendingIndex
        made.event = eventStart
        status.flags.remove(.hasNewRow)
        row = 0
        rowMemory = nil
        local = made
    }

    /// Moves the object to a row that a save has written for it.
    func adopt(_ block: RowBlock, row: Int) {
        status.flags.remove(.hasNewRow)
        rowMemory = block
        self.row = Int32(truncatingIfNeeded: row)
    }
}

extension ArraySlice<ManagedObject> {
    /// If the first objects here have all rows of a block of new rows, in the same order and in a table of this store:
    /// a copy of the block with these keys, and with version 1.
    func newRows(in store: PersistentStore, keys: [Int64], now: Double) -> RowBlock? {
        guard let first, first.status.has(.hasNewRow), let memory = first.rowMemory, first.row == 0 else { return nil }
        let block = unsafeDowncast(memory, to: NewRowBlock.self)
        guard block.rowCount <= count, store.table(for: block.table.layout) === block.table else { return nil }
        var row: Int32 = 0
        let isWhole = prefix(block.rowCount).allSatisfy { object in
            defer { row += 1 }
            return object.status.has(.hasNewRow) && object.rowMemory === memory && object.row == row
        }
        return isWhole ? block.finished(keys: keys[startIndex..<startIndex + block.rowCount], now: now) : nil
    }
}

/// New rows of one table. Confined to the context's queue and not part of the row cache. A save assigns keys and
/// versions; until then, their words hold the index of the row's object among the pending ones.
private final class NewRowBlock: RowBlock, @unchecked Sendable {
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
    private(set) var rowCount = 0
    private var byteCount = 0

    init(table: RowCache, room: Room) {
        self.room = room
        super.init(
            BlockMemory(
                table: table, count: 0, fetchedAt: 0, versions: (.max, .min),
                words: .allocate(capacity: room.rows * table.shape.stride), bytes: .allocate(capacity: room.bytes)))
    }

    var isFull: Bool { rowCount == room.rows || room.bytes - byteCount < NewRowBlock.reserve }

    /// Appends a row without values and returns its index.
    /// - Precondition: the block is not full.
    func append(entityIndex: Int) -> Int {
        precondition(rowCount < room.rows, "The block has no room for another row.")
        let row = words + rowCount &* shape.stride
        row[2] = UInt64(entityIndex)
        for word in 0..<shape.nullWords { row[3 &+ word] = ~0 }
        for column in 0..<shape.columnCount { row[shape.headerWords &+ column] = 0 }
        rowCount += 1
        return rowCount - 1
    }

    /// Writes a value into a row.
    /// - Returns: false for a value that a row cannot reproduce exactly, a text or a UUID in place of another, null in
    ///   place of a value, or more bytes than there is room for.
    func put(_ value: PropertyValue, _ row: Int, _ slot: Int) -> Bool {
        guard slot < contents.count else { return value.isNull }
        switch (value, contents[slot]) {
        case (.null, _): return isNull(row, column: slot)
        case (.integer(let number), .integer): set(UInt64(bitPattern: number), row, slot)
        case (.boolean(let flag), .boolean): set(flag ? 1 : 0, row, slot)
        case (.date(let number), .date), (.double(let number), .double):
            // Setting a number that compares equal is not a change.
            if isNull(row, column: slot) || Double(bitPattern: word(row, column: slot)) != number {
                set(number.bitPattern, row, slot)
            }
        case (.string(let text), .string):
            guard isNull(row, column: slot) else { return false }
            return text.utf8.withContiguousStorageIfAvailable { append($0, row, slot) } ?? false
        case (.uuid(let uuid), .uuid):
            guard isNull(row, column: slot) else { return false }
            return withUnsafeBytes(of: uuid.uuid) { append($0.bindMemory(to: UInt8.self), row, slot) }
        default: return false
        }
        return true
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

    func pendingIndex(_ row: Int) -> Int { Int(truncatingIfNeeded: words[row &* shape.stride]) }

    func setPendingIndex(_ index: Int, _ row: Int) {
        words[row &* shape.stride] = UInt64(bitPattern: Int64(index))
    }

    @inline(__always)
    private func set(_ word: UInt64, _ row: Int, _ slot: Int) {
        let start = words + row &* shape.stride
        start[3 &+ (slot >> 6)] &= ~(1 << UInt64(slot & 63))
        start[shape.headerWords &+ slot] = word
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
