/// Fetches for stores that have no query language of their own.
extension IncrementalStore {
    /// The IDs of the records among `nodes` that match a fetch request, in its order and within its limit and offset.
    ///
    /// Predicates follow relationships through the given nodes and `newValue(forRelationship:forObjectWith:with:)`.
    /// - Throws: an error when the predicate or sort descriptors do not fit the request's entity, or the store belongs
    ///   to no coordinator; the store's own error when a related record cannot be read or does not conform to the
    ///   model.
    /// - Complexity: evaluates the predicate once per node.
    public func objectIDs(
        matching request: FetchRequest<ManagedObject>, among nodes: [IncrementalStoreNode],
        with context: ManagedObjectContext
    ) throws -> [ManagedObjectID] {
        guard let coordinator = persistentStoreCoordinator else { throw IncrementalBackend.gone }
        let fetch = try ResolvedFetch(request.values, entity: request.entity, coordinator: coordinator)
        let byID = Dictionary(nodes.map { ($0.objectID, $0) }, uniquingKeysWith: { $1 })
        let errors = NodeErrors()
        var subjects = try nodes.filter { fetch.concerns($0.objectID.entity) }
            .map { NodeSubject(node: $0, store: self, context: context, known: byID, errors: errors) }
            .filter(fetch.matches)
        if let sort = fetch.storeFetch.sort { subjects = sort.sorted(subjects) }
        if let error = errors.first { throw error }
        return fetch.window(subjects.map(\.node.objectID))
    }
}

/// The first error during the evaluation of predicates, which cannot throw.
private final class NodeErrors {
    var first: (any Error)?

    /// The result of `body`, or `fallback` if it throws.
    func noting<T>(or fallback: T, _ body: () throws -> T) -> T {
        do {
            return try body()
        } catch {
            if first == nil { first = error }
            return fallback
        }
    }
}

/// A record of an incremental store, as predicates read it.
private struct NodeSubject: PredicateSubject {
    let node: IncrementalStoreNode
    let store: IncrementalStore
    let context: ManagedObjectContext
    let known: [ManagedObjectID: IncrementalStoreNode]
    let errors: NodeErrors

    var objectID: ManagedObjectID? { node.objectID }

    func value(at slot: Int) -> PropertyValue {
        let description = node.objectID.entity.layout.slots[slot]
        if description.relationship?.isToMany == true { return .null }
        return errors.noting(or: .null) { try store.value(of: description, in: node, with: context) }
    }

    func related(at slot: Int) -> (any PredicateSubject)? {
        guard case .reference(let id) = value(at: slot) else { return nil }
        return subject(id)
    }

    func relatedMany(at slot: Int) -> [any PredicateSubject] {
        guard let relationship = node.objectID.entity.layout.slots[slot].relationship else { return [] }
        let ids = errors.noting(or: []) { try store.destinations(of: relationship, of: node.objectID, with: context) }
        return ids.compactMap(subject)
    }

    /// Nil for a record that does not exist.
    private func subject(_ id: ManagedObjectID) -> NodeSubject? {
        let found = errors.noting(or: nil) { try known[id] ?? store.node(of: id, with: context) }
        return found.map { NodeSubject(node: $0, store: store, context: context, known: known, errors: errors) }
    }
}
