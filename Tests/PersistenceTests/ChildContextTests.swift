import Foundation
import Persistence
import Testing

@Suite struct ChildContextTests {
    /// Runs `body` with a side, its root context and a child of that, with the right to use both.
    private func withChild(
        _ kind: StoreKind, _ body: (Side, ManagedObjectContext, ManagedObjectContext) throws -> Void
    ) throws {
        let side = try SharedRows(kind).side()
        let root = side.context()
        let child = root.makeChild()
        try using(root, child) {
            try body(side, root, child)
            root.checkInvariants()
            child.checkInvariants()
        }
    }

    /// CHD-01, CHD-02, CHD-05
    @Test(arguments: StoreKind.allCases)
    func `a child fetches through its parent, unsaved state included`(_ kind: StoreKind) throws {
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
    func `a child's fault shows what the parent changed after the child had fetched it`(_ kind: StoreKind) throws {
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

    /// CHD-03, CHD-04, CHD-10, B-CHD-04
    @Test(arguments: StoreKind.allCases)
    func `a child saves into its parent, which saves into the store`(_ kind: StoreKind) throws {
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

    /// CHD-11
    @Test(arguments: MergePolicyType.allCases, MergePolicyType.allCases)
    func `merge policies have no effect on a child's save`(_ own: MergePolicyType, _ parents: MergePolicyType) throws {
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
    func `a child's values overwrite the parent's, property by property`(_ kind: StoreKind, _ isLater: Bool) throws {
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
    func `a child of the main context may be of either type, and is saved before it`(
        _ type: ManagedObjectContext.ConcurrencyType
    ) throws {
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

    /// B-CHD-01
    @Test(arguments: StoreKind.allCases)
    func `IDs stay temporary through generations until the root saves`(_ kind: StoreKind) throws {
        try withChild(kind) { side, root, child in
            let grandchild = child.makeChild()
            try using(grandchild) {
                let item = Item(context: grandchild)
                item.name = "a"
                let temporary = item.objectID
                try grandchild.save()
                #expect(item.objectID == temporary)
                #expect(child.insertedObjects.map(\.objectID) == [temporary])
                try child.save()
                #expect(root.insertedObjects.map(\.objectID) == [temporary])
                #expect(item.objectID.isTemporaryID)
                try root.save()
                let permanent = item.objectID
                #expect(!permanent.isTemporaryID)
                #expect(try root.item(temporary).objectID == permanent)
                #expect(child.object(with: temporary) === child.object(with: permanent))
                #expect(grandchild.object(with: permanent) === item)
                item.name = "b"
                try grandchild.save()
                try child.save()
                try root.save()
                #expect(try side.names() == ["b"])
            }
        }
    }

    /// B-CHD-01
    @Test(arguments: StoreKind.allCases)
    func `relationships among new objects survive the generations`(_ kind: StoreKind) throws {
        try withChild(kind) { side, root, child in
            let box = Box(context: child)
            let item = Item(context: child)
            item.name = "a"
            item.box = box
            try child.save()
            #expect(item.box === box)
            #expect(box.items == [item])
            let above = root.object(with: box.objectID) as? Box
            #expect(above?.items.compactMap(\.name) == ["a"])
            try root.save()
            #expect(item.box === box)
            #expect(box.items == [item])
            let second = Item(context: child)
            second.box = box
            try child.save()
            try root.save()
            #expect(above?.items.count == 2)
            let fresh = side.context()
            let stored = try using(fresh) { (try fresh.existingObject(with: box.objectID) as? Box)?.items.count }
            #expect(stored == 2)
        }
    }

    /// B-CHD-01
    @Test(arguments: StoreKind.allCases)
    func `permanent IDs can be obtained in a child`(_ kind: StoreKind) throws {
        try withChild(kind) { side, root, child in
            let item = Item(context: child)
            item.name = "a"
            try child.obtainPermanentIDs(for: [item])
            let id = item.objectID
            #expect(!id.isTemporaryID)
            try child.save()
            #expect(root.insertedObjects.map(\.objectID) == [id])
            try root.save()
            #expect(item.objectID == id)
            #expect(try side.stored(id)?.first == "a")
        }
    }

    /// B-CHD-02
    @Test(arguments: StoreKind.allCases)
    func `grandchildren work to any depth`(_ kind: StoreKind) throws {
        try withChild(kind) { side, root, child in
            var contexts = [root, child]
            for _ in 0..<6 { contexts.append(contexts[contexts.count - 1].makeChild()) }
            let youngest = contexts[contexts.count - 1]
            #expect(youngest.persistentStoreCoordinator === side.coordinator)
            try using(youngest) { Item(context: youngest).name = "a" }
            for context in contexts.reversed() { try using(context) { try context.save() } }
            #expect(try side.names() == ["a"])
        }
    }

    /// B-CHD-03
    @Test(arguments: StoreKind.allCases)
    func `a fetch lays each generation's changes over the store`(_ kind: StoreKind) throws {
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

    /// B-CHD-05
    @Test(arguments: StoreKind.allCases)
    func `transient values reach the parent, which holds the object only while it is dirty`(_ kind: StoreKind) throws {
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

    /// B-CHD-06
    @Test(arguments: StoreKind.allCases)
    func `a parent's later changes reach a child's object by refresh or merge only`(_ kind: StoreKind) throws {
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
    @Test func `a child that merges automatically follows its parent's saves`() throws {
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
        // The merge waits on the child's queue in front of this.
        let name = child.performAndWait { kept.value?.name }
        #expect(name == "b")
        child.performAndWait { kept.value = nil }
    }

    /// B-CHD-07
    @Test(arguments: StoreKind.allCases)
    func `a child validates on its save, and the parent again on its own`(_ kind: StoreKind) throws {
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
    @Test func `a child that fails validation leaves its parent untouched`() throws {
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
    @Test func `a parent without a queue is refused`() async {
        await #expect(processExitsWith: .failure) {
            let child = ManagedObjectContext(.privateQueue)
            child.parent = ManagedObjectContext(.confinement)
        }
    }

    /// B-CHD-09
    @Test(arguments: StoreKind.allCases)
    func `a child's did-save notification carries temporary IDs`(_ kind: StoreKind) throws {
        try withChild(kind) { _, root, child in
            let item = Item(context: child)
            var saved: SavedChanges?
            try observing(
                .managedObjectContextDidSave, of: child, with: { saved = SavedChanges($0) }, { try child.save() })
            #expect(saved?.inserted == [item.objectID])
            #expect(saved?.inserted.allSatisfy(\.isTemporaryID) == true)
            // MRG-06: merging it into the parent changes nothing.
            let before = root.insertedObjects
            saved.map { root.mergeChanges($0) }
            #expect(root.insertedObjects == before)
            #expect(before.first?.objectID == item.objectID)
        }
    }

    /// CHD-11, B-POL-05
    @Test(arguments: StoreKind.allCases)
    func `a conflict shows when the root saves, by the root's policy`(_ kind: StoreKind) throws {
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

    /// B-CHD-04
    @Test(arguments: StoreKind.allCases)
    func `a child deletes what its parent never loaded`(_ kind: StoreKind) throws {
        let rows = try SharedRows(kind, model: Company.model())
        let writer = try rows.side().context()
        let root = try rows.side().context()
        let child = root.makeChild()
        try using(writer, root, child) {
            let entry = Entry(context: writer)
            try writer.save()
            child.delete(try child.existingObject(with: entry.objectID))
            try child.save()
            #expect(root.deletedObjects.map(\.objectID) == [entry.objectID])
            try root.save()
            #expect(try child.count(for: FetchRequest<Entry>(entityName: "Entry")) == 0)
        }
    }

    /// B-CHD-04
    @Test(arguments: StoreKind.allCases)
    func `a child deletes what is only inserted in its parent`(_ kind: StoreKind) throws {
        try withChild(kind) { side, root, child in
            let item = Item(context: root)
            child.delete(child.object(with: item.objectID))
            try child.save()
            #expect(root.insertedObjects.isEmpty)
            #expect(!root.hasChanges)
            try root.save()
            #expect(side.probe.writes == 0)
        }
    }

    /// CHD-14, B-CHD-04
    @Test(arguments: StoreKind.allCases)
    func `a child's change of what its parent deleted meanwhile brings it back`(_ kind: StoreKind) throws {
        try withChild(kind) { _, root, child in
            let item = try root.savedItems("a")[0]
            let box = Box(context: root)
            try root.save()
            let mine = try child.item(item.objectID)
            (mine.name, mine.box) = ("child", child.object(with: box.objectID) as? Box)
            root.delete(item)
            try child.save()
            #expect(root.deletedObjects.isEmpty)
            #expect(root.updatedObjects == [item, box])
            #expect(box.items == [item])
            try root.save()
            #expect(try root.itemNames() == ["child"])
        }
    }

    /// CHD-02
    @Test(arguments: StoreKind.allCases)
    func `a child finds no destination that its parent has just deleted`(_ kind: StoreKind) throws {
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
    func `a child's rollback returns to the parent's state as it was loaded`(_ kind: StoreKind) throws {
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

    /// CHD-10, CHD-12
    @Test(arguments: StoreKind.allCases)
    func `a value that the child sets back to the stored one clears the parent's change`(_ kind: StoreKind) throws {
        try withChild(kind) { _, root, child in
            let item = try root.savedItems("a")[0]
            item.name = "root"
            try child.item(item.objectID).name = "a"
            try child.save()
            #expect(item.name == "a")
            #expect(!root.hasChanges)
        }
    }
}
