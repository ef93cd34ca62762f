import SQLite
import Testing

/// The database error that `body` throws; the test fails when it throws none.
func databaseError(_ body: () throws -> Void, at location: SourceLocation = #_sourceLocation) throws -> DatabaseError {
    try #require(throws: DatabaseError.self, sourceLocation: location) { try body() }
}

/// An error of a test's own, thrown inside what is tested.
struct Refusal: Error, Equatable {}
