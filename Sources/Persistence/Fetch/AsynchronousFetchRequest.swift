import Foundation

/// A fetch that does not keep its caller waiting: its results come to a block, on the context's queue.
///
/// ```swift
/// let request = AsynchronousFetchRequest(fetchRequest: Entry.fetchRequest()) { result in
///     show(result.finalResult ?? [])
/// }
/// try context.execute(request)
/// ```
///
/// It runs behind what the context is asked to do before it, and sees unsaved changes as `fetch(_:)` does.
public final class AsynchronousFetchRequest<ResultType: FetchRequestResult>: PersistentStoreRequest {
    /// What is fetched, as it is when the request is executed.
    public let fetchRequest: FetchRequest<ResultType>
    /// Called on the context's queue with the results, unless the fetch was cancelled before it began.
    public let completionBlock: ((AsynchronousFetchResult<ResultType>) -> Void)?

    public init(
        fetchRequest: FetchRequest<ResultType>,
        completionBlock: ((AsynchronousFetchResult<ResultType>) -> Void)? = nil
    ) {
        self.fetchRequest = fetchRequest
        self.completionBlock = completionBlock
        super.init()
    }

    public override var requestType: PersistentStoreRequestType { .fetchRequestType }
}

/// What an asynchronous fetch comes to. Use on the context's queue.
public final class AsynchronousFetchResult<ResultType: FetchRequestResult>: PersistentStoreResult {
    /// The request that is carried out.
    public let fetchRequest: AsynchronousFetchRequest<ResultType>
    /// The results; nil until they are there, and after an error.
    public fileprivate(set) var finalResult: [ResultType]?
    /// Why there are no results.
    public fileprivate(set) var operationError: (any Error)?
    /// The context that fetches; nil once it is gone.
    public private(set) weak var managedObjectContext: ManagedObjectContext?
    /// Done when the results are there; cancelling it before the fetch begins leaves it out.
    public let progress = Progress(totalUnitCount: 1)

    fileprivate init(_ request: AsynchronousFetchRequest<ResultType>, _ context: ManagedObjectContext) {
        fetchRequest = request
        managedObjectContext = context
        super.init()
    }

    /// Fetches, and tells. Nothing after the context's end, or a cancellation.
    fileprivate func run(_ values: FetchValues) {
        guard let context = managedObjectContext, !progress.isCancelled else { return }
        do {
            let request = FetchRequest<ResultType>(values: values)
            finalResult = try context.fetch(request)
        } catch {
            operationError = error
        }
        progress.completedUnitCount = 1
        fetchRequest.completionBlock?(self)
    }
}

/// A request that knows how to be carried out later, whatever the type of its results.
protocol AsynchronousRequest: PersistentStoreRequest {
    func begin(in context: ManagedObjectContext) -> PersistentStoreResult
}

extension AsynchronousFetchRequest: AsynchronousRequest {
    func begin(in context: ManagedObjectContext) -> PersistentStoreResult {
        let result = AsynchronousFetchResult(self, context)
        let values = fetchRequest.entityValues
        let work = ConfinedWork { result.run(values) }
        context.perform { work.body() }
        return result
    }
}

extension FetchRequest {
    /// The request's content, with the name of an entity that was set.
    fileprivate var entityValues: FetchValues {
        var values = values
        values.entityName = entity?.name ?? values.entityName
        return values
    }
}

/// Work that is made and done on one context's queue.
private struct ConfinedWork: @unchecked Sendable {
    let body: () -> Void
}
