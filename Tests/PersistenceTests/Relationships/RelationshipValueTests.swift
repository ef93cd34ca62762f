import Foundation
import Persistence
import PersistenceTestSupport
import Testing

/// The values that `setValue(_:forKey:)` and `setPrimitiveValue(_:forKey:)` accept for relationships.
@Suite struct RelationshipValueTests {
    /// The collections that a to-many relationship accepts.
    enum Collection: String, CaseIterable, Sendable {
        case array, set, mixed, subclassArray, subclassSet, anyHashable
        case nsArray, nsMutableArray, nsSet, nsMutableSet, nsOrderedSet, nsMutableOrderedSet, mutableSet, mutableOrdered

        func of(_ objects: [ManagedObject], _ owner: ManagedObject) -> Any {
            switch self {
            case .array: return objects
            case .set: return Set(objects)
            case .mixed: return objects as [Any]
            case .subclassArray: return objects.compactMap { $0 as? Record }
            case .subclassSet: return Set(objects.compactMap { $0 as? Record })
            case .anyHashable: return Set(objects.map { AnyHashable($0) })
            case .nsArray: return NSArray(array: objects)
            case .nsMutableArray: return NSMutableArray(array: objects)
            case .nsSet: return NSSet(array: objects)
            case .nsMutableSet: return NSMutableSet(array: objects)
            case .nsOrderedSet: return NSOrderedSet(array: objects)
            case .nsMutableOrderedSet: return NSMutableOrderedSet(array: objects)
            case .mutableSet, .mutableOrdered:
                owner.setValue(objects, forKey: "songs")
                if self == .mutableSet { return owner.mutableSetValue(forKey: "songs") }
                return owner.mutableOrderedSetValue(forKey: "songs")
            }
        }

        var hasOrder: Bool { ![.set, .subclassSet, .anyHashable, .nsSet, .nsMutableSet].contains(self) }
    }

    final class Record: ManagedObject {}

    private static func club() -> ManagedObjectModel {
        let model = ClubModel.model()
        model.entitiesByName["Song"]?.managedObjectClass = Record.self
        return model
    }

    /// B-REL-01, B-REL-05
    @Test(arguments: StoreKind.allCases, Collection.allCases)
    func `a to-many relationship can be set to any collection`(kind: StoreKind, collection: Collection) throws {
        let stack = try Stack(kind, model: RelationshipValueTests.club())
        try stack.withContext { context throws in
            let (owner, other) = (context.insert("Member", named: "o"), context.insert("Member", named: "p"))
            let songs = ["c", "a", "b"].map { context.insert("Song", named: $0) }
            for (key, isOrdered) in [("songs", true), ("wishes", false)] {
                owner.setValue(collection.of(songs, other), forKey: key)
                #expect(owner.names(key).sorted() == ["a", "b", "c"])
                if isOrdered, collection.hasOrder { #expect(owner.names(key) == ["c", "a", "b"]) }
            }
            #expect(songs[0].names("fans").contains("o"))
            context.checkInvariants()
            try context.save()
        }
        try stack.withContext { context throws in
            let owner = try context.object("Member", named: "o")
            #expect(owner.names("songs").sorted() == ["a", "b", "c"])
            #expect(owner.names("wishes") == ["a", "b", "c"])
        }
    }

    /// B-REL-01
    @Test func `a relationship can be set to its own mutable view`() throws {
        let stack = try Stack(model: ClubModel.model())
        stack.withContext { context in
            let owner = context.insert("Member", named: "o")
            owner.setValue(["b", "a"].map { context.insert("Song", named: $0) }, forKey: "songs")
            owner.setValue(owner.mutableOrderedSetValue(forKey: "songs"), forKey: "songs")
            #expect(owner.names("songs") == ["b", "a"])
            owner.setValue(owner.mutableSetValue(forKey: "songs"), forKey: "songs")
            #expect(owner.names("songs") == ["b", "a"])
        }
    }

    /// B-REL-01
    @Test(arguments: ["songs", "tags", "team"], [0, 1, 2, 3])
    func `setting nil or NSNull empties a relationship`(key: String, form: Int) throws {
        let stack = try Stack(model: ClubModel.model())
        stack.withContext { context in
            let owner = context.insert("Member", named: "o")
            owner.setValue([context.insert("Song", named: "s")], forKey: "songs")
            owner.setValue([context.insert("Tag", named: "t")], forKey: "tags")
            owner.setValue(context.insert("Team", named: "m"), forKey: "team")
            let none: Any = Set<ManagedObject>?.none as Any
            switch form {
            case 0: owner.setValue(nil, forKey: key)
            case 1: owner.setValue(NSNull(), forKey: key)
            case 2: owner.setValue(none, forKey: key)
            default: owner.setValuesForKeys([key: NSNull()])
            }
            #expect(owner.objectIDs(forRelationshipNamed: key).isEmpty)
        }
    }

    /// B-REL-01
    @Test(arguments: StoreKind.allCases)
    func `setting a primitive value of a relationship does not change its inverse`(kind: StoreKind) throws {
        let stack = try Stack(kind, model: ClubModel.model())
        try stack.withContext { context throws in
            let owner = context.insert("Member", named: "o")
            let songs = ["b", "a"].map { context.insert("Song", named: $0) }
            let tags = ["x", "y"].map { context.insert("Tag", named: $0) }
            owner.setValue([tags[0]], forKey: "tags")
            try context.save()
            owner.setPrimitiveValue(NSOrderedSet(array: songs), forKey: "songs")
            owner.setPrimitiveValue(Set([tags[1]]), forKey: "tags")
            owner.setPrimitiveValue(context.insert("Team", named: "t"), forKey: "team")
            #expect(owner.names("songs") == ["b", "a"])
            #expect(owner.names("tags") == ["y"])
            #expect(owner.one("team") != nil)
            #expect(songs[0].names("fans") == [])
            owner.setPrimitiveValue(nil, forKey: "team")
            owner.setPrimitiveValue(NSNull(), forKey: "tags")
            #expect(owner.one("team") == nil)
            #expect(owner.names("tags") == [])
        }
    }

    /// Expects that the process ended with this message.
    private func says(_ sentence: String, _ outcome: ExitTest.Result?) { #expect(outcome.says(sentence)) }

    @Test func `setting a to-many relationship to a string is a programmer error`() async {
        let outcome = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try Stack(model: ClubModel.model()).withContext { context in
                context.insert("Member", named: "o").setValue("some", forKey: "songs")
            }
        }
        says("Unacceptable type of value for to-many relationship “songs” of “Member”", outcome)
    }

    @Test func `setting a to-many relationship to a single object is a programmer error`() async {
        let outcome = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try Stack(model: ClubModel.model()).withContext { context in
                context.insert("Member", named: "o").setValue(context.insert("Song", named: "s"), forKey: "songs")
            }
        }
        says("it takes a set, an ordered set or an array, not", outcome)
    }

    @Test func `setting a to-many relationship to a dictionary is a programmer error`() async {
        let outcome = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try Stack(model: ClubModel.model()).withContext { context in
                context.insert("Member", named: "o").setValue(NSDictionary(), forKey: "songs")
            }
        }
        says("it takes a set, an ordered set or an array, not", outcome)
    }

    @Test func `setting a to-many relationship to other values than objects is a programmer error`() async {
        let outcome = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try Stack(model: ClubModel.model()).withContext { context in
                let song = context.insert("Song", named: "s")
                context.insert("Member", named: "o").setValue(NSSet(array: [song, "x"]), forKey: "wishes")
            }
        }
        says("it takes managed objects as its members", outcome)
    }

    @Test func `setting a to-many relationship to objects of the wrong entity is a programmer error`() async {
        let outcome = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try Stack(model: ClubModel.model()).withContext { context in
                let tag = context.insert("Tag", named: "t")
                context.insert("Member", named: "o").setPrimitiveValue([tag], forKey: "songs")
            }
        }
        says("“songs” of “Member” takes objects of “Song”, not of “Tag”.", outcome)
    }

    @Test func `adding an object of the wrong entity is a programmer error`() async {
        let outcome = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try Stack(model: ClubModel.model()).withContext { context in
                context.insert("Member", named: "o").add(context.insert("Tag", named: "t"), to: "songs")
            }
        }
        says("“songs” of “Member” takes objects of “Song”, not of “Tag”.", outcome)
    }

    @Test func `setting a to-one relationship to a set is a programmer error`() async {
        let outcome = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try Stack(model: ClubModel.model()).withContext { context in
                let team = context.insert("Team", named: "t")
                context.insert("Member", named: "o").setValue(Set([team]), forKey: "team")
            }
        }
        says(
            "Unacceptable type of value for to-one relationship “team” of “Member”: it takes one managed object",
            outcome)
    }

    @Test func `setting a to-one relationship to an object of the wrong entity is a programmer error`() async {
        let outcome = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try Stack(model: ClubModel.model()).withContext { context in
                context.insert("Member", named: "o").setPrimitiveValue(
                    context.insert("Tag", named: "t"), forKey: "team")
            }
        }
        says("“team” of “Member” takes objects of “Team”, not of “Tag”.", outcome)
    }

    /// From memory of Core Data, which returns its own sets.
    @Test func `key-value coding reads an ordered relationship as an ordered set, and others as a set`() throws {
        let stack = try Stack(model: ClubModel.model())
        try stack.withContext { context throws in
            let owner = context.insert("Member", named: "o")
            let songs = ["b", "a"].map { context.insert("Song", named: $0) }
            owner.setValue(songs, forKey: "songs")
            owner.setValue(songs, forKey: "wishes")
            #expect(owner.value(forKey: "songs") as? NSOrderedSet == NSOrderedSet(array: songs))
            #expect(owner.primitiveValue(forKey: "songs") as? NSOrderedSet == NSOrderedSet(array: songs))
            #expect(owner.value(forKey: "wishes") as? NSSet == NSSet(array: songs))
            #expect(owner.value(forKey: "wishes") as? Set<ManagedObject> == Set(songs))
            #expect(owner.changedValues()["songs"] as? NSOrderedSet == NSOrderedSet(array: songs))
            try context.save()
            owner.setValue([songs[1], songs[0]], forKey: "songs")
            #expect(owner.committedValues(forKeys: ["songs"])["songs"] as? NSOrderedSet == NSOrderedSet(array: songs))
            #expect(owner[ToManyOrdered<ManagedObject>("songs")] == [songs[1], songs[0]])
        }
    }

    @Test func `setting a key path through an attribute is a programmer error`() async {
        let outcome = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try Stack(model: ClubModel.model()).withContext { context in
                context.insert("Member", named: "o").setValue("x", forKeyPath: "name.name")
            }
        }
        says("“name” of “Member” does not lead to a managed object", outcome)
    }

    @Test func `setting a key path through a to-many relationship sets it on every destination`() throws {
        let stack = try Stack(model: ClubModel.model())
        stack.withContext { context in
            let owner = context.insert("Member", named: "o")
            owner.setValue(["a", "b"].map { context.insert("Song", named: $0) }, forKey: "songs")
            owner.setValue("x", forKeyPath: "songs.name")
            #expect(owner.names("songs") == ["x", "x"])
            owner.setValue("y", forKeyPath: "team.name")
        }
    }
}
