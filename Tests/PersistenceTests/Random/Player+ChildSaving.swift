import Persistence

/// Saving into a parent: the child's values win, and objects that the parent no longer has are restored.
extension Player {
    func saveChild(_ c: Int, into parent: Int) throws {
        let child = models[c]
        let hasWork = contexts[c].hasChanges
        if hasWork { try noteEventEnd(parent) }
        let updatedDepartments = child.objects.filter { $0.value.kind == .department && handles[c][$0.key]!.isChanged }
            .keys
        let versions = handles[c].mapValues(\.version)
        if let error = try saveEngine(c) { throw Disagreement("a child's save failed: \(error)") }
        guard hasWork else { return }
        savedFrom = Set(descendants(of: c) + [c])
        beginEvent(parent)
        let changed = child.objects.filter { record, object in
            if object.pending == .none { return !object.changes.isEmpty || updatedDepartments.contains(record) }
            return object.pending == .inserted
        }
        try absorb(changed, versions, in: parent)
        for record in child.vague {
            try register(record, in: parent)
            believe(record, in: parent)
        }
        absorbDeletions(child, in: parent)
        try noteEventEnd(parent)
        finishSave(c)
    }

    private func absorb(_ changed: [Record: ObjectModel], _ versions: [Record: Int64], in parent: Int) throws {
        let known = models[parent].objects
        var cells: [Record: [Int: Cell]] = [:]
        for (record, object) in changed {
            cells[record] = try absorb(record, object, childVersion: versions[record] ?? 0, in: parent)
        }
        for record in changed.keys where known[record]?.pending == .deleted {
            guard let department = models[parent].objects[record]!.visible.department else { continue }
            models[parent].objects[record]!.set(
                RecordKind.link, absorbed(.record(department), record, in: parent))
        }
        for (record, cells) in cells {
            for (field, cell) in cells {
                models[parent].objects[record]!.set(field, absorbed(cell, record, in: parent))
            }
        }
    }

    /// Notes a record that is new to a context, and updates the other end of its vague relationships.
    private func register(_ record: Record, in c: Int) throws {
        guard let object = contexts[c].registeredObject(for: ids[record]!), !object.isFault, !object.isDeleted else {
            return
        }
        handles[c][record] = object
        if models[c].objects[record] == nil { models[c].objects[record] = ObjectModel(kind: kinds[record]!) }
        if models[c].objects[record]!.isFault { try realize(record, in: c) }
    }

    /// Takes an employee's department from the engine, where the two ends of a relationship may have differed.
    func believe(_ employee: Record, in c: Int) {
        guard let model = models[c].objects[employee], model.kind == .employee, model.isAlive, !model.isFault,
            let object = handles[c][employee], !object.isFault
        else { return }
        let cell = shown(object, .employee).cells[RecordKind.link]
        if model.visible.cells[RecordKind.link] != cell { models[c].objects[employee]!.set(RecordKind.link, cell) }
    }

    /// Applies all deletions before they propagate. A new object of the parent is removed immediately.
    private func absorbDeletions(_ child: ContextModel, in parent: Int) {
        let deleted = child.objects.filter { $0.value.pending == .deleted }.keys.sorted()
        var victims: Set<Record> = []
        for record in deleted where models[parent].objects[record]?.isAlive ?? true {
            victims.formUnion(employees(of: record, in: parent))
        }
        for record in deleted {
            let isUnknown = models[parent].objects[record] == nil && ids[record]!.isTemporaryID
            if !isUnknown { markDeleted(record, in: parent) }
        }
        markCascade(victims.subtracting(deleted), in: parent)
    }

    /// Prepares the parent's object. Returns the values that it takes from the child's object: its changes, or all its
    /// visible values if the parent no longer has the record.
    private func absorb(
        _ record: Record, _ child: ObjectModel, childVersion: Int64, in parent: Int
    ) throws -> [Int: Cell] {
        let known = models[parent].objects[record]
        var model = known ?? ObjectModel(kind: child.kind)
        defer { models[parent].objects[record] = model }
        let handle = contexts[parent].object(with: ids[record]!)
        handles[parent][record] = handle
        if model.pending == .inserted { return child.changes }
        if known != nil || child.pending != .inserted, try isStillThere(record, &model, handle, child, in: parent) {
            model.pending = .none
            return model.isFault ? [:] : child.changes
        }
        model = ObjectModel(kind: child.kind)
        // A child that still has the deleted row changes nothing.
        if childVersion > 0, handle.isFault, row(record, version: childVersion) == child.visible { return [:] }
        model.isFault = false
        var whole: [Int: Cell] = [:]
        for (field, cell) in child.visible.cells.enumerated() where cell != .absent { whole[field] = cell }
        whole.merge(child.changes) { $1 }
        if childVersion > 0, let row = row(record, version: handle.version) {
            for field in row.cells.indices { whole[field] = child.visible.cells[field] }
            model.rebase(onto: row)
        } else {
            model.pending = .inserted
            if !ids[record]!.isTemporaryID { broughtBack.insert(record) }
        }
        return whole
    }

    private func row(_ record: Record, version: Int64) -> Row? {
        ledger.history[record]?.last { $0.version == version && $0.row != nil }?.row
    }

    /// Whether the parent has the record, even if it is deleted there. Its visible values are then loaded. The engine
    /// releases a fault that received no values, and it stays a fault.
    private func isStillThere(
        _ record: Record, _ model: inout ObjectModel, _ handle: ManagedObject, _ child: ObjectModel, in parent: Int
    ) throws -> Bool {
        guard model.isFault || model.isGone else { return true }
        let found: Row?
        switch source(of: record, above: parent) {
        case .row(let row) where handle.isFault && child.changes.allSatisfy { row.cells[$0] == $1 }:
            model.isGone = false
            model.isFault = true
            return true
        case .row(let row): found = row
        case .gone: return false
        case .store:
            guard ledger.current(record)?.row != nil else { return false }
            if handle.isFault {
                model.isGone = false
                model.isFault = true
                return true
            }
            found = row(record, version: handle.version)
        }
        guard let found else { throw Disagreement("record \(record) stands on version \(handle.version)") }
        model.isGone = false
        model.rebase(onto: found)
        return true
    }

    /// The cell as the parent takes it. A reference to a department that the parent does not have becomes nil.
    private func absorbed(_ cell: Cell, _ employee: Record, in parent: Int) -> Cell {
        guard case .record(let department) = cell, !has(department, in: parent, for: employee) else { return cell }
        for child in descendants(of: parent) { models[child].vague.insert(employee) }
        return .absent
    }

    /// Whether a context has a department. If the cache may not know yet that it is gone, the engine's answer is taken.
    private func has(_ department: Record, in c: Int, for employee: Record) -> Bool {
        if let object = models[c].objects[department], !object.isAlive || !object.isFault { return object.isAlive }
        switch source(of: department, above: c) {
        case .row: return true
        case .gone: return false
        case .store: break
        }
        if ledger.current(department)?.row != nil { return true }
        guard ledger.history[department] != nil, let handle = handles[c][employee] else { return false }
        return handle.objectIDs(forRelationshipNamed: "department") == [ids[department]!]
    }
}
