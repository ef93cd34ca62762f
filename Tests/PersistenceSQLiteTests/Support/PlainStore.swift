import Foundation
import SQLite
import TestSupport

/// A store of the tutorial's model made in plain SQL as the format prescribes, without the engine.
enum PlainStore {
    static let identifier = "6F9619FF-8B86-D011-B42D-00C04FC964FF"
    /// An XML property list, which the engine would not write, so that rewriting it would be noticed.
    static let list = Data(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict><key>NSStoreType</key><string>SQLite</string>
        <key>Application</key><integer>7</integer></dict></plist>
        """.utf8)

    static let tables = """
        CREATE TABLE ZJOURNALENTRY ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZRATING INTEGER,
            ZDATE TIMESTAMP, ZHEIGHT VARCHAR, ZLOCATION VARCHAR, ZPERIOD VARCHAR, ZWIND VARCHAR );
        CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
        CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
        """

    /// Creates the store with `count` entries whose entity has the number `number`. Returns the open connection.
    ///
    /// Until that connection is closed or checkpointed, the entries are only in the write-ahead log.
    static func make(
        _ folder: TemporaryFolder, entries count: Int = 3, number: Int64 = 1, name: String = "store.sqlite",
        journal: String = "WAL"
    ) throws -> Connection {
        let connection = try folder.plainConnection(name)
        try connection.execute("PRAGMA page_size = 4096; PRAGMA auto_vacuum = 2; PRAGMA journal_mode = \(journal)")
        try connection.execute("PRAGMA wal_autocheckpoint = 0")
        try connection.execute(tables)
        try connection.prepare("INSERT INTO Z_METADATA VALUES (1, ?, ?)").run(.text(identifier), .blob([UInt8](list)))
        try connection.prepare("INSERT INTO Z_PRIMARYKEY VALUES (?, 'JournalEntry', 0, ?)")
            .run(.integer(number), .integer(Int64(count)))
        for key in 1...max(count, 1) where key <= count {
            try connection.prepare(
                "INSERT INTO ZJOURNALENTRY VALUES (?, ?, 1, 4, 363215648.859691, '0.4', 'Malibu', '4', '0.4')"
            ).run(.integer(Int64(key)), .integer(number))
        }
        return connection
    }

    static func metadataBytes(_ connection: Connection) throws -> [UInt8]? {
        try connection.scalar("SELECT Z_PLIST FROM Z_METADATA").blob
    }
}
