/// The place of one value of a new object, in the row that its next save writes: written without making a `PropertyValue`.
///
/// What an attribute handle writes of an object that has nothing but first values. Valid during the call that it is handed
/// to, as long as that neither saves nor lets go of the object. Each `put` returns false, and does nothing, where the value
/// is another than the place keeps: of another type, a text in the place of one, more than there is room for.
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

    /// Whether there is no value.
    public var isNull: Bool {
        draft._withUnsafeGuaranteedRef { $0.isNull(row, column: slot) }
    }

    /// Puts a text, byte for byte.
    public func put(_ text: String) -> Bool {
        draft._withUnsafeGuaranteedRef { $0.put(text, row, slot) }
    }

    /// Puts an integer.
    public func put(_ number: Int64) -> Bool {
        draft._withUnsafeGuaranteedRef { $0.put(number, row, slot) }
    }

    /// Puts a date, as seconds since 2001.
    public func put(seconds: Double) -> Bool {
        draft._withUnsafeGuaranteedRef { $0.put(seconds: seconds, row, slot) }
    }
}

extension ManagedObject {
    /// The cell that takes a first value of a slot; nil where the object is not new, or more is to be told than its row.
    @usableFromInline func draftCell(ofSlot slot: Int) -> DraftCell? {
        requireValid()
        guard isTrackedNew, let draft, slot < draft.encodings.count else { return nil }
        return DraftCell(draft, row: row, slot: slot)
    }
}
