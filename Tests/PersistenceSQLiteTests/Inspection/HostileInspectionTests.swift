import Foundation
import PersistenceTestSupport
import SQLite
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// Files that are broken, or made to harm whoever looks into them.
@Suite struct HostileInspectionTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func makeStore() throws -> Connection {
        let stack = try Stack(folder.file(), model: HostileInspectionTests.model())
        try stack.withContext { context throws in
            let cat = EntityDescription.insertNewObject(forEntityName: "Cat", into: context)
            cat.setValue("Tom", forKey: "name")
            try context.save()
        }
        try stack.coordinator.remove(stack.store)
        let file = try folder.plainConnection()
        try file.execute("PRAGMA journal_mode = DELETE")
        return file
    }

    private static func model() -> ManagedObjectModel {
        let animal = EntityDescription(name: "Animal", properties: [AttributeDescription(name: "name", type: .string)])
        let cat = EntityDescription(name: "Cat", properties: [AttributeDescription(name: "coat", type: .string)])
        let owner = EntityDescription(name: "Owner", properties: [AttributeDescription(name: "name", type: .string)])
        animal.subentities = [cat]
        animal.relate(.one("owner"), to: owner, .many("pets"))
        return ManagedObjectModel(entities: [animal, cat, owner])
    }

    /// Reads everything that the command can print.
    private func readAll() throws {
        try StoreInspection.read(folder.file()) { inspection in
            for entity in inspection.entities { try inspection.forEachRow(of: entity.name) { _ in } }
            try inspection.forEachTransaction { _ in }
        }
    }

    /// Sets the record of the model in the store's metadata.
    private func setRecord(_ record: ModelRecord, in file: Connection) throws {
        let bytes = try file.scalar("SELECT Z_PLIST FROM Z_METADATA").blob ?? []
        var list = try PropertyListSerialization.propertyList(from: Data(bytes), format: nil) as? [String: Any] ?? [:]
        list[ModelRecord.key] = try record.text()
        let data = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
        try file.prepare("UPDATE Z_METADATA SET Z_PLIST = ?").run(.blob([UInt8](data)))
    }

    @Test(arguments: [
        ("no file", "There is no store"), ("a folder", "is a folder"), ("text", "is not a database"),
        ("a database", "not a Core Data store"), ("nothing", "not a Core Data store"),
    ])
    func `what is no store is refused with one sentence`(kind: String, sentence: String) throws {
        let url = folder.file()
        switch kind {
        case "a folder": try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        case "text": try Data(repeating: 0x41, count: 5000).write(to: url)
        case "a database": try Connection(path: url.path).execute("CREATE TABLE t (x)")
        case "nothing": try Data().write(to: url)
        default: break
        }
        let error = try #require(throws: PersistenceError.self) { try readAll() }
        #expect(error.message.contains(sentence), "\(error)")
        #expect(!error.message.contains("\n"))
    }

    @Test(arguments: [
        "UPDATE Z_PRIMARYKEY SET Z_SUPER = Z_ENT", "UPDATE Z_PRIMARYKEY SET Z_SUPER = 3 - Z_ENT WHERE Z_ENT < 3",
        "DROP TABLE ZANIMAL; CREATE VIEW ZANIMAL AS SELECT 1 AS Z_PK, 2 AS Z_ENT, 1 AS Z_OPT",
        "DELETE FROM Z_PRIMARYKEY", "UPDATE Z_PRIMARYKEY SET Z_NAME = ''",
        "UPDATE Z_PRIMARYKEY SET Z_SUPER = 99", "DROP TABLE ZANIMAL", "ALTER TABLE ZANIMAL RENAME COLUMN Z_ENT TO Z_X",
        "CREATE VIRTUAL TABLE ZTRAP USING fts5(x)", "UPDATE Z_METADATA SET Z_UUID = ''",
    ])
    func `a store whose lists contradict each other is refused with one sentence`(change: String) throws {
        let file = try makeStore()
        try file.execute(change)
        try file.close()
        let error = try #require(throws: PersistenceError.self) { try readAll() }
        #expect(!error.message.isEmpty && !error.message.contains("\n"), "\(error)")
    }

    @Test func `a column that is computed is not read`() throws {
        let file = try makeStore()
        try file.execute("ALTER TABLE ZANIMAL ADD COLUMN ZBOMB AS (zeroblob(900000000))")
        try CoreDataStore.disguise(file, cached: nil)
        try file.close()
        try StoreInspection.read(folder.file()) { inspection in
            #expect(inspection.source == .tables)
            try inspection.forEachRow(of: "Animal") { row in
                #expect(row.values.map(\.name) == ["coat", "name", "owner"])
            }
        }
    }

    private static let records: [ModelRecord] = {
        let name = ModelRecord.Attribute(name: "name", type: 700, isExternal: false)
        func entity(_ name: String, parent: String? = nil, _ attributes: [ModelRecord.Attribute] = [])
            -> ModelRecord.Entity
        {
            ModelRecord.Entity(name: name, parent: parent, attributes: attributes)
        }
        func link(_ name: String, to destination: String, inverse: String?) -> ModelRecord.Relationship {
            .init(name: name, destination: destination, inverse: inverse, isToMany: true, isOrdered: true)
        }
        let owner = entity("Owner")
        var linked = entity("Animal")
        linked.relationships = [link("x", to: "Nobody", inverse: "y"), link("x", to: "Owner", inverse: "name")]
        var contradicting = entity("Animal")
        contradicting.relationships = [
            link("pets", to: "Cat", inverse: "pets"), link("own", to: "Animal", inverse: "pets"),
        ]
        return [
            ModelRecord(entities: []), ModelRecord(entities: [entity("Animal"), entity("Animal"), owner]),
            ModelRecord(entities: [entity("Animal", parent: "Cat"), entity("Cat", parent: "Animal"), owner]),
            ModelRecord(entities: [entity("Animal", [name, name]), entity("Cat", parent: "Animal", [name]), owner]),
            ModelRecord(entities: [entity(""), entity("Cat"), owner]),
            ModelRecord(entities: [linked, entity("Cat", parent: "Animal"), owner]),
            ModelRecord(entities: [contradicting, entity("Cat", parent: "Animal"), owner]),
        ]
    }()

    @Test(arguments: records.indices)
    func `a record that is not a model is not used, and the tables are read instead`(place: Int) throws {
        let file = try makeStore()
        try setRecord(Self.records[place], in: file)
        try file.close()
        try StoreInspection.read(folder.file()) { inspection in
            #expect(inspection.source == .tables)
            #expect(inspection.entities.map(\.name) == ["Animal", "Cat", "Owner"])
            #expect(inspection.entities.map(\.count) == [0, 1, 0])
        }
    }

    @Test func `a file that was changed anywhere is read or refused, and never traps`() throws {
        try makeStore().close()
        let bytes = try [UInt8](Data(contentsOf: folder.file()))
        var random = SplitMix(state: 55)
        for turn in 0..<400 {
            var changed = bytes
            for _ in 0...(turn % 8) {
                changed[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            if turn % 7 == 0 { changed.removeLast(Int.random(in: 1..<bytes.count, using: &random)) }
            try Data(changed).write(to: folder.file())
            do {
                try readAll()
            } catch {
                #expect(error is PersistenceError, "turn \(turn): \(error)")
            }
        }
    }
}
