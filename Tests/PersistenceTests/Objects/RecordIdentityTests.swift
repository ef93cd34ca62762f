import Persistence
import PersistenceTestSupport
import Testing

/// Rows that are inserted, deleted and inserted again, and the objects related to them.
@Suite struct RecordIdentityTests {
    /// FLT-04
    @Test(arguments: [false, true])
    func `an object read before its row existed is found once the row is saved`(hasPending: Bool) throws {
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
                let pending = hasPending ? [reader.insertEntry("pending")] : []
                #expect(try reader.entries() == pending + [early])
                #expect(!early.isDeleted)
                #expect(early.location == "x")
            }
        }
    }

    /// DEL-01
    @Test func `deleting an object whose row did not exist does not delete the row saved later`() throws {
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
    @Test func `saving the deletion of an object that was never saved writes nothing`() throws {
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
    func `an object known by its temporary ID is fetched as the same instance`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let writer = stack.context(), reader = stack.context()
        try using(writer, reader) {
            let entry = writer.insertEntry("new")
            let early = reader.object(with: entry.objectID)
            try writer.save()
            #expect(try reader.entries() == [early])
        }
    }

    /// CTX-05, B-ID-02
    @Test func `a row saved by another coordinator is read and written through the context's coordinator`() throws {
        let stack = try Stack(.sqlite)
        let beside = try Stack(beside: stack)
        let writer = beside.context(), context = stack.context()
        try using(writer, context) {
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

    /// B-ID-02, B-REL-03
    @Test func `a relationship to another coordinator's unsaved object is stored once the object is saved`() throws {
        let stack = try Stack(.sqlite, model: ClubModel.model())
        let beside = try Stack(beside: stack, model: ClubModel.model())
        let writer = beside.context(), context = stack.context()
        try using(writer, context) {
            let ada = writer.insertMembers("Ada")[0]
            let fan = context.insertMembers("Bob")[0]
            fan.setValue(context.object(with: ada.objectID), forKey: "idol")
            try writer.save()
            try context.save()
            context.refresh(fan, mergeChanges: false)
            let idol = fan.value(forKey: "idol") as? ManagedObject
            #expect(idol?.value(forKey: "name") as? String == "Ada")
            #expect(idol?.objectID.persistentStore === stack.store)
        }
    }

    /// RFR-02, B-REL-01
    @Test func `an employee whose change was discarded by a refresh can be added again`() throws {
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

    /// FLT-05, RFR-12
    @Test func `with alwaysRefetch, a row deleted here and inserted again elsewhere is found`() throws {
        let stack = try Stack(.sqlite)
        let beside = try Stack(beside: stack)
        let id = try stack.savedEntry(location: "old")
        let witness = stack.context(), context = stack.context(), other = beside.context()
        try using(witness, context) {
            let held = witness.entry(id)
            #expect(held.location == "old")
            context.delete(context.entry(id))
            try context.save()
            try other.performAndWait {
                other.insertObject(with: id).setValue("again", forKey: "location")
                try other.save()
            }
            context.stalenessInterval = 0
            #expect(context.entry(id).location == "again")
            withExtendedLifetime(held) {}
        }
    }

    /// B-POL-02, POL-03
    @Test(arguments: StoreKind.allCases)
    func `a row that a merge policy inserts again is not mistaken for the old row`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let id = try stack.savedEntry(location: "old")
        let witness = stack.context(), context = stack.context()
        try context.performAndWait {
            try witness.performAndWait {
                witness.entry(id).wind = "mine"
                let back = context.entry(id)
                back.location = "back"
                context.mergePolicy = .mergeByPropertyObjectTrump
                try stack.coordinator.erase(id)
                try context.save()
                #expect(persistenceError { try witness.save() }?.code == .merge)
                witness.rollback()
                witness.refresh(witness.entry(id), mergeChanges: false)
                #expect(witness.entry(id).location == "back")
                context.mergePolicy = .error
                back.location = "saved again"
                try context.save()
            }
        }
        #expect(try stack.coordinator.stored() == ["saved again"])
    }

    /// CHG-05, DEL-05
    @Test(arguments: StoreKind.allCases, [false, true])
    func `new objects with permanent IDs that are deleted together leave no changes`(
        kind: StoreKind, employeeFirst: Bool
    ) throws {
        let stack = try Stack(kind)
        try stack.withContext { context throws in
            let department = context.insertDepartment("new", employees: "Ada")
            let ada = try department.employee("Ada")
            try context.obtainPermanentIDs(for: [department, ada])
            context.processPendingChanges()
            for object in employeeFirst ? [ada, department] : [department, ada] { context.delete(object) }
            context.processPendingChanges()
            #expect(!context.hasChanges)
            #expect(context.registeredObjects.isEmpty)
        }
    }

    /// MRG-04, DEL-01
    @Test(arguments: StoreKind.allCases)
    func `merging a deletion nullifies a new object's relationship to the deleted object`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        try stack.withContext { context throws in
            let department = context.insertDepartment("new", employees: "Ada")
            let ada = try department.employee("Ada")
            let note = try stack.saving { $0.delete($0.object(with: department.objectID)) }
            context.mergeChanges(fromContextDidSave: note)
            #expect(department.isDeleted)
            #expect(ada.department == nil)
            try context.save()
            #expect(context.registeredObject(for: ada.objectID) === ada)
        }
        #expect(try stack.coordinator.stored("firstName", of: "Employee") == ["Ada"])
        #expect(try stack.coordinator.stored("name", of: "Department") == [])
    }
}
