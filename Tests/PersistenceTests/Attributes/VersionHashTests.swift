import Foundation
import Persistence
import Testing

/// A store's model is recognised by its hashes.
@Suite struct VersionHashTests {
    @Test func `the model that a store was made with is recognised again`() throws {
        let stack = try Stack(.sqlite, model: Company.model())
        let metadata = stack.coordinator.metadata(for: stack.store)
        #expect(Company.model().isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
        #expect(!Club.model().isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
        let changed = Company.model()
        changed.entitiesByName["Entry"]?.attributesByName["wind"]?.type = .double
        #expect(!changed.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
    }

    @Test func `hashes stand under a key of ours, and where older stores have them`() throws {
        let stack = try Stack(.sqlite, model: Company.model())
        var metadata: [String: Any] = stack.coordinator.metadata(for: stack.store)
        let hashes = metadata.removeValue(forKey: "PersistenceModelVersionHashes")
        #expect(metadata["NSStoreModelVersionHashes"] == nil && hashes != nil)
        metadata["NSStoreModelVersionHashes"] = hashes
        #expect(Company.model().isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
        #expect(!Club.model().isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
    }

    @Test func `hashes are equal for equal entities and tell others apart`() {
        let (one, two) = (Company.model(), Company.model())
        #expect(one.entityVersionHashesByName == two.entityVersionHashesByName)
        #expect(Set(one.entityVersionHashesByName.values).count == 3)
    }

    @Test func `a store with Core Data's own hashes is taken by its entities' names`() {
        let names = ["Department", "Employee", "Entry"]
        let hashes = Dictionary(uniqueKeysWithValues: names.map { ($0, Data(count: 32)) })
        let metadata: [String: Any] = ["NSStoreModelVersionHashes": hashes]
        #expect(Company.model().isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
        #expect(!Club.model().isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
    }
}
