import Foundation
import Persistence
import Testing

/// The hooks, accessors and states of objects.
@Suite struct ObjectLifeTests {
    /// B-OBJ-01
    @Test(arguments: StoreKind.allCases)
    func `inserting wakes an object once, with its default values`(kind: StoreKind) throws {
        let stack = try Stack(kind, model: Diary.model())
        try stack.withContext { context throws in
            let page = Page(context: context)
            context.processPendingChanges()
            #expect(page.log == ["awakeFromInsert"])
            #expect(page.titleAtInsertion == "untitled")
            try context.save()
            #expect(page.log == ["awakeFromInsert", "willSave", "didSave"])
        }
    }

    /// B-OBJ-02, B-OBJ-03
    @Test(arguments: StoreKind.allCases)
    func `a fault wakes each time it is realized, and is told when it becomes one`(kind: StoreKind) throws {
        let stack = try Stack(kind, model: Diary.model())
        let id = try stack.savedPage()
        stack.withContext { context in
            let page = context.page(id)
            #expect(page.log == [])
            for _ in 0..<3 { #expect(page.title == "untitled") }
            #expect(page.log == ["awakeFromFetch"])
            page.log.removeAll()
            context.refresh(page, mergeChanges: false)
            #expect(page.log == ["willTurnIntoFault", "didTurnIntoFault"])
            #expect(page.title == "untitled")
            #expect(page.log.last == "awakeFromFetch" && page.log.count == 3)
        }
    }

    enum Waking: String, CaseIterable, Sendable { case reading, fetching, refreshing }

    /// B-OBJ-02
    @Test(arguments: StoreKind.allCases, Waking.allCases)
    func `a value that is set while a stored object wakes is no change`(kind: StoreKind, waking: Waking) throws {
        let stack = try Stack(kind, model: Diary.model())
        let id = try stack.savedPage()
        try stack.withContext { context throws in
            let page = context.page(id)
            if waking == .refreshing { #expect(page.count == 0) }
            page.onAwakeFromFetch = { $0.count = 7 }
            switch waking {
            case .reading: #expect(page.title == "untitled")
            case .fetching:
                let request = FetchRequest<Page>(entityName: "Page")
                request.returnsObjectsAsFaults = false
                #expect(try context.fetch(request) == [page])
            case .refreshing: context.refresh(page, mergeChanges: true)
            }
            #expect(page.count == 7)
            #expect(!page.hasChanges && !context.hasChanges)
            context.checkInvariants()
        }
    }

    /// B-OBJ-04
    @Test(arguments: StoreKind.allCases)
    func `each delete prepares the object for it`(kind: StoreKind) throws {
        let stack = try Stack(kind, model: Diary.model())
        let id = try stack.savedPage()
        stack.withContext { context in
            let page = context.page(id)
            context.delete(page)
            #expect(page.log.filter { $0 == "prepareForDeletion" }.count == 1)
            context.delete(page)
            #expect(page.log.filter { $0 == "prepareForDeletion" }.count == 2)
            #expect(context.deletedObjects == [page])
            context.checkInvariants()
        }
    }

    /// B-OBJ-05
    @Test(arguments: StoreKind.allCases)
    func `undo, redo, rollback and refresh announce themselves`(kind: StoreKind) throws {
        let stack = try Stack(kind, model: Diary.model())
        let id = try stack.savedPage()
        stack.withContext { context in
            context.undoManager = ContextUndoManager()
            let page = context.page(id)
            page.title = "changed"
            context.undo()
            #expect(page.events == [.undoUpdate])
            context.redo()
            #expect(page.events == [.undoUpdate, .undoUpdate])
            context.rollback()
            #expect(page.events.last == .rollback)
            context.delete(page)
            context.undo()
            #expect(page.events.last == .undoDeletion)
            context.refresh(page, mergeChanges: true)
            #expect(page.events.last == .refresh)
            let inserted = Page(context: context)
            context.undo()
            #expect(inserted.events == [.undoInsertion])
        }
    }

    /// B-OBJ-06
    @Test(arguments: StoreKind.allCases)
    func `what willSave sets is saved, and whoever it dirties is told too`(kind: StoreKind) throws {
        let stack = try Stack(kind, model: Diary.model())
        let id = try stack.savedPage()
        try stack.withContext { context throws in
            let (page, other) = (Page(context: context), context.page(id))
            page.onWillSave = { page in
                page.title = "by the hook"
                other.title = "too"
            }
            try context.save()
            #expect(other.log.filter { $0 == "willSave" } == ["willSave"])
            #expect(!context.hasChanges)
            context.checkInvariants()
        }
        #expect(try stack.coordinator.stored("title", of: "Page") == ["by the hook", "too"])
    }

    /// B-OBJ-06
    @Test(arguments: StoreKind.allCases)
    func `a willSave that always changes something ends in an error`(kind: StoreKind) throws {
        let stack = try Stack(kind, model: Diary.model())
        try stack.withContext { context throws in
            let page = Page(context: context)
            page.onWillSave = { $0.count += 1 }
            let error = persistenceError { try context.save() }
            #expect(error?.code == .coreData)
            #expect(context.insertedObjects == [page])
            page.onWillSave = nil
            try context.save()
            context.checkInvariants()
        }
    }

    /// B-OBJ-07
    @Test(arguments: StoreKind.allCases)
    func `what didSave sets leaves the object dirty again`(kind: StoreKind) throws {
        let stack = try Stack(kind, model: Diary.model())
        try stack.withContext { context throws in
            let page = Page(context: context)
            page.onDidSave = { $0.title = "later" }
            try context.save()
            #expect(try stack.coordinator.stored("title", of: "Page") == ["untitled"])
            #expect(page.title == "later")
            #expect(context.updatedObjects == [page])
            context.checkInvariants()
        }
    }

    /// B-OBJ-08
    @Test(arguments: StoreKind.allCases)
    func `a primitive value is set without tracking`(kind: StoreKind) throws {
        let stack = try Stack(kind, model: Diary.model())
        let id = try stack.savedPage()
        try stack.withContext { context throws in
            let page = context.page(id)
            page.setPrimitiveValue("untracked", forKey: "title")
            #expect(page.title == "untracked")
            #expect(page.primitiveValue(forKey: "title") as? String == "untracked")
            #expect(!page.isUpdated)
            #expect(!context.hasChanges)
            page.willChangeValue(forKey: "title")
            page.setPrimitiveValue("tracked", forKey: "title")
            page.didChangeValue(forKey: "title")
            #expect(context.updatedObjects == [page])
            context.checkInvariants()
            try context.save()
        }
        #expect(try stack.coordinator.stored("title", of: "Page") == ["tracked"])
    }

    /// B-OBJ-09
    @Test(arguments: StoreKind.allCases)
    func `a transient change is an update that writes nothing`(kind: StoreKind) throws {
        let stack = try ProbeStack(kind, model: Diary.model())
        try stack.coordinator.inContext { context throws in
            let page = Page(context: context)
            try context.save()
            let version = page.version
            page.mood = "calm"
            #expect(context.updatedObjects == [page])
            #expect(!page.hasPersistentChangedValues)
            let writes = try stack.writes { try context.save() }
            #expect(writes == 0)
            #expect(page.version == version)
            #expect(page.mood == "calm")
            #expect(!context.hasChanges)
            page.title = "stored"
            #expect(page.hasPersistentChangedValues)
            try context.save()
            #expect(page.version == version + 1)
            context.checkInvariants()
        }
    }

    /// B-OBJ-10
    @Test(arguments: StoreKind.allCases)
    func `changed and committed values tell what was and what is`(kind: StoreKind) throws {
        let stack = try Stack(kind, model: Diary.model())
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

    /// B-OBJ-10
    @Test(arguments: StoreKind.allCases)
    func `changed values of the event name the related object that was`(kind: StoreKind) throws {
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

    /// B-OBJ-11
    @Test(arguments: StoreKind.allCases)
    func `setting an equal value is no change`(kind: StoreKind) throws {
        let stack = try Stack(kind, model: Diary.model())
        let id = try stack.savedPage()
        stack.withContext { context in
            let page = context.page(id)
            page.title = "untitled"
            page.setValue(["a", "b"], forKey: "tags")
            #expect(!page.isUpdated)
            let tags = page.value(forKey: "tags") as? [String]
            #expect(tags == ["a", "b"])
            (page.value(forKey: "tags") as? NSMutableArray)?.add("c")
            #expect(!page.isUpdated)
            #expect(page.value(forKey: "tags") as? [String] == ["a", "b"])
        }
    }

    /// B-OBJ-12
    @Test(arguments: StoreKind.allCases)
    func `an object is deleted between its deletion and the save, and nobody's afterwards`(kind: StoreKind) throws {
        let stack = try Stack(kind, model: Diary.model())
        try stack.withContext { context throws in
            let page = Page(context: context)
            #expect(page.isInserted && !page.isUpdated && !page.isDeleted)
            try context.save()
            #expect(!page.isInserted && !page.isUpdated && !page.isDeleted)
            page.title = "changed"
            #expect(!page.isInserted && page.isUpdated && !page.isDeleted)
            context.delete(page)
            #expect(!page.isInserted && !page.isUpdated && page.isDeleted)
            try context.save()
            #expect(!page.isDeleted)
            #expect(page.managedObjectContext == nil)
        }
    }

    /// B-OBJ-13
    @Test(arguments: StoreKind.allCases)
    func `an observer hears of each change of its property, saved or not`(kind: StoreKind) throws {
        let stack = try Stack(kind, model: Diary.model())
        try stack.withContext { context throws in
            let page = Page(context: context)
            let other = Page(context: context)
            var heard: [String?] = []
            let observation = page.observe("title") { heard.append(($0 as! Page).title) }
            page.title = "first"
            page.title = "first"
            page.count = 3
            other.title = "other"
            try context.save()
            page.title = "second"
            #expect(heard == ["first", "second"])
            observation.invalidate()
            page.title = "third"
            #expect(heard.count == 2)
        }
    }

    /// B-OBJ-14
    @Test(arguments: StoreKind.allCases)
    func `asking who an object is does not fire it`(kind: StoreKind) throws {
        let stack = try ProbeStack(kind)
        let id = try stack.coordinator.inContext { context throws in
            let department = context.insertDepartment("surf", employees: "Ann")
            try context.save()
            return department.objectID
        }
        stack.coordinator.inContext { context in
            let object = context.object(with: id)
            let reads = stack.reads {
                #expect(object.objectID == id)
                #expect(object.entity.name == "Department")
                #expect(object.managedObjectContext === context)
                #expect(object.hasFault(forRelationshipNamed: "employees"))
                #expect(Set([object]).contains(object))
                #expect(object.isFault)
            }
            #expect(reads == 0)
        }
    }

    /// B-OBJ-15
    @Test func `an object of an abstract entity cannot be inserted`() async {
        let outcome = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let stack = try Stack(model: Zoo.model())
            stack.withContext { _ = $0.insert("Plant", named: "fern") }
        }
        #expect(outcome.says("abstract entity “Plant”"))
    }

    /// B-OBJ-16
    @Test(arguments: StoreKind.allCases)
    func `scalar accessors read unset values as zero and false`(kind: StoreKind) throws {
        let stack = try Stack(kind, model: Diary.model())
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
    func `access by name goes through an accessor of the class`(kind: StoreKind) throws {
        let model = Company.model()
        model.entitiesByName["Employee"]?.managedObjectClass = LoudEmployee.self
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

/// Shows its first name in capitals.
private final class LoudEmployee: Employee {
    override var firstName: String? {
        get { super.firstName?.uppercased() }
        set { super.firstName = newValue }
    }

    override class var accessors: [String: AnyKeyPath] { ["firstName": \LoudEmployee.firstName] }
}

extension Stack {
    /// Saves a page with two tags and returns its ID.
    fileprivate func savedPage() throws -> ManagedObjectID {
        try withContext { context throws in
            let page = Page(context: context)
            page.setValue(["a", "b"], forKey: "tags")
            try context.save()
            return page.objectID
        }
    }
}

extension ManagedObjectContext {
    fileprivate func page(_ id: ManagedObjectID) -> Page { object(with: id) as! Page }
}
