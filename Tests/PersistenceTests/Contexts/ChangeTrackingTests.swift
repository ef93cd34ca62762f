import Foundation
import Persistence
import PersistenceTestSupport
import Testing

/// What a context reports about its unsaved changes.
@Suite struct ChangeTrackingTests {
    enum Change: String, CaseIterable, Sendable { case insert, update, delete }

    /// CHG-01
    @Test(arguments: Change.allCases, Ending.allCases)
    func `a context has changes until it is saved, rolled back, reset or undone`(
        change: Change, ending: Ending
    ) throws {
        for kind in StoreKind.allCases {
            let stack = try Stack(kind)
            let id = try stack.savedEntry(location: "old")
            try stack.withContext { context in
                context.undoManager = ContextUndoManager()
                #expect(!context.hasChanges)
                switch change {
                case .insert: context.insertEntry("new")
                case .update: context.entry(id).location = "new"
                case .delete: context.delete(context.entry(id))
                }
                #expect(context.hasChanges)
                context.checkInvariants()
                try ending.carryOut(in: context)
                #expect(!context.hasChanges)
                context.checkInvariants()
            }
        }
    }

    /// CHG-02, CHG-03, CHG-04
    @Test(arguments: StoreKind.allCases)
    func `a changed object is in exactly one of inserted, updated and deleted objects`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let ids = try stack.coordinator.save("a", "b")
        try stack.withContext { context in
            let inserted = context.insertEntry("new")
            inserted.location = "newer"
            let updated = context.entry(ids[0])
            updated.location = "changed"
            let deleted = context.entry(ids[1])
            deleted.location = "doomed"
            context.delete(deleted)
            #expect(context.insertedObjects == [inserted])
            #expect(context.updatedObjects == [updated])
            #expect(context.deletedObjects == [deleted])
            context.checkInvariants()
            try context.save()
            #expect(context.insertedObjects.isEmpty && context.updatedObjects.isEmpty && context.deletedObjects.isEmpty)
            context.checkInvariants()
        }
        #expect(try stack.coordinator.stored() == ["changed", "newer"])
    }

    /// CHG-03. Observed in Core Data.
    @Test(arguments: StoreKind.allCases)
    func `an object set back to its stored value stays updated without changes`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let id = try stack.savedEntry(location: "old")
        stack.withContext { context in
            let entry = context.entry(id)
            entry.location = "new"
            entry.location = "old"
            #expect(entry.isUpdated && context.hasChanges && context.updatedObjects == [entry])
            #expect(entry.changedValues().isEmpty && !entry.hasPersistentChangedValues)
            context.checkInvariants()
            context.rollback()
            #expect(!entry.isUpdated && !context.hasChanges)
        }
    }

    /// CHG-03. Observed in Core Data.
    @Test(arguments: StoreKind.allCases)
    func `a save of an object whose value was only set again calls its hooks and names it`(kind: StoreKind) throws {
        let stack = try Stack(kind, model: ItemModel.model())
        try stack.withContext { context throws in
            let hooks = Hooks(context)
            let item = try context.savedItems("a")[0]
            let box = Box(context: context)
            item.box = box
            try context.save()
            let version = item.version
            hooks.log = []
            item.name = "a"
            item.box = box
            let changes = Recorder(ManagedObjectContext.didChangeObjectsNotification, from: context) {
                $0.userInfo?[UpdatedObjectsKey] as? Set<ManagedObject>
            }
            let saves = Recorder(ManagedObjectContext.didSaveObjectsNotification, from: context) {
                $0.userInfo?[UpdatedObjectsKey] as? Set<ManagedObject>
            }
            try context.save()
            #expect(hooks.log.filter { $0.hasSuffix(" a") } == ["willSave a", "validateForUpdate a", "didSave a"])
            #expect(changes.events == [[item]] && saves.events == [[item]])
            #expect(item.version == version && !box.hasChanges)
        }
    }

    @Test func `setting an equal value can neither be undone nor reaches a parent`() throws {
        let stack = try Stack(model: ItemModel.model())
        try stack.withContext { context throws in
            context.undoManager = ContextUndoManager()
            let item = try context.savedItems("a")[0]
            context.undoManager?.removeAllActions()
            item.name = "a"
            context.processPendingChanges()
            #expect(context.undoManager?.canUndo == false && item.isUpdated)
            item.name = "b"
            context.processPendingChanges()
            context.undo()
            #expect(item.name == "a" && !item.isUpdated && !context.hasChanges)
            let child = context.makeChild()
            try child.performAndWait {
                (child.object(with: item.objectID) as? Item)?.name = "a"
                #expect(child.hasChanges)
                try child.save()
            }
            #expect(!context.hasChanges)
        }
    }

    /// CHG-05, DEL-03, NTF-07
    @Test(arguments: StoreKind.allCases, [true, false])
    func `an object inserted and deleted without a save disappears completely`(kind: StoreKind, inOneEvent: Bool) throws
    {
        let stack = try ProbeStack(kind)
        try stack.coordinator.inContext { context in
            let entry = context.insertEntry("ghost")
            let id = entry.objectID
            if !inOneEvent { context.processPendingChanges() }
            let saves = Recorder(ManagedObjectContext.didSaveObjectsNotification, from: context) { $0 }
            context.delete(entry)
            context.checkInvariants()
            #expect(context.insertedObjects.isEmpty && context.deletedObjects.isEmpty && context.updatedObjects.isEmpty)
            #expect(!context.hasChanges)
            #expect(!context.registeredObjects.contains(entry))
            #expect(context.registeredObject(for: id) == nil)
            #expect(try context.entries() == [])
            let writes = try stack.writes { try context.save() }
            #expect(writes == 0)
            #expect(saves.events.count == 1)
            for key in [InsertedObjectsKey, UpdatedObjectsKey, DeletedObjectsKey] {
                #expect(saves.events.first?.userInfo?[key] as? Set<ManagedObject> == [])
            }
            #expect(entry.managedObjectContext == nil)
            context.checkInvariants()
        }
        #expect(try stack.coordinator.stored() == [])
    }

    /// CHG-05, NTF-07
    @Test(arguments: StoreKind.allCases)
    func `an object inserted and deleted is in no notification of a later save`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        try stack.withContext { context in
            let ghost = context.insertEntry("ghost")
            let other = context.insertEntry("kept")
            let temporary = other.objectID
            let saves = Recorder(ManagedObjectContext.didSaveObjectsNotification, from: context) {
                [$0.ids(.insertedObjects), $0.ids(.updatedObjects), $0.ids(.deletedObjects)]
            }
            let changes = Recorder(ManagedObjectContext.didChangeObjectsNotification, from: context) {
                [$0.ids(.insertedObjects), $0.ids(.deletedObjects)]
            }
            context.delete(ghost)
            try context.save()
            #expect(saves.events == [[[other.objectID], [], []]])
            #expect(changes.events == [[[temporary], []]])
        }
    }

    /// CHG-06, CHG-10, NTF-01, B-NTF-01
    @Test(arguments: StoreKind.allCases)
    func `one notification lists everything that changed since the last one`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let ids = try stack.coordinator.save("a", "b")
        stack.withContext { context in
            let notes = Recorder(ManagedObjectContext.didChangeObjectsNotification, from: context) {
                [$0.ids(.insertedObjects), $0.ids(.updatedObjects), $0.ids(.deletedObjects)]
            }
            let inserted = context.insertEntry("new")
            context.entry(ids[0]).location = "changed"
            context.delete(context.entry(ids[1]))
            #expect(notes.events.isEmpty)
            context.processPendingChanges()
            #expect(notes.events == [[[inserted.objectID], [ids[0]], [ids[1]]]])
            context.processPendingChanges()
            #expect(notes.events.count == 1)
        }
    }

    /// CHG-07
    @Test(arguments: StoreKind.allCases)
    func `changes are registered for undo when pending changes are processed`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let id = try stack.savedEntry(location: "old")
        try stack.withContext { context in
            let manager = ContextUndoManager()
            context.undoManager = manager
            context.entry(id).location = "new"
            #expect(!manager.canUndo)
            context.processPendingChanges()
            #expect(manager.canUndo)
            try context.save()
        }
    }

    /// CHG-08, NTF-01, B-QUE-01
    @Test(arguments: StoreKind.allCases)
    func `a perform block ends an event, but performAndWait does not`(kind: StoreKind) async throws {
        let stack = try Stack(kind)
        let id = try stack.savedEntry(location: "old")
        let context = stack.context()
        let notes = Recorder(ManagedObjectContext.didChangeObjectsNotification, from: context) {
            $0.ids(.updatedObjects)
        }
        context.performAndWait { context.entry(id).location = "new" }
        #expect(notes.events.isEmpty)
        await context.perform(schedule: .enqueued) { context.entry(id).location = "newer" }
        context.performAndWait { #expect(notes.events == [[id]]) }
        await context.perform(schedule: .enqueued) {}
        context.performAndWait { #expect(notes.events.count == 1) }
    }

    /// CHG-09
    @Test(arguments: StoreKind.allCases)
    func `fetching, saving and undoing process pending changes first`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let id = try stack.savedEntry(location: "old")
        try stack.withContext { context in
            let log = Log()
            let changes = Recorder(ManagedObjectContext.didChangeObjectsNotification, from: context) { _ in
                log.lines.append("change")
            }
            let saves = Recorder(ManagedObjectContext.willSaveObjectsNotification, from: context) { _ in
                log.lines.append("willSave")
            }
            let entry = context.entry(id)
            entry.location = "fetched"
            _ = try context.entries()
            #expect(log.lines == ["change"])
            entry.location = "saved"
            try context.save()
            #expect(log.lines == ["change", "change", "willSave"])
            context.undoManager = ContextUndoManager()
            entry.location = "undone"
            context.undo()
            #expect(log.lines == ["change", "change", "willSave", "change", "change"])
            #expect(entry.location == "saved")
            withExtendedLifetime((changes, saves)) {}
        }
    }

    final class Log: @unchecked Sendable {
        var lines: [String] = []
    }
}
