import CSQLite

/// A statement that started or ended, as a connection's `trace` receives it.
package struct TraceEvent: Sendable, Equatable {
    /// Whether the statement started or finished.
    package enum Moment: Sendable, Equatable {
        case started
        /// Includes the time since its start, with the caller's work between rows.
        case finished(nanoseconds: UInt64)
    }

    package let moment: Moment
    /// The SQL as prepared, without values; `-- name` when a trigger starts.
    package let sql: String
    /// The SQL with its bound values, only when the connection's `traceExpandsValues` is on.
    package let expandedSQL: String?
    /// The rows that the statement has read or, if it writes, changed.
    package let rows: Int

    /// How long the statement ran, or nil at its start.
    package var nanoseconds: UInt64? {
        if case .finished(let nanoseconds) = moment { nanoseconds } else { nil }
    }
}

extension Connection {
    func installTracer() {
        guard let trace else {
            sqlite3_trace_v2(live, 0, nil, nil)
            tracer = nil
            return
        }
        let tracer = Tracer(expandsValues: traceExpandsValues, report: trace)
        let events = UInt32(SQLITE_TRACE_STMT | SQLITE_TRACE_ROW | SQLITE_TRACE_PROFILE)
        sqlite3_trace_v2(live, events, Tracer.callback, Unmanaged.passUnretained(tracer).toOpaque())
        self.tracer = tracer
    }
}

/// Turns SQLite's trace callbacks into events, and measures times with a finer clock than SQLite's milliseconds.
final class Tracer {
    private let expandsValues: Bool
    private let report: @Sendable (TraceEvent) -> Void
    /// When each running statement started, and the rows that it has read.
    private var running: [OpaquePointer: (start: ContinuousClock.Instant, rows: Int)] = [:]

    init(expandsValues: Bool, report: @escaping @Sendable (TraceEvent) -> Void) {
        self.expandsValues = expandsValues
        self.report = report
    }

    static let callback:
        @convention(c) (UInt32, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Int32 =
            {
                kind, context, statement, detail in
                guard let context, let statement else { return 0 }
                let tracer = Unmanaged<Tracer>.fromOpaque(context).takeUnretainedValue()
                switch Int32(bitPattern: kind) {
                case SQLITE_TRACE_STMT: tracer.started(OpaquePointer(statement), text: detail)
                case SQLITE_TRACE_ROW: tracer.running[OpaquePointer(statement)]?.rows += 1
                default: tracer.finished(OpaquePointer(statement), estimate: detail)
                }
                return 0
            }

    private func started(_ statement: OpaquePointer, text: UnsafeMutableRawPointer?) {
        let sql = text.map { String(cString: $0.assumingMemoryBound(to: CChar.self)) } ?? ""
        if !sql.hasPrefix("--") { running[statement] = (.now, 0) }
        report(TraceEvent(moment: .started, sql: sql, expandedSQL: expanded(statement), rows: 0))
    }

    private func finished(_ statement: OpaquePointer, estimate: UnsafeMutableRawPointer?) {
        let sql = sqlite3_sql(statement).map { String(cString: $0) } ?? ""
        let run = running.removeValue(forKey: statement)
        let time = run.map { $0.start.duration(to: .now).components }
        let rows =
            sqlite3_stmt_readonly(statement) != 0
            ? run?.rows ?? 0 : Int(sqlite3_changes(sqlite3_db_handle(statement)))
        let nanoseconds =
            time.map { UInt64($0.seconds) * 1_000_000_000 + UInt64($0.attoseconds / 1_000_000_000) }
            ?? estimate.map { UInt64(clamping: $0.load(as: Int64.self)) } ?? 0
        report(
            TraceEvent(
                moment: .finished(nanoseconds: nanoseconds), sql: sql, expandedSQL: expanded(statement), rows: rows))
    }

    private func expanded(_ statement: OpaquePointer) -> String? {
        guard expandsValues, let text = sqlite3_expanded_sql(statement) else { return nil }
        defer { sqlite3_free(text) }
        return String(cString: text)
    }
}
