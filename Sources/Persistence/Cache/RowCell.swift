/// A committed value in an object's row. Reading it creates no `PropertyValue`.
///
/// Attribute handles read from it while an object has no changes or other state outside its row. The object retains the
/// row's block, and so does the cell.
public struct RowCell {
    /// The value, or its offset and length in the block's bytes.
    @usableFromInline let word: UInt64
    @usableFromInline let bytes: UnsafeMutablePointer<UInt8>
    private let block: RowBlock
    private let row: Int32
    private let slot: UInt16
    @usableFromInline let content: ColumnContent
    /// Whether the cell has no value.
    public let isNull: Bool

    @inline(__always)
    init(_ block: RowBlock, row: Int32, slot: Int) {
        word = block.word(Int(row), column: slot)
        bytes = block.bytes
        isNull = block.isNull(Int(row), column: slot)
        content = block.contents[slot]
        self.block = block
        self.row = row
        self.slot = UInt16(truncatingIfNeeded: slot)
    }

    /// The value in the form that the engine stores.
    public var propertyValue: PropertyValue {
        block.value(Int(row), slot: Int(slot))
    }

    /// The value of a string attribute; nil for anything else.
    @inlinable public var text: String? {
        guard case .string = content, !isNull else { return nil }
        let start = bytes + Int(truncatingIfNeeded: word >> 32)
        let count = Int(truncatingIfNeeded: word & 0xFFFF_FFFF)
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// The value of an integer attribute; nil for anything else.
    @inlinable public var integer: Int64? {
        guard case .integer = content, !isNull else { return nil }
        return Int64(bitPattern: word)
    }

    /// A date, as seconds since 2001-01-01 00:00 UTC; nil for anything else.
    @inlinable public var seconds: Double? {
        guard case .date = content, !isNull else { return nil }
        return Double(bitPattern: word)
    }
}

extension ManagedObject {
    /// The cell for a slot; nil when the object has state that overrides its row. Fires the fault.
    @usableFromInline func cell(ofSlot slot: Int) -> RowCell? {
        assertConfined()
        if status.has(.fault) || status.has(.invalid) { beReadable() }
        guard local == nil, let rowMemory, slot < rowMemory.contents.count, !rowMemory.mayFail(slot: slot) else {
            return nil
        }
        return RowCell(rowMemory, row: row, slot: slot)
    }

    /// Kept out of line, because most reads of a cell do not need it.
    @inline(never)
    private func beReadable() {
        requireValid()
        fireForAccess()
    }
}
