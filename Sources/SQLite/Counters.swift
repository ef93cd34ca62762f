/// How much work a connection has done since it was opened or since its counters were last set.
///
/// Tests use it for statements such as "listing 100 entries runs one statement". It includes the connection's own
/// transaction statements.
@usableFromInline package struct Counters: Sendable, Equatable {
    /// Statements compiled; one taken from the cache is not compiled again.
    @usableFromInline package var prepared = 0
    /// Statements started: each run from the beginning counts once, regardless of its number of rows.
    @usableFromInline package var executed = 0
    /// Rows stepped to.
    @usableFromInline package var rows = 0

    package init(prepared: Int = 0, executed: Int = 0, rows: Int = 0) {
        self.prepared = prepared
        self.executed = executed
        self.rows = rows
    }
}
