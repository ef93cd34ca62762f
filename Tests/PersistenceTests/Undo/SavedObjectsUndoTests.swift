import Foundation
import Persistence
import PersistenceTestSupport
import Testing

/// The undo manager that main-queue contexts and children have by default: it keeps values of saved objects, not the
/// objects.
@Suite struct SavedObjectsUndoTests {
    /// Runs `body` in a context with an undo manager of its own: a child, whose parent is saved with it.
    private func inChild(
        _ kind: StoreKind = .memory, _ rule: DeleteRule = .nullifyDeleteRule,
        _ body: (ManagedObjectContext, () throws -> Void) throws -> Void
    ) throws {
        let stack = try Stack(kind, model: ItemModel.model(deleteRule: rule))
        defer { withExtendedLifetime(stack) {} }
        let parent = stack.context()
        let child = parent.makeChild()
        try using(parent, child) {
            try body(child) {
                try child.save()
                try parent.save()
            }
            child.checkInvariants()
        }
    }

    /// REF-07
    @Test(arguments: StoreKind.allCases) @MainActor
    func `a main-queue context does not retain saved objects for undo`(_ kind: StoreKind) throws {
        let stack = try Stack(kind)
        let context = stack.context(.mainQueue)
        let saved = try probes {
            let entries = [context.insertEntry("a"), context.insertEntry("b")]
            try context.save()
            entries[0].location = "changed"
            context.processPendingChanges()
            context.delete(entries[1])
            try context.save()
            return entries
        }
        #expect(saved.noneAlive)
        #expect(context.registeredObjects.isEmpty)
        #expect(context.undoManager?.canUndo == true)
    }

    /// REF-13
    @Test @MainActor func `until the save, the default undo manager retains changed objects`() throws {
        let stack = try Stack()
        let id = try stack.savedEntry(location: "old")
        let context = stack.context(.mainQueue)
        let probe = probe {
            let entry = context.entry(id)
            entry.location = "new"
            context.undo()
            return entry
        }
        #expect(!context.hasChanges)
        #expect(probe.isAlive)
        try context.save()
        #expect(!probe.isAlive)
    }

    /// B-UND-03
    @Test(arguments: StoreKind.allCases)
    func `saved changes of objects that nobody retains can be undone and redone step by step`(_ kind: StoreKind) throws
    {
        try inChild(kind) { context, save in
            try scope {
                let item = Item(context: context)
                for name in ["1", "2", "3"] {
                    item.name = name
                    try save()
                }
            }
            #expect(context.registeredObjects.isEmpty)
            for names in [["2"], ["1"], []] {
                context.undo()
                try save()
                #expect(try context.itemNames() == names)
            }
            #expect(context.undoManager?.canUndo == false)
            for names in [["1"], ["2"], ["3"]] {
                context.redo()
                try save()
                #expect(try context.itemNames() == names)
            }
        }
    }

    /// B-UND-03
    @Test(arguments: StoreKind.allCases)
    func `undoing the saved deletion of objects that nobody retains restores them with their relationships`(
        _ kind: StoreKind
    ) throws {
        try inChild(kind, .cascadeDeleteRule) { context, save in
            try scope {
                let box = Box(context: context)
                box.label = "full"
                for name in ["a", "b"] {
                    let item = Item(context: context)
                    item.name = name
                    item.box = box
                }
                try save()
                context.delete(box)
                try save()
            }
            #expect(try context.itemNames() == [])
            context.undo()
            try save()
            let items = try context.fetch(FetchRequest<Item>(entityName: "Item"))
            #expect(Set(items.map(\.name)) == ["a", "b"])
            #expect(items.map { $0.box?.label } == ["full", "full"])
            #expect(items[0].box?.items == Set(items))
        }
    }

    /// B-UND-03
    @Test(arguments: StoreKind.allCases)
    func `an object that the application retains is the one that an undo restores`(_ kind: StoreKind) throws {
        try inChild(kind) { context, save in
            let item = Item(context: context)
            item.name = "a"
            try save()
            item.name = "b"
            try save()
            context.undo()
            #expect(item.name == "a")
            context.delete(item)
            try save()
            context.undo()
            #expect(item.name == "a" && item.isInserted)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `an earlier step of an object can be undone after its saved deletion was undone twice`(_ kind: StoreKind)
        throws
    {
        try inChild(kind) { context, save in
            try scope {
                let item = Item(context: context)
                for name in ["a", "b"] {
                    item.name = name
                    try save()
                }
            }
            for _ in 0..<2 {
                try context.fetch(FetchRequest<Item>(entityName: "Item")).forEach(context.delete)
                try save()
                context.undo()
                try save()
            }
            #expect(try context.itemNames() == ["b"])
            context.undo()
            #expect(try context.itemNames() == ["a"])
        }
    }

    @Test func `an undo leaves out objects whose records were deleted elsewhere`() throws {
        let stack = try Stack()
        let parent = stack.context()
        let child = parent.makeChild()
        try using(parent, child) {
            var ids: [ManagedObjectID] = []
            try scope {
                let entries = [child.insertEntry("a"), child.insertEntry("b")]
                try child.save()
                try parent.save()
                for entry in entries { entry.location = "changed" }
                try child.save()
                try parent.save()
                ids = entries.map(\.objectID)
            }
            try stack.coordinator.erase(ids[0])
            child.undo()
            #expect(child.updatedObjects.map(\.objectID) == [ids[1]])
            #expect(child.entry(ids[1]).location == "b")
            child.checkInvariants()
        }
    }

    /// REF-13
    @Test func `an undo manager that the application sets retains saved objects`() throws {
        try inChild { context, save in
            context.undoManager = ContextUndoManager()
            let probe = try probe {
                let item = Item(context: context)
                try save()
                return item
            }
            #expect(probe.isAlive)
        }
    }
}
