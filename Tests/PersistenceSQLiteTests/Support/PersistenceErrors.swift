import Persistence
import Testing

/// The engine's error that `body` throws. The test fails if it throws none.
@discardableResult
func persistenceError<T>(
    at location: SourceLocation = #_sourceLocation, _ body: () throws -> T
) throws -> PersistenceError {
    try #require(throws: PersistenceError.self, sourceLocation: location) { _ = try body() }
}
