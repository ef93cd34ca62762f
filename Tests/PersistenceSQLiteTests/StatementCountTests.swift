import Foundation
import PersistenceTestSupport
import SQLite
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// The number of statements and rows that the engine needs.
@Suite struct StatementCountTests {
    private let folder: TemporaryFolder
    private let stack: Stack
    private let probe: SQLiteStoreProbe

    init() throws {
        folder = try TemporaryFolder()
        stack = try Stack(folder.file())
        probe = try #require(SQLiteStoreProbe(stack.store))
    }

    private var all: FetchRequest<ManagedObject> { FetchRequest(entityName: "JournalEntry") }

    private func newContext(_ parent: ManagedObjectContext? = nil) -> ManagedObjectContext {
        parent?.makeChild() ?? stack.context()
    }

    private func insert(_ count: Int, into context: ManagedObjectContext) {
        for number in 0..<count {
            EntityDescription.insertNewObject(forEntityName: "JournalEntry", into: context)
                .setValue("wind \(number)", forKey: "wind")
        }
    }

    /// The number of statements that `body` runs and compiles.
    private func statements(_ body: () throws -> Void) rethrows -> (run: Int, compiled: Int) {
        probe.reset()
        try body()
        return (probe.executedStatements, probe.preparedStatements)
    }

    @Test func `saving new objects runs one statement per object and a fixed number of others`() throws {
        let context = newContext()
        try context.performAndWait {
            func save(_ count: Int) throws -> (run: Int, compiled: Int) {
                insert(count, into: context)
                return try statements { try context.save() }
            }
            _ = try save(1)
            let one = try save(1)
            let many = try save(700)
            #expect(many.run - one.run == 699)
            #expect(many.compiled == 0)
            #expect(try stack.backend.count(StoreFetch(entity: stack.entity())) == 702)
        }
    }

    @Test func `saving changed objects runs one statement per object and reads nothing`() throws {
        try stack.insert((1...300).map { ["wind": .string("wind \($0)")] })
        let context = newContext()
        try context.performAndWait {
            let objects = try context.fetch(all)
            func save(_ count: Int, _ wind: String) throws -> (run: Int, compiled: Int) {
                for object in objects.prefix(count) { object.setValue(wind, forKey: "wind") }
                return try statements { try context.save() }
            }
            _ = try save(1, "warm")
            let one = try save(1, "one")
            let rows = probe.rowsRead
            let many = try save(300, "many")
            #expect(many.run - one.run == 299)
            #expect(many.compiled == 0)
            #expect(probe.rowsRead == rows)
        }
    }

    @Test func `a fetch runs one statement, and reading its objects runs none`() throws {
        try stack.insert((1...2_500).map { ["wind": .string("wind \($0)")] })
        let context = newContext()
        try context.performAndWait {
            var winds: [String?] = []
            let reading = try statements {
                winds = try context.fetch(all).map { $0.value(forKey: "wind") as? String }
            }
            #expect(reading.run == 1)
            #expect(winds.last == "wind 2500")
            #expect(probe.rowsRead == 2_500)
        }
    }

    @Test func `a child context fetches with one statement, and saving to its parent runs none`() throws {
        try stack.insert((1...300).map { ["wind": .string("wind \($0)")] })
        let parent = newContext()
        let child = newContext(parent)
        try child.performAndWait {
            let edit = try statements {
                for object in try child.fetch(all) { object.setValue("glassy", forKey: "wind") }
                try child.save()
            }
            #expect(edit.run == 1)
            #expect(parent.performAndWait { parent.updatedObjects.count } == 300)
            try parent.performAndWait { try parent.save() }
            #expect(try stack.row(300)?["wind"] == .string("glassy"))
        }
    }
}
