import Persistence

/// Comparing the engine with the model.
extension Player {
    func compareAll() throws {
        for c in contexts.indices {
            contexts[c].checkInvariants()
            try adoptRegistered(c)
            try realizeFired(c)
            for record in models[c].objects.keys.sorted() {
                do {
                    try compare(record, in: c)
                } catch {
                    throw Disagreement("context \(c), record \(record): \(error)")
                }
            }
            try compareSets(c)
        }
        for c in contexts.indices { try compareLoadedMembers(c) }
    }

    /// Checks all fired faults before comparing. A missing row is also noted at its related objects.
    private func realizeFired(_ c: Int) throws {
        for record in models[c].objects.keys.sorted() {
            guard models[c].objects[record]!.isFault, !handles[c][record]!.isFault else { continue }
            try realize(record, in: c)
        }
    }

    /// Retains all registered objects. Those that the model has registered must be among them.
    private func adoptRegistered(_ c: Int) throws {
        var registered: [Record: ManagedObject] = [:]
        for object in contexts[c].registeredObjects {
            guard let record = records[object.objectID] else { throw Disagreement("\(object) is nobody's") }
            registered[record] = object
        }
        for record in models[c].objects.keys.sorted() where registered[record] == nil {
            throw Disagreement("context \(c) has lost record \(record): \(models[c].objects[record]!)")
        }
        for (record, object) in registered {
            if let known = handles[c][record], known !== object {
                throw Disagreement("context \(c) has two objects of record \(record)")
            }
            handles[c][record] = object
            if models[c].objects[record] == nil { models[c].objects[record] = ObjectModel(kind: kinds[record]!) }
        }
        for record in handles[c].keys where registered[record] == nil { handles[c][record] = nil }
    }

    func compare(_ record: Record, in c: Int) throws {
        let object = handles[c][record]!
        let model = models[c].objects[record]!
        guard model.isFault == object.isFault else { throw Disagreement("is a fault, not \(model)") }
        guard object.isInserted == (model.pending == .inserted) else {
            throw Disagreement("isInserted is \(object.isInserted), not \(model)")
        }
        guard object.isDeleted == !model.isAlive else {
            throw Disagreement("isDeleted is \(object.isDeleted), not \(model)")
        }
        if model.kind == .employee || !isVague(record, in: c) || !model.changes.isEmpty {
            guard object.isChanged == models[c].isUpdated(record) else {
                throw Disagreement("isUpdated is \(object.isUpdated), not \(model); changed \(object.changedValues())")
            }
        }
        if model.isFault || model.isGone { return }
        // Other references to a record that is pending deletion and was changed elsewhere do not matter.
        if model.pending == .deleted, models[c].vague.contains(record) { return }
        let shown = self.shown(object, model.kind)
        guard shown == model.visible else { throw Disagreement("shows \(shown.cells), not \(model.visible.cells)") }
    }

    /// The values of a realized object.
    func shown(_ object: ManagedObject, _ kind: RecordKind) -> Row {
        var row = Row(kind)
        for (field, key) in kind.textKeys.enumerated() {
            if let text = object.value(forKey: key) as? String { row.cells[field] = .text(text) }
        }
        if kind == .employee, let id = object.objectIDs(forRelationshipNamed: "department").first {
            row.cells[RecordKind.link] = .record(records[id] ?? -1)
        }
        return row
    }

    private func compareSets(_ c: Int) throws {
        let inserted = Set(contexts[c].insertedObjects.compactMap { records[$0.objectID] })
        let expected = Set(models[c].objects.filter { $0.value.pending == .inserted }.keys)
        guard inserted == expected else { throw Disagreement("context \(c) inserts \(inserted), not \(expected)") }
        let deleted = Set(contexts[c].deletedObjects.filter(\.hasChanges).compactMap { records[$0.objectID] })
        let gone = Set(models[c].objects.filter { $0.value.pending == .deleted }.keys)
        guard deleted == gone else { throw Disagreement("context \(c) deletes \(deleted), not \(gone)") }
        let updated = contexts[c].updatedObjects
        guard contexts[c].hasChanges == !(inserted.isEmpty && deleted.isEmpty && updated.isEmpty) else {
            throw Disagreement("context \(c): hasChanges is \(contexts[c].hasChanges)")
        }
        guard updated.allSatisfy(\.isUpdated) else { throw Disagreement("context \(c): updatedObjects has others") }
    }

    /// Determines which version of its row a fired fault has, and whether that version is allowed.
    func realize(_ record: Record, in c: Int) throws {
        let object = handles[c][record]!
        var model = models[c].objects[record]!
        let isGone = object.isDeleted && (model.pending != .deleted || object.version == 0)
        switch source(of: record, above: c) {
        case .gone:
            guard isGone else { throw Disagreement("shows a record that is deleted above") }
            return noteGone(record, in: c)
        case .row(let row):
            guard !isGone || model.pending == .deleted else { throw Disagreement("is gone, but not above") }
            model.rebase(onto: row)
        case .store:
            guard let row = try storedRow(record, in: c, version: object.version, isGone: isGone) else {
                return noteGone(record, in: c)
            }
            model.rebase(onto: row)
        }
        models[c].objects[record] = model
    }

    /// Notes that a refresh or an access found no row.
    private func noteGone(_ record: Record, in c: Int) {
        guard models[c].objects[record]!.pending != .deleted else {
            models[c].objects[record]!.isGone = true
            models[c].objects[record]!.isFault = false
            return
        }
        models[c].objects[record]!.becomeGone()
        turnBack(from: record, in: c)
    }

    /// Moves employees back who were moved to a department that is gone.
    func turnBack(from department: Record, in c: Int) {
        for (employee, object) in models[c].objects where object.changes[RecordKind.link] == .record(department) {
            if models[c].vague.contains(employee) {
                believe(employee, in: c)
            } else if object.pending != .deleted {
                models[c].objects[employee]!.changes[RecordKind.link] = object.pending == .inserted ? .absent : nil
            }
        }
    }

    /// The row with this version that a coordinator may return. Nil if the row may be missing.
    func storedRow(_ record: Record, in c: Int, version: Int64, isGone: Bool) throws -> Row? {
        let coordinator = models[c].coordinator
        guard let last = ledger.last(record) else {
            if isGone { return nil }
            throw Disagreement("shows version \(version) of a record that was never saved")
        }
        if readsNewest(c) { oldest[coordinator][record] = last }
        for index in (oldest[coordinator][record] ?? 0)...last {
            let entry = ledger.entry(record, index)!
            if isGone ? entry.row == nil : (entry.row != nil && entry.version == version) {
                oldest[coordinator][record] = index
                return entry.row
            }
        }
        let allowed = (oldest[coordinator][record] ?? 0)...last
        throw Disagreement(
            "shows \(isGone ? "no row" : "version \(version)"), not one of entries \(allowed) of \(ledger.history[record]!)"
        )
    }

    // MARK: Relationships

    private func compareLoadedMembers(_ c: Int) throws {
        for (record, model) in models[c].objects where model.kind == .department && model.isAlive && !model.isFault {
            guard let object = handles[c][record], !object.hasFault(forRelationshipNamed: "employees") else { continue }
            try compareMembers(of: record, in: c)
        }
    }

    func compareMembers(of department: Record, in c: Int) throws {
        guard let model = models[c].objects[department], model.isAlive, !model.isFault else { return }
        let members = Set(
            handles[c][department]!.objectIDs(forRelationshipNamed: "employees").map { records[$0] ?? -1 })
        for employee in kinds.keys.sorted() where kinds[employee] == .employee && !models[c].vague.contains(employee) {
            let isExpected = shownDepartment(of: employee, in: c) == department
            guard members.contains(employee) == isExpected else {
                throw Disagreement(
                    "context \(c): employee \(employee) is \(isExpected ? "not " : "")among \(members) of \(department)"
                )
            }
        }
    }

    /// Expects that the store, read without contexts and caches, contains the rows of the ledger.
    func compareStore() throws {
        var expected = ledger.rows
        for kind in RecordKind.allCases {
            let request = FetchRequest<ManagedObject>(entityName: kind.entityName)
            let reader = ManagedObjectContext(concurrencyType: .privateQueue)
            reader.persistentStoreCoordinator = contexts[1].persistentStoreCoordinator
            try reader.performAndWait {
                for object in try reader.fetch(request) {
                    guard let record = records[object.objectID], let row = expected.removeValue(forKey: record) else {
                        throw Disagreement("the store has \(object), which the ledger has not")
                    }
                    object.willAccessValue(forKey: nil)
                    let shown = shown(object, kind)
                    guard shown == row else {
                        throw Disagreement("record \(record) is stored as \(shown.cells), not \(row.cells)")
                    }
                }
            }
        }
        guard expected.isEmpty else { throw Disagreement("the store lacks records \(expected.keys.sorted())") }
    }
}

extension ManagedObject {
    /// Whether the object is updated and differs from its row. One whose value was only set again does not.
    var isChanged: Bool { isUpdated && hasPersistentChangedValues }
}
