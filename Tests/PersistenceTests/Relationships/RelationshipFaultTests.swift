import Foundation
import PersistenceTestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// The number of statements that reading relationships takes.
@Suite struct RelationshipFaultTests {
    private let stack: Stack
    private let probe: SQLiteStoreProbe

    init() throws {
        stack = try Stack(.sqlite, model: CompanyModel.model())
        probe = try #require(SQLiteStoreProbe(stack.store))
        try stack.withContext { context throws in
            for name in ["Sales", "Support"] { context.insertDepartment(name, employees: "a \(name)", "b \(name)") }
            try context.save()
        }
    }

    private func statements(_ body: () throws -> Void) rethrows -> Int {
        probe.reset()
        try body()
        return probe.executedStatements
    }

    private func departments(_ context: ManagedObjectContext, prefetching paths: [String] = []) throws -> [Department] {
        let request = FetchRequest<Department>(entityName: "Department")
        request.sortDescriptors = [FetchSortDescriptor(key: "name")]
        request.relationshipKeyPathsForPrefetching = paths
        return try context.fetch(request)
    }

    /// B-REL-06
    @Test func `a to-many relationship runs one query on first access`() throws {
        try stack.withContext { context throws in
            let department = try departments(context)[0]
            #expect(statements { _ = department.name } == 0)
            #expect(department.hasFault(forRelationshipNamed: "employees"))
            #expect(statements { _ = department.employees } == 1)
            #expect(!department.hasFault(forRelationshipNamed: "employees"))
            #expect(statements { _ = department.employees } == 0)
        }
    }

    /// B-REL-06
    @Test func `the object ID of a to-one destination is read with the row`() throws {
        try stack.withContext { context throws in
            let request = FetchRequest<Employee>(entityName: "Employee")
            let employees = try context.fetch(request)
            let cost = statements {
                for employee in employees { #expect(employee.department?.isFault == true) }
            }
            #expect(cost == 0)
        }
    }

    @Test func `setting a to-one relationship does not load its to-many inverse`() throws {
        try stack.withContext { context throws in
            let department = try departments(context)[0]
            let cost = statements {
                for _ in 1...50 { Employee(context: context).department = department }
            }
            #expect(cost == 0)
            #expect(department.hasFault(forRelationshipNamed: "employees"))
            #expect(department.employees.count == 52)
        }
    }

    @Test func `inserting ten thousand employees into one department runs one statement per employee`() throws {
        try stack.withContext { context throws in
            let department = try departments(context)[0]
            for _ in 1...10_000 { Employee(context: context).department = department }
            let cost = try statements { try context.save() }
            #expect(cost < 10_020)
            #expect(department.hasFault(forRelationshipNamed: "employees"))
            #expect(department.employees.count == 10_002)
        }
    }

    @Test func `prefetching a to-many relationship runs one statement`() throws {
        try stack.withContext { context throws in
            var found: [Department] = []
            #expect(try statements { found = try departments(context, prefetching: ["employees"]) } == 2)
            let cost = statements {
                #expect(
                    found.map { $0.employees.compactMap(\.firstName).sorted() } == [
                        ["a Sales", "b Sales"], ["a Support", "b Support"],
                    ])
            }
            #expect(cost == 0)
        }
    }

    @Test func `prefetching a to-one relationship runs one statement`() throws {
        try stack.withContext { context throws in
            let request = FetchRequest<Employee>(entityName: "Employee")
            request.relationshipKeyPathsForPrefetching = ["department"]
            var found: [Employee] = []
            #expect(try statements { found = try context.fetch(request) } == 2)
            let cost = statements { #expect(Set(found.map { $0.department?.name }) == ["Sales", "Support"]) }
            #expect(cost == 0)
        }
    }

    @Test func `prefetching a key path runs one statement per step`() throws {
        try stack.withContext { context throws in
            let request = FetchRequest<Employee>(entityName: "Employee")
            request.fetchLimit = 1
            request.relationshipKeyPathsForPrefetching = ["department.employees", "department"]
            var found: [Employee] = []
            #expect(try statements { found = try context.fetch(request) } == 3)
            let cost = statements { #expect(found[0].department?.employees.count == 2) }
            #expect(cost == 0)
        }
    }

    @Test func `a child context prefetches through its parent`() throws {
        let child = stack.context().makeChild()
        try child.performAndWait { () throws in
            var found: [Department] = []
            #expect(try statements { found = try departments(child, prefetching: ["employees"]) } == 2)
            let cost = statements { #expect(found.map { $0.employees.compactMap(\.firstName).count } == [2, 2]) }
            #expect(cost == 0)
        }
    }

    @Test func `prefetching includes unsaved changes`() throws {
        try stack.withContext { context throws in
            let department = try departments(context)[0]
            let employee = try #require(department.employees.first)
            context.refresh(department, mergeChanges: false)
            employee.department = nil
            #expect(try departments(context, prefetching: ["employees"])[0].employees.count == 1)
        }
    }

    @Test func `prefetching a key path that is not a relationship is an error`() throws {
        stack.withContext { context in
            let error = persistenceError { _ = try departments(context, prefetching: ["name"]) }
            #expect(error?.message.contains("“name”") == true)
        }
    }

    /// CHD-02, B-FET-11
    @Test func `prefetching in a child includes its parent's unsaved changes`() throws {
        try stack.withContext { context throws in
            let sales = try #require(try departments(context).first)
            let newcomer = Employee(context: context)
            newcomer.department = sales
            #expect(sales.hasFault(forRelationshipNamed: "employees"))
            let child = context.makeChild()
            try child.performAndWait { () throws in
                let seen = try #require(try departments(child, prefetching: ["employees"]).first)
                #expect(seen.employees.count == 3)
                #expect(seen.employees.contains { $0.objectID == newcomer.objectID })
            }
        }
    }

    @Test func `prefetched objects stay faults until they are read`() throws {
        try stack.withContext { context throws in
            let departments = try departments(context, prefetching: ["employees.department"])
            #expect(departments.map(\.isFault) == [true, true])
            let employees = context.registeredObjects.subtracting(departments)
            #expect(employees.map(\.isFault) == [true, true, true, true])
            #expect(statements { _ = departments.map { $0.employees.map(\.firstName) } } == 0)
        }
    }

    @Test func `a batched fetch prefetches relationships with each batch`() throws {
        try stack.withContext { context throws in
            let request = FetchRequest<Department>(entityName: "Department")
            request.sortDescriptors = [FetchSortDescriptor(key: "name")]
            request.fetchBatchSize = 2
            request.relationshipKeyPathsForPrefetching = ["employees"]
            let found = try context.fetchBatched(request)
            let cost = statements { #expect(found.first?.name == "Sales") }
            #expect(cost == 2)
            let free = statements { #expect(found[..<2].map { $0.employees.compactMap(\.firstName).count } == [2, 2]) }
            #expect(free == 0)
        }
    }

    @Test(arguments: [("Member", "tags"), ("Member", "songs"), ("Team", "members"), ("Member", "friends")])
    func `prefetching keeps the order and the pairs of relationships`(_ entityName: String, _ key: String) throws {
        let stack = try Stack(.sqlite, model: ClubModel.model())
        let probe = try #require(SQLiteStoreProbe(stack.store))
        let other = key == "members" ? "Member" : ClubModel.toMany[key] ?? ""
        try stack.withContext { context throws in
            // The order differs from that of the keys.
            let first = context.insert(other, named: "a")
            let shared = context.insert(other, named: "z")
            let owners = ["p", "q"].map { context.insert(entityName, named: $0) }
            owners[0].add(shared, first, to: key)
            owners[1].add(context.insert(other, named: "b"), to: key)
            if key != "members" { owners[1].add(shared, to: key) }
            try context.save()
        }
        try stack.withContext { context throws in
            let request = FetchRequest<ManagedObject>(entityName: entityName)
            request.predicate = FetchPredicate(format: "name IN %@", ["p", "q"])
            request.sortDescriptors = [FetchSortDescriptor(key: "name")]
            let plain = try context.fetch(request).map { $0.names(key) }
            context.reset()
            request.relationshipKeyPathsForPrefetching = [key]
            let found = try context.fetch(request)
            probe.reset()
            #expect(found.map { $0.names(key) } == plain)
            #expect(plain[0].count == 2)
            #expect(probe.executedStatements == 0)
        }
    }
}
