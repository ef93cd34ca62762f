import Persistence
import Testing

/// Predicates, sort descriptors and result types of fetch requests.
@MainActor @Suite struct PredicateGuide {
    private func makeCompany() throws -> ManagedObjectContext {
        let context = Guides.container().viewContext
        for (department, employees) in [
            ("Sales", [("Ada", 30), ("Bob", 10)]), ("Support", [("Cid", 20), ("Dan", 20)]),
        ] {
            let group = GuideDepartment(context: context)
            group.name = department
            for (name, salary) in employees {
                let employee = GuideEmployee(context: context)
                employee.name = name
                employee.salary = Int32(salary)
                employee.department = group
            }
        }
        try context.save()
        return context
    }

    private func names(_ predicate: FetchPredicate?, in context: ManagedObjectContext) throws -> [String] {
        let request = GuideEmployee.fetchRequest()
        request.predicate = predicate
        request.sortDescriptors = [
            FetchSortDescriptor(key: "salary", ascending: false), FetchSortDescriptor(key: "name", ascending: true),
        ]
        return try context.fetch(request).map(\.name)
    }

    @Test func `employees are fetched by their own values and by related objects' values`() throws {
        let context = try makeCompany()
        #expect(try names(nil, in: context) == ["Ada", "Cid", "Dan", "Bob"])
        #expect(try names(FetchPredicate(format: "name BEGINSWITH[c] %@", "a"), in: context) == ["Ada"])
        #expect(try names(FetchPredicate(format: "salary BETWEEN {15, 25}"), in: context) == ["Cid", "Dan"])
        #expect(try names(FetchPredicate(format: "%K IN %@", "name", ["Bob", "Dan"]), in: context) == ["Dan", "Bob"])
        #expect(try names(FetchPredicate(format: "department.name == %@", "Sales"), in: context) == ["Ada", "Bob"])
        let template = FetchPredicate(format: "salary > $LEAST")
        #expect(try names(template.withSubstitutionVariables(["LEAST": 20]), in: context) == ["Ada"])
        let compound = FetchPredicate(andPredicateWithSubpredicates: [
            FetchPredicate(format: "salary >= 20"),
            FetchPredicate(notPredicateWithSubpredicate: FetchPredicate(format: "name == 'Ada'")),
        ])
        #expect(try names(compound, in: context) == ["Cid", "Dan"])
    }

    @Test func `departments are fetched by their employees' values`() throws {
        let context = try makeCompany()
        let request = GuideDepartment.fetchRequest()
        request.predicate = FetchPredicate(format: "ANY employees.salary < 15")
        #expect(try context.fetch(request).map(\.name) == ["Sales"])
        request.predicate = FetchPredicate(format: "SUBQUERY(employees, $e, $e.salary == 20).@count == 2")
        #expect(try context.fetch(request).map(\.name) == ["Support"])
    }

    @Test func `objects in memory can be filtered and sorted in the same way`() throws {
        let context = try makeCompany()
        let employees = try context.fetch(GuideEmployee.fetchRequest())
        let wellPaid = employees.filtered(using: FetchPredicate(format: "salary > 15"))
            .sortedArray(using: [FetchSortDescriptor(key: "name", ascending: false)])
        #expect(wellPaid.map(\.name) == ["Dan", "Cid", "Ada"])
        #expect(FetchPredicate(format: "salary > 15").evaluate(with: wellPaid[0]))
    }

    @Test func `a fetch can return dictionaries, object IDs or a count`() throws {
        let context = try makeCompany()
        let request = FetchRequest<[String: Any]>(entityName: "Employee")
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = ["name"]
        request.sortDescriptors = [FetchSortDescriptor(key: "name", ascending: true)]
        request.fetchLimit = 2
        #expect(try context.fetch(request).map { $0["name"] as? String } == ["Ada", "Bob"])
        let ids = FetchRequest<ManagedObjectID>(entityName: "Employee")
        ids.resultType = .managedObjectIDResultType
        #expect(try Set(context.fetch(ids)).count == 4)
    }
}
