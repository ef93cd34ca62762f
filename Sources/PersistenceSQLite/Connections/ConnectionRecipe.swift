import Persistence
import SQLite

/// How each connection of a store is opened and set up.
struct ConnectionRecipe: Sendable {
    private let place: StorePlace
    private let settings: StoreSettings
    /// What the model's predicates may compute; nil where nothing is fetched by predicate.
    private let computedKeys: [ComputedKey]?

    init(_ place: StorePlace, settings: StoreSettings, model: ManagedObjectModel?) {
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

    /// SQLite finds the file when it is opened, and the log when it is first read: only then is it sure which ones it has.
    private func verify(_ connection: Connection) throws {
        guard let file = place.file else { return }
        _ = try connection.scalar("SELECT count(*) FROM sqlite_schema")
        connection.counters = Counters()
        try file.verifyWithLog(.openFailed)
    }

    private func setUp(_ connection: Connection) throws {
        connection.busyTimeout = settings.timeoutMilliseconds
        installTrace(connection)
        if place.mayCreate, StorePlace.fileSize(place.path) == 0 { try ConnectionRecipe.prepareNewFile(connection) }
        try connection.execute("PRAGMA synchronous = FULL")
        for pragma in settings.pragmas { try connection.execute(pragma) }
        if place.isReadOnly { try connection.execute("PRAGMA query_only = 1") }
        try ConnectionRecipe.registerTriggerFunctions(connection)
        try RowChecksum.register(on: connection)
        if let computedKeys { try PredicateFunctions.register(on: connection, computedKeys: computedKeys) }
    }

    /// Comes before everything else: once the file is in WAL mode, page size and vacuuming stay as they are.
    private static func prepareNewFile(_ connection: Connection) throws {
        try connection.execute("PRAGMA page_size = 4096; PRAGMA auto_vacuum = 2; PRAGMA encoding = 'UTF-8'")
    }

    private func installTrace(_ connection: Connection) {
        guard let trace = settings.trace else { return }
        connection.traceExpandsValues = trace.showsValues
        connection.trace = { event in
            guard let nanoseconds = event.nanoseconds else { return }
            trace.report(SQLiteTrace.Event(sql: event.expandedSQL ?? event.sql, seconds: Double(nanoseconds) * 1e-9))
        }
    }

    /// The functions that the triggers of derived attributes tell Core Data of their work with.
    static func registerTriggerFunctions(_ connection: Connection) throws {
        for name in [
            "NSCoreDataDATriggerUpdatedAffectedObjectValue", "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue",
        ] {
            try connection.createFunction(name, argumentCount: 5) { _ in .null }
        }
    }
}
