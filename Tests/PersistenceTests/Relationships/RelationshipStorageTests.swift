import Foundation
import PersistenceTestSupport
import SQLite
import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// Every kind of relationship after a save, in another context and in the file.
@Suite struct RelationshipStorageTests {
    @Test(arguments: StoreKind.allCases)
    func `a one-to-one relationship to the same entity is seen from both ends`(_ kind: StoreKind) throws {
        let stack = try Stack(kind, model: ClubModel.model())
        try stack.withContext { context throws in
            let members = context.insertMembers("a", "b", "c")
            members[0].setValue(members[1], forKey: "spouse")
            try context.save()
            members[2].setValue(members[0], forKey: "spouse")
            #expect(members[1].one("spouse") == nil)
            try context.save()
            context.checkInvariants()
        }
        try stack.withContext { context throws in
            #expect(try context.object("Member", named: "a").one("spouse") === context.object("Member", named: "c"))
            #expect(try context.object("Member", named: "c").one("spouse") === context.object("Member", named: "a"))
            #expect(try context.object("Member", named: "b").one("spouse") == nil)
        }
    }

    @Test(arguments: StoreKind.allCases, ClubModel.toMany.keys.sorted())
    func `objects are added to and removed from a to-many relationship across saves`(
        _ kind: StoreKind, _ key: String
    ) throws {
        let stack = try Stack(kind, model: ClubModel.model())
        let other = try #require(ClubModel.toMany[key])
        try stack.withContext { context throws in
            let owner = context.insert("Member", named: "owner")
            owner.add(context.insert(other, named: "x"), context.insert(other, named: "y"), to: key)
            try context.save()
        }
        try stack.withContext { context throws in
            let owner = try context.object("Member", named: "owner")
            #expect(owner.names(key) == ["x", "y"])
            owner.drop(try context.object(other, named: "x"), from: key)
            owner.add(context.insert(other, named: "z"), to: key)
            #expect(owner.names(key) == ["y", "z"])
            try context.save()
            #expect(owner.names(key) == ["y", "z"])
            context.checkInvariants()
        }
        try stack.withContext { context throws in
            #expect(try context.object("Member", named: "owner").names(key) == ["y", "z"])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a relationship that is its own inverse works in both directions`(_ kind: StoreKind) throws {
        let stack = try Stack(kind, model: ClubModel.model())
        try stack.withContext { context throws in
            let members = context.insertMembers("a", "b")
            members[0].add(members[1], members[0], to: "friends")
            #expect(members[1].names("friends") == ["a"])
            try context.save()
        }
        try stack.withContext { context throws in
            #expect(try context.object("Member", named: "a").names("friends") == ["a", "b"])
            #expect(try context.object("Member", named: "b").names("friends") == ["a"])
            try context.object("Member", named: "b").drop(context.object("Member", named: "a"), from: "friends")
            try context.save()
        }
        try stack.withContext { context throws in
            #expect(try context.object("Member", named: "a").names("friends") == ["a"])
        }
    }

    /// B-REL-03
    @Test(arguments: StoreKind.allCases)
    func `a deleted destination without an inverse is not a destination again when it is reinserted`(
        _ kind: StoreKind
    ) throws {
        let stack = try Stack(kind, model: ClubModel.model())
        let id = try stack.withContext { context throws in
            let songs = ["left", "stays"].map { context.insert("Song", named: $0) }
            context.insert("Member", named: "a").add(songs[0], songs[1], to: "wishes")
            try context.save()
            return songs[0].objectID
        }
        try stack.withContext { context throws in
            context.delete(context.object(with: id))
            try context.save()
        }
        try stack.withContext { context throws in
            context.insertObject(with: id, version: 2).setValue("back", forKey: "name")
            try context.save()
        }
        try stack.withContext { context throws in
            #expect(try context.object("Song", named: "back").objectID == id)
            #expect(try context.object("Member", named: "a").names("wishes") == ["stays"])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a relationship without an inverse does not change its destination`(_ kind: StoreKind) throws {
        let stack = try Stack(kind, model: ClubModel.model())
        try stack.withContext { context throws in
            let members = context.insertMembers("a", "b")
            let song = context.insert("Song", named: "s")
            try context.save()
            members[0].setValue(members[1], forKey: "idol")
            members[0].add(song, to: "wishes")
            #expect(context.updatedObjects == [members[0]])
            try context.save()
            #expect(members.map(\.version) == [2, 1])
        }
        try stack.withContext { context throws in
            #expect(try context.object("Member", named: "a").one("idol") === context.object("Member", named: "b"))
            #expect(try context.object("Member", named: "a").names("wishes") == ["s"])
        }
    }

    /// B-REL-05
    @Test(arguments: StoreKind.allCases, ["members", "songs"])
    func `an order is saved, and reordering alone is a change`(_ kind: StoreKind, _ key: String) throws {
        let stack = try Stack(kind, model: ClubModel.model())
        let (owner, other) = key == "members" ? ("Team", "Member") : ("Member", "Song")
        try stack.withContext { context throws in
            let objects = ["c", "a", "b"].map { context.insert(other, named: $0) }
            context.insert(owner, named: "owner").setValue(objects, forKey: key)
            try context.save()
        }
        try stack.withContext { context throws in
            let object = try context.object(owner, named: "owner")
            #expect(object.names(key) == ["c", "a", "b"])
            let objects = try #require((object.value(forKey: key) as? NSOrderedSet)?.array as? [ManagedObject])
            object.setValue(objects, forKey: key)
            #expect(!context.hasChanges)
            object.setValue(Array(objects.reversed()), forKey: key)
            #expect(context.updatedObjects == [object])
            try context.save()
            #expect(object.version == 2)
        }
        try stack.withContext { context throws in
            #expect(try context.object(owner, named: "owner").names(key) == ["b", "a", "c"])
        }
    }

    /// B-REL-08
    @Test(
        arguments: StoreKind.allCases,
        [("pupils", "Member"), ("friends", "Member"), ("tags", "Tag"), ("songs", "Song")])
    func `changing a relationship increments the versions of both ends`(
        _ kind: StoreKind, _ relationship: (key: String, entity: String)
    ) throws {
        let stack = try Stack(kind, model: ClubModel.model())
        try stack.withContext { context throws in
            let owner = context.insert("Member", named: "owner")
            let others = (1...3).map { context.insert(relationship.entity, named: "\($0)") }
            try context.save()
            for other in others {
                owner.add(other, to: relationship.key)
                try context.save()
            }
            #expect(owner.version == 4)
            #expect(others.map(\.version) == [2, 2, 2])
            owner.drop(others[0], from: relationship.key)
            try context.save()
            #expect([owner.version, others[0].version, others[1].version] == [5, 3, 2])
        }
    }

    @Test func `the file stores foreign keys, order columns and join rows`() throws {
        let stack = try Stack(.sqlite, model: ClubModel.model())
        try stack.withContext { context throws in
            let members = context.insertMembers("a", "b")
            context.insert("Team", named: "t").setValue([members[1], members[0]], forKey: "members")
            members[0].add(context.insert("Tag", named: "g"), to: "tags")
            members[0].setValue(["y", "x"].map { context.insert("Song", named: $0) }, forKey: "songs")
            try context.save()
        }
        let connection = try Connection(path: try #require(stack.store.url).path, options: [.readOnly, .noMutex])
        func rows(_ sql: String) throws -> [[Value]] {
            let statement = try connection.prepare(sql)
            var rows: [[Value]] = []
            while try statement.step() { rows.append(statement.values()) }
            return rows
        }
        let order = try rows("SELECT ZNAME FROM ZMEMBER WHERE ZTEAM = 1 ORDER BY Z_FOK_TEAM")
        #expect(order == [[.text("b")], [.text("a")]])
        #expect(try rows("SELECT count(*) FROM Z_1TAGS") == [[.integer(1)]])
        let songs = try rows(
            "SELECT ZNAME FROM Z_1SONGS JOIN ZSONG ON Z_PK = Z_2SONGS ORDER BY Z_FOK_2SONGS")
        #expect(songs == [[.text("y")], [.text("x")]])
    }

    @Test(arguments: StoreKind.allCases)
    func `deleting an object nullifies every kind of inverse`(_ kind: StoreKind) throws {
        let stack = try Stack(kind, model: ClubModel.model())
        try stack.withContext { context throws in
            let members = context.insertMembers("a", "b")
            let (tag, song) = (context.insert("Tag", named: "g"), context.insert("Song", named: "s"))
            let team = context.insert("Team", named: "t")
            members[0].setValue(members[1], forKey: "spouse")
            members[0].add(members[1], to: "pupils")
            members[0].add(members[1], to: "friends")
            members[0].add(tag, to: "tags")
            members[0].add(song, to: "songs")
            members[0].setValue(team, forKey: "team")
            try context.save()
        }
        try stack.withContext { context throws in
            context.delete(try context.object("Member", named: "a"))
            try context.save()
            context.checkInvariants()
            let survivor = try context.object("Member", named: "b")
            #expect(survivor.one("spouse") == nil)
            #expect(survivor.one("mentor") == nil)
            #expect(survivor.names("friends") == [])
        }
        try stack.withContext { context throws in
            #expect(try context.object("Tag", named: "g").names("members") == [])
            #expect(try context.object("Song", named: "s").names("fans") == [])
            #expect(try context.object("Team", named: "t").names("members") == [])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `an object listed twice in an ordered relationship keeps its first position`(_ kind: StoreKind) throws {
        let stack = try Stack(kind, model: ClubModel.model())
        try stack.withContext { context throws in
            let owner = context.insert("Member", named: "owner")
            let songs = ["a", "b"].map { context.insert("Song", named: $0) }
            owner.setValue([songs[1], songs[0], songs[1]], forKey: "songs")
            #expect(owner.names("songs") == ["b", "a"])
            try context.save()
        }
        try stack.withContext { context throws in
            #expect(try context.object("Member", named: "owner").names("songs") == ["b", "a"])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `an object inserted again under its key has none of its former destinations`(_ kind: StoreKind) throws {
        let stack = try Stack(kind, model: ClubModel.model())
        let id = try stack.withContext { context throws in
            let owner = context.insert("Member", named: "owner")
            owner.add(context.insert("Tag", named: "a"), to: "tags")
            owner.add(context.insert("Song", named: "b"), to: "wishes")
            try context.save()
            return owner.objectID
        }
        try stack.coordinator.erase(id)
        try stack.withContext { context throws in
            context.insertObject(with: id).setValue("back", forKey: "name")
            try context.save()
        }
        try stack.withContext { context throws in
            let back = try context.object("Member", named: "back")
            #expect(back.names("tags") == [] && back.names("wishes") == [])
            #expect(try context.object("Tag", named: "a").names("members") == [])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a many-to-many link written at one end is read and removed at both`(_ kind: StoreKind) throws {
        let stack = try Stack(kind, model: ClubModel.model())
        try stack.withContext { context throws in
            let (owner, tag) = (context.insert("Member", named: "owner"), context.insert("Tag", named: "a"))
            try context.save()
            let slot = try #require(owner.entity.slot(named: "tags"))
            let (key, tagKey) = (try #require(owner.objectID.key), try #require(tag.objectID.key))
            for (added, removed) in [([tagKey], []), ([], [tagKey])] as [([Int64], [Int64])] {
                var changes = StoreChanges()
                changes.links = [
                    .init(
                        layout: owner.entity.layout, slot: slot, key: key, added: added, removed: removed, order: nil)
                ]
                let transaction = try stack.store.backend.beginWrite()
                #expect(try transaction.apply(changes).isEmpty)
                try transaction.commit()
                try stack.withContext { other throws in
                    #expect(try other.object("Member", named: "owner").names("tags") == (added.isEmpty ? [] : ["a"]))
                    #expect(try other.object("Tag", named: "a").names("members") == (added.isEmpty ? [] : ["owner"]))
                }
            }
        }
    }
}
