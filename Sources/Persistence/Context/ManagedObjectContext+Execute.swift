extension ManagedObjectContext {
    /// Executes a history or batch request directly on the stores, or starts an asynchronous fetch. Objects already in
    /// memory keep their values until they are refreshed or merged.
    /// - Returns: a `PersistentHistoryResult`, the result of the batch request (such as `BatchInsertResult`), or an
    ///   `AsynchronousFetchResult` that is filled in later.
    /// - Throws: `coreData` for any other kind of request (use `fetch(_:)` or `save()` instead), for a request that a
    ///   store does not support, and for an unknown entity or attribute; `historyTokenExpired` if the transaction of a
    ///   token was deleted; `validationGeneric`, `relationshipDeniedDelete` or `constraintMerge` for a batch that
    ///   violates a rule of the model; `PredicateBindingError` or `PatternLimitError` for a predicate; or the store's
    ///   error. The store that failed is unchanged. A batch over several stores keeps what it wrote to earlier ones.
    @discardableResult
    public func execute(_ request: PersistentStoreRequest) throws -> PersistentStoreResult {
        assertConfined()
        switch request {
        case let request as PersistentHistoryChangeRequest: return try carryOut(request)
        case let request as BatchInsertRequest: return try carryOut(request)
        case let request as BatchUpdateRequest: return try carryOut(request)
        case let request as BatchDeleteRequest: return try carryOut(request)
        case let request as any AsynchronousRequest: return request.begin(in: self)
        default:
            throw PersistenceError(
                .coreData, "execute(_:) does not support this request. Use fetch(_:) or save().")
        }
    }
}

/// The result of `execute(_:)`. Cast it to the subclass for the request.
open class PersistentStoreResult {
    init() {}
}
