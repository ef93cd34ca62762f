import Foundation
import PersistenceTestSupport
import SQLite
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

@Suite struct WritingTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private let everything: [String: PropertyValue] = [
        "flag": .boolean(true), "count": .integer(-7), "date": .date(1.5), "length": .double(2.25),
        "weight": .float(0.5),
        "price": .decimal(Decimal(string: "10.11") ?? 0), "title": .string("Teahupo\u{2019}o\u{0}end"),
        "link": .uri(URL(fileURLWithPath: "/a")),
        "token": .uuid(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))),
        "shape": .transformed(TransformedValue(archived: Data([1, 2]))), "picture": .data(Data()),
    ]

    @Test func `values of every type are read back as they were written`() throws {
        let stack = try Stack(folder.file(), model: TestModels.graph())
        try stack.insert([everything], "Entry")
        let read = try #require(try Stack(folder.file(), model: TestModels.graph()).row(1, "Entry"))
        #expect(read.keys.sorted() == everything.keys.sorted())
        for (name, value) in everything { #expect(read[name] == value, "\(name)") }
    }

    @Test func `values are stored in Core Data's storage classes`() throws {
        try Stack(folder.file(), model: TestModels.graph()).insert([everything], "Entry")
        let columns = [
            "ZFLAG", "ZCOUNT", "ZDATE", "ZLENGTH", "ZPRICE", "ZTITLE", "ZLINK", "ZTOKEN", "ZSHAPE", "ZPICTURE",
        ]
        let types = columns.map { "typeof(\($0))" }.joined(separator: ", ")
        #expect(
            try folder.plainConnection().rows("SELECT \(types) FROM ZENTRY") == [
                ["integer", "integer", "real", "real", "real", "text", "text", "blob", "blob", "blob"]
            ])
    }

    @Test func `an inserted row has version 1 and its entity's number`() throws {
        try Stack(folder.file(), model: TestModels.graph()).insert([["lives": .integer(9)]], "Cat")
        #expect(try folder.plainConnection().rows("SELECT Z_PK, Z_ENT, Z_OPT, ZLIVES FROM ZANIMAL") == [[1, 2, 1, 9]])
    }

    @Test func `an update writes the changed columns and the new version`() throws {
        let stack = try Stack(folder.file())
        try stack.insert([["wind": .string("glassy"), "rating": .integer(2)]])
        var changes = StoreChanges()
        changes.updates = [try stack.update(1, ["rating": .integer(5)])]
        #expect(try stack.write(changes).isEmpty)
        #expect(try stack.row(1) == ["wind": .string("glassy"), "rating": .integer(5)])
        #expect(try stack.version(1) == 2)
    }

    @Test(arguments: [0, 1, 15, 16, 4_000, 4_096, 4_097, 9_000])
    func `updates of several rows write strings of any length`(length: Int) throws {
        let stack = try Stack(folder.file())
        try stack.insert((1...3).map { _ in ["wind": .string("glassy"), "location": .string("Malibu")] })
        var changes = StoreChanges()
        var expected: [[String: PropertyValue]] = []
        for key in 1...3 {
            let texts: [String: PropertyValue] = [
                "wind": .string(String(repeating: "\(key)", count: length)), "location": .string("é \(key)"),
            ]
            expected.append(texts)
            changes.updates.append(try stack.update(Int64(key), texts))
        }
        #expect(try stack.write(changes).isEmpty)
        #expect(try (1...3).map { try stack.row($0) } == expected)
    }

    @Test func `an update without values only increments the version`() throws {
        let stack = try Stack(folder.file())
        try stack.insert([["rating": .integer(2)]])
        var changes = StoreChanges()
        changes.updates = [try stack.update(1)]
        #expect(try stack.write(changes).isEmpty)
        #expect(try stack.row(1) == ["rating": .integer(2)])
        #expect(try stack.version(1) == 2)
    }

    @Test func `rows whose version is not the expected one are reported, and nothing is written`() throws {
        let stack = try Stack(folder.file())
        let layout = try stack.layout()
        try stack.insert(Array(repeating: ["rating": .integer(2)], count: 5))
        try folder.plainConnection().execute("UPDATE ZJOURNALENTRY SET Z_OPT = 7 WHERE Z_PK IN (1, 2, 3)")
        var changes = StoreChanges()
        changes.updates = [
            try stack.update(1, ["rating": .integer(5)]), try stack.update(4, ["rating": .integer(5)]),
        ]
        changes.deletions = [.init(layout: layout, key: 2, expectedVersion: 1)]
        changes.checks = [
            .init(layout: layout, key: 3, expectedVersion: 1), .init(layout: layout, key: 5, expectedVersion: 1),
        ]
        #expect(try stack.write(changes).sorted() == [1, 2, 3])
        #expect(try stack.row(4) == ["rating": .integer(2)])
        #expect(try stack.backend.count(StoreFetch(entity: stack.entity())) == 5)
    }

    @Test func `missing rows are reported like rows with another version`() throws {
        let stack = try Stack(folder.file())
        let layout = try stack.layout()
        var changes = StoreChanges()
        changes.updates = [try stack.update(8)]
        changes.deletions = [.init(layout: layout, key: 9, expectedVersion: 1)]
        changes.checks = [.init(layout: layout, key: 10, expectedVersion: 1)]
        #expect(try stack.write(changes).sorted() == [8, 9, 10])
    }

    @Test func `deleting a row removes its rows in join tables`() throws {
        let stack = try Stack(folder.file(), model: TestModels.graph())
        try stack.insert([[:]], "Entry")
        try stack.insert([[:]], "Tag")
        var changes = StoreChanges()
        let tags = try #require(try stack.entity("Entry").slot(named: "tags"))
        changes.links = [
            .init(layout: try stack.layout("Entry"), slot: tags, key: 1, added: [1], removed: [], order: nil)
        ]
        #expect(try stack.write(changes).isEmpty)
        changes = StoreChanges()
        changes.deletions = [.init(layout: try stack.layout("Tag"), key: 1, expectedVersion: 1)]
        #expect(try stack.write(changes).isEmpty)
        #expect(try folder.plainConnection().integer("SELECT count(*) FROM Z_4TAGS") == 0)
        #expect(try stack.row(1, "Tag") == nil)
    }

    @Test func `a to-one relationship stores its destination's concrete entity beside the key`() throws {
        let stack = try Stack(folder.file(), model: TestModels.graph())
        try stack.insert([[:]], "dog")
        try stack.insert([["companion": .reference(stack.id("dog", 1))]], "Entry")
        let sql = "SELECT ZCOMPANION, Z1_COMPANION FROM ZENTRY"
        #expect(try folder.plainConnection().rows(sql) == [[1, 3]])
        #expect(try stack.row(1, "Entry")?["companion"] == .reference(stack.id("dog", 1)))
        var changes = StoreChanges()
        changes.updates = [try stack.update(1, ["companion": .null], "Entry")]
        #expect(try stack.write(changes).isEmpty)
        #expect(try folder.plainConnection().rows(sql) == [[nil, nil]])
    }

    @Test func `a transaction that is released without a commit is rolled back`() throws {
        let stack = try Stack(folder.file())
        do {
            let transaction = try stack.backend.beginWrite()
            _ = try transaction.allocateKeys(5, in: stack.layout())
        }
        #expect(try stack.insert([[:]]) == 1)
    }

    @Test func `a transaction cannot be used after it has ended`() throws {
        let stack = try Stack(folder.file())
        let transaction = try stack.backend.beginWrite()
        try transaction.commit()
        #expect(persistenceError { try transaction.allocateKeys(1, in: stack.layout()) }?.code == .saveFailed)
        #expect(persistenceError { try transaction.commit() }?.code == .saveFailed)
    }

    @Test func `a transaction sees its own rows, but other connections do not`() throws {
        let stack = try Stack(folder.file())
        let layout = try stack.layout()
        let transaction = try stack.backend.beginWrite()
        let key = try transaction.allocateKeys(1, in: layout)
        var changes = StoreChanges()
        changes.insertions = [try stack.newRow(key, ["wind": .string("NW")])]
        _ = try transaction.apply(changes)
        #expect(try transaction.rows(keys: [key], in: layout).map(\.count) == [1])
        #expect(try stack.row(key) == nil)
        transaction.rollback()
    }

    @Test func `a closed store rejects every operation`() throws {
        let stack = try Stack(folder.file())
        let layout = try stack.layout()
        stack.backend.close()
        #expect(persistenceError { try stack.backend.rows(keys: [1], in: layout) }?.code == .invalidStore)
        #expect(persistenceError { try stack.backend.beginWrite() }?.code == .invalidStore)
        #expect(persistenceError { try stack.backend.readTransaction() }?.code == .invalidStore)
    }

    @Test func `closing a store checkpoints its log into the file`() throws {
        let stack = try Stack(folder.file())
        try stack.insert([[:]])
        try stack.coordinator.remove(stack.store)
        #expect(folder.names == ["store.sqlite"])
    }
}
