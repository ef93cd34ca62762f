import Foundation
import SQLite
import TestSupport

@testable import Persistence

/// A store made by another program, written in plain SQL as the format prescribes.
enum ForeignStore {
    /// Creates a store with these statements, and entities as (number, name, parent, highest key).
    static func make(
        _ folder: TemporaryFolder, entities: [(Int64, String, Int64, Int64)], _ statements: String
    ) throws {
        let connection = try folder.plainConnection()
        try connection.execute("PRAGMA auto_vacuum = 2; PRAGMA journal_mode = WAL")
        try connection.execute(
            """
            CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
            CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
            """)
        try connection.execute(statements)
        for entity in entities {
            try connection.prepare("INSERT INTO Z_PRIMARYKEY VALUES (?, ?, ?, ?)")
                .run(.integer(entity.0), .text(entity.1), .integer(entity.2), .integer(entity.3))
        }
        try connection.prepare("INSERT INTO Z_METADATA VALUES (1, ?, ?)")
            .run(.text(PlainStore.identifier), .blob([UInt8](PlainStore.list)))
        try connection.close()
    }

    static func entity(_ name: String, _ properties: [PropertyDescription] = []) -> EntityDescription {
        EntityDescription(name: name, properties: [AttributeDescription(name: "name", type: .string)] + properties)
    }
}
