import Foundation
import Persistence
import Testing

/// A department and its employees: creating, relating, finding and deleting objects.
@MainActor @Suite struct DepartmentGuide {
    @Test func `employees are inserted, related to a department, fetched and deleted`() throws {
        let context = Guides.container().viewContext
        let sales = GuideDepartment(context: context)
        sales.name = "Sales"
        let ada = EntityDescription.insertNewObject(forEntityName: "Employee", into: context) as! GuideEmployee
        ada.name = "Ada"
        ada.salary = 30
        ada.department = sales
        let bob = GuideEmployee(context: context)
        bob.name = "Bob"
        bob.setValue(10, forKey: "salary")
        sales.mutableSetValue(forKey: "employees").add(bob)

        #expect(sales.employees == [ada, bob])
        #expect(bob.department === sales)
        #expect(sales.value(forKeyPath: "employees.@avg.salary") as? Double == 20)
        #expect(sales.value(forKeyPath: "employees.@max.name") as? String == "Bob")
        #expect(bob.value(forKeyPath: "department.name") as? String == "Sales")
        try context.save()

        let request = GuideEmployee.fetchRequest()
        request.predicate = FetchPredicate(format: "department.name == %@ AND salary > %d", "Sales", 15)
        #expect(try context.fetch(request) == [ada])

        context.delete(sales)
        try context.save()
        #expect(try context.count(for: GuideEmployee.fetchRequest()) == 0)
    }

    @Test func `changing an employee's department updates both departments' employees`() throws {
        let context = Guides.container().viewContext
        let sales = GuideDepartment(context: context), support = GuideDepartment(context: context)
        let ada = GuideEmployee(context: context)
        ada.department = sales
        support.employees = [ada]
        #expect(sales.employees.isEmpty)
        #expect(ada.department === support)
        support.mutableSetValue(forKey: "employees").remove(ada)
        #expect(ada.department == nil)
    }
}
