import Foundation
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// Batch requests that are filled in by a handler, and that are made with an entity.
@Suite struct BatchHandlerTests {
    private func names(_ annals: TrackedStore) throws -> [String?] {
        try annals.context.performAndWait {
            let request = FetchRequest<ManagedObject>(entityName: "Place")
            request.sortDescriptors = [FetchSortDescriptor(key: "SELF")]
            return try annals.context.fetch(request).map { $0["name"] as? String }
        }
    }

    @Test func `a handler fills in an object for each record`() throws {
        let annals = try TrackedStore()
        let entity = try #require(annals.stack.model.entitiesByName["Place"])
        var rest = ["Malibu", "Rincon"]
        let request = BatchInsertRequest(entity: entity) { (place: ManagedObject) in
            if rest.isEmpty { return true }
            place["name"] = rest.removeFirst()
            return false
        }
        #expect(request.entity === entity && request.entityName == "Place")
        _ = try annals.batch(request)
        #expect(try names(annals) == ["Malibu", "Rincon"])
    }

    @Test func `a handler fills in a dictionary for each record`() throws {
        let annals = try TrackedStore()
        var rest = 2
        let request = BatchInsertRequest(entityName: "Place") { (values: NSMutableDictionary) in
            rest -= 1
            values["name"] = "Zuma"
            return rest < 0
        }
        #expect(request.entity.name == "Place")
        _ = try annals.batch(request)
        #expect(try names(annals) == ["Zuma", "Zuma"])
    }

    @Test func `an update names attributes by their descriptions, and clears with NSNull`() throws {
        let annals = try TrackedStore()
        _ = try annals.add("Malibu")
        let entity = try #require(annals.stack.model.entitiesByName["Place"])
        let update = BatchUpdateRequest(entity: entity)
        update.propertiesToUpdate = [try #require(entity.attributesByName["name"]): NSNull()]
        _ = try annals.batch(update)
        #expect(try names(annals) == [nil])
    }

    @Test func `a deletion has a request for its records`() throws {
        let annals = try TrackedStore()
        let ids = try annals.add("Malibu", "Rincon")
        let request = BatchDeleteRequest(objectIDs: [ids[0]]).fetchRequest
        let found = try annals.context.performAndWait {
            try annals.context.fetch(request).map { ($0 as? ManagedObject)?["name"] as? String }
        }
        #expect(found == ["Malibu"])
    }
}
