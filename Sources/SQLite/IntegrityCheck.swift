extension Connection {
    /// Looks for damage in the whole file: what is wrong, in SQLite's words, or empty when nothing is.
    ///
    /// - Parameter quick: leaves out comparing the indexes with their tables, which takes most of the time.
    /// - Throws: `DatabaseError` when the damage keeps SQLite from reading at all.
    /// - Complexity: reads the whole database.
    package func integrityCheck(quick: Bool = false) throws -> [String] {
        let statement = try prepare(quick ? "PRAGMA quick_check" : "PRAGMA integrity_check")
        var findings: [String] = []
        while try statement.step() {
            findings.append(statement.string(0))
        }
        return findings == ["ok"] ? [] : findings
    }
}
