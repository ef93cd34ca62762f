import Foundation
import Persistence
import PersistenceTestSupport
import Testing

@Suite struct UndoAcrossSavesTests {
    private func withUndo(
        _ kind: StoreKind, _ rule: DeleteRule = .nullifyDeleteRule, _ body: (ManagedObjectContext) throws -> Void
    ) throws {
        let stack = try Stack(kind, model: ItemModel.model(deleteRule: rule))
        try stack.withContext { context in
            context.undoManager = ContextUndoManager()
            try body(context)
            context.checkInvariants()
        }
    }

    /// B-UND-03
    @Test(arguments: StoreKind.allCases)
    func `undoing a saved update makes the old value a pending change`(_ kind: StoreKind) throws {
        try withUndo(kind) { context in
            let item = try context.savedItems("old")[0]
            item.name = "new"
            try context.save()
            context.undo()
            #expect(item.name == "old")
            #expect(item.committedValues(forKeys: ["name"])["name"] as? String == "new")
            #expect(context.updatedObjects == [item])
            try context.save()
            context.redo()
            #expect(item.name == "new")
            #expect(context.updatedObjects == [item])
        }
    }

    /// B-UND-03
    @Test(arguments: StoreKind.allCases)
    func `undoing a saved deletion inserts a new object with the old values`(_ kind: StoreKind) throws {
        try withUndo(kind) { context in
            let item = try context.savedItems("a")[0]
            let old = item.objectID
            context.delete(item)
            try context.save()
            context.undo()
            #expect(context.insertedObjects == [item])
            #expect(item.objectID.isTemporaryID)
            #expect([item.name, item.note] == ["a", "s0"])
            try context.save()
            #expect(item.objectID != old)
            #expect(try context.itemNames() == ["a"])
        }
    }

    /// B-UND-03
    @Test(arguments: StoreKind.allCases)
    func `undoing the saved deletion of a fault inserts a new object with the stored values`(_ kind: StoreKind) throws {
        let stack = try Stack(kind)
        let id = try stack.savedEntry(location: "a")
        try stack.withContext { context in
            context.undoManager = ContextUndoManager()
            context.delete(context.entry(id))
            try context.save()
            context.undo()
            #expect(context.insertedObjects.map { ($0 as? Entry)?.location } == ["a"])
            try context.save()
        }
        #expect(try stack.coordinator.stored() == ["a"])
    }

    /// B-UND-03, B-UND-02
    @Test(arguments: StoreKind.allCases)
    func `undoing a saved insertion deletes the object`(_ kind: StoreKind) throws {
        try withUndo(kind) { context in
            let item = try context.savedItems("a")[0]
            context.undo()
            #expect(context.deletedObjects == [item])
            try context.save()
            #expect(try context.itemNames() == [])
            context.redo()
            #expect(context.insertedObjects == [item])
            #expect(item.name == "a")
            try context.save()
            #expect(try context.itemNames() == ["a"])
        }
    }

    /// B-UND-03
    @Test(arguments: StoreKind.allCases)
    func `undoing a saved deletion restores the object's relationships`(_ kind: StoreKind) throws {
        try withUndo(kind) { context in
            let items = try context.savedItems("a", "b")
            let box = Box(context: context)
            box.setValue(Set(items), forKey: "items")
            try context.save()
            context.delete(items[0])
            try context.save()
            context.undo()
            #expect(items[0].box === box)
            #expect(box.items == Set(items))
            try context.save()
            context.refreshAllObjects()
            #expect(box.items.compactMap(\.name).sorted() == ["a", "b"])
        }
    }

    /// B-UND-03
    @Test(arguments: StoreKind.allCases, [DeleteRule.nullifyDeleteRule, .cascadeDeleteRule])
    func `undoing the saved deletion of an owner restores its relationships`(_ kind: StoreKind, _ rule: DeleteRule)
        throws
    {
        try withUndo(kind, rule) { context in
            let items = try context.savedItems("a", "b")
            let box = Box(context: context)
            box.label = "box"
            box.setValue(Set(items), forKey: "items")
            try context.save()
            context.delete(box)
            try context.save()
            #expect(try context.itemNames() == (rule == .cascadeDeleteRule ? [] : ["a", "b"]))
            context.undo()
            #expect(context.insertedObjects.contains(box))
            #expect(box.label == "box")
            #expect(box.items == Set(items))
            #expect(items.allSatisfy { $0.box === box })
            try context.save()
            let key = box.objectID
            context.reset()
            let again = try context.existingObject(with: key) as? Box
            #expect(again?.items.compactMap(\.name).sorted() == ["a", "b"])
        }
    }

    /// B-UND-03
    @Test(arguments: StoreKind.allCases)
    func `undoing an earlier change restores a relationship to a restored object`(_ kind: StoreKind) throws {
        try withUndo(kind) { context in
            let item = try context.savedItems("a")[0]
            let (first, second) = (Box(context: context), Box(context: context))
            item.box = first
            try context.save()
            item.box = second
            try context.save()
            context.delete(first)
            try context.save()
            context.undo()
            try context.save()
            context.undo()
            #expect(item.box === first)
            #expect(first.items == [item])
            try context.save()
            #expect(item.objectIDs(forRelationshipNamed: "box") == [first.objectID])
        }
    }

    /// B-UND-03
    @Test(arguments: StoreKind.allCases)
    func `changes can be undone step by step through several saves`(_ kind: StoreKind) throws {
        try withUndo(kind) { context in
            let item = Item(context: context)
            for name in ["1", "2", "3"] {
                item.name = name
                try context.save()
            }
            for name in ["2", "1"] {
                context.undo()
                #expect(item.name == name)
                try context.save()
            }
            context.undo()
            try context.save()
            #expect(try context.itemNames() == [])
            #expect(context.undoManager?.canUndo == false)
        }
    }

    /// B-UND-04, RBK-01
    @Test(arguments: [false, true])
    func `rollback and reset clear both the undo and the redo stack`(_ resets: Bool) throws {
        try withUndo(.memory) { context in
            let item = try context.savedItems("a")[0]
            item.name = "b"
            context.processPendingChanges()
            item.name = "c"
            context.undo()
            #expect(context.undoManager?.canUndo == true)
            #expect(context.undoManager?.canRedo == true)
            if resets { context.reset() } else { context.rollback() }
            #expect(context.undoManager?.canUndo == false)
            #expect(context.undoManager?.canRedo == false)
        }
    }

    /// B-UND-03, RFR-01
    @Test(arguments: StoreKind.allCases)
    func `undoing a saved update of an object turned into a fault restores the value`(_ kind: StoreKind) throws {
        try withUndo(kind) { context in
            let item = Item(context: context)
            try context.save()
            item.name = "new"
            try context.save()
            context.refresh(item, mergeChanges: false)
            context.undo()
            #expect(item.name == nil)
            #expect(context.updatedObjects == [item])
            try context.save()
            #expect(try context.itemNames() == ["-"])
        }
    }

    /// UND-01, UND-09
    @Test func `an undo manager that was replaced has no actions of the context`() throws {
        try withUndo(.memory) { context in
            let (item, manager) = (try context.savedItems("a")[0], try #require(context.undoManager))
            item.name = "b"
            context.processPendingChanges()
            #expect(manager.canUndo)
            context.undoManager = ContextUndoManager()
            #expect(!manager.canUndo)
            manager.undo()
            #expect(item.name == "b")
        }
    }

    /// UND-09, B-STO-05
    @Test(arguments: StoreKind.allCases)
    func `changes to objects of a removed store cannot be undone`(_ kind: StoreKind) throws {
        let stack = try Stack(kind)
        try stack.withContext { context in
            context.undoManager = ContextUndoManager()
            context.insertEntry("a")
            try context.save()
            try stack.coordinator.remove(stack.store)
            #expect(context.undoManager?.canUndo == false)
            context.undo()
            #expect(!context.hasChanges)
        }
    }

    /// UND-05, REF-13
    @Test func `the undo manager retains a saved object until its actions are removed`() throws {
        try withUndo(.memory) { context in
            let id = try saveAndDrop(context)
            #expect(context.registeredObject(for: id) != nil)
            context.undoManager?.removeAllActions()
            #expect(context.registeredObject(for: id) == nil)
        }
    }

    @inline(never)
    private func saveAndDrop(_ context: ManagedObjectContext) throws -> ManagedObjectID {
        try context.savedItems("a")[0].objectID
    }

    /// B-UND-03. The unsaved change refers to its destination by the ID that the parent's save replaced.
    @Test(arguments: StoreKind.allCases)
    func `undo in a child keeps removed objects removed after their IDs became permanent`(_ kind: StoreKind) throws {
        let stack = try Stack(kind)
        let parent = stack.context()
        let child = parent.makeChild()
        try using(parent, child) {
            child.undoManager = ContextUndoManager()
            let department = child.insertDepartment("surf", employees: "ada", "bob")
            let (ada, bob) = (try department.employee("ada"), try department.employee("bob"))
            bob.department = nil
            try child.save()
            child.delete(ada)
            child.processPendingChanges()
            try parent.save()
            bob.department = department
            child.undo()
            #expect(department.isUpdated)
            #expect(department.employees.isEmpty)
            #expect(child.deletedObjects == [ada])
        }
    }
}
