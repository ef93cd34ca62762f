import Foundation
import Persistence

/// The model and stack of the guides, which are written as in Core Data's documentation, but without the prefix.
enum Guides {
    /// Departments and employees, defined in code.
    static func company() -> ManagedObjectModel {
        let department = EntityDescription()
        department.name = "Department"
        department.managedObjectClass = GuideDepartment.self
        let employee = EntityDescription()
        employee.name = "Employee"
        employee.managedObjectClass = GuideEmployee.self

        let departmentName = attribute("name", .stringAttributeType)
        let employeeName = attribute("name", .stringAttributeType)
        let salary = attribute("salary", .integer32AttributeType)
        salary.isOptional = true
        salary.defaultValue = 0

        let employees = RelationshipDescription()
        employees.name = "employees"
        employees.destinationEntity = employee
        employees.minCount = 0
        employees.maxCount = 0
        employees.deleteRule = .cascadeDeleteRule

        let toDepartment = RelationshipDescription()
        toDepartment.name = "department"
        toDepartment.destinationEntity = department
        toDepartment.minCount = 0
        toDepartment.maxCount = 1
        toDepartment.deleteRule = .nullifyDeleteRule

        employees.inverseRelationship = toDepartment
        toDepartment.inverseRelationship = employees
        department.properties = [departmentName, employees]
        employee.properties = [employeeName, salary, toDepartment]

        let model = ManagedObjectModel()
        model.entities = [department, employee]
        return model
    }

    private static func attribute(_ name: String, _ type: AttributeType) -> AttributeDescription {
        let attribute = AttributeDescription()
        attribute.name = name
        attribute.attributeType = type
        attribute.isOptional = false
        return attribute
    }

    /// A container with one in-memory store.
    static func container() -> PersistentContainer {
        let container = PersistentContainer(name: "Company", managedObjectModel: company())
        let description = PersistentStoreDescription()
        description.type = inMemoryStoreType
        container.persistentStoreDescriptions = [description]
        container.loadPersistentStores { _, error in
            precondition(error == nil, "A store in memory can always be added.")
        }
        return container
    }

    /// A container whose view context has saved one employee named Ada.
    @MainActor static func containerWithAda() throws -> (container: PersistentContainer, ada: GuideEmployee) {
        let container = container()
        let ada = GuideEmployee(context: container.viewContext)
        ada.name = "Ada"
        try container.viewContext.save()
        return (container, ada)
    }
}

final class GuideDepartment: ManagedObject {
    static let nameKey = Attribute<String>("name")
    static let employeesKey = ToMany<GuideEmployee>("employees")

    var name: String {
        get { self[Self.nameKey] }
        set { self[Self.nameKey] = newValue }
    }
    var employees: Set<GuideEmployee> {
        get { self[Self.employeesKey] }
        set { self[Self.employeesKey] = newValue }
    }

    class func fetchRequest() -> FetchRequest<GuideDepartment> {
        FetchRequest<GuideDepartment>(entityName: "Department")
    }
}

final class GuideEmployee: ManagedObject {
    static let nameKey = Attribute<String>("name")
    static let salaryKey = Attribute<Int32>("salary")
    static let departmentKey = ToOne<GuideDepartment>("department")

    var name: String {
        get { self[Self.nameKey] }
        set { self[Self.nameKey] = newValue }
    }
    var salary: Int32 {
        get { self[Self.salaryKey] }
        set { self[Self.salaryKey] = newValue }
    }
    var department: GuideDepartment? {
        get { self[Self.departmentKey] }
        set { self[Self.departmentKey] = newValue }
    }

    class func fetchRequest() -> FetchRequest<GuideEmployee> {
        FetchRequest<GuideEmployee>(entityName: "Employee")
    }
}
