import Foundation
import Persistence
import Testing

/// The sample of a store that an application implements.
@MainActor @Suite struct CustomStoreSamples {
    /// The buoys of a bay: objects whose values come from a program that reads them, here a dictionary.
    final class BuoyStore: IncrementalStore, @unchecked Sendable {
        private let heights = ["46025": 1.8, "46221": 1.2]

        override func loadMetadata() throws {
            metadata = [StoreMetadataKey.storeUUID: "Buoys", StoreMetadataKey.storeType: "Buoys"]
        }

        override func execute(_ request: PersistentStoreRequest, with context: ManagedObjectContext?) throws -> Any {
            guard let context, let request = request as? FetchRequest<ManagedObject>,
                let entity = persistentStoreCoordinator?.managedObjectModel.entitiesByName["Buoy"]
            else { throw CocoaError(.featureUnsupported) }
            let nodes = heights.keys.map { node(newObjectID(for: entity, referenceObject: $0)) }
            let ids = try objectIDs(matching: request, among: nodes, with: context)
            return request.resultType == .countResultType ? ids.count : ids.map { context.object(with: $0) } as Any
        }

        /// A fault fires: its values are asked for, once.
        override func newValuesForObject(
            with objectID: ManagedObjectID, with context: ManagedObjectContext
        ) throws -> IncrementalStoreNode { node(objectID) }

        private func node(_ id: ManagedObjectID) -> IncrementalStoreNode {
            let name = referenceObject(for: id) as? String ?? ""
            return IncrementalStoreNode(
                objectID: id, withValues: ["name": name, "height": heights[name] ?? 0], version: 1)
        }
    }

    @Test func `a store can be anything that has records`() throws {
        let buoy = EntityDescription(
            name: "Buoy",
            properties: [
                AttributeDescription(name: "name", type: .string), AttributeDescription(name: "height", type: .double),
            ])
        let type = PersistentStore.StoreType(rawValue: "Buoys")
        PersistentStoreCoordinator.registerStoreClass(BuoyStore.self, type: type)
        let coordinator = PersistentStoreCoordinator(managedObjectModel: ManagedObjectModel(entities: [buoy]))
        try coordinator.addPersistentStore(ofType: "Buoys", at: nil)
        let context = ManagedObjectContext(.mainQueue)
        context.persistentStoreCoordinator = coordinator

        // Contexts, predicates, sorting and faults work as with every other store.
        let request = FetchRequest<ManagedObject>(entityName: "Buoy")
        request.predicate = FetchPredicate(format: "height > 1.5")
        let high = try context.fetch(request)
        #expect(high.map { $0.value(forKey: "name") as? String } == ["46025"])
    }
}
