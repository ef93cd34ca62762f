/// New objects whose values are in a draft block until they are saved, or until they need a `LocalState`.
extension ManagedObject {
    /// The draft block that holds the object's values; nil if none does.
    @inline(__always) var draft: DraftBlock? {
        guard status.has(.drafted), let storedBlock else { return nil }
        return unsafeDowncast(storedBlock, to: DraftBlock.self)
    }

    /// The object's state beyond its row. Reading it moves a drafted object out of its draft.
    var local: LocalState? {
        @inline(__always) get {
            if status.has(.drafted) { leaveDraft() }
            return storedLocal
        }
        set {
            if status.has(.drafted) { leaveDraft() }
            storedLocal = newValue
        }
    }

    /// The row block that was read last; nil for an object without a row.
    var block: RowBlock? {
        @inline(__always) get { status.has(.drafted) ? nil : storedBlock }
        set {
            if status.has(.drafted) { leaveDraft() }
            storedBlock = newValue
        }
    }

    /// The object's index among the pending objects.
    var pendingIndex: Int {
        get { draft?.pendingIndex(Int(row)) ?? storedLocal?.pendingIndex ?? -1 }
        set {
            if let draft { draft.setPendingIndex(newValue, Int(row)) } else { state.pendingIndex = newValue }
        }
    }

    /// The object's index among those without an ID. It is kept in `row`, which an object without a row does not use
    /// otherwise.
    var unnamedPlace: Int32 {
        get { draft?.unnamedPlace(Int(row)) ?? row }
        set {
            if let draft { draft.setUnnamedPlace(newValue, Int(row)) } else { row = newValue }
        }
    }

    /// Whether the object is being inserted into a draft, which is then its state at the start of the event.
    var isBeginningDraft: Bool { status.has(.drafted) && status.pending == .none }

    /// The object's state when the current event began; nil when the event has not changed it.
    var eventStart: EventStart? {
        if status.has(.drafted) { return status.has(.inEvent) ? .ofNew : nil }
        return storedLocal?.event
    }

    /// Appends an empty row for a new object to `draft`.
    func enter(_ draft: consuming DraftBlock) {
        let place = draft.append(ordinal: namedID.storeEntity.ordinal)
        draft.setUnnamedPlace(row, place)
        row = Int32(truncatingIfNeeded: place)
        storedBlock = draft
        status.flags.insert(.drafted)
    }

    /// Moves the values into a `LocalState`.
    @inline(never)
    func leaveDraft() {
        guard let draft else { return }
        let (place, made) = (Int(row), LocalState())
        made.changes = draft.values(place)
        made.pendingIndex = draft.pendingIndex(place)
        if status.has(.inEvent) { made.event = EventStart.ofNew }
        row = draft.unnamedPlace(place)
        status.flags.remove(.drafted)
        storedBlock = nil
        storedLocal = made
    }

    /// Moves the object to a row that a save has written for it, and ends the draft.
    func rebase(on block: RowBlock, row: Int) {
        status.flags.remove(.drafted)
        storedBlock = block
        self.row = Int32(truncatingIfNeeded: row)
    }
}
