/// A batch insertion of records whose unique values other records may have already.
struct BatchUpsert {
    /// What another record with the same unique values does.
    private enum Rule {
        /// It stays as it is.
        case keep
        /// It takes the values that are set in the new record.
        case update
        /// It takes the values that are set in the new record, and the model's default values.
        case overwrite
    }

    private let entity: EntityDescription
    /// The slots of each constraint.
    private let constraints: [[Int]]
    private let defaults: SparseValues
    private let rule: Rule

    /// Nil if nothing must be unique, or if the policy makes the insertion fail.
    init?(_ entity: EntityDescription, defaults: SparseValues, under policy: MergePolicyType) {
        switch policy {
        case .error: return nil
        case .mergeByPropertyStoreTrump, .rollback: rule = .keep
        case .mergeByPropertyObjectTrump: rule = .update
        case .overwrite: rule = .overwrite
        }
        constraints = entity.allUniquenessConstraints.map { _, names in names.compactMap { entity.slot(named: $0) } }
        if constraints.isEmpty { return nil }
        (self.entity, self.defaults) = (entity, defaults)
    }

    /// Writes records, which are given by the values that are set in them.
    /// - Returns: the IDs of the new records, and of those that took values of one.
    func write(
        _ records: [SparseValues], _ write: BatchWrite, of coordinator: PersistentStoreCoordinator
    ) throws -> (inserted: [ManagedObjectID], updated: [ManagedObjectID]) {
        var targets = BatchTargets()
        try addRows(to: &targets, with: records.map(defaults.merging), of: coordinator, in: write.transaction)
        for values in records { add(values, to: &targets) }
        let updates = try targets.updates.map { $0.taking(try write.stamped($0.values, entity)) }
        try write.update(updates, entity.layout)
        return (try write.insert(targets.insertions, entity), targets.updatedIDs)
    }

    /// Adds the stored rows with unique values of the records.
    private func addRows(
        to targets: inout BatchTargets, with records: [SparseValues], of coordinator: PersistentStoreCoordinator,
        in transaction: any StoreTransaction
    ) throws {
        var wanted = FetchValues(entityName: entity.name)
        wanted.predicate = .or(constraints.indices.flatMap { conditions(on: $0, of: records) })
        let fetch = try ResolvedFetch(wanted, entity: entity, coordinator: coordinator)
        try transaction.fetch(fetch.storeFetch) { block in
            for row in 0..<block.count {
                targets.add(
                    .init(after: block, row, values: SparseValues()), block.objectID(row),
                    unique: uniqueValues { block.value(row, slot: $0) })
            }
        }
    }

    /// Adds a record, or what the rule takes of it to the record with the same unique values.
    private func add(_ values: SparseValues, to targets: inout BatchTargets) {
        let whole = defaults.merging(values)
        let unique = uniqueValues { whole[$0] ?? .null }
        guard let owner = targets.owner(of: unique) else { return targets.add(whole, unique: unique) }
        switch rule {
        case .keep: break
        case .update: targets.give(values, to: owner)
        case .overwrite: targets.give(whole, to: owner)
        }
    }

    // MARK: Unique values

    /// The values of each constraint, if none is missing.
    private func uniqueValues(_ value: (Int) -> PropertyValue) -> [UniqueValues] {
        constraints.enumerated().compactMap { index, slots in
            let values = slots.map { PredicateScalar(value($0)) }
            return values.contains(where: \.isNull)
                ? nil : UniqueValues(constraint: index, values: ScalarKey(values: values))
        }
    }

    /// The conditions for rows with the records' values of a constraint.
    private func conditions(on constraint: Int, of records: [SparseValues]) -> [FetchPredicate] {
        let slots = constraints[constraint]
        if slots.count == 1 {
            let values = records.compactMap { $0[slots[0]] }.filter { !$0.isNull }
            let list = values.map { FetchPredicate.Operand.constant(StoredValue($0)) }
            return [FetchPredicate(root: .comparison(.init(path(slots[0]), .in, .list(list))))]
        }
        return records.map { values in
            .and(
                slots.map { slot in
                    let value = StoredValue(values[slot] ?? .null)
                    return FetchPredicate(root: .comparison(.init(path(slot), .equal, .constant(value))))
                })
        }
    }

    private func path(_ slot: Int) -> FetchPredicate.Operand {
        .keyPath(FetchPredicate.Path([entity.layout.slots[slot].name]))
    }
}

/// Values that only one record may have.
private struct UniqueValues: Hashable {
    let constraint: Int
    let values: ScalarKey
}

/// What a part of a batch insertion writes: new records, and stored rows that take values of them.
private struct BatchTargets {
    private struct Target {
        let row: RowBatch.Row?
        let id: ManagedObjectID?
        var values: SparseValues
        /// Whether there is something to write: a new record, or a row that takes values.
        var isWritten: Bool
    }

    private var targets: [Target] = []
    /// The target that has these values.
    private var owners: [UniqueValues: Int] = [:]

    mutating func add(_ row: RowBatch.Row, _ id: ManagedObjectID, unique: [UniqueValues]) {
        add(Target(row: row, id: id, values: SparseValues(), isWritten: false), unique)
    }

    mutating func add(_ values: SparseValues, unique: [UniqueValues]) {
        add(Target(row: nil, id: nil, values: values, isWritten: true), unique)
    }

    private mutating func add(_ target: Target, _ unique: [UniqueValues]) {
        for values in unique { owners[values] = targets.count }
        targets.append(target)
    }

    func owner(of unique: [UniqueValues]) -> Int? { unique.compactMap { owners[$0] }.first }

    mutating func give(_ values: SparseValues, to owner: Int) {
        targets[owner].values = targets[owner].values.merging(values)
        targets[owner].isWritten = true
    }

    /// The stored rows with the values that they take.
    var updates: [RowBatch.Row] { written.compactMap { target in target.row?.taking(target.values) } }
    var updatedIDs: [ManagedObjectID] { written.compactMap(\.id) }
    /// The new records.
    var insertions: [SparseValues] { written.filter { $0.row == nil }.map(\.values) }

    private var written: [Target] { targets.filter(\.isWritten) }
}
