/// The model of one registered object.
struct ObjectModel: Hashable {
    enum Pending: Hashable { case none, inserted, deleted }

    let kind: RecordKind
    var isFault = true
    /// Whether the row is gone and the object has noticed.
    var isGone = false
    var pending = Pending.none
    /// The committed values. Nil for a fault.
    var base: Row?
    /// The uncommitted values.
    var changes: [Int: Cell] = [:]
    /// Whether the object is marked by `detectConflicts`.
    var isLocked = false

    /// The values that are visible in the context.
    var visible: Row { (base ?? Row(kind)).with(changes) }
    var isAlive: Bool { pending != .deleted && !isGone }

    /// Sets a property. Setting an equal value is not a change.
    mutating func change(_ field: Int, _ cell: Cell) {
        if visible.cells[field] != cell { set(field, cell) }
    }

    mutating func set(_ field: Int, _ cell: Cell) {
        let isCommitted = pending != .inserted && (base ?? Row(kind)).cells[field] == cell
        changes[field] = isCommitted ? nil : cell
    }

    /// Replaces the committed values and keeps the changes.
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

/// The model of one context.
struct ContextModel {
    let parent: Int?
    let coordinator: Int
    var objects: [Record: ObjectModel] = [:]
    /// Employees whose department another context changed while this one may have loaded it. Until a reset of this
    /// context, relationships loaded before and after that change may disagree about them.
    var vague: Set<Record> = []
    /// The events that can be undone, and those that can be redone.
    var undoStack: [EventRecord] = []
    var redoStack: [EventRecord] = []
    /// The state before the current event.
    var eventStart: [Record: ObjectModel]?

    mutating func forgetUndo() {
        undoStack = []
        redoStack = []
        eventStart = nil
    }

    /// Replaces a record that was inserted again under a new number.
    mutating func rename(_ old: Record, to new: Record) {
        for index in undoStack.indices { undoStack[index].rename(old, to: new) }
        for index in redoStack.indices { redoStack[index].rename(old, to: new) }
    }

    /// Whether a save would write the department because its employees changed.
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
