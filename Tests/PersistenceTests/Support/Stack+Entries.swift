import Foundation
import Persistence
import PersistenceTestSupport

/// Stacks with the model of entries.
extension Stack {
    convenience init(_ kind: StoreKind = .memory) throws { try self.init(kind, model: CompanyModel.model()) }

    convenience init(beside other: Stack) throws { try self.init(beside: other, model: CompanyModel.model()) }

    /// Saves one entry in a separate context. Returns its ID.
    func savedEntry(location: String? = "n0", wind: String? = "s0", rating: Int16? = nil) throws -> ManagedObjectID {
        try withContext { context in
            let entry = Entry(context: context)
            entry.location = location
            entry.wind = wind
            entry.rating = rating
            try context.save()
            return entry.objectID
        }
    }

    /// Changes a saved entry in a separate context.
    func change(_ id: ManagedObjectID, _ body: (Entry) -> Void) throws {
        try coordinator.change(id, body)
    }

    /// Makes changes in a separate context, saves it, and returns the did-save notification.
    func saving(_ body: (ManagedObjectContext) throws -> Void) throws -> Notification {
        let context = context()
        return try context.performAndWait { () throws in
            try body(context)
            return try context.savedNote()
        }
    }
}
