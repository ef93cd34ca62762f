import Persistence

/// The error that `body` throws, if it is a `PersistenceError`.
func persistenceError(_ body: () throws -> Void) -> PersistenceError? {
    do {
        try body()
        return nil
    } catch {
        return error as? PersistenceError
    }
}
