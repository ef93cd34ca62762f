import Foundation
import PersistenceTestSupport
import TestSupport
import Testing

@testable import Persistence

@Suite struct SaveFailureTests {
    /// The step at which a save fails.
    enum Cause: String, CaseIterable, Sendable { case validation, conflict, begin, apply, commit, afterMerging }

    private struct Failure: Error {}

    /// SAV-15, SAV-25, NTF-02, NTF-03, CHG-01
    @Test(arguments: StoreKind.allCases, Cause.allCases)
    func `a failed save leaves changes, temporary IDs and values unchanged`(_ kind: StoreKind, _ cause: Cause) throws {
        let rows = try SharedRows(kind)
        let side = try rows.side()
        let (context, other) = (side.context(), side.context())
        try using(context, other) {
            let hooks = Hooks(context)
            let saved = try context.savedItems("changed", "deleted")
            let added = Item(context: context)
            (added.name, added.box) = ("added", Box(context: context))
            saved[0].note = "ours"
            saved[0].box = added.box
            context.delete(saved[1])
            context.processPendingChanges()
            try prepare(cause, saved[0].objectID, side.probe, hooks, context, other)
            let before = State(context)
            _ = hooks.take()

            #expect(throws: (any Error).self) { try context.save() }
            #expect(State(context) == before)
            #expect(added.objectID.isTemporaryID)
            #expect(context.registeredObject(for: added.objectID) === added)
            let log = hooks.take()
            #expect(log.contains("WillSave"))
            #expect(!log.contains { $0.hasPrefix("DidSave") || $0.hasPrefix("didSave") })
            context.checkInvariants()

            hooks.validate = { _ in }
            (side.probe.willWrite, side.probe.willApply, side.probe.willCommit) = ({}, {}, {})
            context.mergePolicy = .mergeByPropertyObjectTrump
            try context.save()
            #expect(!context.hasChanges)
            #expect(try rows.side().names() == ["added", "changed"])
            #expect(saved[0].note == "ours")
            #expect(saved[0].box?.items == [saved[0], added])
        }
    }

    /// SAV-25
    @Test func `a conflict in one store prevents the save from writing to the others`() throws {
        let folder = try TemporaryFolder()
        let (near, far) = (TwoStoreModel.coordinator(), TwoStoreModel.coordinator())
        for coordinator in [near, far] {
            try coordinator.add(.sqlite, "a", in: folder, configuration: "A")
            try coordinator.add(.sqlite, "b", in: folder, configuration: "B")
        }
        try near.inContext { context throws in
            let objects = [context.insert("Alpha", named: "a"), context.insert("Beta", named: "b")]
            try context.save()
            try far.inContext { other throws in
                try other.existingObject(with: objects[1].objectID).setValue("theirs", forKey: "name")
                try other.save()
            }
            for object in objects { object.setValue("ours", forKey: "name") }
            #expect(persistenceError { try context.save() }?.code == .merge)
            #expect(context.updatedObjects == Set(objects))
        }
        #expect(try near.stored("name", of: "Alpha") == ["a"])
        #expect(try near.stored("name", of: "Beta") == ["theirs"])
    }

    private func prepare(
        _ cause: Cause, _ id: ManagedObjectID, _ probe: WatchedStore, _ hooks: Hooks, _ context: ManagedObjectContext,
        _ other: ManagedObjectContext
    ) throws {
        switch cause {
        case .validation: hooks.validate = { if $0.isInserted { throw Failure() } }
        case .begin: probe.willWrite = { throw Failure() }
        case .apply: probe.willApply = { throw Failure() }
        case .commit: probe.willCommit = { throw Failure() }
        case .conflict: try change(id, in: other)
        case .afterMerging:
            try change(id, in: other)
            context.mergePolicy = .mergeByPropertyStoreTrump
            hooks.validate = { if $0.note == "theirs" { throw Failure() } }
        }
    }

    private func change(_ id: ManagedObjectID, in other: ManagedObjectContext) throws {
        let copy = try other.item(id)
        copy.note = "theirs"
        try other.save()
    }

    /// Everything that a failed save must leave unchanged.
    private struct State: Equatable {
        let inserted: Set<ManagedObject>
        let updated: Set<ManagedObject>
        let deleted: Set<ManagedObject>
        let values: [String]

        init(_ context: ManagedObjectContext) {
            inserted = context.insertedObjects
            updated = context.updatedObjects
            deleted = context.deletedObjects
            let items = inserted.union(updated).union(deleted).compactMap { $0 as? Item }
            values = items.map {
                "\($0.objectID) \($0.name ?? "-") \($0.note ?? "-") \($0.box.map { "\($0.objectID)" } ?? "-") "
                    + "\($0.changedValues().keys.sorted()) \($0.committedValues(forKeys: ["note"])) v\($0.version)"
            }.sorted()
        }
    }

    /// SAV-25, SAV-08
    @Test func `values set by hooks and validators stay after a failed save`() throws {
        let side = try SharedRows(.memory).side()
        let context = side.context()
        try using(context) {
            let hooks = Hooks(context)
            hooks.willSave = { $0.note = "by willSave" }
            hooks.validateValue = { _, value, key in if key == "name" { value = "BY VALIDATOR" } }
            side.probe.willCommit = { throw Failure() }
            let item = Item(context: context)
            #expect(throws: Failure.self) { try context.save() }
            #expect([item.name, item.note] == ["BY VALIDATOR", "by willSave"])
            side.probe.willCommit = {}
        }
    }

    /// SAV-25, RBK-02
    @Test(arguments: StoreKind.allCases)
    func `rollback works after a failed save`(_ kind: StoreKind) throws {
        let side = try SharedRows(kind).side()
        let context = side.context()
        try using(context) {
            let items = try context.savedItems("a", "b")
            items[0].name = "changed"
            context.delete(items[1])
            _ = Item(context: context)
            side.probe.willCommit = { throw Failure() }
            #expect(throws: Failure.self) { try context.save() }
            side.probe.willCommit = {}
            context.rollback()
            #expect(try context.itemNames() == ["a", "b"])
            #expect(!context.hasChanges)
        }
    }

    /// ERR-04, ERR-05
    @Test func `a save to a read-only store fails and names the store and the object`() throws {
        let coordinator = PersistentStoreCoordinator(managedObjectModel: ItemModel.model())
        try coordinator.addPersistentStore(ofType: inMemoryStoreType, at: nil)
        let frozen = try coordinator.addPersistentStore(
            ofType: inMemoryStoreType, at: nil, options: [StoreOption.readOnly: true])
        let context = ManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = coordinator
        try using(context) {
            let item = Item(context: context)
            let fine = Item(context: context)
            context.assign(item, to: frozen)
            let error = try #require(persistenceError { try context.save() })
            #expect(error.code == .readOnly)
            #expect((error.userInfo["NSAffectedStoresErrorKey"] as? [PersistentStore])?.first === frozen)
            #expect((error.userInfo["NSAffectedObjectsErrorKey"] as? [ManagedObject]) == [item])
            #expect(context.insertedObjects == [item, fine])
        }
    }
}
