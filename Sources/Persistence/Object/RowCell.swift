/// One committed value of an object, where it is in the object's row: read without making a `PropertyValue` of it.
///
/// What an attribute handle reads of an object that has nothing but its row. Valid during the call that it is handed to.
public struct RowCell {
    private let block: RowBlock
    private let row: Int
    private let slot: Int

    @inline(__always)
    init(_ block: RowBlock, row: Int, slot: Int) {
        self.block = block
        self.row = row
        self.slot = slot
    }

    /// Whether there is no value.
    public var isNull: Bool { block.isNull(row, column: slot) }

    /// The value as the engine keeps it.
    public var propertyValue: PropertyValue { block.value(row, slot: slot) }

    /// The text of a string; nil for anything else.
    public var text: String? {
        guard case .string = block.encodings[slot], !isNull else { return nil }
        return String(decoding: block.bytes(row, column: slot), as: UTF8.self)
    }

    /// The number of an integer; nil for anything else.
    public var integer: Int64? {
        guard case .integer = block.encodings[slot], !isNull else { return nil }
        return Int64(bitPattern: block.word(row, column: slot))
    }

    /// The seconds of a date since 2001; nil for anything else.
    public var seconds: Double? {
        guard case .date = block.encodings[slot], !isNull else { return nil }
        return Double(bitPattern: block.word(row, column: slot))
    }
}

extension ManagedObject {
    /// The cell that shows the value of a slot; nil where something lies over the row. Fires the fault.
    @usableFromInline func cell(ofSlot slot: Int) -> RowCell? {
        requireValid()
        if status.has(.fault) { fireForAccess() }
        guard local == nil, let block, slot < block.encodings.count else { return nil }
        return RowCell(block, row: Int(row), slot: slot)
    }
}
