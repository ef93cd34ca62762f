import Foundation
import Persistence
import PersistenceTestSupport
import Testing

/// The model of most tests: departments, their employees, and journal entries without relationships.
enum CompanyModel {
    /// A new model, so that no test changes another test's model.
    static func model() -> ManagedObjectModel {
        let department = EntityDescription(name: "Department", class: Department.self)
        let employee = EntityDescription(name: "Employee", class: Employee.self)
        let entry = EntityDescription(name: "Entry", class: Entry.self)
        department.properties = [AttributeDescription(name: "name", type: .string)]
        employee.properties = [
            AttributeDescription(name: "firstName", type: .string),
            AttributeDescription(name: "lastName", type: .string),
            AttributeDescription(name: "salary", type: .integer32),
            AttributeDescription(name: "fullName", type: .string, isTransient: true),
        ]
        entry.properties = [
            AttributeDescription(name: "date", type: .date), AttributeDescription(name: "location", type: .string),
            AttributeDescription(name: "rating", type: .integer16), AttributeDescription(name: "wind", type: .string),
        ]
        department.relate(.many("employees", deleteRule: .cascadeDeleteRule), to: employee, .one("department"))
        return ManagedObjectModel(entities: [department, employee, entry])
    }
}

final class Department: ManagedObject {
    static let nameKey = Attribute<String?>("name")
    var name: String? {
        get { self[Self.nameKey] }
        set { self[Self.nameKey] = newValue }
    }
    var employees: Set<Employee> { value(forKey: "employees") as? Set<Employee> ?? [] }
}

class Employee: ManagedObject {
    static let firstNameKey = Attribute<String?>("firstName")
    static let lastNameKey = Attribute<String?>("lastName")
    static let fullNameKey = Attribute<String?>("fullName")
    var firstName: String? {
        get { self[Self.firstNameKey] }
        set { self[Self.firstNameKey] = newValue }
    }
    var lastName: String? {
        get { self[Self.lastNameKey] }
        set { self[Self.lastNameKey] = newValue }
    }
    var fullName: String? {
        get { self[Self.fullNameKey] }
        set { self[Self.fullNameKey] = newValue }
    }
    var department: Department? {
        get { value(forKey: "department") as? Department }
        set { setValue(newValue, forKey: "department") }
    }
}

final class Entry: ManagedObject {
    static let locationKey = Attribute<String?>("location")
    static let ratingKey = Attribute<Int16?>("rating")
    static let windKey = Attribute<String?>("wind")
    static let dateKey = Attribute<Date?>("date")
    var location: String? {
        get { self[Self.locationKey] }
        set { self[Self.locationKey] = newValue }
    }
    var rating: Int16? {
        get { self[Self.ratingKey] }
        set { self[Self.ratingKey] = newValue }
    }
    var wind: String? {
        get { self[Self.windKey] }
        set { self[Self.windKey] = newValue }
    }
    var date: Date? {
        get { self[Self.dateKey] }
        set { self[Self.dateKey] = newValue }
    }
}

extension Department {
    func employee(_ firstName: String) throws -> Employee {
        try #require(employees.first { $0.firstName == firstName })
    }
}

extension ManagedObjectContext {
    /// The entries that match a predicate, sorted by location.
    func entries(_ predicate: FetchPredicate? = nil) throws -> [Entry] {
        let request = FetchRequest<Entry>(entityName: "Entry")
        request.predicate = predicate
        request.sortDescriptors = [FetchSortDescriptor(key: "location")]
        return try fetch(request)
    }

    /// The entry with this ID, which is the registered object or a fault.
    func entry(_ id: ManagedObjectID) -> Entry { object(with: id) as! Entry }

    /// Inserts an entry.
    @discardableResult
    func insertEntry(_ location: String?) -> Entry {
        let entry = Entry(context: self)
        entry.location = location
        return entry
    }

    /// Inserts a department with employees of these first names.
    @discardableResult
    func insertDepartment(_ name: String, employees firstNames: String...) -> Department {
        let department = Department(context: self)
        department.name = name
        for firstName in firstNames {
            let employee = Employee(context: self)
            employee.firstName = firstName
            employee.department = department
        }
        return department
    }
}

extension Stack {
    /// Saves a department with employees of these first names. Returns its ID.
    func savedDepartment(_ firstNames: String...) throws -> ManagedObjectID {
        try withContext { context in
            let department = context.insertDepartment("surf")
            for firstName in firstNames {
                let employee = Employee(context: context)
                employee.firstName = firstName
                employee.department = department
            }
            try context.save()
            return department.objectID
        }
    }
}
