import Persistence

/// Inserting, changing, deleting and discarding.
extension Player {
    func insert(_ kind: RecordKind, _ value: Int, in c: Int) throws {
        beginEvent(c)
        let entity = contexts[c].persistentStoreCoordinator!.managedObjectModel.entitiesByName[kind.entityName]!
        let object = entity.managedObjectClass.init(entity: entity, insertInto: contexts[c])
        let record = kinds.count + 1
        kinds[record] = kind
        learnID(of: object, record)
        object.setValue("v\(value)", forKey: kind.textKeys[0])
        var model = ObjectModel(kind: kind)
        model.isFault = false
        model.pending = .inserted
        model.set(0, .text("v\(value)"))
        models[c].objects[record] = model
    }

    func learnID(of object: ManagedObject, _ record: Record) {
        ids[record] = object.objectID
        records[object.objectID] = record
    }

    /// Fires a fault. Returns whether its row exists.
    func fire(_ record: Record, in c: Int) throws -> Bool {
        handles[c][record]!.willAccessValue(forKey: nil)
        if models[c].objects[record]!.isFault { try realize(record, in: c) }
        return models[c].objects[record]!.isAlive
    }

    func set(_ position: Int, _ field: Int, _ cell: Cell, in c: Int) throws {
        guard let record = pick(position, nil, in: c), try fire(record, in: c) else { return }
        beginEvent(c)
        let keys = kinds[record]!.textKeys
        let field = field % keys.count
        if case .text(let text) = cell {
            handles[c][record]!.setValue(text, forKey: keys[field])
        } else {
            handles[c][record]!.setValue(nil, forKey: keys[field])
        }
        models[c].objects[record]!.change(field, cell)
    }

    func relate(_ position: Int, to departmentPosition: Int?, in c: Int) throws {
        guard let employee = pick(position, .employee, in: c), try fire(employee, in: c) else { return }
        var cell = Cell.absent
        var destination: ManagedObject?
        if let departmentPosition {
            guard let department = pick(departmentPosition, .department, in: c), try fire(department, in: c) else {
                return
            }
            cell = .record(department)
            destination = handles[c][department]
        }
        beginEvent(c)
        handles[c][employee]!.setValue(destination, forKey: "department")
        models[c].objects[employee]!.change(RecordKind.link, cell)
    }

    func setMembers(of position: Int, _ first: Int, _ count: Int, in c: Int) throws {
        guard let department = pick(position, .department, in: c), try fire(department, in: c) else { return }
        let old = try bringMembers(of: department, in: c)
        let employees = models[c].objects.filter { $0.value.kind == .employee && $0.value.isAlive }.keys.sorted()
        var chosen: Set<Record> = []
        for offset in 0..<min(count, employees.count) { chosen.insert(employees[(first + offset) % employees.count]) }
        for employee in chosen.sorted() where try !fire(employee, in: c) { chosen.remove(employee) }
        beginEvent(c)
        handles[c][department]!.setValue(Set(chosen.map { handles[c][$0]! }), forKey: "employees")
        for employee in chosen { models[c].objects[employee]!.change(RecordKind.link, .record(department)) }
        for employee in old.subtracting(chosen) where models[c].objects[employee]?.visible.department == department {
            models[c].objects[employee]!.change(RecordKind.link, .absent)
        }
    }

    /// Registers and realizes the employees of a department. Returns those that exist.
    @discardableResult
    func bringMembers(of department: Record, in c: Int) throws -> Set<Record> {
        let ids = handles[c][department]!.objectIDs(forRelationshipNamed: "employees")
        var members: Set<Record> = []
        for id in ids {
            let object = contexts[c].object(with: id)
            guard let record = records[id] else { throw Disagreement("\(object) is nobody's") }
            handles[c][record] = object
            if models[c].objects[record] == nil { models[c].objects[record] = ObjectModel(kind: .employee) }
            if try fire(record, in: c) { members.insert(record) }
        }
        return members
    }

    // MARK: Deleting

    func delete(_ position: Int, in c: Int) throws {
        guard let record = pick(position, nil, in: c) else { return }
        beginEvent(c)
        let victims = employees(of: record, in: c)
        contexts[c].delete(handles[c][record]!)
        contexts[c].processPendingChanges()
        markDeleted(record, in: c)
        markCascade(victims, in: c)
        try noteEventEnd(c)
    }

    /// The employees that are deleted with a department.
    func employees(of record: Record, in c: Int) -> Set<Record> {
        guard kinds[record] == .department else { return [] }
        return Set(kinds.keys.filter { kinds[$0] == .employee && shownDepartment(of: $0, in: c) == record })
    }

    func markDeleted(_ record: Record, in c: Int) {
        guard var object = models[c].objects[record] else {
            var object = ObjectModel(kind: kinds[record]!)
            object.pending = .deleted
            models[c].objects[record] = object
            handles[c][record] = contexts[c].registeredObject(for: ids[record]!)
            return
        }
        guard object.isAlive else { return }
        if object.pending == .inserted {
            models[c].objects[record] = nil
            handles[c][record] = nil
        } else {
            object.pending = .deleted
            models[c].objects[record] = object
        }
    }

    /// Marks the employees that a cascade deletes. For vague employees the engine's answer is taken.
    func markCascade(_ victims: Set<Record>, in c: Int) {
        let deleted = Set(contexts[c].deletedObjects.filter(\.hasChanges).compactMap { records[$0.objectID] })
        for employee in victims where !models[c].vague.contains(employee) { markDeleted(employee, in: c) }
        for employee in models[c].vague.sorted() {
            let hasLeft =
                models[c].objects[employee]?.pending == .inserted
                && contexts[c].registeredObject(for: ids[employee]!) == nil
            if deleted.contains(employee) || hasLeft { markDeleted(employee, in: c) }
        }
    }

    // MARK: Giving up

    func rollback(_ c: Int) throws {
        contexts[c].rollback()
        for (record, object) in models[c].objects {
            var reverted = object
            reverted.isLocked = false
            if object.pending == .inserted {
                models[c].objects[record] = nil
                handles[c][record] = nil
                continue
            }
            reverted.pending = .none
            reverted.changes = [:]
            models[c].objects[record] = reverted
        }
        noteUndoGone(c)
    }

    func reset(_ c: Int) {
        contexts[c].reset()
        handles[c] = [:]
        models[c].objects = [:]
        models[c].vague = []
        noteUndoGone(c)
    }
}
