import Foundation
import Persistence
import PersistenceTestSupport
import Testing

/// Setting and reading the values of objects, and their earlier values.
@Suite struct ObjectValueTests {
    /// B-OBJ-08
    @Test(arguments: StoreKind.allCases)
    func `setting a primitive value is not tracked as a change`(kind: StoreKind) throws {
        let stack = try Stack(kind, model: PageModel.model())
        let id = try stack.savedPage()
        try stack.withContext { context throws in
            let page = context.page(id)
            page.setPrimitiveValue("untracked", forKey: "title")
            #expect(page.title == "untracked")
            #expect(page.primitiveValue(forKey: "title") as? String == "untracked")
            #expect(!page.isUpdated && !page.hasPersistentChangedValues)
            #expect(page.changedValues().isEmpty)
            #expect(!context.hasChanges)
            page.willChangeValue(forKey: "title")
            page.setPrimitiveValue("tracked", forKey: "title")
            page.didChangeValue(forKey: "title")
            #expect(context.updatedObjects == [page])
            #expect(page.changedValues()["title"] as? String == "tracked")
            context.checkInvariants()
            try context.save()
        }
        #expect(try stack.coordinator.stored("title", of: "Page") == ["tracked"])
    }

    /// B-OBJ-08. From memory of Core Data.
    @Test(arguments: StoreKind.allCases, [false, true])
    func `a primitive value is saved with the object's other changes, and never without one`(
        kind: StoreKind, isChanged: Bool
    ) throws {
        let stack = try Stack(kind, model: PageModel.model())
        let id = try stack.savedPage()
        try stack.withContext { context throws in
            let page = context.page(id)
            page.setPrimitiveValue("primitive", forKey: "title")
            if isChanged { page.count = 1 }
            try context.save()
            #expect(page.title == "primitive")
        }
        #expect(try stack.coordinator.stored("title", of: "Page") == [isChanged ? "primitive" : "untitled"])
    }

    /// B-OBJ-06, B-OBJ-08
    @Test func `a primitive value set in willSave is saved, and does not call willSave again`() throws {
        let stack = try Stack(model: PageModel.model())
        let id = try stack.savedPage()
        try stack.withContext { context throws in
            let page = context.page(id)
            page.onWillSave = { $0.setPrimitiveValue("stamped", forKey: "title") }
            page.count = 1
            try context.save()
            #expect(page.log.filter { $0 == "willSave" }.count == 1)
            #expect(!context.hasChanges)
        }
        #expect(try stack.coordinator.stored("title", of: "Page") == ["stamped"])
    }

    /// B-OBJ-08, B-OBJ-02
    @Test(arguments: StoreKind.allCases)
    func `setting a primitive value of a fault fires it first, so that awakeFromFetch does not overwrite it`(
        kind: StoreKind
    ) throws {
        let stack = try Stack(kind, model: PageModel.model())
        let id = try stack.savedPage()
        stack.withContext { context in
            let page = context.page(id)
            page.onAwakeFromFetch = { $0.title = "fetched" }
            #expect(page.isFault)
            page.setPrimitiveValue("set", forKey: "title")
            #expect(!page.isFault)
            #expect(page.log == ["awakeFromFetch"])
            #expect(page.title == "set")
            #expect(page.value(forKey: "tags") as? [String] == ["a", "b"])
            #expect(page.log == ["awakeFromFetch"])
        }
    }

    /// B-OBJ-02, FLT-05
    @Test(arguments: StoreKind.allCases)
    func `willAccessValue and willChangeValue fire a fault`(kind: StoreKind) throws {
        let announcements: [(Page) -> Void] = [
            { $0.willAccessValue(forKey: "title") }, { $0.willAccessValue(forKey: nil) },
            { $0.willChangeValue(forKey: "title") },
        ]
        let stack = try Stack(kind, model: PageModel.model())
        let id = try stack.savedPage()
        for announce in announcements {
            stack.withContext { context in
                let page = context.page(id)
                #expect(page.isFault)
                announce(page)
                #expect(!page.isFault)
                #expect(page.log == ["awakeFromFetch"])
            }
        }
    }

    /// B-OBJ-09
    @Test(arguments: StoreKind.allCases)
    func `changing a transient value is an update that writes nothing`(kind: StoreKind) throws {
        let stack = try ProbeStack(kind, model: PageModel.model())
        try stack.coordinator.inContext { context throws in
            let page = Page(context: context)
            try context.save()
            let version = page.version
            page.mood = "calm"
            #expect(context.updatedObjects == [page])
            #expect(!page.hasPersistentChangedValues)
            #expect(page.changedValues().isEmpty)
            let writes = try stack.writes { try context.save() }
            #expect(writes == 0)
            #expect(page.version == version)
            #expect(page.mood == "calm")
            #expect(!context.hasChanges)
            page.title = "stored"
            page.mood = "rough"
            #expect(page.hasPersistentChangedValues)
            #expect(page.changedValues().keys.sorted() == ["title"])
            try context.save()
            #expect(page.version == version + 1)
            context.checkInvariants()
        }
    }

    /// B-OBJ-10
    @Test(arguments: StoreKind.allCases)
    func `changed and committed values return the new and the old values`(kind: StoreKind) throws {
        let stack = try Stack(kind, model: PageModel.model())
        let id = try stack.savedPage()
        stack.withContext { context in
            let page = context.page(id)
            page.title = "first"
            context.processPendingChanges()
            #expect(page.changedValuesForCurrentEvent().isEmpty)
            page.title = nil
            page.count = 3
            let changed = page.changedValues()
            #expect(changed.keys.sorted() == ["count", "title"])
            #expect(changed["title"] is NSNull)
            #expect(changed["count"] as? Int == 3)
            let current = page.changedValuesForCurrentEvent()
            #expect(current.keys.sorted() == ["count", "title"])
            #expect(current["title"] as? String == "first")
            #expect(current["count"] is NSNull)
            let committed = page.committedValues(forKeys: nil)
            #expect(committed.keys.sorted() == ["count", "isDone", "tags", "title"])
            #expect(committed["title"] as? String == "untitled")
            #expect(committed["count"] is NSNull)
            #expect(page.committedValues(forKeys: ["title"]).count == 1)
        }
    }

    /// From memory of Core Data: these are properties of NSManagedObject, which key-value coding finds.
    @Test func `the keys that every object has can be read by name and in key paths`() throws {
        try Stack().withContext { context throws in
            let department = Department(context: context), employee = Employee(context: context)
            employee.department = department
            #expect(employee.value(forKey: "objectID") as? ManagedObjectID == employee.objectID)
            #expect(employee.value(forKey: "self") as? ManagedObject === employee)
            #expect(employee.value(forKey: "entity") as? EntityDescription === employee.entity)
            #expect(employee.value(forKey: "managedObjectContext") as? ManagedObjectContext === context)
            #expect(employee.value(forKey: "isInserted") as? Bool == true)
            #expect(employee.value(forKey: "isFault") as? Bool == false)
            #expect(employee.value(forKeyPath: "department.objectID") as? ManagedObjectID == department.objectID)
            #expect(department.value(forKeyPath: "employees.hasChanges") as? Set<Bool> == [true])
        }
    }

    /// From memory of Core Data.
    @Test func `a property that is named twice is returned once`() throws {
        try Stack().withContext { context throws in
            let employee = Employee(context: context)
            employee.firstName = "Ann"
            #expect(employee.dictionaryWithValues(forKeys: ["firstName", "firstName"]).count == 1)
            try context.save()
            #expect(employee.committedValues(forKeys: ["firstName", "firstName"]).count == 1)
        }
    }

    /// B-OBJ-10. That nothing is committed for a new object, not even nil, was observed in Core Data.
    @Test func `an object that was never saved has no committed values`() throws {
        try Stack(model: PageModel.model()).withContext { context throws in
            let page = Page(context: context)
            page.count = 3
            #expect(page.committedValues(forKeys: nil).isEmpty)
            #expect(page.committedValues(forKeys: ["count", "title"]).isEmpty)
            try context.save()
            #expect(page.committedValues(forKeys: ["count"])["count"] as? Int == 3)
        }
    }

    /// B-OBJ-10
    @Test(arguments: StoreKind.allCases)
    func `changedValuesForCurrentEvent contains the previous destination`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let id = try stack.savedDepartment("Ann")
        try stack.withContext { context throws in
            let department = context.object(with: id) as! Department
            let ann = try #require(department.employees.first)
            ann.department = nil
            #expect(ann.changedValuesForCurrentEvent()["department"] as? ManagedObject === department)
            #expect(ann.changedValues()["department"] is NSNull)
            #expect(department.changedValuesForCurrentEvent()["employees"] as? Set<ManagedObject> == [ann])
        }
    }

    /// B-OBJ-11. That the object is updated was observed in Core Data.
    @Test(arguments: StoreKind.allCases)
    func `setting an equal value makes an object updated, and a save writes nothing`(kind: StoreKind) throws {
        let stack = try ProbeStack(kind, model: PageModel.model())
        try stack.coordinator.inContext { context throws in
            let page = Page(context: context)
            page.setValue(["a", "b"], forKey: "tags")
            try context.save()
            let version = page.version
            page.title = "untitled"
            page.setValue(["a", "b"], forKey: "tags")
            page.setValue(NSMutableArray(array: ["a", "b"]), forKey: "tags")
            #expect(page.isUpdated && page.hasChanges && context.hasChanges && context.updatedObjects == [page])
            #expect(page.changedValues().isEmpty && !page.hasPersistentChangedValues)
            #expect(page.changedValuesForCurrentEvent().isEmpty)
            page.title = "other"
            page.title = "untitled"
            #expect(page.isUpdated && !page.hasPersistentChangedValues)
            context.checkInvariants()
            let writes = try stack.writes { try context.save() }
            #expect(writes == 0)
            #expect(page.version == version)
            #expect(!page.hasChanges && !context.hasChanges)
        }
    }

    /// B-OBJ-11
    @Test(arguments: StoreKind.allCases)
    func `mutating a transformable value in place is not a change`(kind: StoreKind) throws {
        let stack = try ProbeStack(kind, model: PageModel.model())
        try stack.coordinator.inContext { context throws in
            let page = Page(context: context)
            let given = NSMutableArray(array: ["a", "b"])
            page.setValue(given, forKey: "tags")
            try context.save()
            given.add("c")
            try #require(page.value(forKey: "tags") as? NSMutableArray).add("c")
            #expect(page.value(forKey: "tags") as? [String] == ["a", "b"])
            page.setValue(["a", "b"], forKey: "tags")
            #expect(!page.hasPersistentChangedValues)
            let writes = try stack.writes { try context.save() }
            #expect(writes == 0)
            // The value that was read is a copy. Setting the mutated copy is a change.
            page.setValue(given, forKey: "tags")
            #expect(page.isUpdated)
            #expect(page.changedValues()["tags"] as? [String] == ["a", "b", "c"])
        }
    }

    /// B-OBJ-16
    @Test(arguments: StoreKind.allCases)
    func `scalar accessors return zero or false for nil values`(kind: StoreKind) throws {
        let stack = try Stack(kind, model: PageModel.model())
        let id = try stack.savedPage()
        stack.withContext { context in
            let page = context.page(id)
            #expect(page.count == 0)
            #expect(!page.isDone)
            #expect(page.value(forKey: "count") == nil)
        }
    }

    /// B-OBJ-16
    @Test(arguments: StoreKind.allCases)
    func `access by key uses the class's custom accessor`(kind: StoreKind) throws {
        let model = CompanyModel.model()
        model.entitiesByName["Employee"]?.managedObjectClass = UppercaseEmployee.self
        let stack = try Stack(kind, model: model)
        stack.withContext { context in
            let employee = EntityDescription.insertNewObject(forEntityName: "Employee", into: context)
            employee.setValue("ann", forKey: "firstName")
            #expect(employee.value(forKey: "firstName") as? String == "ANN")
            #expect(employee.primitiveValue(forKey: "firstName") as? String == "ann")
            employee.setValue(nil, forKey: "firstName")
            #expect(employee.value(forKey: "firstName") == nil)
            #expect(employee.dictionaryWithValues(forKeys: ["firstName"])["firstName"] is NSNull)
        }
    }
}

/// An employee whose first name is read in capitals.
private final class UppercaseEmployee: Employee {
    override var firstName: String? {
        get { super.firstName?.uppercased() }
        set { super.firstName = newValue }
    }

    override class var accessors: [String: AnyKeyPath] { ["firstName": \UppercaseEmployee.firstName] }
}
