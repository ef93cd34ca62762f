/// How much work a connection has done since it was opened or since its counters were last set.
///
/// Tests count with it: "listing 100 entries runs one statement". The connection's own transaction statements count too.
@usableFromInline package struct Counters: Sendable, Equatable {
    /// Statements compiled; one taken from the cache is not compiled again.
    @usableFromInline package var prepared = 0
    /// Statements started: each run from its beginning counts once, however many rows it gives.
    @usableFromInline package var executed = 0
    /// Rows stepped to.
    @usableFromInline package var rows = 0

    package init(prepared: Int = 0, executed: Int = 0, rows: Int = 0) {
        self.prepared = prepared
        self.executed = executed
        self.rows = rows
    }
}
