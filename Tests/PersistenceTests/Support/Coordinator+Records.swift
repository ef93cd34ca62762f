import Persistence
import PersistenceTestSupport

/// Operations on a store, each in a separate context.
extension PersistentStoreCoordinator {
    /// Saves entries with these locations. Returns their IDs.
    func save(_ locations: String...) throws -> [ManagedObjectID] {
        try inContext { context in
            let entries = locations.map { location in
                let entry = Entry(context: context)
                entry.location = location
                return entry
            }
            try context.save()
            return entries.map(\.objectID)
        }
    }

    /// Changes a saved entry in a separate context.
    func change(_ id: ManagedObjectID, _ body: (Entry) -> Void) throws {
        try inContext { context in
            guard let entry = try context.existingObject(with: id) as? Entry else { return }
            body(entry)
            try context.save()
        }
    }

    /// Changes every entry in a separate context.
    func changeEverything(_ body: (Entry) -> Void) throws {
        try inContext { context throws in
            for entry in try context.entries() { body(entry) }
            try context.save()
        }
    }

    /// Deletes a saved object in a separate context.
    func erase(_ id: ManagedObjectID) throws {
        try inContext { context in
            context.delete(try context.existingObject(with: id))
            try context.save()
        }
    }

    /// Runs `body` while another context retains the realized object, so that its row stays cached.
    func holding(_ id: ManagedObjectID, _ body: () throws -> Void) throws {
        try inContext { context throws in
            let object = try context.existingObject(with: id)
            try body()
            withExtendedLifetime(object) {}
        }
    }

    /// The sorted values of a property in the stores, read without contexts and the row cache.
    func stored(_ property: String = "location", of entityName: String = "Entry") throws -> [String] {
        try inContext { context in
            let request = FetchRequest<[String: Any]>(entityName: entityName)
            request.propertiesToFetch = [property]
            return try context.fetch(request).map { $0[property] as? String ?? "nil" }.sorted()
        }
    }
}
