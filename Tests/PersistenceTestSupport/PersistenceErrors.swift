import Persistence

/// The error that `body` throws, if it is a `PersistenceError`.
package func persistenceError<Result>(_ body: () throws -> Result) -> PersistenceError? {
    do {
        _ = try body()
        return nil
    } catch {
        return error as? PersistenceError
    }
}
