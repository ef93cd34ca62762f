import Foundation
import Persistence
import PersistenceTestSupport
import TestSupport
import Testing

/// Many additions and removals of members before a save, compared with a set and a list of Swift's.
@Suite struct ToManyChangeTests {
    private static let crew = "crew", logs = "logs"

    private func insert(_ entity: String, _ count: Int, into context: ManagedObjectContext) -> [ManagedObject] {
        (0..<count).map { context.insert(entity, named: "\($0)") }
    }

    private func set(_ object: ManagedObject, _ key: String) -> Set<ManagedObject> {
        object.value(forKey: key) as? Set<ManagedObject> ?? []
    }

    private func list(_ object: ManagedObject, _ key: String) -> [ManagedObject] {
        object.mutableOrderedSetValue(forKey: key).array
    }

    /// What another context reads.
    private func stored(_ object: ManagedObject, _ stack: Stack, _ key: String) throws -> [ManagedObjectID] {
        let id = object.objectID
        return try stack.withContext { context in
            let value = try context.existingObject(with: id).value(forKey: key)
            if let ordered = value as? NSOrderedSet { return ordered.compactMap { ($0 as? ManagedObject)?.objectID } }
            return (value as? Set<ManagedObject> ?? []).map(\.objectID)
        }
    }

    @Test(arguments: [StoreKind.memory, .sqlite], 0..<4)
    func `members after many additions and removals are those of a set`(_ store: StoreKind, seed: UInt64) throws {
        let stack = try Stack(store, model: RelationshipModel.model())
        var random = SplitMix(state: seed)
        try stack.withContext { context in
            let boat = context.insert("Boat", named: "b")
            let sailors = insert("Sailor", 40, into: context)
            let members = boat.mutableSetValue(forKey: Self.crew)
            var expected: Set<ManagedObject> = []
            for step in 1...600 {
                let sailor = sailors[Int.random(in: 0..<40, using: &random)]
                if Bool.random(using: &random) {
                    members.add(sailor)
                    expected.insert(sailor)
                } else {
                    members.remove(sailor)
                    expected.remove(sailor)
                }
                #expect(members.contains(sailor) == expected.contains(sailor))
                #expect(set(sailor, "boats").contains(boat) == expected.contains(sailor))
                if step % 100 == 0 {
                    #expect(set(boat, Self.crew) == expected)
                    if step % 200 == 0 { try context.save() }
                }
            }
            #expect(Set(try stored(boat, stack, Self.crew)) == Set(expected.map(\.objectID)))
        }
    }

    @Test(arguments: [StoreKind.memory, .sqlite], 0..<4)
    func `the order after many additions, moves and removals is that of a list`(
        _ store: StoreKind, seed: UInt64
    ) throws {
        let stack = try Stack(store, model: RelationshipModel.model())
        var random = SplitMix(state: seed)
        try stack.withContext { context in
            let boat = context.insert("Boat", named: "b")
            let logs = insert("Log", 30, into: context)
            let members = boat.mutableOrderedSetValue(forKey: Self.logs)
            var expected: [ManagedObject] = []
            for step in 1...300 {
                let log = logs[Int.random(in: 0..<30, using: &random)]
                expected.removeAll { $0 === log }
                members.remove(log)
                if Int.random(in: 0..<3, using: &random) > 0 {
                    let place = Int.random(in: 0...expected.count, using: &random)
                    expected.insert(log, at: place)
                    members.insert(log, at: place)
                }
                #expect((log.value(forKey: "boat") != nil) == expected.contains(log))
                if step % 50 == 0 {
                    #expect(list(boat, Self.logs) == expected)
                    if step % 100 == 0 { try context.save() }
                }
            }
            #expect(try stored(boat, stack, Self.logs) == expected.map(\.objectID))
        }
    }

    @Test(arguments: [StoreKind.memory, .sqlite])
    func `additions that were removed again, and the reverse, leave the members as they were`(
        _ store: StoreKind
    ) throws {
        let stack = try Stack(store, model: RelationshipModel.model())
        try stack.withContext { context in
            let boat = context.insert("Boat", named: "b")
            let sailors = insert("Sailor", 200, into: context)
            let members = boat.mutableSetValue(forKey: Self.crew)
            members.addObjects(from: Array(sailors[..<100]))
            try context.save()
            for sailor in sailors[100...] { members.add(sailor) }
            for sailor in sailors { members.remove(sailor) }
            #expect(members.count == 0)
            for sailor in sailors[..<100].reversed() { members.add(sailor) }
            #expect(set(boat, Self.crew) == Set(sailors[..<100]))
            try context.save()
            #expect(Set(try stored(boat, stack, Self.crew)) == Set(sailors[..<100].map(\.objectID)))
            context.rollback()
            #expect(set(boat, Self.crew) == Set(sailors[..<100]))
        }
    }

    @Test func `a rollback and an undo after many changes bring the saved members back`() throws {
        let stack = try Stack(.sqlite, model: RelationshipModel.model())
        try stack.withContext { context in
            let boat = context.insert("Boat", named: "b")
            let sailors = insert("Sailor", 60, into: context)
            let members = boat.mutableSetValue(forKey: Self.crew)
            members.addObjects(from: Array(sailors[..<30]))
            try context.save()
            context.undoManager = ContextUndoManager()
            for index in 0..<30 {
                members.remove(sailors[index])
                members.add(sailors[30 + index])
            }
            context.processPendingChanges()
            context.undo()
            #expect(set(boat, Self.crew) == Set(sailors[..<30]))
            context.redo()
            #expect(set(boat, Self.crew) == Set(sailors[30...]))
            context.rollback()
            #expect(set(boat, Self.crew) == Set(sailors[..<30]))
        }
    }
}
