extension ManagedObjectContext {
    /// Executes a history or batch request directly on the stores, or starts an asynchronous fetch. Objects already in
    /// memory keep their values until they are refreshed or merged.
    /// - Returns: a `PersistentHistoryResult`, the result of the batch request (such as `BatchInsertResult`), or an
    ///   `AsynchronousFetchResult` that is filled in later.
    /// - Throws: `coreData` for any other kind of request (use `fetch(_:)` or `save()` instead), for a request that a
    ///   store does not support, and for an unknown entity or attribute; `persistentHistoryTokenExpired` if the transaction of a
    ///   token was deleted; `managedObjectValidation`, `validationRelationshipDeniedDelete` or `managedObjectConstraintMerge` for a batch that
    ///   violates a rule of the model; `PredicateBindingError` or `PatternLimitError` for a predicate; or the store's
    ///   error. The store that failed is unchanged. A batch over several stores keeps what it wrote to earlier ones.
    @discardableResult
    public func execute(_ request: PersistentStoreRequest) throws -> PersistentStoreResult {
        assertConfined()
        switch request {
        case let request as PersistentHistoryChangeRequest: return try run(request)
        case let request as BatchInsertRequest: return try run(request)
        case let request as BatchUpdateRequest: return try run(request)
        case let request as BatchDeleteRequest: return try run(request)
        case let request as any AsynchronousRequest: return request.begin(in: self)
        default:
            throw PersistenceError(
                .coreData, "execute(_:) does not support this request. Use fetch(_:) or save().")
        }
    }
}

extension FetchRequest {
    /// Executes the request in the context whose `perform` or `performAndWait` block is running.
    /// - Throws: `coreData` outside a block, and the errors of `ManagedObjectContext.fetch(_:)`.
    public func execute() throws -> [ResultType] {
        guard let context = HeldContexts.current?.innermost else {
            throw PersistenceError(.coreData, "A fetch request is executed in a block of a context's perform.")
        }
        return try context.fetch(self)
    }
}

extension PersistentStoreCoordinator {
    /// Executes a request with a context of this coordinator: a fetch, or what `ManagedObjectContext.execute(_:)`
    /// executes.
    /// - Returns: an array for a fetch, otherwise the request's result.
    /// - Throws: the errors of `ManagedObjectContext.fetch(_:)` and `execute(_:)`.
    /// - Precondition: called on the context's queue.
    public func execute(_ request: PersistentStoreRequest, with context: ManagedObjectContext) throws -> Any {
        guard let fetch = request as? any ImmediateRequest else { return try context.execute(request) }
        return try fetch.results(in: context)
    }
}

/// A fetch request, whatever the type of its results.
private protocol ImmediateRequest {
    func results(in context: ManagedObjectContext) throws -> Any
}

extension FetchRequest: ImmediateRequest {
    fileprivate func results(in context: ManagedObjectContext) throws -> Any { try context.fetch(self) }
}

/// The result of `execute(_:)`. Cast it to the subclass for the request.
open class PersistentStoreResult {
    init() {}
}
