/// Queries for stores that have no query language of their own.
extension IncrementalStore {
    /// The IDs of the records among `nodes` that a fetch request asks for, in its order and within its limits.
    ///
    /// Predicates follow relationships through the nodes given and `newValue(forRelationship:forObjectWith:with:)`.
    /// - Throws: when the predicate or the order does not fit the request's entity.
    /// - Complexity: one evaluation for each node.
    public func objectIDs(
        matching request: FetchRequest<ManagedObject>, among nodes: [IncrementalStoreNode],
        with context: ManagedObjectContext
    ) throws -> [ManagedObjectID] {
        guard let coordinator = persistentStoreCoordinator else { throw IncrementalBackend.gone }
        let fetch = try ResolvedFetch(request.values, entity: request.entity, coordinator: coordinator)
        let byID = Dictionary(nodes.map { ($0.objectID, $0) }, uniquingKeysWith: { $1 })
        var subjects = try nodes.filter { fetch.concerns($0.objectID.entity) }
            .map { NodeSubject(node: $0, store: self, context: context, known: byID) }
            .filter(fetch.matches)
        if let sort = fetch.storeFetch.sort { subjects = sort.sorted(subjects) }
        return fetch.window(subjects.map(\.node.objectID))
    }
}

/// A record of an incremental store as predicates see it.
private struct NodeSubject: PredicateSubject {
    let node: IncrementalStoreNode
    let store: IncrementalStore
    let context: ManagedObjectContext
    let known: [ManagedObjectID: IncrementalStoreNode]

    var objectID: ManagedObjectID? { node.objectID }

    func value(at slot: Int) -> PropertyValue {
        let description = node.objectID.entity.layout.slots[slot]
        if let relationship = description.relationship { return reference(relationship) }
        return description.attribute?.type.propertyValue(from: node.value(for: description.property)) ?? .null
    }

    private func reference(_ relationship: RelationshipDescription) -> PropertyValue {
        let reader = NodeReader(store: store, node: node, context: context)
        return relationship.isToMany ? .null : (try? reader.reference(relationship)) ?? .null
    }

    func related(at slot: Int) -> (any PredicateSubject)? {
        guard case .reference(let id) = value(at: slot) else { return nil }
        return subject(id)
    }

    func relatedMany(at slot: Int) -> [any PredicateSubject] {
        guard let relationship = node.objectID.entity.layout.slots[slot].relationship else { return [] }
        let ids = try? store.destinations(of: relationship, of: node.objectID, with: context)
        return (ids ?? []).compactMap(subject)
    }

    private func subject(_ id: ManagedObjectID) -> NodeSubject? {
        guard let node = known[id] ?? (try? store.newValuesForObject(with: id, with: context)) else { return nil }
        return NodeSubject(node: node, store: store, context: context, known: known)
    }
}
