import Persistence
import PersistenceTestSupport
import Testing

/// A child's save, when its parent has changed the same objects since the child read them.
@Suite struct ChildAndParentTests {
    /// Runs `body` with a stack, a parent and a child context, both of which `body` may use.
    private func withParent(
        _ kind: StoreKind = .memory, model: ManagedObjectModel = CompanyModel.model(),
        _ body: (Stack, ManagedObjectContext, ManagedObjectContext) throws -> Void
    ) throws {
        let stack = try Stack(kind, model: model)
        let parent = stack.context(), child = parent.makeChild()
        try using(parent, child) { try body(stack, parent, child) }
    }

    /// The child's object, after its parent saved, deleted and saved it and the child changed and saved it, and the
    /// version of the deleted row.
    private func bringBack(
        _ child: ManagedObjectContext, _ parent: ManagedObjectContext
    ) throws -> (entry: Entry, version: Int64) {
        let entry = child.insertEntry("first")
        entry.wind = "offshore"
        try child.save()
        try parent.save()
        let version = scope { parent.entry(entry.objectID).version }
        parent.delete(parent.entry(entry.objectID))
        try parent.save()
        entry.location = "again"
        try child.save()
        return (entry, version)
    }

    /// B-CHD-04
    @Test(arguments: StoreKind.allCases)
    func `a child can delete an object that its parent never loaded`(_ kind: StoreKind) throws {
        let rows = try SharedRows(kind, model: CompanyModel.model())
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
    func `a child can delete an object that is inserted but unsaved in its parent`(_ kind: StoreKind) throws {
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
    func `an object deleted in the parent reappears when a child saves a change of it`(_ kind: StoreKind) throws {
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

    /// CHD-03, CHD-04
    @Test func `a child's insertion is inserted in a parent that already had an object with its ID`() throws {
        try withParent { stack, parent, child in
            let entry = child.insertEntry("new")
            let early = parent.object(with: entry.objectID)
            try child.save()
            #expect(early.isInserted)
            try parent.save()
            #expect(try stack.coordinator.stored() == ["new"])
        }
    }

    /// CHD-12, CHD-14
    @Test func `a child's change restores an object whose insertion its parent rolled back`() throws {
        try withParent { stack, parent, child in
            let changed = child.insertEntry("changed"), deleted = child.insertEntry("deleted")
            changed.wind = "offshore"
            try child.save()
            parent.rollback()
            changed.location = "again"
            child.delete(deleted)
            try child.save()
            #expect(scope { parent.insertedObjects.count } == 1)
            parent.insertEntry("other")
            try parent.save()
            #expect(try stack.coordinator.stored() == ["again", "other"])
            #expect(try stack.coordinator.stored("wind").contains("offshore"))
        }
    }

    /// CHD-12, CHD-13, CHD-14
    @Test(arguments: StoreKind.allCases)
    func `a child's change undoes its parent's deletion`(kind: StoreKind) throws {
        try withParent(kind) { stack, parent, child in
            parent.undoManager = ContextUndoManager()
            let surf = parent.insertDepartment("surf", employees: "Ada", "Bob")
            try parent.save()
            let ada = try #require(surf.employees.first { $0.firstName == "Ada" })
            let childsAda = try #require(try child.existingObject(with: ada.objectID) as? Employee)
            parent.delete(ada)
            parent.processPendingChanges()
            #expect(surf.employees.count == 1)
            childsAda.lastName = "Lovelace"
            try child.save()
            #expect(!ada.isDeleted && ada.lastName == "Lovelace")
            #expect(ada.department === surf && surf.employees.contains(ada))
            #expect(parent.updatedObjects == [ada])
            parent.undo()
            #expect(ada.isDeleted && surf.employees.count == 1)
            parent.redo()
            #expect(!ada.isDeleted && surf.employees.count == 2)
            try parent.save()
            #expect(try stack.coordinator.stored("lastName", of: "Employee").contains("Lovelace"))
        }
    }

    /// CHD-14, B-REL-03
    @Test func `a child's change does not restore a deleted relationship destination`() throws {
        try withParent { stack, parent, child in
            let surf = parent.insertDepartment("surf", employees: "Ada", "Bob")
            try parent.save()
            let ada = try #require(surf.employees.first { $0.firstName == "Ada" })
            let childsAda = try #require(try child.existingObject(with: ada.objectID) as? Employee)
            parent.delete(surf)
            parent.processPendingChanges()
            childsAda.lastName = "Lovelace"
            try child.save()
            #expect(surf.isDeleted && !ada.isDeleted)
            #expect(ada.department == nil)
            #expect(parent.deletedObjects.count == 2)
            try parent.save()
            #expect(try stack.coordinator.stored("lastName", of: "Employee") == ["Lovelace"])
        }
    }

    /// CHD-14
    @Test func `a restored object does not restore the destinations that its parent deleted`() throws {
        try withParent { stack, parent, child in
            let surf = parent.insertDepartment("surf", employees: "Ada", "Bob")
            try parent.save()
            let childsSurf = try #require(try child.existingObject(with: surf.objectID) as? Department)
            parent.delete(surf)
            parent.processPendingChanges()
            childsSurf.name = "swim"
            try child.save()
            #expect(surf.name == "swim" && !surf.isDeleted)
            #expect(surf.employees.isEmpty)
            try parent.save()
            #expect(try stack.coordinator.stored("name", of: "Department") == ["swim"])
            #expect(try stack.coordinator.stored("firstName", of: "Employee") == [])
        }
    }

    /// CHD-14, POL-03, B-POL-02
    @Test(arguments: StoreKind.allCases)
    func `a child's change of an object whose deletion is saved becomes a merge conflict`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let id = try stack.savedEntry(location: "old")
        let parent = stack.context(), child = parent.makeChild()
        try using(parent, child) {
            let changed = try #require(try child.existingObject(with: id) as? Entry)
            parent.delete(parent.entry(id))
            try parent.save()
            changed.wind = "offshore"
            try child.save()
            #expect(persistenceError { try parent.save() }?.code == .merge)
            parent.mergePolicy = .mergeByPropertyObjectTrump
            try parent.save()
            #expect(try stack.coordinator.stored("wind") == ["offshore"])
        }
    }

    /// CHD-14
    @Test func `a child restores its own object even if its parent saved and deleted it`() throws {
        try withParent { stack, parent, child in
            let (entry, version) = try bringBack(child, parent)
            try parent.save()
            #expect(try stack.coordinator.stored() == ["again"])
            #expect(try stack.coordinator.stored("wind") == ["offshore"])
            let back = try #require(try parent.existingObject(with: entry.objectID) as? Entry)
            #expect(back.version > version + 1, "Nobody may take it for the row that was deleted.")
        }
    }

    /// CHD-03, DEL-01
    @Test func `a deletion of an object known only by its ID does not delete the child's insertion`() throws {
        try withParent { stack, parent, child in
            let entry = child.insertEntry("new")
            parent.delete(parent.object(with: entry.objectID))
            parent.processPendingChanges()
            try child.save()
            #expect(scope { parent.insertedObjects.count } == 1)
            #expect(parent.deletedObjects.isEmpty)
            try parent.save()
            #expect(try stack.coordinator.stored() == ["new"])
        }
    }

    /// CHD-02, B-CHD-03
    @Test(arguments: [false, true])
    func `a fetch in a grandchild returns an object as its parent sees it`(areFaults: Bool) throws {
        let stack = try Stack()
        let id = try stack.savedEntry(location: "old")
        let root = stack.context(), middle = root.makeChild(), grandchild = middle.makeChild()
        try root.performAndWait {
            try using(middle, grandchild) {
                let between = middle.entry(id)
                #expect(between.location == "old")
                root.entry(id).location = "new"
                let request = FetchRequest<Entry>(entityName: "Entry")
                request.returnsObjectsAsFaults = areFaults
                let fetched = try grandchild.fetch(request)
                #expect(fetched.map(\.location) == ["old"])
                #expect(grandchild.entry(id) === fetched.first)
                withExtendedLifetime(between) {}
            }
        }
    }

    /// CHD-12, CHD-14
    @Test func `both ends of a relationship agree when parent and child move an object to different owners`() throws {
        try withParent { _, parent, child in
            let first = parent.insertDepartment("first", employees: "Ada")
            let second = parent.insertDepartment("second"), third = parent.insertDepartment("third")
            try parent.save()
            let ada = try #require(first.employees.first)
            let childsAda = try #require(child.object(with: ada.objectID) as? Employee)
            childsAda.department = child.object(with: second.objectID) as? Department
            ada.department = third
            try child.save()
            #expect(ada.department === second)
            #expect(first.employees.isEmpty)
            #expect(second.employees == [ada])
            #expect(third.employees.isEmpty)
        }
    }

    /// CHD-14
    @Test func `a child that repeats its parent's saved change leaves nothing to save`() throws {
        try withParent { _, parent, child in
            let department = parent.insertDepartment("d"), ada = Employee(context: parent)
            try parent.save()
            let childsAda = try #require(try child.existingObject(with: ada.objectID) as? Employee)
            let childsDepartment = try #require(try child.existingObject(with: department.objectID) as? Department)
            #expect(childsAda.department == nil && childsDepartment.employees.isEmpty)
            ada.department = department
            try parent.save()
            childsAda.department = childsDepartment
            try child.save()
            #expect(!parent.hasChanges)
            #expect(department.employees == [ada])
        }
    }

    /// CHD-13, CHD-14
    @Test func `an object deleted in the parent is restored when a child adds it to a relationship`() throws {
        try withParent { _, parent, child in
            let ada = Employee(context: parent)
            ada.firstName = "Ada"
            let childsAda = try #require(child.object(with: ada.objectID) as? Employee)
            let department = child.insertDepartment("new")
            childsAda.department = department
            parent.delete(ada)
            try child.save()
            let joined = try #require(parent.object(with: department.objectID) as? Department)
            #expect(joined.employees.map(\.firstName) == ["Ada"])
        }
    }

    /// CHD-12, CHD-14
    @Test func `a relationship set by temporary ID equals the one its parent saved`() throws {
        try withParent { _, parent, child in
            let ada = Employee(context: parent)
            try parent.save()
            let department = parent.insertDepartment("new")
            let childsAda = try #require(try child.existingObject(with: ada.objectID) as? Employee)
            childsAda.department = child.object(with: department.objectID) as? Department
            ada.department = department
            try parent.save()
            try child.save()
            #expect(ada.department === department)
            #expect(!parent.hasChanges)
        }
    }

    /// CHD-13, CHD-14
    @Test func `a restored object does not reclaim destinations that its parent moved`() throws {
        try withParent(model: ItemModel.model()) { _, parent, child in
            let items = try parent.savedItems("moved", "left")
            let box = Box(context: parent), other = Box(context: parent)
            box.setValue(Set(items), forKey: "items")
            try parent.save()
            let childsBox = try #require(try child.existingObject(with: box.objectID) as? Box)
            parent.delete(box)
            parent.processPendingChanges()
            items[0].box = other
            childsBox.label = "back"
            try child.save()
            #expect(box.label == "back" && !box.isDeleted)
            #expect(items[0].box === other && other.items == [items[0]])
            #expect(items[1].box === box && box.items == [items[1]])
        }
    }

    /// RFR-07, B-ID-02
    @Test func `a relationship equal to the parent's is not a change, whichever ID it uses`() throws {
        try withParent { _, parent, child in
            let surf = child.insertDepartment("surf"), ada = Employee(context: child)
            try child.save()
            ada.department = surf
            let parentsAda = try #require(parent.object(with: ada.objectID) as? Employee)
            parentsAda.department = parent.object(with: surf.objectID) as? Department
            try parent.obtainPermanentIDs(for: Array(parent.insertedObjects))
            child.refresh(ada, mergeChanges: true)
            #expect(ada.changedValues().isEmpty)
            #expect(!ada.isUpdated)
            #expect(ada.department === surf)
        }
    }

    /// CHD-11, B-ID-02
    @Test func `an object deleted by a child keeps its relationships when its parent is saved`() throws {
        try withParent { _, parent, child in
            let surf = child.insertDepartment("surf", employees: "Ada")
            let ada = try surf.employee("Ada")
            try child.save()
            child.delete(ada)
            child.processPendingChanges()
            let parentsAda = try #require(parent.object(with: ada.objectID) as? Employee)
            try parent.save()
            try child.save()
            #expect(parent.deletedObjects == [parentsAda])
            #expect(parentsAda.changedValues().isEmpty)
            #expect(parentsAda.department?.name == "surf")
        }
    }

    /// B-UND-03, INS-09, CHD-03
    @Test(arguments: StoreKind.allCases, [false, true])
    func `undoing a child's saved deletion inserts a new object, even with an early permanent ID`(
        kind: StoreKind, isKeptByParent: Bool
    ) throws {
        try withParent(kind) { stack, parent, child in
            parent.undoManager = ContextUndoManager()
            let entry = child.insertEntry("x")
            try child.obtainPermanentIDs(for: [entry])
            let id = entry.objectID
            try child.save()
            try parent.save()
            child.delete(entry)
            try child.save()
            if isKeptByParent { parent.undo() }
            try parent.save()
            child.undo()
            #expect(entry.isInserted && entry.location == "x")
            #expect(entry.objectID != id)
            try child.save()
            try parent.save()
            #expect(try stack.coordinator.stored() == (isKeptByParent ? ["x", "x"] : ["x"]))
        }
    }

    /// B-UND-02, POL-03
    @Test func `redoing an object restored by a child does not reuse the deleted row's version`() throws {
        try withParent { stack, parent, child in
            parent.undoManager = ContextUndoManager()
            let (entry, version) = try bringBack(child, parent)
            parent.undo()
            #expect(parent.insertedObjects.isEmpty)
            parent.redo()
            try parent.save()
            #expect(try stack.coordinator.stored() == ["again"])
            let back = try #require(try parent.existingObject(with: entry.objectID) as? Entry)
            #expect(back.version > version + 1)
        }
    }
}
