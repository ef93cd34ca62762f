/// A value of a new object, in the row that the next save writes. Setting it creates no `PropertyValue`.
///
/// Attribute handles write to it while a new object's values fit into that row. It is valid during the call that
/// receives it, provided that the call neither saves nor releases the object. Each `put` returns false, and does
/// nothing, when the cell cannot hold the value: the value has another type, would replace a text, or does not fit.
public struct DraftCell {
    private let draft: Unmanaged<DraftBlock>
    private let row: Int
    private let slot: Int

    @inline(__always)
    init(_ draft: DraftBlock, row: Int32, slot: Int) {
        self.draft = .passUnretained(draft)
        self.row = Int(row)
        self.slot = slot
    }

    /// Whether the cell has no value.
    public var isNull: Bool {
        draft._withUnsafeGuaranteedRef { $0.isNull(row, column: slot) }
    }

    /// Writes a text, byte for byte; false when the cell cannot hold it.
    public func put(_ text: String) -> Bool {
        draft._withUnsafeGuaranteedRef { $0.put(text, row, slot) }
    }

    /// Writes an integer; false when the cell cannot hold it.
    public func put(_ number: Int64) -> Bool {
        draft._withUnsafeGuaranteedRef { $0.put(number, row, slot) }
    }

    /// Writes a date as seconds since 2001-01-01 00:00 UTC; false when the cell cannot hold it.
    public func put(seconds: Double) -> Bool {
        draft._withUnsafeGuaranteedRef { $0.put(seconds: seconds, row, slot) }
    }
}

extension ManagedObject {
    /// The cell for a first value of a slot; nil when the object is not new, or has state that its row cannot hold.
    @usableFromInline func draftCell(ofSlot slot: Int) -> DraftCell? {
        requireValid()
        guard isTrackedNew, let draft, slot < draft.contents.count else { return nil }
        return DraftCell(draft, row: row, slot: slot)
    }
}
