/// What the model thinks of one registered object.
struct ObjectModel: Hashable {
    enum Pending: Hashable { case none, inserted, deleted }

    let kind: RecordKind
    var isFault = true
    /// The record is gone, and the object knows.
    var isGone = false
    var pending = Pending.none
    /// The committed values; nil for a fault.
    var base: Row?
    /// The uncommitted values.
    var changes: [Int: Cell] = [:]
    /// Marked by `detectConflicts`.
    var isLocked = false

    /// The values that the context shows.
    var visible: Row { (base ?? Row(kind)).with(changes) }
    var isAlive: Bool { pending != .deleted && !isGone }

    /// Gives a property another value; the same again is no change.
    mutating func change(_ field: Int, _ cell: Cell) {
        if visible.cells[field] != cell { set(field, cell) }
    }

    mutating func set(_ field: Int, _ cell: Cell) {
        let isCommitted = pending != .inserted && (base ?? Row(kind)).cells[field] == cell
        changes[field] = isCommitted ? nil : cell
    }

    /// Puts the object on other committed values, under its changes.
    mutating func rebase(onto row: Row) {
        base = row
        isFault = false
        for (field, cell) in changes where row.cells[field] == cell { changes[field] = nil }
    }

    mutating func becomeGone() {
        isGone = true
        isFault = false
        pending = .none
        changes = [:]
    }

    mutating func becomeFault() {
        isFault = true
        base = nil
        changes = [:]
    }
}

/// What the model thinks of one context.
struct ContextModel {
    let parent: Int?
    let coordinator: Int
    var objects: [Record: ObjectModel] = [:]
    /// Employees whose department somebody else changed while this context may have shown it: relationships that were
    /// loaded before and those loaded after may differ about them, until the context is reset.
    var vague: Set<Record> = []
    /// The events that can be undone, and done again.
    var undoStack: [EventRecord] = []
    var redoStack: [EventRecord] = []
    /// What was before the event that is going on.
    var eventStart: [Record: ObjectModel]?

    mutating func forgetUndo() {
        undoStack = []
        redoStack = []
        eventStart = nil
    }

    /// A record came back as another.
    mutating func rename(_ old: Record, to new: Record) {
        for index in undoStack.indices { undoStack[index].rename(old, to: new) }
        for index in redoStack.indices { redoStack[index].rename(old, to: new) }
    }

    /// Whether the context would write the department because employees come or go.
    func hasLinks(_ department: Record) -> Bool {
        objects.contains { _, employee in
            guard employee.kind == .employee, !employee.isGone else { return false }
            let before = employee.base?.department
            switch employee.pending {
            case .deleted: return before == department
            case .inserted: return employee.visible.department == department
            case .none:
                let now = employee.visible.department
                return before != now && (before == department || now == department)
            }
        }
    }

    func isUpdated(_ record: Record) -> Bool {
        guard let object = objects[record], object.pending == .none, !object.isGone else { return false }
        return !object.changes.isEmpty || (object.kind == .department && hasLinks(record))
    }
}
