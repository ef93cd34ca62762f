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

    /// CHD-13
    @Test func `a child's change of a record whose insertion its parent took back comes to nothing`() throws {
        let stack = try Stack()
        let parent = stack.context(), child = parent.makeChild()
        try holding(parent, child) {
            let changed = child.insertEntry("changed"), deleted = child.insertEntry("deleted")
            try child.save()
            parent.rollback()
            changed.location = "again"
            child.delete(deleted)
            try child.save()
            #expect(!parent.hasChanges)
            parent.insertEntry("other")
            try parent.save()
            #expect(try stack.coordinator.stored() == ["other"])
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

    /// CHD-13
    @Test func `a record that the parent deleted does not join a child's department`() throws {
        let stack = try Stack()
        let parent = stack.context(), child = parent.makeChild()
        try holding(parent, child) {
            let ada = Employee(context: parent)
            let childsAda = try #require(child.object(with: ada.objectID) as? Employee)
            let department = child.insertDepartment("new")
            childsAda.department = department
            parent.delete(ada)
            try child.save()
            let joined = try #require(parent.object(with: department.objectID) as? Department)
            #expect(joined.employees.isEmpty)
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
