import Foundation
import SQLite

/// A store as Apple's Core Data writes it for the tutorial's app. It is made by plain SQL according to the format,
/// without the engine, and has framework keys, hashes that cannot be recomputed, and dates, texts and gaps like a real
/// one.
enum TutorialAppleStore {
    /// The files that contain the entries.
    enum Shape: CaseIterable, Sendable {
        /// All entries are in the database file, and there is no other file.
        case checkpointed
        /// The first hundred are in the database file, the others in the log; three files.
        case inLog
        /// Like `inLog`, but the log is missing.
        case logLost
    }

    /// The system that wrote the store.
    enum System: CaseIterable, Sendable {
        case current
        /// No model cache and fewer keys in the metadata, but indexes with the names of old systems.
        case old
    }

    static let count = 5_000
    static let firstInLog = 101

    /// Makes the store at a path.
    ///
    /// - Parameter missing: A column that the entity lacks, as in another model.
    static func make(at path: String, _ shape: Shape, _ system: System = .current, missing: String? = nil) throws {
        let making = path + ".making"
        let connection = try Connection(path: making)
        try connection.execute("PRAGMA page_size = 4096; PRAGMA auto_vacuum = 2; PRAGMA journal_mode = WAL")
        try connection.execute("PRAGMA wal_autocheckpoint = 0")
        try makeTables(connection, system)
        try insert(1..<firstInLog, connection)
        if let missing { try connection.execute("ALTER TABLE ZJOURNALENTRY DROP COLUMN \(missing)") }
        _ = try connection.checkpoint(.truncate)
        if missing == nil { try insert(firstInLog...count, connection) }
        if shape == .checkpointed { _ = try connection.checkpoint(.truncate) }
        try copy(making, to: path, suffixes(shape))
        try connection.close()
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: making + suffix) }
    }

    private static func suffixes(_ shape: Shape) -> [String] {
        switch shape {
        case .checkpointed: [""]
        case .inLog: ["", "-wal", "-shm"]
        case .logLost: ["", "-shm"]
        }
    }

    private static func copy(_ source: String, to target: String, _ suffixes: [String]) throws {
        for suffix in suffixes {
            try FileManager.default.copyItem(atPath: source + suffix, toPath: target + suffix)
        }
    }

    // MARK: Tables

    private static func makeTables(_ connection: Connection, _ system: System) throws {
        try connection.execute(
            """
            CREATE TABLE ZJOURNALENTRY ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZRATING INTEGER, \
            ZDATE TIMESTAMP, ZHEIGHT VARCHAR, ZLOCATION VARCHAR, ZPERIOD VARCHAR, ZWIND VARCHAR );
            CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
            CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
            INSERT INTO Z_PRIMARYKEY VALUES (1, 'JournalEntry', 0, 0);
            """)
        try connection.prepare("INSERT INTO Z_METADATA VALUES (1, 'A4C2B3F5-1D0E-4C58-9A77-0E5F2D6B8C31', ?)")
            .run(.blob(try metadata(system)))
        switch system {
        case .current:
            try connection.execute("CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)")
            try connection.prepare("INSERT INTO Z_MODELCACHE VALUES (?)").run(.blob(noise(2_345)))
        case .old:
            try connection.execute(
                """
                CREATE INDEX Z_JournalEntry_date ON ZJOURNALENTRY (ZDATE);
                CREATE INDEX ZJOURNALENTRY_ZRATING_INDEX ON ZJOURNALENTRY (ZRATING);
                CREATE INDEX Z_JournalEntry_byPlace ON ZJOURNALENTRY (ZLOCATION COLLATE BINARY ASC, ZDATE DESC);
                """)
        }
    }

    private static func metadata(_ system: System) throws -> [UInt8] {
        var list: [String: Any] = [
            "NSPersistenceFrameworkVersion": system == .old ? 519 : 1518, "NSStoreType": "SQLite",
            "NSStoreModelVersionHashes": ["JournalEntry": Data(noise(32))], "NSStoreModelVersionHashesVersion": 3,
            "NSStoreModelVersionIdentifiers": [""], "_NSAutoVacuumLevel": "2",
        ]
        if system == .current {
            list["NSPersistenceMaximumFrameworkVersion"] = 1526
            list["NSStoreModelVersionHashesDigest"] = Data(noise(64)).base64EncodedString()
            list["NSStoreModelVersionChecksumKey"] = Data(noise(33).dropFirst()).base64EncodedString()
        }
        return [UInt8](try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0))
    }

    /// Arbitrary bytes, always the same.
    private static func noise(_ count: Int) -> [UInt8] {
        var state: UInt32 = 2_463_534_242
        return (0..<count).map { _ in
            state ^= state << 13
            state ^= state >> 17
            state ^= state << 5
            return UInt8(truncatingIfNeeded: state)
        }
    }

    // MARK: Entries

    private static func insert(_ keys: some Sequence<Int>, _ connection: Connection) throws {
        try connection.execute("BEGIN EXCLUSIVE")
        let statement = try connection.prepare("INSERT INTO ZJOURNALENTRY VALUES (?, 1, ?, ?, ?, ?, ?, ?, ?)")
        for key in keys {
            let head: [Value] = [.integer(Int64(key)), .integer(key.isMultiple(of: 7) ? 3 : 1)]
            try statement.run(head + values(key))
        }
        try connection.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = (SELECT max(Z_PK) FROM ZJOURNALENTRY)")
        try connection.execute("COMMIT")
    }

    /// The values of an entry in the order of the columns; every eleventh entry lacks one value, and every 500th lacks
    /// all.
    private static func values(_ key: Int) -> [Value] {
        if key.isMultiple(of: 500) { return Array(repeating: .null, count: 6) }
        let places = ["Malibu", "Rincon", "Māhia", "鴨川", "Teahupo'o"]
        var values: [Value] = [
            .integer(Int64(key % 5 + 1)), .real(363_215_648.859691 + Double(key) * 4_000.25),
            .text("\(key % 100 / 10).\(key % 10)"), .text(places[key % places.count]), .text("\(key % 17)"),
            .text("\(key % 160 / 10).\(key % 10)"),
        ]
        if key.isMultiple(of: 11) { values[key % 6] = .null }
        return values
    }
}

/// The parts of a store that belong to Core Data and do not change when entries do.
struct TutorialStoreFacts: Equatable {
    let metadata: Value
    let modelCache: Value
    let schema: [String]
    let pragmas: [Value]

    init(_ path: String) throws {
        let connection = try Connection(path: path)
        defer { try? connection.close() }
        metadata = try connection.scalar("SELECT group_concat(Z_VERSION || Z_UUID || hex(Z_PLIST)) FROM Z_METADATA")
        let hasCache = try connection.tableExists("Z_MODELCACHE")
        modelCache = hasCache ? try connection.scalar("SELECT group_concat(hex(Z_CONTENT)) FROM Z_MODELCACHE") : .null
        schema = try connection.texts("SELECT type || name || tbl_name || sql FROM sqlite_master ORDER BY rowid")
        pragmas = try ["page_size", "auto_vacuum", "user_version", "application_id", "encoding", "journal_mode"]
            .map { try connection.scalar("PRAGMA \($0)") }
    }
}

extension Connection {
    /// The first column of all rows.
    func texts(_ sql: String) throws -> [String] {
        let statement = try prepare(sql)
        var texts: [String] = []
        while try statement.step() { texts.append(statement.string(0)) }
        return texts
    }
}
