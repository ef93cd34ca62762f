/// A state of a coordinator's stores that contexts can read from, whatever is saved in the meantime: for a
/// report or an export that must not mix two states.
///
/// ```swift
/// let report = container.newBackgroundContext()
/// try report.performAndWait {
///     try report.setQueryGenerationFrom(.current)
///     let before = try report.count(for: Session.fetchRequest())
///
///     let other = container.newBackgroundContext()
///     try other.performAndWait {
///         other.delete(other.object(with: id))
///         try other.save()
///     }
///     let after = try report.count(for: Session.fetchRequest())
///     // The report still counts the session: it reads the state from which it started.
///
///     try report.setQueryGenerationFrom(nil)
///     // From now on it reads what is stored at the time.
/// }
/// ```
///
/// A state exists as long as a token of it or a context that reads from it does; an SQLite store's log grows meanwhile.
/// Use on any thread.
public final class QueryGenerationToken: Sendable {
    /// Stands for the state of the stores when `ManagedObjectContext.setQueryGenerationFrom(_:)` is called.
    public static let current = QueryGenerationToken(nil)

    fileprivate let transaction: ReadTransaction?
    fileprivate let coordinator: ObjectIdentifier?

    fileprivate init(_ transaction: ReadTransaction?, of coordinator: PersistentStoreCoordinator? = nil) {
        self.transaction = transaction
        self.coordinator = coordinator.map { ObjectIdentifier($0) }
    }
}

extension QueryGenerationToken: Hashable {
    public static func == (left: QueryGenerationToken, right: QueryGenerationToken) -> Bool { left === right }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

extension ManagedObjectContext {
    /// The state that the context reads from; nil if it reads what is stored at the time.
    public var queryGenerationToken: QueryGenerationToken? {
        assertConfined()
        return generation
    }

    /// Makes fetches and faults read from one state of the stores: that of `generation`, which may be another context's
    /// token; the present one for `QueryGenerationToken.current`; or what is stored at the time for nil.
    ///
    /// A save, `reset()` and `refreshAllObjects()` move the context to the state at that time. Objects keep the values
    /// that they have until they are refreshed. Rows that the context reads are not shared with other contexts.
    /// - Throws: `coreData` if the context has a parent, has no coordinator, or the token is of another coordinator; the
    ///   store's error if it cannot be read. The context then reads as before.
    public func setQueryGenerationFrom(_ generation: QueryGenerationToken?) throws {
        assertConfined()
        guard parentContext == nil else {
            throw PersistenceError(.coreData, "A child context reads through its parent, so it has no generation.")
        }
        guard let generation else {
            pinnedReaders.removeAll()
            self.generation = nil
            return
        }
        let coordinator = try coordinator()
        guard let transaction = generation.transaction else {
            try pin(to: QueryGenerationToken(coordinator.readTransactions(1)[0], of: coordinator))
            return
        }
        guard generation.coordinator == ObjectIdentifier(coordinator), !transaction.readers.isEmpty else {
            throw PersistenceError(.coreData, "The query generation is one of another coordinator.")
        }
        pin(to: generation)
    }

    private func pin(to generation: QueryGenerationToken) {
        pinnedReaders = generation.transaction?.readers ?? [:]
        self.generation = generation
    }

    /// Moves a context that reads from a state to the present one. If the stores cannot be read, it stays.
    func advanceGeneration() {
        if generation != nil { try? setQueryGenerationFrom(.current) }
    }
}
