import Foundation
import Persistence
import PersistenceTestSupport
import Testing

@Suite struct NotificationTests {
    private func inContext(
        _ kind: StoreKind = .memory, _ body: (ManagedObjectContext, Hooks) throws -> Void
    ) throws {
        try Stack(kind, model: ItemModel.model()).withContext { context in try body(context, Hooks(context)) }
    }

    /// B-NTF-07, NTF-04, NTF-05, NTF-08, NTF-09, NTF-10
    @Test func `the notification names and keys are Core Data's`() {
        let keys: [ManagedObjectContext.NotificationKey] = [
            .insertedObjects, .updatedObjects, .deletedObjects, .refreshedObjects, .invalidatedObjects,
            .invalidatedAllObjects,
        ]
        #expect(
            keys.map(\.rawValue) == ["inserted", "updated", "deleted", "refreshed", "invalidated", "invalidatedAll"])
        #expect(
            Notification.Name.managedObjectContextDidSave.rawValue == "NSManagingContextDidSaveChangesNotification")
        #expect(
            Notification.Name.managedObjectContextWillSave.rawValue == "NSManagingContextWillSaveChangesNotification")
        #expect(
            Notification.Name.managedObjectContextObjectsDidChange.rawValue
                == "NSObjectsChangedInManagingContextNotification")
    }

    /// NTF-01, NTF-04, NTF-05, B-NTF-01, CHG-10
    @Test(arguments: StoreKind.allCases)
    func `one notification lists all changes of an event once`(_ kind: StoreKind) throws {
        try inContext(kind) { context, hooks in
            let items = try context.savedItems("b", "c")
            _ = hooks.take()
            Item(context: context).name = "a"
            items[0].name = "b2"
            items[0].note = "again"
            context.delete(items[1])
            context.processPendingChanges()
            #expect(hooks.take() == ["ObjectsDidChange deleted:c inserted:a updated:b"])
            context.processPendingChanges()
            #expect(hooks.take() == [])
        }
    }

    /// B-NTF-01
    @Test func `an event without lasting changes posts no notification`() throws {
        try inContext { context, hooks in
            context.delete(Item(context: context))
            context.processPendingChanges()
            #expect(hooks.take() == [])
        }
    }

    /// B-NTF-01
    @Test func `a change in a later event is announced again`() throws {
        try inContext { context, hooks in
            let item = Item(context: context)
            item.name = "a"
            context.processPendingChanges()
            item.note = "later"
            context.processPendingChanges()
            #expect(hooks.take() == ["ObjectsDidChange inserted:a", "ObjectsDidChange updated:a"])
        }
    }

    /// NTF-06
    @Test func `a deletion is announced only at the end of its event`() throws {
        try inContext { context, hooks in
            let items = try context.savedItems("a", "b")
            _ = hooks.take()
            context.delete(items[0])
            context.processPendingChanges()
            items[1].name = "changed"
            context.processPendingChanges()
            #expect(hooks.take() == ["ObjectsDidChange deleted:a", "ObjectsDidChange updated:b"])
        }
    }

    /// NTF-07
    @Test(arguments: [false, true])
    func `an object inserted and deleted before the save is not in the notification`(_ isProcessed: Bool) throws {
        try inContext { context, hooks in
            let ghost = Item(context: context)
            ghost.name = "ghost"
            if isProcessed { context.processPendingChanges() }
            context.delete(ghost)
            Item(context: context).name = "kept"
            try context.save()
            #expect(hooks.take().last == "DidSave inserted:kept")
        }
    }

    /// NTF-08
    @Test(arguments: StoreKind.allCases)
    func `refreshed objects are listed as refreshed`(_ kind: StoreKind) throws {
        let side = try SharedRows(kind).side()
        let (context, other) = (side.context(), side.context())
        try using(context, other) {
            let item = try context.savedItems("a")[0]
            let copy = try other.item(item.objectID)
            copy.note = "theirs"
            try other.save()
            let hooks = Hooks(context)
            context.refresh(item, mergeChanges: true)
            context.processPendingChanges()
            #expect(hooks.take() == ["ObjectsDidChange refreshed:a"])
            #expect(item.note == "theirs")
        }
    }

    /// NTF-09, B-STO-05
    @Test(arguments: StoreKind.allCases)
    func `removing a store invalidates its objects`(_ kind: StoreKind) throws {
        let stack = try Stack(kind, model: ItemModel.model())
        try stack.withContext { context in
            let items = try context.savedItems("a", "b")
            items[0].name = "changed"
            context.processPendingChanges()
            let hooks = Hooks(context)
            // Labels can be read only while the objects are valid.
            #expect(items.map(\.label) == ["changed", "b"])
            try stack.coordinator.remove(stack.store)
            context.processPendingChanges()
            #expect(hooks.take() == ["ObjectsDidChange invalidated:b,changed"])
            #expect(context.registeredObjects.isEmpty)
            #expect(!context.hasChanges)
            #expect(items.allSatisfy { $0.managedObjectContext == nil })
        }
    }

    /// NTF-11
    @Test func `a notification is posted by its context, so that observers can filter by it`() throws {
        let stack = try Stack(model: ItemModel.model())
        let (context, other) = (stack.context(), stack.context())
        try using(context, other) {
            let (hooks, otherHooks) = (Hooks(context), Hooks(other))
            Item(context: context).name = "a"
            try context.save()
            #expect(otherHooks.take() == [])
            #expect(hooks.take().contains("DidSave inserted:a"))
        }
    }

    /// NTF-12
    @Test func `a did-save notification contains the saving context's own objects`() throws {
        try inContext { context, _ in
            let item = Item(context: context)
            var told: Set<ManagedObject>?
            try observing(
                .managedObjectContextDidSave, of: context,
                with: { told = $0.userInfo?["inserted"] as? Set<ManagedObject> }, { try context.save() })
            #expect(told?.first === item)
            #expect(told?.count == 1)
        }
    }

    /// B-NTF-02
    @Test func `reset posts only that all objects are invalidated`() throws {
        try inContext { context, _ in
            _ = try context.savedItems("a")
            Item(context: context).name = "b"
            var keys: [String] = []
            observing(
                .managedObjectContextObjectsDidChange, of: context,
                with: { keys += ($0.userInfo ?? [:]).keys.map { "\($0)" } }, { context.reset() })
            #expect(keys == ["invalidatedAll"])
        }
    }

    /// B-NTF-03, B-NTF-04, MRG-02, MRG-03, MRG-04
    @Test(arguments: StoreKind.allCases)
    func `a merge announces updates as refreshed, and insertions and deletions as such`(_ kind: StoreKind) throws {
        let side = try SharedRows(kind).side()
        let (context, other) = (side.context(), side.context())
        try using(context, other) {
            let items = try context.savedItems("updated", "deleted")
            let hooks = Hooks(context)
            _ = items.map(\.label)
            try other.item(items[0].objectID).note = "theirs"
            other.delete(try other.item(items[1].objectID))
            let added = Item(context: other)
            added.name = "inserted"
            try observing(
                .managedObjectContextDidSave, of: other, with: { context.mergeChanges(fromContextDidSave: $0) },
                { try other.save() })
            #expect(hooks.take() == ["ObjectsDidChange deleted:deleted inserted:inserted refreshed:updated"])
            #expect(!context.hasChanges)
            #expect(items[0].note == "theirs")
            #expect(items[1].isDeleted)
            try context.save()
        }
    }

    /// B-NTF-04
    @Test(arguments: StoreKind.allCases)
    func `a merge does not announce updates and deletions of unloaded objects`(_ kind: StoreKind) throws {
        let side = try SharedRows(kind).side()
        let (context, other) = (side.context(), side.context())
        try using(context, other) {
            let items = try other.savedItems("updated", "deleted", "fault")
            let fault = context.object(with: items[2].objectID)
            let hooks = Hooks(context)
            items[0].note = "theirs"
            items[2].note = "theirs"
            other.delete(items[1])
            try observing(
                .managedObjectContextDidSave, of: other, with: { context.mergeChanges(fromContextDidSave: $0) },
                { try other.save() })
            #expect(hooks.take() == [])
            #expect(fault.isFault)
            #expect(fault.value(forKey: "note") as? String == "theirs")
        }
    }

    /// NTF-02
    @Test func `the did-save notification is posted once per successful save`() throws {
        try inContext { context, hooks in
            hooks.validate = { _ in throw CocoaError(.featureUnsupported) }
            Item(context: context).name = "a"
            #expect(throws: CocoaError.self) { try context.save() }
            #expect(hooks.take().filter { $0.hasPrefix("DidSave") } == [])
            hooks.validate = { _ in }
            try context.save()
            #expect(hooks.take().filter { $0.hasPrefix("DidSave") } == ["DidSave inserted:a"])
        }
    }

    /// NTF-01
    @Test func `a change made by an observer is announced next`() throws {
        try inContext { context, hooks in
            let items = try context.savedItems("a", "b")
            _ = hooks.take()
            items[0].note = "changed"
            observing(
                .managedObjectContextObjectsDidChange, of: context, with: { _ in items[1].note = "by observer" },
                { context.processPendingChanges() })
            context.processPendingChanges()
            #expect(hooks.take() == ["ObjectsDidChange updated:a", "ObjectsDidChange updated:b"])
        }
    }
}
