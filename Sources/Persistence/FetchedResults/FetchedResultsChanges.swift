import Foundation

/// A change of the results of a fetched results controller. A Sendable value.
public struct FetchedResultsChange: Sendable {
    /// The IDs of the results after the change, in order.
    public let objectIDs: [ManagedObjectID]
    /// The difference to the IDs of the change before; for the first one, the insertion of all. A moved object is removed
    /// and inserted, with associated offsets.
    public let difference: CollectionDifference<ManagedObjectID>
    /// Results that were there before, and may have other values.
    public let updatedObjectIDs: Set<ManagedObjectID>
}

extension FetchedResultsController {
    /// The present results and every later change of them, as a sequence for `for try await`.
    ///
    /// The first element inserts the present results, as soon as there are some. If the reader is slower than the
    /// changes, several become one element, so that nothing piles up. The sequence ends when the controller is released.
    /// It throws the error of a fetch that failed after a change; a new sequence may be begun then.
    public var changes: FetchedResultsChanges {
        let listener = FetchedResultsListener()
        results.add(listener)
        return FetchedResultsChanges(listener: listener)
    }
}

extension ManagedObjectContext {
    /// The IDs of the objects that a request finds, now and after every change, as a sequence for `for try await`: a
    /// fetched results controller without the controller. Use it on the context's queue.
    ///
    /// ```swift
    /// let request = Session.fetchRequest()
    /// request.sortDescriptors = [FetchSortDescriptor(key: "date", ascending: false)]
    /// for try await change in try context.values(for: request) {
    ///     show(change.objectIDs)
    /// }
    /// // Ends when the task is cancelled.
    /// ```
    ///
    /// The sequence holds the context. It throws the error of a fetch that failed after a change.
    /// - Throws: the error of the first fetch.
    public func values<ResultType>(for request: FetchRequest<ResultType>) throws -> FetchedResultsChanges {
        let results = FetchedResults(self, sectionNameKeyPath: nil, cacheName: nil)
        try results.fetch(request.values, entity: request.entity)
        let listener = FetchedResultsListener()
        results.add(listener)
        return FetchedResultsChanges(listener: listener, kept: KeptResults(results: results))
    }
}

/// Results that a sequence holds. They are used only on their context's queue.
private struct KeptResults: @unchecked Sendable {
    let results: FetchedResults
}

/// The changes of a fetched results controller. Iterate it once.
///
/// ```swift
/// // `let changes = controller.changes`, in a task of the main actor:
/// for try await change in changes {
///     show(change.objectIDs)
///     // `change.difference` inserts and removes rows, `change.updatedObjectIDs` are those to draw again.
/// }
/// // Ends when the controller is released.
/// ```
public struct FetchedResultsChanges: AsyncSequence, Sendable {
    public typealias Element = FetchedResultsChange

    fileprivate let listener: FetchedResultsListener
    /// The results, if nobody else holds them.
    fileprivate var kept: KeptResults?

    public func makeAsyncIterator() -> Iterator { Iterator(listener: listener, kept: kept) }

    /// Waits for the next change.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let listener: FetchedResultsListener
        private let kept: KeptResults?
        private var last: [ManagedObjectID]?

        fileprivate init(listener: FetchedResultsListener, kept: KeptResults?) {
            self.listener = listener
            self.kept = kept
        }

        /// The next change; nil when the controller was released or the task is cancelled.
        /// - Throws: the error of a fetch that failed after a change.
        public mutating func next() async throws -> FetchedResultsChange? {
            while let news = try await listener.next() {
                let before = last ?? []
                let list = ListDifference(from: before, to: news.ids, changed: news.updated)
                let updated = news.updated.intersection(before).intersection(news.ids)
                let difference = list.collectionDifference(from: before, to: news.ids)
                let isFirst = last == nil
                last = news.ids
                guard isFirst || !difference.isEmpty || !updated.isEmpty else { continue }
                return FetchedResultsChange(
                    objectIDs: news.ids, difference: difference, updatedObjectIDs: updated)
            }
            return nil
        }
    }
}

/// Keeps the newest results until a reader takes them. Safe on every thread.
final class FetchedResultsListener: Sendable {
    struct News: Sendable {
        var ids: [ManagedObjectID]
        var updated: Set<ManagedObjectID>
    }

    private enum Ending {
        case finished, failed(any Error)
    }

    private struct State {
        var news: News?
        var ending: Ending?
        var waiting: CheckedContinuation<News?, any Error>?
    }

    private let state = LockedValue(State())

    func take(_ ids: [ManagedObjectID], updated: Set<ManagedObjectID>) {
        resume { state in
            state.news = News(ids: ids, updated: updated.union(state.news?.updated ?? []))
        }
    }

    func fail(_ error: any Error) { resume { $0.ending = $0.ending ?? .failed(error) } }

    func finish() { resume { $0.ending = $0.ending ?? .finished } }

    /// The newest results that were not taken yet. Waits for them.
    func next() async throws -> News? {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                resume { state in
                    precondition(state.waiting == nil, "One task at a time iterates the changes of fetched results.")
                    state.waiting = continuation
                }
            }
        } onCancel: {
            finish()
        }
    }

    /// Changes the state, and gives a waiting reader what there is.
    private func resume(_ change: (inout State) -> Void) {
        let ready = state.withLock { state -> (CheckedContinuation<News?, any Error>, Result<News?, any Error>)? in
            change(&state)
            guard let waiting = state.waiting else { return nil }
            let result: Result<News?, any Error>
            if let news = state.news {
                result = .success(news)
            } else {
                switch state.ending {
                case nil: return nil
                case .finished: result = .success(nil)
                case .failed(let error):
                    state.ending = .finished
                    result = .failure(error)
                }
            }
            (state.news, state.waiting) = (nil, nil)
            return (waiting, result)
        }
        ready?.0.resume(with: ready!.1)
    }
}
