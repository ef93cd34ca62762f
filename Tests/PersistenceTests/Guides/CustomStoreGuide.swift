import Foundation
import Persistence
import TestSupport
import Testing

/// A custom store: register it, add it, and use contexts as usual.
@Suite struct CustomStoreGuide {
    private func coordinator(at url: URL) throws -> PersistentStoreCoordinator {
        PersistentStoreCoordinator.registerStoreClass(JSONFileStore.self, forStoreType: JSONFileStore.type)
        let coordinator = PersistentStoreCoordinator(managedObjectModel: Guides.company())
        try coordinator.addPersistentStore(ofType: JSONFileStore.type, at: url)
        return coordinator
    }

    private func context(at url: URL) throws -> ManagedObjectContext {
        let context = ManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = try coordinator(at: url)
        return context
    }

    private func makeCompany(in context: ManagedObjectContext) throws {
        try context.performAndWait {
            let department = EntityDescription.insertNewObject(forEntityName: "Department", into: context)
            department.setValue("Sales", forKey: "name")
            for (name, salary) in [("Ada", 30), ("Bob", 10), ("Cid", 20)] {
                let employee = EntityDescription.insertNewObject(forEntityName: "Employee", into: context)
                employee.setValue(name, forKey: "name")
                employee.setValue(salary, forKey: "salary")
                employee.setValue(department, forKey: "department")
            }
            try context.save()
        }
    }

    @Test func `a second stack reads objects and relationships from a custom store`() throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appendingPathComponent("company.json")
        try makeCompany(in: context(at: url))
        let second = try context(at: url)
        try second.performAndWait {
            let request = FetchRequest<ManagedObject>(entityName: "Employee")
            request.predicate = FetchPredicate(format: "salary >= %d AND department.name == %@", 20, "Sales")
            request.sortDescriptors = [FetchSortDescriptor(key: "salary", ascending: false)]
            let employees = try second.fetch(request)
            #expect(employees.map { $0.value(forKey: "name") as? String } == ["Ada", "Cid"])
            #expect(employees.first?.value(forKeyPath: "department.employees.@count") as? Int == 3)
            #expect(try second.count(for: FetchRequest<ManagedObject>(entityName: "Department")) == 1)
        }
    }

    @Test func `updates and deletions are written to the custom store's file`() throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appendingPathComponent("company.json")
        let first = try context(at: url)
        try makeCompany(in: first)
        try first.performAndWait {
            let request = FetchRequest<ManagedObject>(entityName: "Employee")
            request.sortDescriptors = [FetchSortDescriptor(key: "name", ascending: true)]
            let employees = try first.fetch(request)
            employees[0].setValue("Eve", forKey: "name")
            first.delete(employees[1])
            try first.save()
        }
        let second = try context(at: url)
        try second.performAndWait {
            let names = try second.fetch(FetchRequest<ManagedObject>(entityName: "Employee"))
                .compactMap { $0.value(forKey: "name") as? String }
            #expect(names.sorted() == ["Cid", "Eve"])
        }
    }

    @Test func `an object changed by another stack is a conflict for the merge policy`() throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appendingPathComponent("company.json")
        let first = try context(at: url), second = try context(at: url)
        try makeCompany(in: first)
        let bob = FetchRequest<ManagedObject>(entityName: "Employee")
        bob.predicate = FetchPredicate(format: "name == %@", "Bob")
        let held = try first.performAndWait { try #require(try first.fetch(bob).first).objectID }
        try first.performAndWait {
            let mine = try first.existingObject(with: held)
            mine.setValue("Robert", forKey: "name")
            try second.performAndWait {
                try #require(try second.fetch(bob).first).setValue(11, forKey: "salary")
                try second.save()
            }
            #expect { try first.save() } throws: { ($0 as NSError).code == PersistenceError.Code.merge.rawValue }
            first.mergePolicy = .mergeByPropertyObjectTrump
            try first.save()
            #expect(mine.value(forKey: "salary") as? Int == 11)
        }
        try second.performAndWait { () throws in
            second.reset()
            bob.predicate = FetchPredicate(format: "name == %@", "Robert")
            #expect(try second.count(for: bob) == 1)
        }
    }
}
