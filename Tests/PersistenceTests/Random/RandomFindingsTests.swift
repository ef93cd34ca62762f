import Persistence
import Testing

/// What random scripts found, each in a script of its own.
@Suite struct RandomFindingsTests {
    /// CHD-03, CHD-04
    @Test func `a child's insertion is one in a parent that knew its ID already`() throws {
        let stack = try Stack()
        let parent = stack.context(), child = parent.makeChild()
        try holding(parent, child) {
            let entry = child.insertEntry("new")
            let early = parent.object(with: entry.objectID)
            try child.save()
            #expect(early.isInserted)
            try parent.save()
            #expect(try stack.coordinator.stored() == ["new"])
        }
    }

    /// INS-16, B-UND-02
    @Test func `redoing an insertion keeps the permanent ID that was obtained early`() throws {
        let stack = try Stack()
        let context = stack.context()
        context.undoManager = ContextUndoManager()
        try context.performAndWait {
            let entry = context.insertEntry("x")
            try context.obtainPermanentIDs(for: [entry])
            let id = entry.objectID
            context.undo()
            context.redo()
            #expect(entry.objectID == id)
            try context.save()
            #expect(entry.objectID == id)
            #expect(try stack.coordinator.stored() == ["x"])
        }
    }

    /// B-UND-02, CTX-12
    @Test(arguments: [false, true])
    func `redoing an insertion takes the ID from a fault that was asked for meanwhile`(isRead: Bool) throws {
        let context = try Stack().context()
        context.undoManager = ContextUndoManager()
        try context.performAndWait {
            let entry = context.insertEntry("x")
            context.undo()
            let fault = context.entry(entry.objectID)
            #expect(fault !== entry)
            if isRead { #expect(fault.location == nil) }
            context.redo()
            #expect(context.registeredObject(for: entry.objectID) === entry)
            #expect(entry.isInserted && entry.location == "x")
            #expect(fault.isDeleted && fault.location == nil && fault.managedObjectContext == nil)
            context.checkInvariants()
            try context.save()
            #expect(try context.entries() == [entry])
        }
    }

    /// FLT-04
    @Test func `an object that was read before its row existed is found once the row does`() throws {
        let stack = try Stack()
        let writer = stack.context(), reader = stack.context()
        try writer.performAndWait {
            let entry = writer.insertEntry("x")
            try writer.obtainPermanentIDs(for: [entry])
            try reader.performAndWait {
                let early = reader.entry(entry.objectID)
                #expect(early.location == nil)
                #expect(early.isDeleted)
                try writer.save()
                #expect(try reader.entries() == [early])
                #expect(!early.isDeleted)
                #expect(early.location == "x")
            }
        }
    }

    /// CHD-12, CHD-14
    @Test func `a child's change brings back a record whose insertion its parent took back`() throws {
        let stack = try Stack()
        let parent = stack.context(), child = parent.makeChild()
        try holding(parent, child) {
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
    func `a child's change takes back its parent's deletion`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let parent = stack.context(), child = parent.makeChild()
        parent.undoManager = ContextUndoManager()
        try holding(parent, child) {
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
    @Test func `an employee that a child changes stays without the department that its parent deleted`() throws {
        let stack = try Stack()
        let parent = stack.context(), child = parent.makeChild()
        try holding(parent, child) {
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
    @Test func `a department that a child changes comes back without the employees that its parent deleted`() throws {
        let stack = try Stack()
        let parent = stack.context(), child = parent.makeChild()
        try holding(parent, child) {
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
    func `a child's change of a record whose deletion its parent saved is for the merge policy`(kind: StoreKind) throws
    {
        let stack = try Stack(kind)
        let id = try stack.savedEntry(location: "old")
        let parent = stack.context(), child = parent.makeChild()
        try holding(parent, child) {
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
    @Test func `a child brings back its own record although its parent saved and deleted it`() throws {
        let stack = try Stack()
        let parent = stack.context(), child = parent.makeChild()
        try holding(parent, child) {
            let entry = child.insertEntry("first")
            entry.wind = "offshore"
            try child.save()
            try parent.save()
            let version = scope { parent.entry(entry.objectID).version }
            parent.delete(parent.entry(entry.objectID))
            try parent.save()
            entry.location = "again"
            try child.save()
            try parent.save()
            #expect(try stack.coordinator.stored() == ["again"])
            #expect(try stack.coordinator.stored("wind") == ["offshore"])
            let back = try #require(try parent.existingObject(with: entry.objectID) as? Entry)
            #expect(back.version > version + 1, "Nobody may take it for the row that was deleted.")
        }
    }

    /// CHD-03, DEL-01
    @Test func `a parent's deletion of a child's record that it only knew by its ID does not stop the record`() throws {
        let stack = try Stack()
        let parent = stack.context(), child = parent.makeChild()
        try holding(parent, child) {
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
    @Test func `a fetch in a grandchild shows an object as the context between shows it`() throws {
        let stack = try Stack()
        let id = try stack.savedEntry(location: "old")
        let root = stack.context(), middle = root.makeChild(), grandchild = middle.makeChild()
        try root.performAndWait {
            try holding(middle, grandchild) {
                let between = middle.entry(id)
                #expect(between.location == "old")
                root.entry(id).location = "new"
                let fetched = try grandchild.entries()
                #expect(fetched.map(\.location) == ["old"])
                #expect(grandchild.entry(id) === fetched.first)
                withExtendedLifetime(between) {}
            }
        }
    }

    /// CHD-12, CHD-14
    @Test func `both ends agree when a child moves an employee that its parent has moved elsewhere`() throws {
        let stack = try Stack()
        let parent = stack.context(), child = parent.makeChild()
        try holding(parent, child) {
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
    @Test func `a child that repeats what its parent has saved leaves nothing to save`() throws {
        let stack = try Stack()
        let parent = stack.context(), child = parent.makeChild()
        try holding(parent, child) {
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
    @Test func `a record that the parent deleted comes back to join a child's department`() throws {
        let stack = try Stack()
        let parent = stack.context(), child = parent.makeChild()
        try holding(parent, child) {
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

    /// DEL-01
    @Test func `a deletion of a record that was not there does not hide the record that came`() throws {
        let stack = try Stack()
        let writer = stack.context(), other = stack.context()
        try writer.performAndWait {
            let employee = Employee(context: writer)
            employee.firstName = "Ada"
            try other.performAndWait {
                other.delete(other.object(with: employee.objectID))
                other.processPendingChanges()
                try writer.save()
                try other.save()
            }
            #expect(try stack.coordinator.stored("firstName", of: "Employee") == ["Ada"])
            let reader = stack.context()
            try reader.performAndWait {
                let found = try reader.existingObject(with: employee.objectID) as? Employee
                #expect(found?.firstName == "Ada")
            }
        }
    }

    /// DEL-01
    @Test func `a deletion of a record that never was is saved as nothing`() throws {
        let stack = try Stack()
        let writer = stack.context(), other = stack.context()
        try writer.performAndWait {
            let id = writer.insertEntry("never saved").objectID
            try other.performAndWait {
                other.delete(other.object(with: id))
                other.insertEntry("x")
                try other.save()
                #expect(!other.hasChanges)
            }
            #expect(try stack.coordinator.stored() == ["x"])
        }
    }

    /// CTX-12, B-ID-04
    @Test(arguments: StoreKind.allCases)
    func `a record that was known by its temporary ID is fetched as the same object`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let writer = stack.context(), reader = stack.context()
        try holding(writer, reader) {
            let entry = writer.insertEntry("new")
            let early = reader.object(with: entry.objectID)
            try writer.save()
            #expect(try reader.entries() == [early])
        }
    }

    /// CTX-05, B-ID-02
    @Test func `a record that another coordinator saved is read and written through one's own`() throws {
        let stack = try Stack(.sqlite)
        let beside = try Stack(beside: stack)
        let writer = beside.context(), context = stack.context()
        try holding(writer, context) {
            let entry = writer.insertEntry("theirs")
            let early = context.entry(entry.objectID)
            try writer.save()
            early.wind = "ours"
            #expect(early.objectID.persistentStore === stack.store)
            #expect(try context.entries() == [early])
            #expect(context.updatedObjects == [early])
            try context.save()
            #expect(entry.wind == nil)
            #expect(try stack.coordinator.stored("wind") == ["ours"])
        }
    }

    /// RFR-02, B-REL-01
    @Test func `an employee whose change a refresh dropped can be made a member again`() throws {
        let stack = try Stack()
        try stack.withContext { context in
            let ada = Employee(context: context)
            ada.firstName = "Ada"
            try context.save()
            let department = context.insertDepartment("new")
            ada.department = department
            context.refresh(ada, mergeChanges: false)
            #expect(ada.department == nil)
            department.setValue(Set([ada]), forKey: "employees")
            #expect(ada.department === department)
            try context.save()
            context.refresh(ada, mergeChanges: false)
            #expect(ada.department === department)
        }
    }

    /// DEL-03, B-OBJ-04
    @Test func `deleting a new object twice in one event is as good as once`() throws {
        let stack = try Stack()
        try stack.withContext { context in
            let entry = context.insertEntry("new")
            context.delete(entry)
            context.delete(entry)
            #expect(!context.hasChanges)
            context.checkInvariants()
            context.processPendingChanges()
            #expect(entry.managedObjectContext == nil)
            try context.save()
            #expect(try stack.coordinator.stored() == [])
        }
    }

    /// FLT-05, RFR-12
    @Test func `a context that takes nothing stale finds a record that was deleted here and inserted again elsewhere`()
        throws
    {
        let stack = try Stack(.sqlite)
        let beside = try Stack(beside: stack)
        let id = try stack.savedEntry(location: "old")
        let witness = stack.context(), context = stack.context(), other = beside.context()
        try holding(witness, context) {
            let held = witness.entry(id)
            #expect(held.location == "old")
            context.delete(context.entry(id))
            try context.save()
            try other.performAndWait {
                other.insertObject(with: id).setValue("again", forKey: "location")
                try other.save()
            }
            context.stalenessInterval = .alwaysRefetch
            #expect(context.entry(id).location == "again")
            withExtendedLifetime(held) {}
        }
    }

    /// B-POL-02, POL-03
    @Test(arguments: StoreKind.allCases)
    func `a record that a merge policy inserts again is not taken for its old row`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let id = try stack.savedEntry(location: "old")
        let witness = stack.context(), context = stack.context()
        try context.performAndWait {
            try witness.performAndWait {
                witness.entry(id).wind = "mine"
                context.entry(id).location = "back"
                context.mergePolicy = .mergeByPropertyObjectTrump
                try stack.coordinator.erase(id)
                try context.save()
                #expect(persistenceError { try witness.save() }?.code == .merge)
                witness.rollback()
                witness.refresh(witness.entry(id), mergeChanges: false)
                #expect(witness.entry(id).location == "back")
            }
        }
        #expect(try stack.coordinator.stored() == ["back"])
    }

    /// Runs `body` with the right to use both contexts.
    private func holding(
        _ first: ManagedObjectContext, _ second: ManagedObjectContext, _ body: () throws -> Void
    ) throws {
        try first.performAndWait { try second.performAndWait(body) }
    }
}
