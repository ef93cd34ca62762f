import Foundation
import Persistence
import PersistenceTestSupport
import Testing

/// What a child sees of its parent, and when it sees later changes.
@Suite struct ChildFetchingTests {
    /// CHD-01, CHD-02, CHD-05
    @Test(arguments: StoreKind.allCases)
    func `a child's fetch includes its parent's unsaved changes`(_ kind: StoreKind) throws {
        try withChild(kind) { _, root, child in
            let items = try root.savedItems("saved", "deleted")
            items[0].name = "edited"
            root.delete(items[1])
            Item(context: root).name = "added"
            #expect(try child.itemNames() == ["added", "edited"])
            let own = child.object(with: items[0].objectID)
            #expect(own !== items[0])
            #expect(own.objectID == items[0].objectID)
            #expect(own.managedObjectContext === child)
            #expect(child.parent === root)
        }
    }

    /// CHD-01
    @Test(arguments: StoreKind.allCases)
    func `a child's fault fires with its parent's latest changes`(_ kind: StoreKind) throws {
        try withChild(kind) { side, root, child in
            let writer = side.context()
            try using(writer) { _ = try writer.savedItems("as stored") }
            let fetched = try #require(try child.fetch(FetchRequest<Item>(entityName: "Item")).first)
            #expect(fetched.isFault)
            let edited = try #require(try root.fetch(FetchRequest<Item>(entityName: "Item")).first)
            edited.name = "edited"
            #expect(fetched.name == "edited")
        }
    }

    /// B-CHD-03
    @Test(arguments: StoreKind.allCases)
    func `a fetch applies the changes of each generation to the store's rows`(_ kind: StoreKind) throws {
        try withChild(kind) { _, root, child in
            let grandchild = child.makeChild()
            try using(grandchild) {
                let items = try root.savedItems("a", "b", "c", "d")
                items[0].name = "a root"
                root.delete(items[1])
                Item(context: root).name = "new root"
                try child.item(items[2].objectID).name = "c child"
                Item(context: child).name = "new child"
                grandchild.delete(try grandchild.item(items[3].objectID))
                Item(context: grandchild).name = "new grandchild"
                #expect(try grandchild.itemNames() == ["a root", "c child", "new child", "new grandchild", "new root"])
                #expect(try child.itemNames() == ["a root", "c child", "d", "new child", "new root"])
                let request = FetchRequest<Item>(entityName: "Item")
                request.predicate = FetchPredicate("name BEGINSWITH 'new' OR name ENDSWITH 'child'")
                request.sortDescriptors = [FetchSortDescriptor(key: "name", ascending: false)]
                let found = try grandchild.fetch(request).map(\.name)
                #expect(found == ["new root", "new grandchild", "new child", "c child"])
                #expect(try grandchild.count(for: request) == 4)
            }
        }
    }

    /// B-CHD-06
    @Test(arguments: StoreKind.allCases)
    func `a parent's later changes reach a child's object only by refreshing or merging`(_ kind: StoreKind) throws {
        try withChild(kind) { _, root, child in
            let items = try root.savedItems("a", "b")
            let mine = [try child.item(items[0].objectID), try child.item(items[1].objectID)]
            for item in items { item.name = "root" }
            #expect(mine.map(\.name) == ["a", "b"])
            child.refresh(mine[0], mergeChanges: true)
            #expect(mine.map(\.name) == ["root", "b"])
            try observing(
                .managedObjectContextDidSave, of: root, with: { child.mergeChanges(fromContextDidSave: $0) },
                { try root.save() })
            #expect(mine.map(\.name) == ["root", "root"])
            #expect(!child.hasChanges)
        }
    }

    /// B-CHD-06
    @Test func `a child that merges automatically receives its parent's saves`() throws {
        let side = try SharedRows(.memory).side()
        let root = side.context()
        let child = root.makeChild()
        let id = try root.performSaving { $0.name = "a" }
        let kept = try using(child) {
            child.automaticallyMergesChangesFromParent = true
            return Handed<Item?>(try child.item(id))
        }
        try using(root) {
            try root.item(id).name = "b"
            try root.save()
        }
        // The merge is already on the child's queue, so this block runs after it.
        let name = child.performAndWait { kept.value?.name }
        #expect(name == "b")
        child.performAndWait { kept.value = nil }
    }

    /// CHD-02
    @Test(arguments: StoreKind.allCases)
    func `a child does not see a destination that its parent has deleted`(_ kind: StoreKind) throws {
        try withChild(kind) { _, root, child in
            let items = try root.savedItems("a", "b")
            let box = Box(context: root)
            for item in items { item.box = box }
            try root.save()
            root.delete(items[0])
            let mine = child.object(with: box.objectID) as? Box
            #expect(mine?.items.map(\.objectID) == [items[1].objectID])
        }
    }

    /// CHD-06, RBK-04
    @Test(arguments: StoreKind.allCases)
    func `rolling back a child restores the parent's values as they were loaded`(_ kind: StoreKind) throws {
        try withChild(kind) { _, root, child in
            let item = try root.savedItems("a")[0]
            item.name = "root"
            let mine = try child.item(item.objectID)
            mine.name = "child"
            child.rollback()
            #expect(mine.name == "root")
            #expect(!child.hasChanges)
            #expect(item.name == "root")
        }
    }
}
