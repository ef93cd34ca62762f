import Foundation
import Persistence
import Testing

/// Edits that are given up with the child that they were made in, and what takes its place without one.
@Suite struct CancelledChildTests {
    /// CHD-06
    @Test(arguments: StoreKind.allCases)
    func `dropping a child leaves the parent untouched`(_ kind: StoreKind) throws {
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
    func `a cancelled child leaves no ghost in later saves`(_ kind: StoreKind) throws {
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
    func `without a child a cancelled insertion is saved with the next save`(_ kind: StoreKind) throws {
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
    func `deleting the inserted object cancels it too`(_ kind: StoreKind) throws {
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
