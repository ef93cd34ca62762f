/// One committed value of an object, where it is in the object's row: read without making a `PropertyValue` of it.
///
/// What an attribute handle reads of an object that has nothing but its row. The object holds the row's block; the cell
/// does not, because holding it would cost more than reading a number. Valid during the call that it is handed to, as long
/// as that neither changes nor lets go of the object.
public struct RowCell {
    /// The value, or where it is among the block's bytes.
    @usableFromInline let word: UInt64
    @usableFromInline let bytes: UnsafeMutablePointer<UInt8>
    private let block: Unmanaged<RowBlock>
    private let row: Int32
    private let slot: UInt16
    @usableFromInline let encoding: ColumnEncoding
    /// Whether there is no value.
    public let isNull: Bool

    @inline(__always)
    init(_ block: RowBlock, row: Int32, slot: Int) {
        word = block.word(Int(row), column: slot)
        bytes = block.bytes
        isNull = block.isNull(Int(row), column: slot)
        encoding = block.encodings[slot]
        self.block = .passUnretained(block)
        self.row = row
        self.slot = UInt16(truncatingIfNeeded: slot)
    }

    /// The value as the engine keeps it.
    public var propertyValue: PropertyValue {
        block._withUnsafeGuaranteedRef { $0.value(Int(row), slot: Int(slot)) }
    }

    /// The text of a string; nil for anything else.
    @inlinable public var text: String? {
        guard case .string = encoding, !isNull else { return nil }
        let start = bytes + Int(truncatingIfNeeded: word >> 32)
        let count = Int(truncatingIfNeeded: word & 0xFFFF_FFFF)
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// The number of an integer; nil for anything else.
    @inlinable public var integer: Int64? {
        guard case .integer = encoding, !isNull else { return nil }
        return Int64(bitPattern: word)
    }

    /// The seconds of a date since 2001; nil for anything else.
    @inlinable public var seconds: Double? {
        guard case .date = encoding, !isNull else { return nil }
        return Double(bitPattern: word)
    }
}

extension ManagedObject {
    /// The cell that shows the value of a slot; nil where something lies over the row. Fires the fault.
    @usableFromInline func cell(ofSlot slot: Int) -> RowCell? {
        assertConfined()
        if status.has(.fault) || status.has(.invalid) { beReadable() }
        guard storedLocal == nil, let storedBlock, slot < storedBlock.encodings.count else { return nil }
        return RowCell(storedBlock, row: row, slot: slot)
    }

    /// What is rare stays apart from reading a cell, which most objects need nothing else for.
    @inline(never)
    private func beReadable() {
        requireValid()
        fireForAccess()
    }
}
