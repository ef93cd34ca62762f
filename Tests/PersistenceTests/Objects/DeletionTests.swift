import Foundation
import Persistence
import PersistenceTestSupport
import Testing

/// Deleting objects, and when a deletion is propagated to related objects.
@Suite struct DeletionTests {
    /// DEL-01, DEL-02
    @Test(arguments: StoreKind.allCases)
    func `saving a deletion deletes the row and unregisters the object`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let id = try stack.savedEntry(location: "doomed")
        try stack.withContext { context in
            let entry = context.entry(id)
            context.delete(entry)
            context.checkInvariants()
            #expect(try stack.coordinator.stored() == ["doomed"])
            #expect(context.registeredObject(for: id) === entry)
            try context.save()
            #expect(try stack.coordinator.stored() == [])
            #expect(context.registeredObject(for: id) == nil)
            context.checkInvariants()
        }
    }

    /// DEL-01, POL-03, SAV-29
    @Test(arguments: StoreKind.allCases, [false, true])
    func `a fault can be deleted whether its row is cached or not`(_ kind: StoreKind, _ isCached: Bool) throws {
        let rows = try SharedRows(kind, model: CompanyModel.model())
        let (side, far) = (try rows.side(), try rows.side())
        let (context, witness) = (side.context(), isCached ? side.context() : far.context())
        let writer = far.context()
        try using(context, witness, writer) {
            let entry = Entry(context: writer)
            try writer.save()
            let seen = try witness.existingObject(with: entry.objectID)
            context.delete(context.object(with: entry.objectID))
            try context.save()
            #expect(try context.count(for: FetchRequest<Entry>(entityName: "Entry")) == 0)
            withExtendedLifetime(seen) {}
        }
    }

    /// DEL-03
    @Test(arguments: StoreKind.allCases)
    func `deleting an unsaved object clears the relationships to it`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let id = try stack.savedDepartment("Ann")
        try stack.withContext { context in
            let department = context.object(with: id) as! Department
            let employee = Employee(context: context)
            employee.department = department
            #expect(department.employees.count == 2)
            context.delete(employee)
            context.processPendingChanges()
            #expect(department.employees.count == 1)
            #expect(!department.isUpdated)
            #expect(!context.hasChanges)
            context.checkInvariants()
            try context.save()
        }
        #expect(try stack.coordinator.stored("firstName", of: "Employee") == ["Ann"])
    }

    /// DEL-03, B-OBJ-04
    @Test func `deleting a new object twice in one event is the same as once`() throws {
        let stack = try Stack()
        try stack.withContext { context in
            let entry = context.insertEntry("new")
            context.delete(entry)
            #expect(entry.isDeleted && !entry.isInserted)
            context.delete(entry)
            #expect(!context.hasChanges && context.deletedObjects.isEmpty)
            context.checkInvariants()
            context.processPendingChanges()
            #expect(entry.managedObjectContext == nil && !entry.isDeleted)
            try context.save()
            #expect(try stack.coordinator.stored() == [])
        }
    }

    /// DEL-04
    @Test func `by default, deletions propagate at the end of the event`() {
        #expect(ManagedObjectContext(concurrencyType: .privateQueue).propagatesDeletesAtEndOfEvent)
    }

    /// DEL-05
    @Test(arguments: StoreKind.allCases)
    func `a deletion propagates to related objects at the end of its event`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let id = try stack.savedDepartment("Ann")
        try stack.withContext { context in
            let department = context.object(with: id) as! Department
            let employee = try #require(department.employees.first)
            context.delete(department)
            #expect(!employee.isDeleted)
            context.processPendingChanges()
            #expect(employee.isDeleted)
            #expect(context.deletedObjects == [department, employee])
            context.checkInvariants()
            try context.save()
        }
        #expect(try stack.coordinator.stored("firstName", of: "Employee") == [])
    }

    /// DEL-06
    @Test(arguments: StoreKind.allCases)
    func `a deletion can instead propagate just before the save`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let id = try stack.savedDepartment("Ann")
        try stack.withContext { context in
            context.propagatesDeletesAtEndOfEvent = false
            let department = context.object(with: id) as! Department
            let employee = try #require(department.employees.first)
            context.delete(department)
            context.processPendingChanges()
            #expect(!employee.isDeleted)
            #expect(context.deletedObjects == [department])
            try context.save()
            context.checkInvariants()
        }
        #expect(try stack.coordinator.stored("firstName", of: "Employee") == [])
    }

    /// DEL-06
    @Test(arguments: StoreKind.allCases)
    func `rollback discards deletions that would propagate at the save`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let id = try stack.savedDepartment("Ann")
        try stack.withContext { context in
            context.propagatesDeletesAtEndOfEvent = false
            context.delete(context.object(with: id))
            context.processPendingChanges()
            context.rollback()
            context.insertEntry("other")
            try context.save()
        }
        #expect(try stack.coordinator.stored("firstName", of: "Employee") == ["Ann"])
    }

    /// DEL-06, DEL-03
    @Test(arguments: StoreKind.allCases, [false, true])
    func `deleting an unsaved object always clears its relationships at the end of the event`(
        kind: StoreKind, isOfSameEvent: Bool
    ) throws {
        let stack = try Stack(kind)
        let id = try stack.savedDepartment("Ann")
        try stack.withContext { context in
            context.propagatesDeletesAtEndOfEvent = false
            let department = context.object(with: id) as! Department
            let employee = Employee(context: context)
            employee.department = department
            let other = context.insertDepartment("new", employees: "Bob")
            if !isOfSameEvent { context.processPendingChanges() }
            context.delete(employee)
            context.delete(other)
            context.processPendingChanges()
            #expect(department.employees.map(\.firstName) == ["Ann"])
            #expect(!context.hasChanges)
            context.checkInvariants()
            try context.save()
        }
        #expect(try stack.coordinator.stored("firstName", of: "Employee") == ["Ann"])
    }

    /// DEL-06
    @Test(arguments: StoreKind.allCases)
    func `relationships to a deleted object can instead be nullified just before the save`(kind: StoreKind) throws {
        let stack = try Stack(kind, model: ItemModel.model())
        try stack.withContext { context in
            context.propagatesDeletesAtEndOfEvent = false
            let item = try context.savedItems("a")[0]
            let box = Box(context: context)
            item.box = box
            try context.save()
            context.delete(box)
            context.processPendingChanges()
            #expect(item.box === box)
            #expect(context.updatedObjects.isEmpty)
            try context.save()
            #expect(item.box == nil)
            #expect(!context.hasChanges)
            context.checkInvariants()
            try stack.withContext { other in
                let stored = try other.item(item.objectID)
                #expect(stored.objectIDs(forRelationshipNamed: "box") == [])
            }
        }
    }

    /// The point in a save at which an object is deleted.
    enum Moment: CaseIterable, Sendable { case willSave, notification, validation }

    /// DEL-06, B-OBJ-06, SAV-02
    @Test(arguments: Moment.allCases, [false, true])
    func `a deletion made during a save propagates in the same save`(
        moment: Moment, propagatesAtEndOfEvent: Bool
    ) throws {
        let stack = try Stack(model: ItemModel.model(deleteRule: .cascadeDeleteRule))
        try stack.withContext { context in
            context.propagatesDeletesAtEndOfEvent = propagatesAtEndOfEvent
            let hooks = Hooks(context)
            let items = try context.savedItems("a", "b")
            let box = Box(context: context)
            items[0].box = box
            try context.save()
            let delete = { if !box.isDeleted { context.delete(box) } }
            if moment == .willSave { hooks.willSave = { _ in delete() } }
            if moment == .validation { hooks.validate = { _ in delete() } }
            items[1].note = "changed"
            _ = hooks.take()
            try observing(
                .managedObjectContextWillSave, of: context, with: { _ in if moment == .notification { delete() } },
                { try context.save() })
            let log = hooks.take()
            #expect(log.contains("validateForDelete a"))
            #expect(log.contains("willSave a") == (moment == .willSave))
            #expect(!context.hasChanges)
            #expect(try context.itemNames() == ["b"])
            context.checkInvariants()
        }
        #expect(try stack.coordinator.stored("name", of: "Item") == ["b"])
    }

    /// DEL-07, FET-08
    @Test(arguments: StoreKind.allCases)
    func `an unsaved deletion hides the object only from its own context's fetches`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let ids = try stack.coordinator.save("alpha", "bravo")
        try stack.withContext { context in
            context.delete(context.entry(ids[1]))
            #expect(try context.entries().map(\.location) == ["alpha"])
            let elsewhere = try stack.withContext { try $0.entries().map(\.location) }
            #expect(elsewhere == ["alpha", "bravo"])
        }
    }
}
