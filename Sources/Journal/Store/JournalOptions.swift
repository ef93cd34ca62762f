/// How a journal is opened.
package struct JournalOptions: Sendable {
    /// Seconds to wait for another process that writes.
    package var timeout: Double = 5
    /// Told of every SQL statement that ran.
    package var trace: (@Sendable (SQLTrace) -> Void)?
    /// Whether the trace shows bound values; a journal is private.
    package var tracesValues = false
    /// Whether the first write to a journal of ours gives its entries checksums, where they have none.
    package var makesChecksums = true
    /// How much history is kept.
    package var historyLimits = HistoryLimits()
    /// Told when the size of the history takes commands away that its age and number would have kept.
    package var historyCut: (@Sendable (HistoryCut) -> Void)?

    package init() {}
}

/// One SQL statement that ran, and how long it took.
package struct SQLTrace: Sendable {
    package let sql: String
    /// From its start to its end; the work between the rows counts.
    package let seconds: Double

    package init(sql: String, seconds: Double) {
        self.sql = sql
        self.seconds = seconds
    }
}
