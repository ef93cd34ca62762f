import Foundation
import Persistence
import PersistenceTestSupport
import Testing

@Suite struct UndoTests {
    /// Runs `body` in a new private context with an undo manager.
    private func withUndo(
        _ kind: StoreKind, _ body: (ManagedObjectContext, ContextUndoManager) throws -> Void
    ) throws {
        let stack = try Stack(kind, model: ItemModel.model())
        try stack.withContext { context in
            let manager = ContextUndoManager()
            context.undoManager = manager
            try body(context, manager)
            context.checkInvariants()
        }
    }

    /// UND-01
    @Test func `main-queue and child contexts have an undo manager by default, and it can be replaced`() throws {
        let stack = try Stack()
        let main = stack.context(.mainQueue)
        let context = stack.context()
        #expect(main.undoManager != nil)
        #expect(main.undoManager === main.undoManager)
        #expect(context.undoManager == nil)
        #expect(context.makeChild().undoManager != nil)
        let manager = ContextUndoManager()
        context.undoManager = manager
        #expect(context.undoManager === manager)
        context.undoManager = nil
        #expect(context.undoManager == nil)
    }

    /// UND-02, UND-03
    @Test(arguments: StoreKind.allCases)
    func `the events of an undo group are undone in reverse order`(_ kind: StoreKind) throws {
        try withUndo(kind) { context, manager in
            let item = try context.savedItems("first")[0]
            manager.removeAllActions()
            manager.beginUndoGrouping()
            for name in ["second", "third"] {
                item.name = name
                context.processPendingChanges()
            }
            manager.endUndoGrouping()
            context.undo()
            #expect(item.name == "first")
            context.redo()
            #expect(item.name == "third")
        }
    }

    /// UND-02, UND-03, UND-11
    @Test(arguments: StoreKind.allCases)
    func `undo restores the old value and redo the new one`(_ kind: StoreKind) throws {
        try withUndo(kind) { context, manager in
            let item = try context.savedItems("old")[0]
            manager.removeAllActions()
            item.name = "new"
            context.processPendingChanges()
            context.undo()
            #expect(item.name == "old")
            #expect(!context.hasChanges)
            #expect(manager.canRedo)
            context.redo()
            #expect(item.name == "new")
            #expect(context.updatedObjects == [item])
            context.undo()
            #expect(item.name == "old")
        }
    }

    /// UND-04, CHG-07
    @Test func `one undo undoes a whole event`() throws {
        try withUndo(.memory) { context, manager in
            let item = try context.savedItems("start")[0]
            manager.removeAllActions()
            item.name = "first"
            item.name = "second"
            item.note = "n"
            #expect(!manager.canUndo)
            context.processPendingChanges()
            #expect(manager.canUndo)
            context.undo()
            #expect([item.name, item.note] == ["start", "s0"])
            #expect(!manager.canUndo)
        }
    }

    @Test(arguments: [true, false])
    func `an event is one group whether or not the manager groups by event`(groupsByEvent: Bool) throws {
        try withUndo(.memory) { context, manager in
            manager.groupsByEvent = groupsByEvent
            let item = try context.savedItems("start")[0]
            manager.removeAllActions()
            manager.beginUndoGrouping()
            item.name = "first"
            context.processPendingChanges()
            manager.endUndoGrouping()
            item.name = "second"
            item.note = "n"
            context.undo()
            #expect([item.name, item.note] == ["first", "s0"])
            context.undo()
            #expect(item.name == "start" && !manager.canUndo)
        }
    }

    /// UND-02
    @Test func `undo includes changes that are not processed yet`() throws {
        try withUndo(.memory) { context, manager in
            let item = try context.savedItems("start")[0]
            manager.removeAllActions()
            item.name = "changed"
            context.undo()
            #expect(item.name == "start")
        }
    }

    /// UND-02, UND-03
    @Test(arguments: StoreKind.allCases)
    func `undo closes the open group and undoes all of it`(_ kind: StoreKind) throws {
        try withUndo(kind) { context, manager in
            let item = try context.savedItems("first")[0]
            manager.removeAllActions()
            manager.beginUndoGrouping()
            item.name = "second"
            context.processPendingChanges()
            item.note = "unprocessed"
            #expect(manager.groupingLevel == 1)
            context.undo()
            #expect([item.name, item.note] == ["first", "s0"])
            #expect(manager.groupingLevel == 0)
            #expect(!manager.canUndo)
            #expect(!context.hasChanges)
            context.redo()
            #expect([item.name, item.note] == ["second", "unprocessed"])
        }
    }

    /// UND-06
    @Test func `undo has no limit by default`() throws {
        try withUndo(.memory) { context, manager in
            let item = try context.savedItems("a")[0]
            manager.removeAllActions()
            #expect(manager.levelsOfUndo == 0)
            for number in 1...10_000 {
                item.count = Int32(number)
                context.processPendingChanges()
            }
            var undone = 0
            while manager.canUndo {
                context.undo()
                undone += 1
            }
            #expect(undone == 10_000)
            #expect(item.count == nil)
        }
    }

    /// UND-06
    @Test func `a limited undo stack discards the oldest groups`() throws {
        try withUndo(.memory) { context, manager in
            let item = try context.savedItems("a")[0]
            manager.removeAllActions()
            manager.levelsOfUndo = 2
            for number in 1...5 {
                item.count = Int32(number)
                context.processPendingChanges()
            }
            for _ in 1...5 { context.undo() }
            #expect(item.count == 3)
        }
    }

    /// UND-07
    @Test func `removing all undo actions keeps the changes`() throws {
        try withUndo(.memory) { context, manager in
            let item = try context.savedItems("a")[0]
            item.name = "b"
            context.processPendingChanges()
            manager.removeAllActions()
            #expect(!manager.canUndo)
            #expect(item.name == "b")
            #expect(context.updatedObjects == [item])
        }
    }

    /// UND-08
    @Test(arguments: StoreKind.allCases)
    func `without an undo manager no actions are registered and changes are saved`(_ kind: StoreKind) throws {
        let stack = try Stack(kind, model: ItemModel.model())
        try stack.withContext { context in
            context.undoManager = ContextUndoManager()
            context.undoManager = nil
            let item = try context.savedItems("a")[0]
            for number in 1...10_000 {
                item.count = Int32(number)
                context.processPendingChanges()
            }
            #expect(context.undoManager == nil)
            context.undo()
            #expect(item.count == 10_000)
            let later = ContextUndoManager()
            context.undoManager = later
            #expect(!later.canUndo)
            context.undo()
            #expect(item.count == 10_000)
            context.undoManager = nil
            try context.save()
            #expect(item.committedValues(forKeys: ["count"])["count"] as? Int == 10_000)
        }
        #expect(try stack.coordinator.stored("name", of: "Item") == ["a"])
    }

    /// UND-08, REF-13
    @Test @MainActor func `a context whose undo manager was set to nil does not create another one`() throws {
        let stack = try Stack()
        let main = stack.context(.mainQueue)
        let child = main.makeChild()
        for context in [main, child] {
            try context.performAndWait {
                context.undoManager = nil
                let saved = try probe {
                    let entry = context.insertEntry("a")
                    context.processPendingChanges()
                    entry.location = "b"
                    try context.save()
                    return entry
                }
                #expect(!saved.isAlive)
                #expect(context.undoManager == nil)
            }
        }
    }

    /// UND-09
    @Test func `an undo manager is released with its context`() throws {
        let stack = try Stack()
        let probe = managerOfDroppedContext(stack)
        #expect(!probe.isAlive)
    }

    @inline(never)
    private func managerOfDroppedContext(_ stack: Stack) -> WeakProbe {
        let context = stack.context()
        return context.performAndWait {
            let manager = ContextUndoManager()
            context.undoManager = manager
            _ = Entry(context: context)
            context.processPendingChanges()
            return WeakProbe(manager)
        }
    }

    /// UND-09
    @Test func `a retained undo manager loses its actions when the context is released`() throws {
        let stack = try Stack()
        let manager = ContextUndoManager()
        var wasRecorded = false
        do {
            let context = stack.context()
            context.performAndWait {
                context.undoManager = manager
                _ = Entry(context: context)
                context.processPendingChanges()
                wasRecorded = manager.canUndo
            }
        }
        #expect(wasRecorded)
        #expect(!manager.canUndo)
        manager.undo()
    }

    /// UND-10
    @Test func `undoing all changes of an object leaves it unchanged`() throws {
        try withUndo(.memory) { context, manager in
            let item = try context.savedItems("a")[0]
            manager.removeAllActions()
            item.name = "b"
            context.processPendingChanges()
            item.note = "s1"
            context.processPendingChanges()
            context.undo()
            #expect(context.updatedObjects == [item])
            context.undo()
            #expect(context.updatedObjects.isEmpty)
            #expect(!context.hasChanges)
            #expect(!item.hasChanges)
        }
    }

    /// UND-11, B-UND-02
    @Test(arguments: StoreKind.allCases)
    func `undoing an insertion removes the object, and redoing restores its values`(_ kind: StoreKind) throws {
        try withUndo(kind) { context, _ in
            let item = Item(context: context)
            item.name = "a"
            let box = Box(context: context)
            item.box = box
            context.processPendingChanges()
            let id = item.objectID
            context.undo()
            #expect(context.insertedObjects.isEmpty)
            #expect(context.registeredObject(for: id) == nil)
            context.redo()
            #expect(context.insertedObjects == [item, box])
            #expect(context.registeredObject(for: id) === item)
            #expect(item.name == "a")
            #expect(item.box === box)
            #expect(box.items == [item])
            try context.save()
            #expect(try context.itemNames() == ["a"])
        }
    }

    /// UND-11
    @Test(arguments: StoreKind.allCases)
    func `undoing a deletion restores the object`(_ kind: StoreKind) throws {
        try withUndo(kind) { context, _ in
            let items = try context.savedItems("a", "b")
            let box = Box(context: context)
            box.setValue(Set(items), forKey: "items")
            try context.save()
            context.delete(items[0])
            context.processPendingChanges()
            #expect(box.items == [items[1]])
            context.undo()
            #expect(!items[0].isDeleted)
            #expect(context.deletedObjects.isEmpty)
            #expect(!context.hasChanges)
            #expect(try context.itemNames() == ["a", "b"])
            #expect(box.items == Set(items))
            context.redo()
            #expect(context.deletedObjects == [items[0]])
            #expect(box.items == [items[1]])
        }
    }

    /// UND-11, B-UND-03
    @Test(arguments: StoreKind.allCases, [false, true])
    func `undoing an event that changed and deleted an object undoes both`(_ kind: StoreKind, _ isSaved: Bool) throws {
        try withUndo(kind) { context, _ in
            let item = try context.savedItems("a")[0]
            let box = Box(context: context)
            item.box = box
            try context.save()
            item.note = "changed"
            item.box = nil
            context.delete(item)
            if isSaved { try context.save() }
            context.undo()
            #expect([item.name, item.note] == ["a", "s0"])
            #expect(item.box === box)
            #expect(box.items == [item])
            #expect(context.hasChanges == isSaved)
        }
    }

    /// UND-11
    @Test func `an object inserted and deleted in one event stays related until the event ends`() throws {
        try withUndo(.memory) { context, _ in
            let box = Box(context: context)
            let item = Item(context: context)
            item.box = box
            context.delete(item)
            #expect(box.items == [item])
            context.processPendingChanges()
            #expect(box.items.isEmpty)
        }
    }

    /// UND-11
    @Test(arguments: StoreKind.allCases)
    func `undoing a relationship change restores both sides`(_ kind: StoreKind) throws {
        try withUndo(kind) { context, _ in
            let item = try context.savedItems("a")[0]
            let (first, second) = (Box(context: context), Box(context: context))
            item.box = first
            try context.save()
            item.box = second
            context.processPendingChanges()
            context.undo()
            #expect(item.box === first)
            #expect(first.items == [item])
            #expect(second.items.isEmpty)
            #expect(!context.hasChanges)
            context.redo()
            #expect(item.box === second)
            #expect(first.items.isEmpty)
            #expect(second.items == [item])
        }
    }

    /// B-UND-01
    @Test(arguments: StoreKind.allCases)
    func `firing a fault registers no undo action`(_ kind: StoreKind) throws {
        let stack = try Stack(kind)
        let id = try stack.savedEntry()
        stack.withContext { context in
            let manager = ContextUndoManager()
            context.undoManager = manager
            let entry = context.object(with: id) as? Entry
            #expect(entry?.isFault == true)
            #expect(entry?.location == "n0")
            context.processPendingChanges()
            #expect(!manager.canUndo)
        }
    }

    /// B-UND-05
    @Test func `changes are not registered while undo registration is disabled`() throws {
        try withUndo(.memory) { context, manager in
            let item = try context.savedItems("a")[0]
            manager.removeAllActions()
            context.processPendingChanges()
            manager.disableUndoRegistration()
            item.name = "b"
            context.processPendingChanges()
            manager.enableUndoRegistration()
            #expect(!manager.canUndo)
            item.note = "s1"
            context.undo()
            #expect([item.name, item.note] == ["b", "s0"])
        }
    }

    /// UND-02, UND-03
    @Test func `a new change after an undo clears the redo stack`() throws {
        try withUndo(.memory) { context, manager in
            let item = try context.savedItems("a")[0]
            item.name = "b"
            context.undo()
            #expect(manager.canRedo)
            item.name = "c"
            context.processPendingChanges()
            #expect(!manager.canRedo)
            context.undo()
            #expect(item.name == "a")
        }
    }
}
