import Foundation
import Persistence
import PersistenceTestSupport
import Testing

/// Dictionary results contain what is stored, without unsaved changes.
@Suite struct DictionaryFetchTests {
    /// B-FET-02
    @Test(arguments: StoreKind.allCases, [false, true])
    func `a dictionary result can contain the object's ID`(kind: StoreKind, isDistinct: Bool) throws {
        let stack = try Stack(kind)
        let ids = try stack.coordinator.save("a", "a")
        try stack.withContext { context throws in
            let request = FetchRequest<[String: Any]>(entityName: "Entry")
            request.propertiesToFetch = ["objectID", "location"]
            request.returnsDistinctResults = isDistinct
            let rows = try context.fetch(request)
            #expect(Set(rows.compactMap { $0["objectID"] as? ManagedObjectID }) == Set(ids))
            #expect(rows.map { $0["location"] as? String } == ["a", "a"])
        }
    }

    /// B-FET-02
    @Test func `an attribute named objectID comes before the object's ID`() throws {
        let entity = EntityDescription(
            name: "Odd", properties: [AttributeDescription(name: "objectID", type: .string)])
        try Stack(model: ManagedObjectModel(entities: [entity])).withContext { context throws in
            EntityDescription.insertNewObject(forEntityName: "Odd", into: context).setValue("x", forKey: "objectID")
            try context.save()
            let request = FetchRequest<[String: Any]>(entityName: "Odd")
            request.propertiesToFetch = ["objectID"]
            #expect(try context.fetch(request).map { $0["objectID"] as? String } == ["x"])
        }
    }

    /// B-FET-02
    @Test(arguments: StoreKind.allCases)
    func `dictionary results ignore unsaved changes`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        for (location, rating) in [("a", 1), ("c", 3), ("e", 5)] as [(String, Int16)] {
            _ = try stack.savedEntry(location: location, rating: rating)
        }
        try stack.withContext { context throws in
            let saved = try context.entries()
            context.delete(saved[0])
            saved[1].rating = 8
            context.insertEntry("d").rating = 4
            let request = FetchRequest<[String: Any]>(entityName: "Entry")
            request.sortDescriptors = [FetchSortDescriptor(key: "rating")]
            request.fetchLimit = 2
            let rows = try context.fetch(request)
            #expect(rows.map { $0["location"] as? String } == ["a", "c"])
            #expect(rows.map { $0["rating"] as? Int } == [1, 3])
            #expect(rows.map { $0.keys.sorted() } == Array(repeating: ["location", "rating", "wind"], count: 2))
        }
    }

    /// B-FET-02
    @Test(arguments: StoreKind.allCases)
    func `a dictionary result contains to-one relationships as IDs but no to-many ones`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let id = try stack.savedDepartment("Ann")
        try stack.withContext { context throws in
            let request = FetchRequest<[String: Any]>(entityName: "Employee")
            request.propertiesToFetch = ["department"]
            #expect(try context.fetch(request).map { $0["department"] as? ManagedObjectID } == [id])
            request.returnsDistinctResults = true
            #expect(try context.fetch(request).map { $0["department"] as? ManagedObjectID } == [id])
            let departments = FetchRequest<[String: Any]>(entityName: "Department")
            departments.propertiesToFetch = ["employees"]
            #expect(throws: PersistenceError.self) { try context.fetch(departments) }
        }
    }

    /// B-FET-02
    @Test(arguments: StoreKind.allCases)
    func `a dictionary result has all stored attributes and no relationships by default`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        try stack.withContext { context throws in
            let employee = Employee(context: context)
            employee.setValuesForKeys(["firstName": "Ann", "lastName": "Smith", "salary": 3, "fullName": "Ann Smith"])
            employee.department = context.insertDepartment("surf")
            try context.save()
            let request = FetchRequest<[String: Any]>(entityName: "Employee")
            let row = try #require(try context.fetch(request).first)
            #expect(row.keys.sorted() == ["firstName", "lastName", "salary"])
            #expect(row["salary"] as? Int == 3)
        }
    }

    /// B-FET-02
    @Test(arguments: StoreKind.allCases)
    func `distinct dictionary results compare to-one relationships by object ID`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let ids = [try stack.savedDepartment("Ann", "Bob"), try stack.savedDepartment("Cid")]
        try stack.withContext { context throws in
            Employee(context: context).firstName = "Dan"
            try context.save()
            let request = FetchRequest<[String: Any]>(entityName: "Employee")
            request.propertiesToFetch = ["department"]
            request.sortDescriptors = [FetchSortDescriptor(key: "firstName")]
            let all = try context.fetch(request)
            #expect(all.map { $0["department"] as? ManagedObjectID } == [ids[0], ids[0], ids[1], nil])
            #expect(all.map(\.count) == [1, 1, 1, 0])
            request.returnsDistinctResults = true
            let distinct = try context.fetch(request)
            #expect(distinct.map { $0["department"] as? ManagedObjectID } == [ids[0], ids[1], nil])
        }
    }

    /// B-FET-08
    @Test(arguments: StoreKind.allCases)
    func `distinct dictionary results are made unique before limit and offset apply`(_ kind: StoreKind) throws {
        let stack = try Stack(kind)
        for (location, wind) in [("a", "NW"), ("b", "NW"), ("c", nil), ("d", nil), ("e", "S")] {
            _ = try stack.savedEntry(location: location, wind: wind)
        }
        try stack.withContext { context throws in
            let request = FetchRequest<[String: Any]>(entityName: "Entry")
            request.propertiesToFetch = ["wind"]
            request.sortDescriptors = [FetchSortDescriptor(key: "location")]
            #expect(try context.fetch(request).count == 5)
            request.returnsDistinctResults = true
            #expect(try context.fetch(request).map { $0["wind"] as? String } == ["NW", nil, "S"])
            request.fetchOffset = 1
            request.fetchLimit = 1
            #expect(try context.fetch(request).map { $0["wind"] as? String } == [nil])
        }
    }
}
