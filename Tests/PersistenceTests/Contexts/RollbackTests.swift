import Foundation
import Persistence
import PersistenceTestSupport
import Testing

@Suite struct RollbackTests {
    /// RBK-02, INS-04
    @Test(arguments: StoreKind.allCases)
    func `rollback removes inserted objects from the context`(_ kind: StoreKind) throws {
        try Stack(kind, model: ItemModel.model()).withContext { context in
            let item = Item(context: context)
            let id = item.objectID
            context.rollback()
            #expect(context.insertedObjects.isEmpty)
            #expect(context.registeredObject(for: id) == nil)
            #expect(item.managedObjectContext == nil)
            #expect(!context.hasChanges)
            try context.save()
            #expect(try context.itemNames() == [])
        }
    }

    /// RBK-02, CHG-05
    @Test(arguments: StoreKind.allCases)
    func `rollback removes an object that was inserted and deleted in the same event`(_ kind: StoreKind) throws {
        try Stack(kind, model: ItemModel.model()).withContext { context in
            let hooks = Hooks(context)
            let item = Item(context: context)
            let id = item.objectID
            context.delete(item)
            context.rollback()
            #expect(item.managedObjectContext == nil)
            #expect(context.registeredObject(for: id) == nil)
            #expect(context.object(with: id) !== item)
            context.processPendingChanges()
            #expect(hooks.take() == [])
            #expect(!context.hasChanges)
            context.checkInvariants()
        }
    }

    /// RBK-03
    @Test(arguments: StoreKind.allCases, [false, true])
    func `rollback restores deleted objects, even cascaded ones`(_ kind: StoreKind, _ isProcessed: Bool) throws {
        try Stack(kind, model: ItemModel.model(deleteRule: .cascadeDeleteRule)).withContext { context in
            let items = try context.savedItems("a", "b")
            let box = Box(context: context)
            box.setValue(Set(items), forKey: "items")
            try context.save()
            context.delete(box)
            if isProcessed { context.processPendingChanges() }
            context.rollback()
            #expect(context.deletedObjects.isEmpty)
            #expect(!box.isDeleted)
            #expect(!items[0].isDeleted)
            #expect(try context.itemNames() == ["a", "b"])
            #expect(box.items == Set(items))
            #expect(!context.hasChanges)
            context.processPendingChanges()
            #expect(!context.hasChanges)
            context.checkInvariants()
        }
    }

    /// RBK-04
    @Test(arguments: StoreKind.allCases)
    func `rollback restores values and both sides of relationships`(_ kind: StoreKind) throws {
        try Stack(kind, model: ItemModel.model()).withContext { context in
            let item = try context.savedItems("a")[0]
            let (first, second) = (Box(context: context), Box(context: context))
            item.box = first
            try context.save()
            item.name = "b"
            item.box = second
            context.processPendingChanges()
            item.note = "unprocessed"
            context.rollback()
            #expect([item.name, item.note] == ["a", "s0"])
            #expect(item.box === first)
            #expect(first.items == [item])
            #expect(second.items.isEmpty)
            #expect(!context.hasChanges)
            context.checkInvariants()
        }
    }

    /// RBK-05
    @Test(arguments: StoreKind.allCases)
    func `rollback reads nothing from the store`(_ kind: StoreKind) throws {
        let side = try SharedRows(kind).side()
        let (context, other) = (side.context(), side.context())
        try using(context, other) {
            let item = try context.savedItems("a")[0]
            try other.item(item.objectID).name = "theirs"
            try other.save()
            item.name = "ours"
            let reads = side.probe.reads
            context.rollback()
            #expect(item.name == "a")
            #expect(side.probe.reads == reads)
        }
    }

    /// RBK-06, NTF-10, B-NTF-02
    @Test(arguments: StoreKind.allCases)
    func `reset removes all objects from the context`(_ kind: StoreKind) throws {
        try Stack(kind, model: ItemModel.model()).withContext { context in
            let hooks = Hooks(context)
            let items = try context.savedItems("a", "b", "c")
            _ = Item(context: context)
            items[0].name = "changed"
            context.delete(items[1])
            _ = hooks.take()
            context.reset()
            #expect(context.registeredObjects.isEmpty)
            #expect(context.insertedObjects.isEmpty)
            #expect(context.updatedObjects.isEmpty)
            #expect(context.deletedObjects.isEmpty)
            #expect(!context.hasChanges)
            #expect(hooks.take() == ["ObjectsDidChange invalidatedAll"])
            context.processPendingChanges()
            #expect(hooks.take() == [])
            #expect(try context.itemNames() == ["a", "b", "c"])
        }
    }

    /// RBK-07
    @Test func `after a reset an object has no context, and a fetch returns a new instance`() throws {
        try Stack(model: ItemModel.model()).withContext { context in
            let item = try context.savedItems("a")[0]
            context.reset()
            #expect(item.managedObjectContext == nil)
            #expect(try context.item(item.objectID) !== item)
        }
    }

    /// RBK-07
    @Test func `reading an object after a reset is a programmer error`() async {
        let outcome = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try Stack(model: ItemModel.model()).withContext { context in
                let item = try context.savedItems("a")[0]
                context.reset()
                _ = item.name
            }
        }
        #expect(
            outcome.says("The object is not valid: its context was reset, or its store was removed. Fetch it again."))
    }

    /// RBK-08, EDT-10
    @Test func `discardEditing leaves the changes of objects to rollback`() throws {
        try Stack(model: ItemModel.model()).withContext { context in
            let item = try context.savedItems("a")[0]
            item.name = "b"
            context.discardEditing()
            #expect(item.name == "b")
            context.rollback()
            #expect(item.name == "a")
        }
    }

    /// RBK-07. That such objects are faults was observed in Core Data.
    @Test(arguments: StoreKind.allCases)
    func `after a reset, objects are faults without a context`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let id = try stack.savedEntry()
        try stack.withContext { context throws in
            let (entry, new) = (context.entry(id), context.insertEntry("new"))
            #expect(entry.location != nil)
            context.reset()
            #expect(entry.isFault && new.isFault)
            #expect(entry.managedObjectContext == nil)
            #expect(try context.entries().map(\.isFault) == [true])
        }
    }
}
