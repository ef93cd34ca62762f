import SQLite
import Testing

/// The database error that `body` throws. The test fails if it throws none.
func databaseError(_ body: () throws -> Void, at location: SourceLocation = #_sourceLocation) throws -> DatabaseError {
    try #require(throws: DatabaseError.self, sourceLocation: location) { try body() }
}

/// An error that only tests throw.
struct Refusal: Error, Equatable {}
