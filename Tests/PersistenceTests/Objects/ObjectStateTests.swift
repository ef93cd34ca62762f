import Foundation
import Persistence
import PersistenceTestSupport
import Testing

/// The state of an object, and observing it.
@Suite struct ObjectStateTests {
    /// B-OBJ-12
    @Test(arguments: StoreKind.allCases)
    func `an object is deleted from its deletion to the save, and then has no context`(kind: StoreKind) throws {
        let stack = try Stack(kind, model: PageModel.model())
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
    func `an observer is called for each change of its property, saved or not`(kind: StoreKind) throws {
        let stack = try Stack(kind, model: PageModel.model())
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

    /// B-OBJ-13
    @Test(arguments: StoreKind.allCases)
    func `an observer of a relationship is called for changes made at either end`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        try stack.withContext { context throws in
            let department = context.insertDepartment("surf")
            let (ann, bob) = (Employee(context: context), Employee(context: context))
            var counts: [Int] = []
            var names: [String?] = []
            let many = department.observe("employees") { counts.append(($0 as! Department).employees.count) }
            let one = ann.observe("department") { names.append(($0 as! Employee).department?.name) }
            department.mutableSetValue(forKey: "employees").add(ann)
            bob.department = department
            try context.save()
            ann.department = nil
            #expect(counts == [1, 2, 1])
            #expect(names == ["surf", nil])
            many.invalidate()
            one.invalidate()
            bob.department = nil
            ann.department = department
            #expect(counts.count == 3 && names.count == 2)
        }
    }

    /// B-OBJ-14
    @Test(arguments: StoreKind.allCases)
    func `reading an object's ID, entity or context does not fire a fault`(kind: StoreKind) throws {
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
    @Test func `inserting an object of an abstract entity is a programmer error`() async {
        let outcome = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let stack = try Stack(model: InheritanceModel.model())
            stack.withContext { _ = $0.insert("Plant", named: "fern") }
        }
        #expect(outcome.says("abstract entity “Plant”"))
    }

    @Test func `a wrong key, entity or type ends the program with a sentence that names it and what was meant`() async {
        let key = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let stack = try Stack(model: InheritanceModel.model())
            stack.withContext { _ = $0.insert("Animal", named: "cat").value(forKey: "nmae") }
        }
        #expect(key.says("Entity “Animal” has no property named “nmae”. Did you mean “name”?"))
        let entity = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let stack = try Stack(model: InheritanceModel.model())
            stack.withContext { _ = $0.insert("Animl", named: "cat") }
        }
        #expect(entity.says("The model has no entity named “Animl”. Did you mean “Animal”?"))
        let type = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let stack = try Stack(model: InheritanceModel.model())
            stack.withContext { $0.insert("Animal", named: "cat").setValue(7, forKey: "name") }
        }
        #expect(type.says("attribute “name” of “Animal”: it takes values of type"))
    }
}
