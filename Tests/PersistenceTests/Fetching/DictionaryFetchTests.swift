import Foundation
import Persistence
import Testing

/// Results as dictionaries: what the stores hold, and nothing that is pending.
@Suite struct DictionaryFetchTests {
    /// B-FET-02
    @Test(arguments: StoreKind.allCases)
    func `dictionary results show the store only`(kind: StoreKind) throws {
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
            #expect(Set(rows[0].keys).isSubset(of: ["date", "location", "rating", "wind"]))
        }
    }

    /// B-FET-02
    @Test(arguments: StoreKind.allCases)
    func `a to-one property of a dictionary is an ID, a to-many one an error`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let id = try stack.savedDepartment("Ann")
        try stack.withContext { context throws in
            let request = FetchRequest<[String: Any]>(entityName: "Employee")
            request.propertiesToFetch = ["department"]
            #expect(try context.fetch(request).map { $0["department"] as? ManagedObjectID } == [id])
            let departments = FetchRequest<[String: Any]>(entityName: "Department")
            departments.propertiesToFetch = ["employees"]
            #expect(throws: PersistenceError.self) { try context.fetch(departments) }
        }
    }

    /// B-FET-08
    @Test(arguments: StoreKind.allCases)
    func `equal dictionaries come once, and the window counts them so`(_ kind: StoreKind) throws {
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
