import Foundation
import PersistenceTestSupport
import SQLite
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// Checksums of rows in the side table `Z_CHECKSUM`.
struct ChecksumTests {
    private let folder: TemporaryFolder
    private static let options: [String: any Sendable] = [SQLiteStore.checksumOption: true]

    init() throws { folder = try TemporaryFolder() }

    private func stack(_ options: [String: any Sendable] = Self.options) throws -> Stack {
        try Stack(folder.file(), options: options)
    }

    private func findings() throws -> [StoreFinding] {
        try SQLiteStore.check(folder.file(), model: TestModels.journal()).findings
    }

    private func sql(_ statement: String) throws {
        let connection = try Connection(path: folder.file().path)
        try connection.execute(statement)
        try connection.close()
    }

    @Test func `a store has no checksums unless the option is set, and then keeps them`() throws {
        try stack([:]).insert([["location": .string("Malibu")]])
        #expect(try !folder.plainConnection().tableExists(ChecksumTable.name))
        #expect(try folder.plainConnection().userVersion() == 0)
        try stack().insert([["location": .string("Rincon")]])
        #expect(try folder.plainConnection().integer("SELECT count(*) FROM Z_CHECKSUM WHERE Z_ENT = 1") == 2)
        try stack([:]).insert([["location": .string("Zuma")]])
        #expect(try folder.plainConnection().integer("SELECT count(*) FROM Z_CHECKSUM WHERE Z_ENT = 1") == 3)
        #expect(try findings() == [])
    }

    @Test func `every insert, update, delete and batch keeps the checksums valid`() throws {
        let stack = try stack()
        let first = try stack.insert((0..<700).map { ["location": .string("place \($0)")] })
        try stack.withContext { context in
            let update = BatchUpdateRequest(entityName: "JournalEntry")
            update.predicate = FetchPredicate(format: "location ENDSWITH '1'")
            update.propertiesToUpdate = ["height": "4ft"]
            try context.execute(update)
            let objects = try context.fetch(FetchRequest<ManagedObject>(entityName: "JournalEntry"))
            for object in objects.prefix(5) { context.delete(object) }
            objects[9].setValue(4, forKey: "rating")
            EntityDescription.insertNewObject(forEntityName: "JournalEntry", into: context).setValue("", forKey: "wind")
            try context.save()
        }
        #expect(first == 1)
        #expect(try findings() == [])
        #expect(
            try folder.plainConnection().integer("SELECT count(*) FROM Z_CHECKSUM WHERE Z_ENT = 1") == 696)
    }

    @Test func `a rolled-back transaction leaves the checksums unchanged`() throws {
        let stack = try stack()
        try stack.insert([[:]])
        let transaction = try stack.beginWrite()
        var changes = StoreChanges()
        changes.insertions = [try stack.newRow(7)]
        _ = try transaction.apply(changes)
        transaction.rollback()
        #expect(try findings() == [])
    }

    @Test(arguments: [
        "UPDATE ZJOURNALENTRY SET ZLOCATION = 'Malibv' WHERE Z_PK = 2",
        "UPDATE ZJOURNALENTRY SET ZLOCATION = CAST('Malibu' AS BLOB) WHERE Z_PK = 2",
        "UPDATE ZJOURNALENTRY SET ZDATE = ZDATE + 0.001 WHERE Z_PK = 2",
        "UPDATE ZJOURNALENTRY SET ZRATING = 3 WHERE Z_PK = 2", "UPDATE ZJOURNALENTRY SET ZRATING = NULL WHERE Z_PK = 2",
        "UPDATE ZJOURNALENTRY SET Z_OPT = 2 WHERE Z_PK = 2",
        "UPDATE ZJOURNALENTRY SET ZLOCATION = NULL, ZHEIGHT = ZLOCATION WHERE Z_PK = 2",
        "UPDATE Z_CHECKSUM SET Z_SUM = Z_SUM + 1 WHERE Z_ENT = 1 AND Z_PK = 2",
    ])
    func `a row changed by another program is found, even after a later save of the same row`(change: String) throws {
        try self.stack().insert(
            (0..<3).map { _ in ["location": .string("Malibu"), "date": .date(1.5), "rating": .integer(4)] })
        try sql(change)
        let found = StoreFinding.changedRows(table: "ZJOURNALENTRY", FoundRows(keys: [2], count: 1))
        #expect(try findings().filter(\.isOfChecksums) == [found])
        // A row with a value of the wrong type cannot be read, and so is never updated.
        let isRead = !change.contains("AS BLOB")
        try stack().withContext { context in
            let request = FetchRequest<ManagedObject>(entityName: "JournalEntry")
            guard isRead else {
                #expect(throws: PersistenceError.self) { try context.fetch(request) }
                return
            }
            for object in try context.fetch(request) { object.setValue("glassy", forKey: "wind") }
            try context.save()
        }
        #expect(try findings().filter(\.isOfChecksums) == [found])
        try SQLiteStore.renewChecksums(at: folder.file(), model: TestModels.journal(), timeout: 1)
        #expect(try findings().filter(\.isOfChecksums) == [])
    }

    @Test func `rows that another program added or deleted are found`() throws {
        try stack().insert((0..<30).map { _ in [:] })
        try sql(
            "DELETE FROM ZJOURNALENTRY WHERE Z_PK > 4; INSERT INTO ZJOURNALENTRY (Z_PK, Z_ENT, Z_OPT) VALUES (31, 1, 1)"
        )
        try sql("UPDATE Z_PRIMARYKEY SET Z_MAX = 31")
        #expect(
            try findings() == [
                .addedRows(table: "ZJOURNALENTRY", FoundRows(keys: [31], count: 1)),
                .lostRows(table: "ZJOURNALENTRY", FoundRows(keys: Array(5...14), count: 26)),
            ])
    }

    @Test func `changed metadata, a changed schema and a missing checksum table are found`() throws {
        let stack = try stack()
        try stack.insert([[:]])
        try stack.coordinator.writeMetadata(["units": "feet"], for: stack.store)
        #expect(try findings() == [])
        try sql("UPDATE Z_METADATA SET Z_UUID = 'x' || Z_UUID")
        #expect(try findings() == [.changedMetadata])
        try stack.coordinator.writeMetadata(["units": "metres"], for: stack.store)
        #expect(try findings() == [.changedMetadata])
        try sql("CREATE INDEX other ON ZJOURNALENTRY (ZWIND)")
        #expect(try findings() == [.changedSchema, .changedMetadata])
        try sql("DROP TABLE Z_CHECKSUM")
        #expect(try findings() == [.lostChecksums])
        try self.stack().insert([[:]])
        #expect(try findings() == [.lostChecksums])
    }

    @Test func `an entity with more attributes than an SQL function takes arguments has checksums too`() throws {
        let many = (0..<90).map { AttributeDescription(name: "more\($0)", type: .string) }
        let stack = try Stack(folder.file(), model: TestModels.journal(with: many), options: Self.options)
        try stack.insert([["more0": .string("a"), "more45": .string("b"), "more89": .string("c")]])
        let check = { try SQLiteStore.check(folder.file(), model: TestModels.journal(with: many)).findings }
        #expect(try check() == [])
        try sql("UPDATE ZJOURNALENTRY SET ZMORE89 = 'd'")
        #expect(try check().count == 1)
    }

    @Test(arguments: ["char(0) || ZLOCATION", "ZLOCATION || char(0)", "ZLOCATION || char(0, 0, 0, 0, 0, 0, 0, 0)"])
    func `a NUL before or after a string changes the checksum`(changed: String) throws {
        try stack().insert([["location": .string("Trestles")], ["location": .string("Zuma")]])
        try sql("UPDATE ZJOURNALENTRY SET ZLOCATION = \(changed)")
        let found = FoundRows(keys: [1, 2], count: 2)
        #expect(try findings().filter(\.isOfChecksums) == [.changedRows(table: "ZJOURNALENTRY", found)])
    }

    @Test func `a trigger on a join table is found`() throws {
        let stack = try Stack(folder.file(), model: TestModels.graph(), options: Self.options)
        try stack.insert([[:]], "Tag")
        let check = { try SQLiteStore.check(folder.file(), model: TestModels.graph()).findings }
        #expect(try check() == [])
        let name = try folder.plainConnection().scalar(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'Z_[0-9]*TAGS'")
        try sql("CREATE TRIGGER other AFTER INSERT ON \(#require(name.text)) BEGIN SELECT 1; END")
        #expect(try check() == [.changedSchema])
    }

    @Test func `metadata replaced by an older version is found`() throws {
        let stack = try stack()
        try stack.insert([[:]])
        let older = try folder.plainConnection().scalar("SELECT hex(Z_PLIST) FROM Z_METADATA").text
        try stack.coordinator.writeMetadata(["units": "feet"], for: stack.store)
        #expect(try findings() == [])
        try sql("UPDATE Z_METADATA SET Z_PLIST = x'\(#require(older))'")
        #expect(try findings() == [.changedMetadata])
    }

    @Test func `a header that denies existing checksums is found`() throws {
        try stack().insert([[:]])
        try sql("PRAGMA user_version = 0")
        #expect(try findings() == [.lostChecksums])
    }

    @Test func `saving relationships of every kind keeps the checksums valid`() throws {
        let stack = try Stack(folder.file(), model: TestModels.graph(), options: Self.options)
        try stack.withContext { context in
            let spot = EntityDescription.insertNewObject(forEntityName: "Spot", into: context)
            let entries = (0..<3).map { _ in EntityDescription.insertNewObject(forEntityName: "Entry", into: context) }
            spot.setValue(entries, forKey: "entries")
            try context.save()
            spot.setValue(Array(entries.reversed()), forKey: "entries")
            try context.save()
            context.delete(spot)
            try context.save()
        }
        #expect(try SQLiteStore.check(folder.file(), model: TestModels.graph()).findings.filter(\.isOfChecksums) == [])
    }

    @Test func `checksums and the mark add three statements to a save, however many rows it writes`() throws {
        func statements(_ rows: Int, _ options: [String: any Sendable]) throws -> Int {
            let folder = try TemporaryFolder()
            let stack = try Stack(folder.file(), options: options)
            try stack.insert([[:]])
            let probe = try #require(SQLiteStoreProbe(stack.store))
            probe.reset()
            try stack.insert((0..<rows).map { _ in [:] })
            return probe.executedStatements
        }
        let few = try statements(1, Self.options) - statements(1, [:])
        let many = try statements(500, Self.options) - statements(500, [:])
        #expect(few == 3 && many == 3)
    }

    @Test func `a check takes as many statements for many columns as for few, and finds a value in any of them`() throws
    {
        func check(columns: Int) throws -> (statements: Int, findings: [StoreFinding]) {
            let model = TestModels.journal(
                with: (0..<columns).map { AttributeDescription(name: "number\($0)", type: .integer32) })
            let name = "\(columns).sqlite"
            let stack = try Stack(folder.file(name), model: model, options: Self.options)
            try stack.insert([[:]])
            try stack.coordinator.remove(stack.store)
            let connection = try folder.plainConnection(name)
            try RowChecksum.register(on: connection)
            try connection.execute("UPDATE ZJOURNALENTRY SET ZNUMBER\(columns - 1) = 'text'")
            let before = connection.counters.executed
            let report = try StoreCheck(connection: connection, model: model, name: name).report()
            return (connection.counters.executed - before, report.findings.filter { !$0.isOfChecksums })
        }
        let (few, many) = (try check(columns: 2), try check(columns: 400))
        #expect(few.statements == many.statements)
        // SQLite limits the columns of a result, so that very many take another pass.
        let most = try check(columns: 900)
        #expect(most.statements == few.statements + 1)
        for (report, name) in [(few, "number1"), (many, "number399"), (most, "number899")] {
            #expect(report.findings == [.type(table: "ZJOURNALENTRY", property: name, rows: 1)])
        }
    }
}
