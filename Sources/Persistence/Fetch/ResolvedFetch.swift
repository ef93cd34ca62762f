/// A request whose entity, predicate and sort descriptors are bound to a model, ready for a context to execute.
/// Sendable.
struct ResolvedFetch: Sendable {
    let entity: EntityDescription
    let stores: [PersistentStore]
    let values: FetchValues
    private(set) var storeFetch: StoreFetch

    /// - Throws: `PersistenceError` if the entity is unknown; `PredicateBindingError` if the predicate or a sort
    ///   descriptor does not fit it.
    init(_ values: FetchValues, entity known: EntityDescription?, coordinator: PersistentStoreCoordinator) throws {
        let entity = try ResolvedFetch.entity(values, known: known, model: coordinator.managedObjectModel)
        let stores = coordinator.stores(for: entity)
        self.entity = entity
        self.values = values
        self.stores =
            values.affectedStores.map { wanted in stores.filter { store in wanted.contains { $0 === store } } }
            ?? stores
        storeFetch = StoreFetch(entity: entity)
        storeFetch.values = values
        storeFetch.includesSubentities = values.includesSubentities
        storeFetch.predicate = try values.predicate?.bound(to: entity)
        storeFetch.sort = values.sortDescriptors.isEmpty ? nil : try values.sortDescriptors.bound(to: entity)
        storeFetch.limit = max(0, values.fetchLimit)
        storeFetch.offset = max(0, values.fetchOffset)
    }

    private static func entity(
        _ values: FetchValues, known: EntityDescription?, model: ManagedObjectModel
    ) throws -> EntityDescription {
        if let known, known.managedObjectModel === model { return known }
        guard let name = values.entityName ?? values.objectClass.flatMap(model.entity(noting:))?.name else {
            throw PersistenceError(.coreData, "The fetch request does not name an entity.")
        }
        guard let entity = model.entitiesByName[name] else {
            throw PersistenceError(.coreData, model.lacksEntity(name))
        }
        if entity.lacksClass, let objectClass = values.objectClass { ManagedObjectClassRegistry.note(objectClass) }
        return entity
    }

    /// Whether an object of this entity can be among the results.
    func concerns(_ candidate: EntityDescription) -> Bool {
        values.includesSubentities ? candidate.isKindOf(entity: entity) : candidate === entity
    }

    /// The slots of `propertiesToFetch`; nil for all.
    var wantedSlots: Set<Int>? {
        values.propertiesToFetch.map { Set($0.compactMap { entity.slot(named: $0.name) }) }
    }

    /// The same fetch without an offset, and with a limit that leaves room for `additional` rows, because the overlay
    /// may remove as many.
    func widened(by additional: Int) -> ResolvedFetch {
        var result = self
        if storeFetch.limit > 0 { result.storeFetch.limit = storeFetch.offset + storeFetch.limit + additional }
        result.storeFetch.offset = 0
        return result
    }

    /// The same fetch without limit and offset.
    var unwindowed: ResolvedFetch {
        var result = self
        result.storeFetch.limit = 0
        result.storeFetch.offset = 0
        return result
    }

    /// Applies limit and offset to `rows`.
    func window<Row>(_ rows: [Row]) -> [Row] {
        let rest = rows.dropFirst(storeFetch.offset)
        return Array(storeFetch.limit > 0 ? rest.prefix(storeFetch.limit) : rest)
    }

    func matches(_ subject: some PredicateSubject) throws -> Bool {
        try storeFetch.predicate.map { try PredicateEvaluator($0).matches(subject) } ?? true
    }
}
