/// Receives every statement of a store when it ends. Given as the option `SQLiteStore.traceOption`.
package struct SQLiteTrace: Sendable {
    /// A statement that ran.
    package struct Event: Sendable, Equatable {
        /// The text as prepared; with the values in place only where the trace asked for them.
        package let sql: String
        /// From its start to its end, in seconds; the work between the rows counts.
        package let seconds: Double
    }

    /// Whether the SQL shows bound values, which are private data.
    package let showsValues: Bool
    package let report: @Sendable (Event) -> Void

    /// - Parameter report: called on the thread that runs the statement; it must not use the store.
    package init(showsValues: Bool = false, report: @escaping @Sendable (Event) -> Void) {
        self.showsValues = showsValues
        self.report = report
    }
}
