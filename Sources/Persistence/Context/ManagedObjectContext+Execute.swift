extension ManagedObjectContext {
    /// Executes a history or batch request directly on the stores, or starts an asynchronous fetch. Objects already in
    /// memory keep their values until they are refreshed or merged.
    /// - Returns: a `PersistentHistoryResult`, the result of the kind of batch, or an `AsynchronousFetchResult` that is
    ///   filled later.
    /// - Throws: `coreData` for any other kind of request, which has its own method (`fetch(_:)`, `save()`), or for a
    ///   request that a store does not support; `historyTokenExpired`; `validationGeneric` or
    ///   `relationshipDeniedDelete` for a batch; or the store's error. The store that failed is unchanged. A batch over
    ///   several stores keeps what it wrote to earlier ones.
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
                .coreData, "The request is executed by a method of its own: fetch(_:) or save().")
        }
    }
}

/// The result of `execute(_:)`. The subclasses have the content.
open class PersistentStoreResult {
    init() {}
}
