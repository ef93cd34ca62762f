import Foundation
import Persistence
import PersistenceTestSupport
import Testing

/// Edits discarded with their child context, and how to discard edits without a child context.
@Suite struct CancelledChildTests {
    /// CHD-06
    @Test(arguments: StoreKind.allCases)
    func `releasing an unsaved child leaves its parent unchanged`(_ kind: StoreKind) throws {
        let side = try SharedRows(kind).side()
        let root = side.context()
        try using(root) {
            let item = try root.savedItems("a")[0]
            let id = item.objectID
            let probe = try scribble(in: root, id)
            #expect(!probe.isAlive)
            #expect(!root.hasChanges)
            #expect(item.name == "a")
            #expect(try root.itemNames() == ["a"])
        }
    }

    @inline(never)
    private func scribble(in root: ManagedObjectContext, _ id: ManagedObjectID) throws -> WeakProbe {
        let child = root.makeChild()
        child.undoManager = nil
        try using(child) {
            try child.item(id).name = "edited"
            Item(context: child).name = "added"
        }
        return WeakProbe(child)
    }

    /// CHD-07
    @Test(arguments: StoreKind.allCases)
    func `objects inserted in a discarded child are in no later save`(_ kind: StoreKind) throws {
        let side = try SharedRows(kind).side()
        let root = side.context()
        try using(root) {
            try add("cancelled", in: root.makeChild(), saving: false)
            try add("kept", in: root.makeChild(), saving: true)
            try root.save()
            #expect(try root.itemNames() == ["kept"])
        }
        #expect(try side.names() == ["kept"])
    }

    @inline(never)
    private func add(_ name: String, in child: ManagedObjectContext, saving: Bool) throws {
        try using(child) {
            Item(context: child).name = name
            if saving { try child.save() }
        }
    }

    /// CHD-08
    @Test(arguments: StoreKind.allCases)
    func `without a child, a discarded insertion is saved with the next save`(_ kind: StoreKind) throws {
        let side = try SharedRows(kind).side()
        let context = side.context()
        try using(context) {
            Item(context: context).name = "cancelled"
            Item(context: context).name = "kept"
            try context.save()
        }
        #expect(try side.names() == ["cancelled", "kept"])
    }

    /// CHD-09
    @Test(arguments: StoreKind.allCases)
    func `deleting an inserted object discards it`(_ kind: StoreKind) throws {
        let side = try SharedRows(kind).side()
        let context = side.context()
        try using(context) {
            let cancelled = Item(context: context)
            cancelled.name = "cancelled"
            context.delete(cancelled)
            Item(context: context).name = "kept"
            try context.save()
        }
        #expect(try side.names() == ["kept"])
    }
}
