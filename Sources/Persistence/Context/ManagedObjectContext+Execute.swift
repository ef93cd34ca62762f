extension ManagedObjectContext {
    /// Carries out a request that goes straight to the stores, history or a batch, or begins an asynchronous fetch. Objects
    /// that are fetched already stay as they are until they are refreshed or merged.
    /// - Returns: a `PersistentHistoryResult`, the result of the kind of batch, or an `AsynchronousFetchResult` that is still
    ///   to be filled.
    /// - Throws: `coreData` for a request of another kind, which has methods of its own (`fetch(_:)`, `save()`), or one that
    ///   the stores cannot carry out. Nothing was written then.
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

/// What a request came to.
open class PersistentStoreResult {
    init() {}
}
