extension Connection {
    /// Checks the whole file for damage and returns SQLite's messages, or an empty array when there is no damage.
    ///
    /// Damage that ends the check early is returned too.
    ///
    /// - Parameter quick: skips comparing the indexes with their tables, which takes most of the time.
    /// - Throws: `DatabaseError` when the check could not run: the file is not a database, is busy, or cannot be read.
    /// - Complexity: reads the whole database.
    package func integrityCheck(quick: Bool = false) throws -> [String] {
        var findings: [String] = []
        do {
            let statement = try prepare(quick ? "PRAGMA quick_check" : "PRAGMA integrity_check")
            while try statement.step() {
                findings.append(statement.string(0))
            }
        } catch let error as DatabaseError where error.isCorrupt && !error.isNotADatabase {
            findings.append(error.message)
        }
        if findings == ["ok"] { return [] }
        if let reason = DatabaseError.failedRead(live) { throw DatabaseError(ofFailedRead: reason) }
        return findings
    }
}
