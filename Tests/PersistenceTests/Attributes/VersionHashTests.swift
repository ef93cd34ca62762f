import Foundation
import Persistence
import PersistenceTestSupport
import Testing

/// Version hashes identify a store's model.
@Suite struct VersionHashTests {
    @Test func `a store is compatible only with the model that created it`() throws {
        let stack = try Stack(.sqlite, model: CompanyModel.model())
        let metadata = stack.coordinator.metadata(for: stack.store)
        #expect(CompanyModel.model().isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
        #expect(!ClubModel.model().isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
        let changed = CompanyModel.model()
        changed.entitiesByName["Entry"]?.attributesByName["wind"]?.type = .double
        #expect(!changed.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
    }

    @Test func `version hashes are read from Core Data's key, where the first stores of the engine had them`() throws {
        let stack = try Stack(.sqlite, model: CompanyModel.model())
        var metadata: [String: Any] = stack.coordinator.metadata(for: stack.store)
        let hashes = metadata.removeValue(forKey: "PersistenceModelVersionHashes")
        #expect(hashes != nil)
        metadata["NSStoreModelVersionHashes"] = hashes
        #expect(CompanyModel.model().isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
        #expect(!ClubModel.model().isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
    }

    @Test func `equal entities have equal version hashes and different ones do not`() {
        let (one, two) = (CompanyModel.model(), CompanyModel.model())
        #expect(one.entityVersionHashesByName == two.entityVersionHashesByName)
        #expect(Set(one.entityVersionHashesByName.values).count == 3)
    }

    @Test func `metadata with Core Data's own hashes is matched by entity names`() {
        let names = ["Department", "Employee", "Entry"]
        let hashes = Dictionary(uniqueKeysWithValues: names.map { ($0, Data(count: 32)) })
        let metadata: [String: Any] = ["NSStoreModelVersionHashes": hashes]
        #expect(CompanyModel.model().isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
        #expect(!ClubModel.model().isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
    }

    /// Observed in Core Data.
    @Test func `transient properties are not part of the version hash`() throws {
        let (stored, other) = (CompanyModel.model(), CompanyModel.model())
        other.entitiesByName["Employee"]?.attributesByName["fullName"]?.name = "wholeName"
        other.entitiesByName["Entry"]?.properties += [
            AttributeDescription(name: "memo", type: .string, isTransient: true)
        ]
        #expect(stored.entityVersionHashesByName == other.entityVersionHashesByName)
        let stack = try Stack(.sqlite, model: stored)
        let metadata = stack.coordinator.metadata(for: stack.store)
        #expect(other.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
    }
}
