/// Receives every statement of a store when it ends. Set it as the option `SQLiteStore.traceOption`.
package struct SQLiteTrace: Sendable {
    /// A statement that has run.
    package struct Event: Sendable, Equatable {
        /// The SQL as prepared; with bound values only if the trace requested them.
        package let sql: String
        /// The time from its start to its end, in seconds, including the caller's work between rows.
        package let seconds: Double
        /// The rows that it has read or changed.
        package let rows: Int
    }

    /// Whether the SQL contains bound values, which are private data.
    package let showsValues: Bool
    package let report: @Sendable (Event) -> Void

    /// - Parameter report: called on the thread that runs the statement; it must not use the store.
    package init(showsValues: Bool = false, report: @escaping @Sendable (Event) -> Void) {
        self.showsValues = showsValues
        self.report = report
    }
}
