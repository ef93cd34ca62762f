import Foundation
import Persistence
import PersistenceTestSupport
import Testing

/// Custom merge policies, and saves that fail after a policy resolved a constraint conflict.
@Suite struct ConstraintPolicyTests {
    /// Renames a new object whose values are taken.
    private final class Renaming: MergePolicy, @unchecked Sendable {
        override func resolve(constraintConflicts list: [ConstraintConflict]) throws {
            for object in list.flatMap(\.conflictingObjects) where object.isInserted {
                object.setValue("\(object.value(forKey: "name") ?? "") again", forKey: "name")
            }
        }
    }

    /// Resolves nothing.
    private final class UnresolvingPolicy: MergePolicy, @unchecked Sendable {
        override func resolve(constraintConflicts list: [ConstraintConflict]) throws {}
    }

    /// B-POL-03
    @Test func `a custom policy can resolve a constraint conflict`() throws {
        let stack = try UniqueSpotModel.stack()
        try stack.withContext { context throws in
            context.mergePolicy = Renaming(merge: .error)
            let spot = context.insertSpot("Malibu")
            try context.save()
            #expect(spot.name == "Malibu again" && !spot.hasChanges)
            context.checkInvariants()
        }
        #expect(try stack.spots() == ["Malibu US 5 -", "Malibu again US 3 -"])
    }

    /// B-POL-03
    @Test func `a save fails if the policy resolves nothing`() throws {
        let stack = try UniqueSpotModel.stack()
        try stack.withContext { context throws in
            context.mergePolicy = UnresolvingPolicy(merge: .error)
            let spot = context.insertSpot("Malibu")
            #expect(persistenceError { try context.save() }?.code == .constraintMerge)
            #expect(context.insertedObjects == [spot])
            context.checkInvariants()
        }
    }

    /// Writes down its `willSave`, and stamps what it is called for.
    @Test func `the object that takes over another's values gets its willSave before the save`() throws {
        let stack = try UniqueSpotModel.stack()
        try stack.withContext { context throws in
            context.mergePolicy = .mergeByPropertyObjectTrump
            let stored = try #require(try context.fetch(Spot.fetchRequest()).first)
            var calls: [String] = []
            context.userInfo["willSave"] = { (spot: Spot) in
                calls.append(spot === stored ? "stored \(spot.notes ?? "-")" : "new")
                if spot === stored, spot.stars != 1 { spot.stars = 1 }
            }
            context.insertSpot("Malibu", notes: "new notes")
            try context.save()
            #expect(calls == ["new", "stored new notes", "stored new notes"])
            context.checkInvariants()
        }
        #expect(try stack.spots() == ["Malibu US 1 new notes"])
    }

    @Test func `a stored object that gets another's relationships gets its willSave too`() throws {
        let stack = try UniqueSpotModel.stack()
        try stack.withContext { context throws in
            context.mergePolicy = .mergeByPropertyObjectTrump
            let stored = try #require(try context.fetch(Spot.fetchRequest()).first)
            var calls = 0
            context.userInfo["willSave"] = { (spot: Spot) in calls += spot === stored ? 1 : 0 }
            let session = context.insert("Session", named: "dawn")
            session.setValue(context.insertSpot("Malibu", stars: 3), forKey: "spot")
            try context.save()
            #expect(calls == 1)
            #expect(session.value(forKey: "spot") as? ManagedObject === stored)
        }
    }

    @Test func `a save that fails after a constraint conflict was resolved leaves the context unchanged`() throws {
        let stack = try UniqueSpotModel.stack()
        let root = stack.context()
        try root.performAndWait {
            root.mergePolicy = .mergeByPropertyObjectTrump
            root.userInfo["refusesUpdates"] = true
            let stored = try #require(try root.fetch(Spot.fetchRequest()).first)
            let spot = root.insertSpot("Malibu", notes: "ours")
            let session = root.insert("Session", named: "dawn")
            session.setValue(spot, forKey: "spot")
            root.processPendingChanges()
            let told = LockedValue<Set<ManagedObject>>([])
            let token = NotificationCenter.default.addObserver(
                forName: .managedObjectContextObjectsDidChange, object: root, queue: nil
            ) { note in
                told.withLock { $0.formUnion(note.userInfo?[InsertedObjectsKey] as? Set<ManagedObject> ?? []) }
            }
            defer { NotificationCenter.default.removeObserver(token) }
            #expect(persistenceError { try root.save() }?.code == .validationGeneric)
            #expect(root.insertedObjects == [spot, session] && root.updatedObjects.isEmpty)
            #expect(stored.notes == nil && spot.managedObjectContext === root)
            #expect(session.value(forKey: "spot") as? Spot === spot)
            #expect(Set(spot.mutableSetValue(forKey: "sessions")) == [session])
            root.processPendingChanges()
            #expect(told.withLock { $0.contains(spot) })
            root.checkInvariants()
            spot.name = "Rincon"
            try root.save()
        }
        #expect(try stack.spots() == ["Malibu US 5 -", "Rincon US 3 ours"])
    }

    /// Deletes the new object, then throws.
    private final class Failing: MergePolicy, @unchecked Sendable {
        override func resolve(constraintConflicts list: [ConstraintConflict]) throws {
            for object in list.flatMap(\.conflictingObjects) { object.managedObjectContext?.delete(object) }
            throw PersistenceError(.merge, "No.")
        }
    }

    @Test func `the changes of a policy that throws are reverted and not registered for undo`() throws {
        let stack = try UniqueSpotModel.stack()
        let context = stack.context()
        context.performAndWait {
            context.undoManager = ContextUndoManager()
            context.mergePolicy = Failing(merge: .error)
            let spot = context.insertSpot("Malibu")
            context.processPendingChanges()
            let session = context.insert("Session", named: "dawn")
            spot.mutableSetValue(forKey: "sessions").add(session)
            #expect(persistenceError { try context.save() }?.code == .merge)
            #expect(context.insertedObjects == [spot, session])
            spot.notes = "after"
            context.processPendingChanges()
            #expect(Set(spot.mutableSetValue(forKey: "sessions")) == [session])
            context.undo()
            #expect(spot.notes == nil && context.insertedObjects == [spot, session])
            context.undo()
            #expect(context.insertedObjects == [spot])
            context.checkInvariants()
        }
    }

    @Test func `the changes made by a policy are not undone with earlier changes`() throws {
        let stack = try UniqueSpotModel.stack()
        let context = stack.context()
        try context.performAndWait {
            context.undoManager = ContextUndoManager()
            context.mergePolicy = .mergeByPropertyObjectTrump
            let stored = try #require(try context.fetch(Spot.fetchRequest()).first)
            context.insertSpot("Malibu", notes: "ours")
            try context.save()
            context.undo()
            #expect(stored.notes == "ours" && !context.hasChanges)
            context.checkInvariants()
        }
    }
}
