import Foundation
import Persistence
import PersistenceTestSupport
import Testing

/// What a child's save changes in its parent, and the role of validation and merge policies.
@Suite struct ChildContextTests {
    /// CHD-03, CHD-04, CHD-10, B-CHD-04
    @Test(arguments: StoreKind.allCases)
    func `a child saves to its parent, and the parent saves to the store`(_ kind: StoreKind) throws {
        try withChild(kind) { side, root, child in
            let items = try root.savedItems("a", "b")
            try child.item(items[0].objectID).name = "changed"
            child.delete(try child.item(items[1].objectID))
            let added = Item(context: child)
            added.name = "added"
            let writes = side.probe.writes
            try child.save()
            #expect(!child.hasChanges)
            #expect(items[0].name == "changed")
            #expect(root.updatedObjects == [items[0]])
            #expect(root.deletedObjects == [items[1]])
            #expect(root.insertedObjects.map(\.objectID) == [added.objectID])
            #expect(side.probe.writes == writes)
            #expect(try side.names() == ["a", "b"])
            try root.save()
            #expect(try side.names() == ["added", "changed"])
        }
    }

    /// CHD-11
    @Test(arguments: MergePolicyType.allCases, MergePolicyType.allCases)
    func `merge policies do not affect a child's save`(_ own: MergePolicyType, _ parents: MergePolicyType) throws {
        try withChild(.memory) { _, root, child in
            child.mergePolicy = MergePolicy(merge: own)
            root.mergePolicy = MergePolicy(merge: parents)
            let item = try root.savedItems("a")[0]
            let mine = try child.item(item.objectID)
            item.name = "root"
            item.note = "root"
            mine.name = "child"
            try child.save()
            #expect([item.name, item.note] == ["child", "root"])
        }
    }

    /// CHD-12, CHD-13, CHD-14
    @Test(arguments: StoreKind.allCases, [false, true])
    func `a child's values overwrite its parent's, property by property`(_ kind: StoreKind, _ isLater: Bool) throws {
        try withChild(kind) { _, root, child in
            let item = try root.savedItems("a")[0]
            func changeParent() { (item.name, item.note) = ("P", "Q") }
            if !isLater { changeParent() }
            let mine = try child.item(item.objectID)
            _ = mine.name
            if isLater { changeParent() }
            mine.name = "C"
            try child.save()
            #expect([item.name, item.note] == ["C", "Q"])
            #expect(item.changedValues().keys.sorted() == ["name", "note"])
        }
    }

    /// CHD-15, CHD-16
    @Test(arguments: [ManagedObjectContext.ConcurrencyType.privateQueue, .mainQueue])
    @MainActor
    func `a main-queue context can have a child of either type`(_ type: ManagedObjectContext.ConcurrencyType) throws {
        let side = try SharedRows(.memory).side()
        let main = side.context(.mainQueue)
        let child = main.makeChild(type)
        #expect(child.concurrencyType == type)
        try using(child) {
            Item(context: child).name = "added"
            try child.save()
        }
        try main.save()
        #expect(try side.names() == ["added"])
    }

    /// B-CHD-05
    @Test(arguments: StoreKind.allCases)
    func `transient values reach the parent, which keeps the object only while it is dirty`(_ kind: StoreKind) throws {
        try withChild(kind) { _, root, child in
            let id = try root.performSaving { $0.name = "a" }
            #expect(root.registeredObject(for: id) == nil)
            root.undoManager = nil
            let item = try child.item(id)
            #expect(root.registeredObject(for: id) == nil)
            item.shade = "blue"
            item.name = "b"
            try child.save()
            #expect((root.registeredObject(for: id) as? Item)?.shade == "blue")
            try root.save()
            #expect(root.registeredObject(for: id) == nil)
            #expect(item.shade == "blue")
        }
    }

    /// B-CHD-07
    @Test(arguments: StoreKind.allCases)
    func `a child is validated by its own save, and its parent again by its own`(_ kind: StoreKind) throws {
        try withChild(kind) { _, root, child in
            let (rootHooks, childHooks) = (Hooks(root), Hooks(child))
            Item(context: child).name = "a"
            try child.save()
            #expect(childHooks.take().filter { $0.hasPrefix("validate") } == ["validateForInsert a"])
            #expect(rootHooks.take().filter { $0.hasPrefix("validate") } == [])
            try root.save()
            #expect(rootHooks.take().filter { $0.hasPrefix("validate") } == ["validateForInsert a"])
        }
    }

    /// B-CHD-07, SAV-25
    @Test func `a child that fails validation leaves its parent unchanged`() throws {
        try withChild(.memory) { _, root, child in
            let hooks = Hooks(child)
            hooks.validate = { _ in throw CocoaError(.featureUnsupported) }
            let item = Item(context: child)
            #expect(throws: CocoaError.self) { try child.save() }
            #expect(!root.hasChanges)
            #expect(child.insertedObjects == [item])
        }
    }

    /// B-CHD-08
    @Test func `a confinement context cannot be a parent`() async {
        let outcome = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let child = ManagedObjectContext(.privateQueue)
            child.parent = ManagedObjectContext(.confinement)
        }
        #expect(outcome.says("A parent context must have a queue."))
    }

    /// CHD-11, B-POL-05
    @Test(arguments: StoreKind.allCases)
    func `a conflict is detected when the root saves, and resolved by the root's policy`(_ kind: StoreKind) throws {
        let rows = try SharedRows(kind)
        let side = try rows.side()
        let (root, other) = (side.context(), side.context())
        let child = root.makeChild()
        try using(root, child, other) {
            let item = try root.savedItems("a")[0]
            let mine = try child.item(item.objectID)
            try other.item(item.objectID).name = "theirs"
            try other.save()
            mine.name = "ours"
            child.mergePolicy = .mergeByPropertyObjectTrump
            try child.save()
            #expect(persistenceError { try root.save() }?.code == .merge)
            root.mergePolicy = .mergeByPropertyStoreTrump
            try root.save()
            #expect(item.name == "theirs")
        }
    }

    /// CHD-10, CHD-12
    @Test(arguments: StoreKind.allCases)
    func `a child that sets a value back to the stored one clears its parent's change`(_ kind: StoreKind) throws {
        try withChild(kind) { _, root, child in
            let item = try root.savedItems("a")[0]
            item.name = "root"
            try child.item(item.objectID).name = "a"
            try child.save()
            #expect(item.name == "a")
            #expect(!root.hasChanges && !item.hasPersistentChangedValues)
        }
    }
}
