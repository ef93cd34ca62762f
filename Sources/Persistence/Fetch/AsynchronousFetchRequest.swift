import Foundation

/// A fetch that runs on the context's queue and passes its results to a block, so that its caller does not wait.
///
/// ```swift
/// let request = AsynchronousFetchRequest(fetchRequest: Session.fetchRequest()) { result in
///     // On the context's queue, when the fetch has run.
///     show(result.finalResult ?? [])
/// }
/// _ = try? context.performAndWait { try context.execute(request) }
/// // It returns at once. A list can show that it is loading.
/// ```
///
/// It runs after the work that is already queued on the context, and sees unsaved changes as `fetch(_:)` does.
public final class AsynchronousFetchRequest<ResultType>: PersistentStoreRequest {
    /// The fetch to run. Its content is copied when the request is executed.
    public let fetchRequest: FetchRequest<ResultType>
    /// The number of results that the caller expects, for the progress of the result; 0 if it is not known.
    public var estimatedResultCount = 0
    /// Called on the context's queue with the results or the error; a fetch that was cancelled before it began has no
    /// results and no error. It is not called if the context no longer exists.
    public let completionBlock: ((AsynchronousFetchResult<ResultType>) -> Void)?

    /// A request to pass to `ManagedObjectContext.execute(_:)`.
    public init(
        fetchRequest: FetchRequest<ResultType>,
        completionBlock: ((AsynchronousFetchResult<ResultType>) -> Void)? = nil
    ) {
        self.fetchRequest = fetchRequest
        self.completionBlock = completionBlock
        super.init()
    }

    /// Always `fetchRequestType`.
    public override var requestType: PersistentStoreRequestType { .fetchRequestType }
}

/// The result of a request that runs later.
open class PersistentStoreAsynchronousResult: PersistentStoreResult {
    /// The context that runs the request; nil once it no longer exists.
    public private(set) weak var managedObjectContext: ManagedObjectContext!
    /// The error of a request that failed.
    public fileprivate(set) var operationError: (any Error)?
    /// Completed when the request has run, successfully or not. Cancelling it before the request begins prevents it; the
    /// completion block is called nevertheless.
    public let progress: Progress?

    fileprivate init(_ context: ManagedObjectContext, expecting count: Int) {
        managedObjectContext = context
        progress = Progress(totalUnitCount: Int64(max(1, count)))
        super.init()
    }

    /// Cancels the request if it has not begun.
    open func cancel() {
        progress?.cancel()
    }
}

/// The result of an asynchronous fetch, which is filled in when the fetch has run. Use on the context's queue.
public final class AsynchronousFetchResult<ResultType>: PersistentStoreAsynchronousResult {
    /// The request that this is the result of.
    public let fetchRequest: AsynchronousFetchRequest<ResultType>
    /// The objects, IDs, dictionaries or number; nil before the fetch has run and after an error, empty if it was
    /// cancelled.
    public fileprivate(set) var finalResult: [ResultType]?

    fileprivate init(_ request: AsynchronousFetchRequest<ResultType>, _ context: ManagedObjectContext) {
        fetchRequest = request
        super.init(context, expecting: request.estimatedResultCount)
    }

    /// Runs the fetch, unless it was cancelled, and calls the block. Does nothing if the context no longer exists.
    fileprivate func run(_ values: FetchValues) {
        guard let context = managedObjectContext else { return }
        do {
            let request = FetchRequest<ResultType>(values: values)
            finalResult = progress?.isCancelled == true ? [] : try context.fetch(request)
        } catch {
            operationError = error
        }
        if let progress { progress.completedUnitCount = progress.totalUnitCount }
        fetchRequest.completionBlock?(self)
    }
}

/// A request that can be executed later, whatever the type of its results.
protocol AsynchronousRequest: PersistentStoreRequest {
    func begin(in context: ManagedObjectContext) -> PersistentStoreResult
}

extension AsynchronousFetchRequest: AsynchronousRequest {
    func begin(in context: ManagedObjectContext) -> PersistentStoreResult {
        let result = AsynchronousFetchResult(self, context)
        let values = fetchRequest.entityValues
        let work = TransferredWork { result.run(values) }
        context.perform { work.body() }
        return result
    }
}

extension FetchRequest {
    /// The request's content, with the name of `entity` if one is set.
    fileprivate var entityValues: FetchValues {
        var values = values
        values.entityName = entity?.name ?? values.entityName
        return values
    }
}
