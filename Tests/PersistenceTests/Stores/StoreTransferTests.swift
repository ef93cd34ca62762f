import Foundation
import Persistence
import PersistenceSQLite
import PersistenceTestSupport
import TestSupport
import Testing

/// Migrating a store to another store type.
@Suite struct StoreTransferTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        SQLiteStore.register()
    }

    private var url: URL { folder.url.appendingPathComponent("moved.sqlite") }

    /// Saves members with every kind of relationship.
    private func fill(_ stack: Stack) throws {
        try stack.withContext { context throws in
            let members = context.insertMembers("ann", "bob", "cid")
            let songs = ["one", "two", "three"].map { context.insert("Song", named: $0) }
            let tag = context.insert("Tag", named: "surfer")
            let team = context.insert("Team", named: "crew")
            members[0].setValue(members[1], forKey: "spouse")
            members[2].setValue(members[0], forKey: "mentor")
            members[0].add(members[1], members[2], to: "friends")
            members[0].add(tag, to: "tags")
            members[1].add(tag, to: "tags")
            for song in songs.reversed() { members[0].mutableOrderedSetValue(forKey: "songs").add(song) }
            for member in members.reversed() { team.mutableOrderedSetValue(forKey: "members").add(member) }
            try context.save()
            members[0].setValue("Ann", forKey: "name")
            try context.save()
        }
    }

    /// A description of every stored member, by name.
    private func told(_ coordinator: PersistentStoreCoordinator) throws -> [String] {
        try coordinator.inContext { context throws in
            let name = { (object: ManagedObject) in object.value(forKey: "name") as? String ?? "" }
            let request = FetchRequest<ManagedObject>(entityName: "Member")
            request.sortDescriptors = [FetchSortDescriptor(key: "name")]
            let members = try context.fetch(request).map { member in
                let sets = ["friends", "pupils", "tags"].map { key in
                    member.mutableSetValue(forKey: key).map(name).sorted().joined(separator: "+")
                }
                let ones = ["spouse", "mentor", "team"].map {
                    (member.value(forKey: $0) as? ManagedObject).map(name) ?? "-"
                }
                let songs = member.mutableOrderedSetValue(forKey: "songs").map(name).joined(separator: ">")
                return ([name(member), songs] + sets + ones).joined(separator: " ")
            }
            let team = try context.fetch(FetchRequest<ManagedObject>(entityName: "Team")).first
            return members + [team?.mutableOrderedSetValue(forKey: "members").map(name).joined(separator: ">") ?? ""]
        }
    }

    /// B-STO-07
    @Test func `an in-memory store can be migrated to a file with rows, relationships and orders`() throws {
        let stack = try Stack(.memory, model: ClubModel.model())
        try fill(stack)
        stack.coordinator.setMetadata(["season": "winter"], for: stack.store)
        let before = try told(stack.coordinator)
        #expect(before.last == "cid>bob>Ann")
        let moved = try stack.coordinator.migratePersistentStore(
            stack.store, to: url, options: nil, withType: sqliteStoreType)
        #expect(stack.coordinator.persistentStores.map(\.identifier) == [moved.identifier])
        #expect(try told(stack.coordinator) == before)
        #expect(stack.coordinator.metadata(for: moved)["season"] as? String == "winter")
        try stack.coordinator.inContext { context throws in
            context.insertMembers("dan")[0].add(try context.object("Member", named: "Ann"), to: "friends")
            try context.save()
        }
        #expect(try StoreFile(url).lastKey(of: "Member") == 4)
        #expect(try StoreFile(url).versions(of: "ZMEMBER") == [3, 1, 1, 1])
        let again = PersistentStoreCoordinator(managedObjectModel: ClubModel.model())
        try again.addPersistentStore(type: .sqlite, at: url)
        #expect(try told(again) == told(stack.coordinator))
    }

    /// B-STO-07
    @Test func `an SQLite store can be migrated to memory`() throws {
        let stack = try Stack(.sqlite, model: ClubModel.model())
        try fill(stack)
        let before = try told(stack.coordinator)
        let moved = try stack.coordinator.migratePersistentStore(stack.store, to: url, type: .inMemory)
        #expect(moved.type == inMemoryStoreType)
        #expect(try told(stack.coordinator) == before)
        #expect(!FileManager.default.fileExists(atPath: url.path))
    }

    /// B-STO-07
    @Test func `a store is not migrated onto an existing file`() throws {
        try Data("mine".utf8).write(to: url)
        let stack = try Stack(.memory, model: ClubModel.model())
        let error = persistenceError {
            try stack.coordinator.migratePersistentStore(stack.store, to: url, type: .sqlite)
        }
        #expect(error?.code == .openFailed)
        #expect(stack.coordinator.persistentStores.map(\.identifier) == [stack.store.identifier])
        #expect(try Data(contentsOf: url) == Data("mine".utf8))
    }

    @Test func `setURL works for an in-memory store but not for a file`() throws {
        let memory = try Stack(.memory)
        #expect(memory.coordinator.setURL(url, for: memory.store))
        #expect(memory.coordinator.persistentStore(for: url) === memory.store)
        let file = try Stack(.sqlite)
        #expect(!file.coordinator.setURL(url, for: file.store))
        #expect(file.store.url != url)
    }
}
