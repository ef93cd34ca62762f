import Foundation
import Persistence
import Testing

/// Object IDs: temporary and permanent, across contexts, converted to URIs and back.
@MainActor @Suite struct ObjectIDGuide {
    @Test func `an object ID leads to the same object in every context`() async throws {
        let container = Guides.container()
        let ada = GuideEmployee(context: container.viewContext)
        ada.name = "Ada"
        #expect(ada.objectID.isTemporaryID)
        try container.viewContext.obtainPermanentIDs(for: [ada])
        #expect(!ada.objectID.isTemporaryID && ada.isInserted)
        try container.viewContext.save()
        let id = ada.objectID
        let name = try await container.performBackgroundTask { context in
            try context.existingObject(with: id).value(forKey: "name") as? String
        }
        #expect(name == "Ada")
    }

    @Test func `an object ID can be converted to a URI and back`() throws {
        let container = Guides.container()
        let context = container.viewContext
        let ada = GuideEmployee(context: context)
        ada.name = "Ada"
        try context.save()
        let uri = ada.objectID.uriRepresentation()
        #expect(uri.scheme == "x-coredata")
        let id = try #require(container.persistentStoreCoordinator.managedObjectID(forURIRepresentation: uri))
        #expect(id == ada.objectID)
        #expect(context.object(with: id) === ada)
        let unknown = try #require(URL(string: "x-coredata://\(UUID().uuidString)/Employee/p1"))
        #expect(container.persistentStoreCoordinator.managedObjectID(forURIRepresentation: unknown) == nil)
    }

    @Test func `a deleted object no longer exists`() throws {
        let container = Guides.container()
        let context = container.viewContext
        let ada = GuideEmployee(context: context)
        ada.name = "Ada"
        try context.save()
        let id = ada.objectID
        context.delete(ada)
        try context.save()
        #expect(context.registeredObject(for: id) == nil)
        #expect { try context.existingObject(with: id) } throws: { ($0 as NSError).code == 133_000 }
    }
}
