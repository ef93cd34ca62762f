import Foundation
import Persistence

/// The model of most tests: departments, their employees, and a journal entry that is related to nothing.
enum Company {
    /// A fresh model, so that no test changes another's.
    static func model() -> ManagedObjectModel {
        let department = EntityDescription(name: "Department", class: Department.self)
        let employee = EntityDescription(name: "Employee", class: Employee.self)
        let entry = EntityDescription(name: "Entry", class: Entry.self)
        let employees = RelationshipDescription(
            name: "employees", destination: employee, toMany: true, deleteRule: .cascadeDeleteRule)
        let home = RelationshipDescription(name: "department", destination: department)
        employees.setInverse(home)
        department.properties = [AttributeDescription(name: "name", type: .string), employees]
        employee.properties = [
            AttributeDescription(name: "firstName", type: .string),
            AttributeDescription(name: "lastName", type: .string),
            AttributeDescription(name: "salary", type: .integer32),
            AttributeDescription(name: "fullName", type: .string, isTransient: true), home,
        ]
        entry.properties = [
            AttributeDescription(name: "date", type: .date), AttributeDescription(name: "location", type: .string),
            AttributeDescription(name: "rating", type: .integer16), AttributeDescription(name: "wind", type: .string),
        ]
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
