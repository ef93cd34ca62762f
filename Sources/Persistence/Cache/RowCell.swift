/// A committed value in an object's row. Reading it creates no `PropertyValue`. Only the engine reads it.
///
/// Attribute handles read from it while an object has no changes or other state outside its row. It is valid while the
/// object keeps the row, so a type that is created from it must not change the object meanwhile.
public struct _RowCell: ~Copyable {
    /// The value, or its offset and length in the block's bytes.
    @usableFromInline let word: UInt64
    @usableFromInline let bytes: UnsafeMutablePointer<UInt8>
    @usableFromInline let content: ColumnContent
    /// Whether the cell has no value.
    @usableFromInline package let isNull: Bool

    @inline(__always)
    init(_ block: RowBlock, row: Int, slot: Int) {
        word = block.word(row, column: slot)
        bytes = block.bytes
        isNull = block.isNull(row, column: slot)
        content = block.contents[slot]
    }

    /// The value of a string attribute; nil for anything else.
    @inlinable package var text: String? {
        guard case .string = content, !isNull else { return nil }
        let start = bytes + Int(truncatingIfNeeded: word >> 32)
        let count = Int(truncatingIfNeeded: word & 0xFFFF_FFFF)
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// The value of an integer attribute; nil for anything else.
    @inlinable package var integer: Int64? {
        guard case .integer = content, !isNull else { return nil }
        return Int64(bitPattern: word)
    }

    /// A date, as seconds since 2001-01-01 00:00 UTC; nil for anything else.
    @inlinable package var seconds: Double? {
        guard case .date = content, !isNull else { return nil }
        return Double(bitPattern: word)
    }
}

extension ManagedObject {
    /// The cell for a slot; nil when the object has state that overrides its row. Fires the fault.
    @usableFromInline func cell(ofSlot slot: Int) -> _RowCell? {
        assertConfined()
        if status.has(.fault) || status.has(.invalid) { beReadable() }
        guard local == nil, let rowMemory, slot < rowMemory.contents.count else { return nil }
        return _RowCell(rowMemory, row: Int(row), slot: slot)
    }

    /// Kept out of line, because most reads of a cell do not need it.
    @inline(never)
    private func beReadable() {
        requireValid()
        fireForAccess()
    }
}
