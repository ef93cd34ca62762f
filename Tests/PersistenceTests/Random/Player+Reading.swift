import Persistence

/// Faulting, refreshing, merging and fetching.
extension Player {
    func read(_ position: Int, in c: Int) throws {
        let records = models[c].objects.keys.sorted()
        guard !records.isEmpty else { return }
        _ = handles[c][records[position % records.count]]!.value(
            forKey: kinds[records[position % records.count]]!.textKeys[0])
    }

    func readMembers(of position: Int, in c: Int) throws {
        guard let department = pick(position, .department, in: c), try fire(department, in: c) else { return }
        _ = handles[c][department]!.value(forKey: "employees")
        try compareMembers(of: department, in: c)
    }

    /// The record at an index among all that ever existed.
    private func record(at position: Int) -> Record? {
        kinds.isEmpty ? nil : position % kinds.count + 1
    }

    func find(_ position: Int, in c: Int) throws {
        guard let record = record(at: position), let id = ids[record] else { return }
        let object = contexts[c].object(with: id)
        handles[c][record] = object
        if models[c].objects[record] == nil { models[c].objects[record] = ObjectModel(kind: kinds[record]!) }
    }

    func existing(_ position: Int, in c: Int) throws {
        guard let record = record(at: position), let id = ids[record] else { return }
        let known = models[c].objects[record]
        do {
            let object = try contexts[c].existingObject(with: id)
            handles[c][record] = object
            guard !object.isFault else { throw Disagreement("existingObject(with:) returned a fault") }
            if known?.isGone ?? true { models[c].objects[record] = ObjectModel(kind: kinds[record]!) }
        } catch let error as PersistenceError {
            guard error.code == .inaccessibleObject else { throw error }
            if let known, !known.isFault, !known.isGone { throw Disagreement("record \(record) exists, but: \(error)") }
            if case .row = source(of: record, above: c) {
                throw Disagreement("record \(record) exists above, but: \(error)")
            }
            if case .store = source(of: record, above: c), !(known?.isGone ?? false) {
                _ = try storedRow(record, in: c, version: 0, isGone: true)
            }
        }
    }

    func refresh(_ position: Int, merging: Bool, in c: Int) throws {
        let candidates = models[c].objects.filter { $0.value.pending != .inserted && !$0.value.isGone }.keys.sorted()
        guard !candidates.isEmpty else { return }
        let record = candidates[position % candidates.count]
        contexts[c].refresh(handles[c][record]!, mergeChanges: merging)
        expectRefresh(record, merging: merging, in: c)
        forgetUndo(c)
    }

    private func expectRefresh(_ record: Record, merging: Bool, in c: Int) {
        let object = models[c].objects[record]!
        if object.isGone { return }
        if !merging, object.pending == .deleted { models[c].objects[record]!.pending = .none }
        if object.isFault { return }
        if merging {
            models[c].objects[record]!.isFault = true
        } else {
            models[c].objects[record]!.becomeFault()
            if object.changes[RecordKind.link] != nil || object.pending == .deleted { models[c].vague.insert(record) }
            if object.kind == .department {
                models[c].vague.formUnion(everDepartments.filter { $0.value.contains(record) }.keys)
            }
        }
    }

    func refreshAll(_ c: Int) {
        contexts[c].refreshAllObjects()
        for (record, object) in models[c].objects where object.pending != .inserted {
            expectRefresh(record, merging: object.pending == .deleted || handles[c][record]!.isUpdated, in: c)
        }
        forgetUndo(c)
    }

    func merge(_ position: Int, into c: Int) throws {
        guard !notifications.isEmpty else { return }
        let saved = notifications[notifications.count - 1 - position % min(notifications.count, 3)]
        contexts[c].mergeChanges(saved)
        for record in saved.inserted.compactMap({ records[$0] }) {
            // A record that is gone and pending deletion stays deleted.
            if let known = models[c].objects[record], !known.isGone || known.pending == .deleted { continue }
            models[c].objects[record] = ObjectModel(kind: kinds[record]!)
            if handles[c][record] == nil { handles[c][record] = contexts[c].object(with: ids[record]!) }
        }
        for record in saved.updated.compactMap({ records[$0] }) {
            guard let object = models[c].objects[record], object.pending != .deleted, object.pending != .inserted else {
                continue
            }
            expectRefresh(record, merging: true, in: c)
        }
        for record in saved.deleted.compactMap({ records[$0] }) {
            guard let object = models[c].objects[record] else { continue }
            // As after the save of a child: the deletion is pending here and not saved.
            if object.pending == .deleted, isStored(record, above: c) { continue }
            models[c].objects[record]!.becomeGone()
            turnBack(from: record, in: c)
        }
        forgetUndo(c)
    }

    /// Whether the record exists for a context apart from its own changes. If a cache may not know yet that it is gone,
    /// the engine's answer is taken.
    private func isStored(_ record: Record, above c: Int) -> Bool {
        switch source(of: record, above: c) {
        case .row: return true
        case .gone: return false
        case .store:
            guard let last = ledger.last(record) else { return false }
            if ledger.current(record)?.row != nil { return true }
            let mayBeCached = oldest[models[c].coordinator][record] ?? 0 < last
            return mayBeCached && contexts[c].deletedObjects.contains { $0.hasChanges && $0.objectID == ids[record] }
        }
    }

    func detect(_ position: Int, in c: Int) {
        guard models[c].parent == nil, let record = pick(position, nil, in: c) else { return }
        contexts[c].detectConflicts(for: handles[c][record]!)
        models[c].objects[record]!.isLocked = true
    }

    func obtainIDs(_ c: Int) throws {
        let inserted = models[c].objects.filter { $0.value.pending == .inserted }.keys.sorted()
        try contexts[c].obtainPermanentIDs(for: inserted.map { handles[c][$0]! })
        for record in inserted {
            guard !handles[c][record]!.objectID.isTemporaryID else {
                throw Disagreement("record \(record) has a temporary ID")
            }
            learnID(of: handles[c][record]!, record)
        }
    }

    /// Releases all objects. Changed ones must stay, others may go.
    func drop(_ c: Int) throws {
        forgetUndo(c)
        handles[c] = [:]
        let registered = Set(contexts[c].registeredObjects.compactMap { records[$0.objectID] })
        for (record, object) in models[c].objects where !registered.contains(record) {
            let isHeld = object.pending != .none || !object.changes.isEmpty || object.isLocked
            guard !isHeld else { throw Disagreement("context \(c) let go of record \(record): \(object)") }
            models[c].objects[record] = nil
        }
    }

    // MARK: Fetching

    /// The rows that a fetch in a context sees: the store's, with the changes of its ancestors and its own.
    func rows(in c: Int) -> [Record: Row] {
        var rows = ledger.rows
        for index in ancestors(of: c).reversed() + [c] {
            for (record, object) in models[index].objects {
                if object.pending == .deleted { rows[record] = nil }
                let isUpdated = models[index].isUpdated(record) && !object.isFault
                if object.pending == .inserted || isUpdated { rows[record] = object.visible }
            }
        }
        return rows
    }

    private func matches(_ row: Row, _ condition: Query.Condition, _ member: Record?) -> Bool {
        switch condition {
        case .all: true
        case .atLeast(let value): row.cells[0] != .absent && row.cells[0].order >= "v\(value)"
        case .isAbsent: row.cells[0] == .absent
        case .member: row.department == member
        }
    }

    func fetch(_ query: Query, in c: Int) throws {
        let kind = query.ofEmployees ? RecordKind.employee : .department
        let request = FetchRequest<ManagedObject>(entityName: kind.entityName)
        var condition = query.condition
        var member: Record?
        switch condition {
        case .all: break
        case .atLeast(let value): request.predicate = FetchPredicate("%K >= %@", kind.textKeys[0], "v\(value)")
        case .isAbsent: request.predicate = FetchPredicate("%K == nil", kind.textKeys[0])
        case .member(let position):
            guard kind == .employee else { condition = .all; break }
            member = position.flatMap { pick($0, .department, in: c) }
            request.predicate =
                member.map { FetchPredicate("department == %@", handles[c][$0]!) }
                ?? FetchPredicate("department == nil")
        }
        if let ascending = query.ascending {
            request.sortDescriptors = [FetchSortDescriptor(key: kind.textKeys[0], ascending: ascending)]
        }
        request.fetchLimit = query.limit
        request.fetchOffset = query.offset
        request.returnsObjectsAsFaults = !query.realized
        let all = rows(in: c).filter { $0.value.kind == kind && matches($0.value, condition, member) }
        let objects = try contexts[c].fetch(request)
        for context in [c] + ancestors(of: c) { try noteEventEnd(context) }
        try check(objects, against: all, query, in: c)
        let count = try contexts[c].count(for: request)
        guard count == objects.count else { throw Disagreement("count(for:) is \(count), not \(objects.count)") }
    }

    /// Whether an ancestor realized one of the rows before a context above it changed the row. Its children then see
    /// and sort the older values.
    private func showsOlder(_ rows: [Record: Row], above c: Int) -> Bool {
        ancestors(of: c).contains { index in
            rows.contains { record, row in
                guard let object = models[index].objects[record], object.isAlive, !object.isFault else { return false }
                return object.visible != row
            }
        }
    }

    private func check(_ objects: [ManagedObject], against all: [Record: Row], _ query: Query, in c: Int) throws {
        let results = objects.map { records[$0.objectID] ?? -1 }
        guard Set(results).count == results.count else { throw Disagreement("fetched \(results)") }
        guard results.allSatisfy({ all[$0] != nil }) else {
            throw Disagreement("fetched \(results), not some of \(all.keys.sorted())")
        }
        var window = Array(all.values.map(\.cells[0].order).sorted().reversed())
        if query.ascending ?? true { window.reverse() }
        window = Array(window.dropFirst(query.offset))
        if query.limit > 0 { window = Array(window.prefix(query.limit)) }
        guard window.count == results.count else {
            throw Disagreement("fetched \(results): \(results.count), not \(window.count) of \(all.keys.sorted())")
        }
        let values = results.map { all[$0]!.cells[0].order }
        guard query.ascending == nil || values == window || showsOlder(all, above: c) else {
            throw Disagreement("fetched \(values), not \(window)")
        }
        for (record, object) in zip(results, objects) {
            handles[c][record] = object
            if models[c].objects[record] == nil { models[c].objects[record] = ObjectModel(kind: kinds[record]!) }
            if models[c].objects[record]!.isGone { models[c].objects[record] = ObjectModel(kind: kinds[record]!) }
            // A changed object whose row is gone is found anyway, without being read.
            if ledger.current(record)?.row != nil { oldest[models[c].coordinator][record] = ledger.last(record) }
            if query.realized, object.isFault { throw Disagreement("record \(record) was fetched as a fault") }
        }
    }
}
