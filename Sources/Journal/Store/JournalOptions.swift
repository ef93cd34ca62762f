/// Options for opening a journal.
package struct JournalOptions: Sendable {
    /// How long to wait for another process that is writing, in seconds.
    package var timeout: Double = 5
    /// Called after each SQL statement.
    package var trace: (@Sendable (SQLTrace) -> Void)?
    /// Whether the trace contains bound values. They are private and omitted by default.
    package var tracesValues = false
    /// Whether the first write to one of our own journals adds missing checksums to its entries.
    package var makesChecksums = true
    /// How much history to keep.
    package var historyLimits = HistoryLimits()
    /// Called when the history's size removes commands that its age and count limits would keep.
    package var historyCut: (@Sendable (HistoryCut) -> Void)?

    /// Called after each save that changed entries.
    package var saved: (@Sendable () -> Void)?

    package init() {}
}

/// An SQL statement and its running time.
package struct SQLTrace: Sendable {
    package let sql: String
    /// From start to end, including the work between rows.
    package let seconds: Double

    package init(sql: String, seconds: Double) {
        self.sql = sql
        self.seconds = seconds
    }
}
