import Foundation
import Persistence
import PersistenceTestSupport
import Testing

/// Undo and redo of every kind of relationship.
@Suite struct RelationshipUndoTests {
    /// Saves a member with the songs "a", "b" and "c", and reorders them as "c", "a", "b".
    private func withReorderedSongs(
        _ stack: Stack, _ body: (ManagedObjectContext, ManagedObject) throws -> Void
    ) throws {
        try stack.withContext { context throws in
            context.undoManager = ContextUndoManager()
            let owner = context.insert("Member", named: "owner")
            let songs = ["a", "b", "c"].map { context.insert("Song", named: $0) }
            owner.setValue(songs, forKey: "songs")
            try context.save()
            owner.setValue([songs[2], songs[0], songs[1]], forKey: "songs")
            try body(context, owner)
        }
    }

    @Test(arguments: StoreKind.allCases, ClubModel.toMany.keys.sorted())
    func `additions and removals are undone and redone at both ends`(_ kind: StoreKind, _ key: String) throws {
        let stack = try Stack(kind, model: ClubModel.model())
        let other = try #require(ClubModel.toMany[key])
        try stack.withContext { context throws in
            context.undoManager = ContextUndoManager()
            let owner = context.insert("Member", named: "owner")
            let (x, y) = (context.insert(other, named: "x"), context.insert(other, named: "y"))
            owner.add(x, to: key)
            try context.save()
            owner.drop(x, from: key)
            owner.add(y, to: key)
            context.processPendingChanges()
            context.undo()
            #expect(owner.names(key) == ["x"])
            #expect(!context.hasChanges)
            context.redo()
            #expect(owner.names(key) == ["y"])
            if key == "friends" { #expect(y.names("friends") == ["owner"]) }
            if key == "tags" { #expect(y.names("members") == ["owner"]) }
            if key == "songs" { #expect(y.names("fans") == ["owner"]) }
            if key == "pupils" { #expect(y.one("mentor") === owner) }
            try context.save()
        }
        try stack.withContext { context throws in
            #expect(try context.object("Member", named: "owner").names(key) == ["y"])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `undo restores an order`(_ kind: StoreKind) throws {
        try withReorderedSongs(Stack(kind, model: ClubModel.model())) { context, owner in
            context.processPendingChanges()
            context.undo()
            #expect(owner.names("songs") == ["a", "b", "c"])
            context.redo()
            #expect(owner.names("songs") == ["c", "a", "b"])
        }
    }

    /// B-UND-03
    @Test(arguments: StoreKind.allCases)
    func `undo restores an order after the new one was saved`(_ kind: StoreKind) throws {
        let stack = try Stack(kind, model: ClubModel.model())
        try withReorderedSongs(stack) { context, owner in
            try context.save()
            context.undo()
            #expect(owner.names("songs") == ["a", "b", "c"])
            try context.save()
        }
        try stack.withContext { context throws in
            #expect(try context.object("Member", named: "owner").names("songs") == ["a", "b", "c"])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `undoing a deletion restores every relationship`(_ kind: StoreKind) throws {
        let stack = try Stack(kind, model: ClubModel.model())
        try stack.withContext { context throws in
            context.undoManager = ContextUndoManager()
            let members = context.insertMembers("a", "b")
            let tag = context.insert("Tag", named: "g")
            members[0].setValue(members[1], forKey: "spouse")
            members[0].add(members[1], to: "pupils")
            members[0].add(tag, to: "tags")
            try context.save()
            context.delete(members[0])
            context.processPendingChanges()
            #expect(members[1].one("spouse") == nil)
            context.undo()
            #expect(members[1].one("spouse") === members[0])
            #expect(members[1].one("mentor") === members[0])
            #expect(tag.names("members") == ["a"])
            #expect(members[0].names("pupils") == ["b"])
            #expect(!context.hasChanges)
        }
    }
}
