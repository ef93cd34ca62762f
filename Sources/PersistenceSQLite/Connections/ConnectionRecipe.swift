import Persistence
import SQLite

/// Opens and configures the connections of a store.
struct ConnectionRecipe: Sendable {
    private let place: StorePath
    private let settings: StoreSettings
    /// The computed keys of the model's predicates; nil if nothing is fetched by predicate.
    private let computedKeys: [ComputedKey]?
    /// Files with values that are too large for a row; nil if nothing is fetched.
    private let external: ExternalDataFolder?

    init(
        _ place: StorePath, settings: StoreSettings, model: ManagedObjectModel?, external: ExternalDataFolder? = nil
    ) {
        self.external = external
        self.place = place
        self.settings = settings
        self.computedKeys = model?.entities.flatMap { $0.computedKeys.values }
    }

    func open() throws -> Connection {
        let connection = try Connection(path: place.path, options: place.options)
        do {
            try setUp(connection)
            try verify(connection)
        } catch {
            try? connection.close()
            throw error
        }
        return connection
    }

    /// SQLite looks up the file when it opens it, and the log at the first read. Only then is it certain which ones it
    /// uses.
    private func verify(_ connection: Connection) throws {
        guard let file = place.file else { return }
        _ = try connection.scalar("SELECT count(*) FROM sqlite_schema")
        connection.counters = Counters()
        try file.verifyWithLog(.openFailed)
    }

    private func setUp(_ connection: Connection) throws {
        connection.busyTimeout = settings.timeoutMilliseconds
        installTrace(connection)
        if place.mayCreate, StorePath.fileSize(place.path) == 0 { try ConnectionRecipe.prepareNewFile(connection) }
        try connection.execute("PRAGMA synchronous = FULL")
        for pragma in settings.pragmas { try connection.execute(pragma) }
        if place.isReadOnly { try connection.execute("PRAGMA query_only = 1") }
        try ConnectionRecipe.registerTriggerFunctions(connection)
        try RowChecksum.register(on: connection)
        if let external { try external.register(on: connection) }
        if let computedKeys { try PredicateFunctions.register(on: connection, computedKeys: computedKeys) }
    }

    /// Must come first: in WAL mode, page size and auto-vacuum can no longer be changed.
    private static func prepareNewFile(_ connection: Connection) throws {
        try connection.execute("PRAGMA page_size = 4096; PRAGMA auto_vacuum = 2; PRAGMA encoding = 'UTF-8'")
    }

    private func installTrace(_ connection: Connection) {
        guard let trace = settings.trace else { return }
        connection.traceExpandsValues = trace.showsValues
        connection.trace = { event in
            guard let nanoseconds = event.nanoseconds else { return }
            trace.report(
                SQLiteTrace.Event(
                    sql: event.expandedSQL ?? event.sql, seconds: Double(nanoseconds) * 1e-9, rows: event.rows))
        }
    }

    /// The functions that Core Data's triggers for derived attributes call; here they do nothing.
    static func registerTriggerFunctions(_ connection: Connection) throws {
        for name in [
            "NSCoreDataDATriggerUpdatedAffectedObjectValue", "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue",
        ] {
            try connection.createFunction(name, argumentCount: 5) { _ in .null }
        }
    }
}
