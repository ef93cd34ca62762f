/// New objects whose values lie in a draft block until they are saved, or until they need a state of their own.
extension ManagedObject {
    /// The block that the object is drafted in; nil for any other.
    @inline(__always) var draft: DraftBlock? {
        guard status.has(.drafted), let storedBlock else { return nil }
        return unsafeDowncast(storedBlock, to: DraftBlock.self)
    }

    /// What the object holds beyond its row. A drafted object that is asked for it leaves its draft.
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

    /// The row that was read last; nil for an object that has none yet.
    var block: RowBlock? {
        @inline(__always) get { status.has(.drafted) ? nil : storedBlock }
        set {
            if status.has(.drafted) { leaveDraft() }
            storedBlock = newValue
        }
    }

    /// The object's place among those pending.
    var pendingIndex: Int {
        get { draft?.pendingIndex(Int(row)) ?? storedLocal?.pendingIndex ?? -1 }
        set {
            if let draft { draft.setPendingIndex(newValue, Int(row)) } else { state.pendingIndex = newValue }
        }
    }

    /// The object's place among those without an ID: where it has no row, `row` has no other use.
    var unnamedPlace: Int32 {
        get { draft?.unnamedPlace(Int(row)) ?? row }
        set {
            if let draft { draft.setUnnamedPlace(newValue, Int(row)) } else { row = newValue }
        }
    }

    /// Whether the object is being inserted in a draft, which says how it was when its event began.
    var isBeginningDraft: Bool { status.has(.drafted) && status.pending == .none }

    /// How the object was when the event that is running began; nil where it has no part in it.
    var eventStart: EventStart? {
        if status.has(.drafted) { return status.has(.inEvent) ? .ofNew : nil }
        return storedLocal?.event
    }

    /// Begins a row for a new object that has nothing yet.
    func enter(_ draft: consuming DraftBlock) {
        let place = draft.append(ordinal: namedID.home.ordinal)
        draft.setUnnamedPlace(row, place)
        row = Int32(truncatingIfNeeded: place)
        storedBlock = draft
        status.flags.insert(.drafted)
    }

    /// Takes the values over into a state of the object's own.
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

    /// Stands on a row that a save has written for the object; a draft is over.
    func stand(on block: RowBlock, row: Int) {
        status.flags.remove(.drafted)
        storedBlock = block
        self.row = Int32(truncatingIfNeeded: row)
    }
}
