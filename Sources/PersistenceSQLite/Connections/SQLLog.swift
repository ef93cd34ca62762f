import Foundation
import Persistence

/// The log of statements on standard error, for developers of applications: what `-com.apple.CoreData.SQLDebug` is in Core
/// Data.
///
/// Start the program with the argument `-persistence.SQLDebug 1` or set the environment's variable
/// `PERSISTENCE_SQLDEBUG=1`. A store with an `SQLiteTrace` reports to that instead.
enum SQLLog {
    /// How much is logged.
    enum Level: Int {
        /// Statements that read or write rows, with the number of rows and the time.
        case rows = 1
        /// All statements.
        case all = 2
        /// All statements with their values, which may be private.
        case values = 3
    }

    /// The trace that this process asks for; nil without one.
    static let trace = level(setting.number()).map { level in
        SQLiteTrace(showsValues: level == .values) { event in
            guard let text = text(of: event, level) else { return }
            FileHandle.standardError.write(Data(text.utf8))
        }
    }

    static let setting = DiagnosticSetting("SQLDebug", variable: "PERSISTENCE_SQLDEBUG")

    /// The level of a number; nil for none, and for 0. A higher number is the highest level.
    static func level(_ number: Int?) -> Level? {
        guard let number, number > 0 else { return nil }
        return Level(rawValue: min(number, Level.values.rawValue))
    }

    /// The lines for a statement; nil for one that is not logged at this level.
    static func text(of event: SQLiteTrace.Event, _ level: Level) -> String? {
        let concernsRows = rowStatements.contains { event.sql.hasPrefix($0) }
        guard concernsRows || level != .rows else { return nil }
        let seconds = String(format: "%.4f s", event.seconds)
        let rows = concernsRows ? ", \(event.rows) \(event.rows == 1 ? "row" : "rows")" : ""
        return "persistence: sql: \(event.sql)\npersistence: annotation: \(seconds)\(rows)\n"
    }

    private static let rowStatements = ["SELECT ", "INSERT ", "UPDATE ", "DELETE ", "REPLACE ", "WITH "]
}
