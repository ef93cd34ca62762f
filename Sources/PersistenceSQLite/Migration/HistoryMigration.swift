import Foundation
import Persistence
import SQLite

/// Adapts the history of a store to another version of its model: numbers of entities and the bits of changed
/// properties follow. Changes of entities that are gone are deleted. Then an empty transaction marks the migration.
struct HistoryMigration {
    /// The author of the transaction (B-HIS-10).
    static let author = "com.apple.coredata.schemamigrator"

    private let mapping: LightweightMigration
    private let connection: Connection

    init(_ mapping: LightweightMigration, _ connection: Connection) {
        self.mapping = mapping
        self.connection = connection
    }

    func run() throws {
        guard try HistorySchema.exists(connection) else { return }
        try translateColumns()
        try renumber()
        try HistoryWriter(
            connection, schema: mapping.new, keepsValues: false,
            origin: TransactionOrigin(author: HistoryMigration.author),
            now: Date().timeIntervalSinceReferenceDate
        ).recordTransaction()
    }

    private func renumber() throws {
        let numbers = mapping.old.tables.flatMap(\.numbers)
        if numbers.allSatisfy({ mapping.renumbering[$0] == $0 }) { return }
        let gone = numbers.filter { mapping.renumbering[$0] == nil }.map(String.init).joined(separator: ", ")
        try connection.execute("DELETE FROM ACHANGE WHERE ZENTITY IN (\(gone))")
        let cases = mapping.renumbering.map { "WHEN \($0.key) THEN \($0.value) " }.joined()
        if cases.isEmpty { return }
        try connection.execute("UPDATE ACHANGE SET ZENTITY = CASE ZENTITY \(cases)ELSE ZENTITY END")
    }

    /// Rewrites the bits of each combination of properties that occurs.
    private func translateColumns() throws {
        for entity in mapping.model.entities {
            guard let former = mapping.former(entity), let number = mapping.old.numbering[former] else { continue }
            let old = HistorySchema.bitProperties(of: former)
            let places = Dictionary(
                HistorySchema.bitProperties(of: entity).compactMap { slot in
                    mapping.former(slot.property, in: former).map { ($0.index, slot.index) }
                }, uniquingKeysWith: { first, _ in first })
            let combinations = try connection.prepare(
                "SELECT DISTINCT ZCOLUMNS FROM ACHANGE WHERE ZENTITY = ? AND ZCOLUMNS IS NOT NULL")
            try combinations.bind(int64: number, at: 1)
            var bits: [[UInt8]] = []
            while try combinations.step() { bits.append(Array(combinations.blobBytes(0))) }
            for bytes in bits {
                let slots = old.indices.filter { $0 / 8 < bytes.count && bytes[$0 / 8] & (0x80 >> UInt8($0 % 8)) != 0 }
                    .compactMap { places[old[$0].index] }
                let translated = HistoryColumns.bytes(of: slots, in: entity)
                if translated == bytes { continue }
                // The marked entity number keeps a translated combination from being translated again.
                try connection.prepare(
                    "UPDATE ACHANGE SET ZCOLUMNS = ?1, ZENTITY = -?2 WHERE ZENTITY = ?2 AND ZCOLUMNS = ?3"
                ).run(.blob(translated), .integer(number), .blob(bytes))
            }
            try connection.prepare("UPDATE ACHANGE SET ZENTITY = ?1 WHERE ZENTITY = -?1").run(.integer(number))
        }
    }
}
