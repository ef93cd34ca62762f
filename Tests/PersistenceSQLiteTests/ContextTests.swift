import Foundation
import PersistenceTestSupport
import SQLite
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// The engine on a real file, end to end.
@Suite struct ContextTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `one stack reads what another saved`() throws {
        let stack = try Stack(folder.file())
        let writer = stack.context()
        try writer.performAndWait {
            let entry = EntityDescription.insertNewObject(forEntityName: "JournalEntry", into: writer)
            entry.setValue("Malibu", forKey: "location")
            entry.setValue(Date(timeIntervalSinceReferenceDate: 100), forKey: "date")
            try writer.save()
        }
        let reader = try Stack(folder.file()).context()
        try reader.performAndWait {
            let entries = try reader.fetch(FetchRequest<ManagedObject>(entityName: "JournalEntry"))
            #expect(entries.map { $0.value(forKey: "location") as? String } == ["Malibu"])
            #expect(entries.map { $0.value(forKey: "date") as? Date } == [Date(timeIntervalSinceReferenceDate: 100)])
        }
    }

    @Test func `changes of the same object in two stacks conflict`() throws {
        let first = try Stack(folder.file())
        try first.insert([["wind": .string("NW")]])
        let (mine, theirs) = (first.context(), try Stack(folder.file()).context())
        try change(mine, "wind", to: "E") {}
        try change(theirs, "wind", to: "S") { try theirs.save() }
        let error = try mine.performAndWait { try #require(persistenceError { try mine.save() }) }
        #expect(error.code == .merge)
        #expect(try folder.plainConnection().rows("SELECT ZWIND, Z_OPT FROM ZJOURNALENTRY") == [["S", 2]])
    }

    private func change(
        _ context: ManagedObjectContext, _ key: String, to value: String, _ then: () throws -> Void
    ) throws {
        try context.performAndWait {
            let entry = try #require(try context.fetch(FetchRequest<ManagedObject>(entityName: "JournalEntry")).first)
            entry.setValue(value, forKey: key)
            try then()
        }
    }

    @Test func `an object graph is read back with its relationships and their order`() throws {
        let stack = try Stack(folder.file(), model: TestModels.graph())
        let writer = stack.context()
        try writer.performAndWait {
            func new(_ name: String) -> ManagedObject {
                EntityDescription.insertNewObject(forEntityName: name, into: writer)
            }
            let (spot, first, second, tag, cat) = (new("Spot"), new("Entry"), new("Entry"), new("Tag"), new("Cat"))
            first.setValue("first", forKey: "title")
            second.setValue("second", forKey: "title")
            cat.setValue("Tom", forKey: "name")
            spot.setValue([second, first], forKey: "entries")
            first.setValue(Set([tag]), forKey: "tags")
            second.setValue(cat, forKey: "companion")
            try writer.save()
        }
        let reader = try Stack(folder.file(), model: TestModels.graph()).context()
        try reader.performAndWait {
            let spot = try #require(try reader.fetch(FetchRequest<ManagedObject>(entityName: "Spot")).first)
            let entries = try #require((spot.value(forKey: "entries") as? NSOrderedSet)?.array as? [ManagedObject])
            #expect(entries.map { $0.value(forKey: "title") as? String } == ["second", "first"])
            let cat = try #require(entries[0].value(forKey: "companion") as? ManagedObject)
            #expect(cat.entity.name == "Cat")
            #expect(cat.value(forKey: "name") as? String == "Tom")
            #expect((entries[1].value(forKey: "tags") as? Set<ManagedObject>)?.count == 1)
        }
    }

    @Test func `permanent IDs are reserved in the file before the save that uses them`() throws {
        let stack = try Stack(folder.file())
        let context = stack.context()
        try context.performAndWait {
            let entry = EntityDescription.insertNewObject(forEntityName: "JournalEntry", into: context)
            try context.obtainPermanentIDs(for: [entry])
            #expect(try folder.plainConnection().integer("SELECT Z_MAX FROM Z_PRIMARYKEY") == 1)
            #expect(try folder.plainConnection().integer("SELECT count(*) FROM ZJOURNALENTRY") == 0)
            try context.save()
            #expect(entry.objectID.key == 1)
        }
        #expect(try folder.plainConnection().integer("SELECT Z_PK FROM ZJOURNALENTRY") == 1)
    }
}
