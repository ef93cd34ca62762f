import Foundation
import Persistence
import PersistenceTestSupport
import TestSupport
import Testing

/// A context as an object space connected to a coordinator.
@Suite struct ContextTests {
    /// CTX-01
    @Test(arguments: StoreKind.allCases)
    func `changes are visible only in their own context until they are saved`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let id = try stack.savedEntry(location: "old")
        let other = stack.context()
        let held = other.performAndWait { scope { other.entry(id).location } }
        try stack.withContext { context in
            context.entry(id).location = "new"
            context.checkInvariants()
            #expect(try stack.coordinator.stored() == ["old"])
            other.performAndWait { #expect(other.entry(id).location == "old") }
            try context.save()
        }
        #expect(held == "old")
        #expect(try stack.coordinator.stored() == ["new"])
    }

    /// CTX-02
    @Test(arguments: StoreKind.allCases)
    func `one save writes to every store that contains its objects`(kind: StoreKind) throws {
        let folder = try TemporaryFolder()
        let coordinator = TwoStoreModel.coordinator()
        let first = try coordinator.add(kind, "a", in: folder, configuration: "A")
        let second = try coordinator.add(kind, "b", in: folder, configuration: "B")
        let ids = try coordinator.inContext { context in
            let objects = [context.insert("Alpha", named: "a1"), context.insert("Beta", named: "b1")]
            try context.save()
            return objects.map(\.objectID)
        }
        #expect(ids[0].persistentStore === first)
        #expect(ids[1].persistentStore === second)
        try coordinator.inContext { context in
            for id in ids { try context.existingObject(with: id).setValue("changed", forKey: "name") }
            try context.save()
        }
        #expect(try coordinator.stored("name", of: "Alpha") == ["changed"])
        #expect(try coordinator.stored("name", of: "Beta") == ["changed"])
    }

    /// CTX-03
    @Test func `an object cannot be inserted into a second context`() async {
        let outcome = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let stack = try Stack()
            let first = stack.context(), second = stack.context()
            first.performAndWait { second.performAndWait { second.insert(first.insertEntry("x")) } }
        }
        #expect(outcome.says("The object belongs to another context"))
    }

    /// CTX-04, IDN-04, IDN-05, B-ID-02
    @Test(arguments: StoreKind.allCases)
    func `different contexts have different instances of an object with equal IDs`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        _ = try stack.savedEntry(location: "old")
        try stack.withContext { first in
            let one = try #require(try first.entries().first)
            try stack.withContext { second in
                let two = try #require(try second.entries().first)
                #expect(one !== two)
                #expect(one.objectID == two.objectID)
                #expect(one.objectID.hashValue == two.objectID.hashValue)
                #expect(second.object(with: one.objectID) === two)
                one.location = "new"
                #expect(two.location == "old")
            }
        }
    }

    /// CTX-05
    @Test(arguments: StoreKind.allCases)
    func `the coordinator supplies the model and sends requests to the entity's stores`(kind: StoreKind) throws {
        let folder = try TemporaryFolder()
        let coordinator = TwoStoreModel.coordinator()
        try coordinator.add(kind, "a", in: folder, configuration: "A")
        let second = try coordinator.add(kind, "b", in: folder, configuration: "B")
        try coordinator.inContext { context in
            let entity = EntityDescription.entity(forEntityName: "Beta", in: context)
            #expect(entity === coordinator.managedObjectModel.entitiesByName["Beta"])
            context.insert("Beta", named: "b1")
            try context.save()
            #expect(try context.names(of: "Beta", in: second) == ["b1"])
            #expect(try context.names(of: "Alpha") == [])
        }
    }

    /// CTX-06
    @Test func `fetching and saving without a coordinator are errors`() throws {
        let context = ManagedObjectContext(concurrencyType: .privateQueue)
        try context.performAndWait {
            let fetching = persistenceError { _ = try context.entries() }
            #expect(fetching?.code == .coreData)
            let counting = persistenceError { _ = try context.count(for: FetchRequest<Entry>(entityName: "Entry")) }
            #expect(counting?.code == .coreData)
            try scope {
                let model = CompanyModel.model()
                model.freeze()
                context.insert(Entry(entity: try #require(model.entitiesByName["Entry"]), insertInto: nil))
                #expect(context.hasChanges)
                let saving = persistenceError { try context.save() }
                #expect(saving?.code == .coreData)
                #expect(context.hasChanges)
            }
        }
    }

    /// CTX-06
    @Test func `inserting by entity name without a coordinator is a programmer error`() async {
        let outcome = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let context = ManagedObjectContext(concurrencyType: .privateQueue)
            context.performAndWait { _ = EntityDescription.insertNewObject(forEntityName: "Entry", into: context) }
        }
        #expect(outcome.says("The context has no coordinator"))
    }

    /// CTX-07
    @Test(arguments: StoreKind.allCases)
    func `several contexts of one coordinator save separate objects`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        for name in ["a", "b", "c"] { _ = try stack.savedEntry(location: name) }
        #expect(try stack.coordinator.stored() == ["a", "b", "c"])
    }

    /// CTX-08
    @Test func `a context's coordinator is the one that was set`() throws {
        let stack = try Stack()
        let context = ManagedObjectContext(concurrencyType: .privateQueue)
        #expect(context.persistentStoreCoordinator == nil)
        context.persistentStoreCoordinator = stack.coordinator
        #expect(context.persistentStoreCoordinator === stack.coordinator)
    }

    /// CTX-09
    @Test func `the coordinator cannot be set to nil`() async {
        let outcome = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try Stack().context().persistentStoreCoordinator = nil
        }
        #expect(outcome.says("A context's coordinator cannot be set to nil"))
    }

    /// CTX-10
    @Test(arguments: StoreKind.allCases)
    func `a released context discards its unsaved changes`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let survivor = stack.context()
        let probe = probe {
            let context = stack.context()
            context.performAndWait { _ = context.insertEntry("lost") }
            return context
        }
        #expect(!probe.isAlive)
        #expect(try stack.coordinator.stored() == [])
        try survivor.performAndWait {
            survivor.insertEntry("kept")
            try survivor.save()
        }
        #expect(try stack.coordinator.stored() == ["kept"])
    }

    /// CTX-11, FET-04
    @Test(arguments: StoreKind.allCases)
    func `fetched objects are registered under their object IDs`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let ids = try stack.coordinator.save("a", "b")
        try stack.withContext { context in
            let entries = try context.entries()
            #expect(Set(entries.map(\.objectID)) == Set(ids))
            for entry in entries {
                #expect(context.registeredObjects.contains(entry))
                #expect(context.registeredObject(for: entry.objectID) === entry)
            }
            context.checkInvariants()
        }
    }

    /// CTX-12
    @Test(arguments: StoreKind.allCases)
    func `a context has one instance of each object, however it is reached`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        try stack.withContext { context in
            context.insertDepartment("surf", employees: "Ann")
            try context.save()
        }
        try stack.withContext { context in
            let fetched = try #require(try context.fetch(FetchRequest<Employee>(entityName: "Employee")).first)
            let department = try #require(try context.fetch(FetchRequest<Department>(entityName: "Department")).first)
            #expect(context.object(with: fetched.objectID) === fetched)
            #expect(department.employees.first === fetched)
            #expect(try context.fetch(FetchRequest<Employee>(entityName: "Employee")).first === fetched)
        }
    }

    /// CTX-13
    @Test(arguments: StoreKind.allCases)
    func `a context maintains inverses, tracks changes and undoes both sides`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        try stack.withContext { context in
            let department = context.insertDepartment("surf")
            let employee = Employee(context: context)
            try context.save()
            context.undoManager = ContextUndoManager()
            employee.department = department
            #expect(department.employees == [employee])
            #expect(context.updatedObjects == [employee, department])
            context.checkInvariants()
            context.undo()
            #expect(employee.department == nil)
            #expect(department.employees == [])
            context.checkInvariants()
        }
    }

    /// CTX-14
    @Test(arguments: StoreKind.allCases)
    func `unsaved changes are either rolled back or saved`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let id = try stack.savedEntry(location: "old")
        try stack.withContext { context in
            context.entry(id).location = "discarded"
            context.rollback()
            context.checkInvariants()
            try context.save()
            #expect(try stack.coordinator.stored() == ["old"])
            context.entry(id).location = "committed"
            try context.save()
            context.checkInvariants()
        }
        #expect(try stack.coordinator.stored() == ["committed"])
    }

    /// CTX-15
    @Test func `ManagedObjectContext cannot be subclassed`() throws {
        let output = try typecheck("import Persistence\nclass OwnContext: ManagedObjectContext {}\n")
        #expect(output.status != 0)
        #expect(output.text.contains("inheritance from a final class 'ManagedObjectContext'"))
    }

    /// CTX-16
    @Test func `a custom class's hooks are called in a container's background context`() async throws {
        let container = try PersistentContainer.inMemory(PageModel.model())
        let log = try await container.performBackgroundTask { context in
            let page = Page(context: context)
            try context.save()
            context.refresh(page, mergeChanges: false)
            _ = page.title
            return page.log
        }
        #expect(
            log == [
                "awakeFromInsert", "willSave", "didSave", "willTurnIntoFault", "didTurnIntoFault", "awakeFromFetch",
            ])
    }

    /// CTX-17, B-STO-02
    @Test func `a container has one main-queue context, and creates private contexts on request`() throws {
        let container = try PersistentContainer.inMemory(CompanyModel.model())
        #expect(container.viewContext.concurrencyType == .mainQueue)
        #expect(container.viewContext.parent == nil)
        #expect(container.viewContext.persistentStoreCoordinator === container.persistentStoreCoordinator)
        let background = container.newBackgroundContext()
        #expect(background !== container.viewContext)
        #expect(background.concurrencyType == .privateQueue)
        #expect(background.parent == nil)
        #expect(background.persistentStoreCoordinator === container.persistentStoreCoordinator)
    }
}
