import Foundation
import PersistenceTestSupport
import SQLite
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// Opening a store with another version of its model, without migration.
@Suite struct ModelVersionTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    enum Change: CaseIterable {
        case none, lacksAttribute, lacksEntity, lacksRelationship, hasOtherType, hasMoreAttributes, isMandatory

        /// The answer expected from `isConfiguration` and from opening.
        var isCompatible: Bool { self == .none }

        var model: ManagedObjectModel {
            let (spot, country) = (EntityDescription(name: "Spot"), EntityDescription(name: "Country"))
            country.properties = [AttributeDescription(name: "name", type: .string)]
            spot.properties = [
                AttributeDescription(
                    name: "name", type: self == .hasOtherType ? .double : .string, isOptional: self != .isMandatory)
            ]
            if self != .lacksAttribute {
                spot.properties.append(
                    AttributeDescription(name: "depth", type: .double, isOptional: false, defaultValue: 1.5))
            }
            if self == .hasMoreAttributes { spot.properties.append(AttributeDescription(name: "wind", type: .string)) }
            if self == .lacksEntity { return ManagedObjectModel(entities: [spot]) }
            if self != .lacksRelationship {
                let one = RelationshipDescription(name: "country", destination: country)
                let many = RelationshipDescription(name: "spots", destination: spot)
                (one.maxCount, many.maxCount) = (1, 0)
                (one.inverseRelationship, many.inverseRelationship) = (many, one)
                spot.properties.append(one)
                country.properties.append(many)
            }
            return ManagedObjectModel(entities: [spot, country])
        }
    }

    private func makeStore() throws {
        let stack = try Stack(folder.file(), model: Change.none.model)
        try stack.insert([["name": .string("Malibu"), "depth": .double(3)]], "Spot")
        try stack.coordinator.remove(stack.store)
    }

    /// Replaces the engine's hashes by Core Data's key, as in a store that Core Data created.
    private func makeCoreDatas() throws {
        let connection = try folder.plainConnection()
        let bytes = try #require(try connection.scalar("SELECT Z_PLIST FROM Z_METADATA").blob)
        var list = try #require(
            try PropertyListSerialization.propertyList(from: Data(bytes), format: nil) as? [String: Any])
        list[EntityHash.algorithmKey] = nil
        list[EntityHash.hashesKey] = nil
        list[StoreMetadataKey.modelVersionHashes] = ["Spot": Data([1]), "Country": Data([2])]
        let data = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
        try connection.prepare("UPDATE Z_METADATA SET Z_PLIST = ?").run(.blob([UInt8](data)))
    }

    private func opens(_ change: Change) throws -> Bool {
        do {
            let stack = try Stack(folder.file(), model: change.model)
            try stack.coordinator.remove(stack.store)
            return true
        } catch let error as PersistenceError {
            #expect(error.code == .incompatibleVersion)
            return false
        }
    }

    @Test(arguments: Change.allCases)
    func `a store opens only with the model whose entity hashes it has`(change: Change) throws {
        try makeStore()
        let metadata = try SQLiteStoreOpening().metadata(url: folder.file())
        #expect(
            change.model.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata) == change.isCompatible)
        #expect(try opens(change) == change.isCompatible)
        #expect(try folder.plainConnection().rows("SELECT ZNAME, ZDEPTH FROM ZSPOT") == [["Malibu", 3.0]])
    }

    /// No table shows whether an attribute is mandatory, so that change is left out.
    @Test(arguments: Change.allCases.filter { $0 != .isMandatory })
    func `a store made by Core Data opens only with a model that fits its tables`(change: Change) throws {
        try makeStore()
        try makeCoreDatas()
        let metadata = try SQLiteStoreOpening().metadata(url: folder.file())
        #expect(
            change.model.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata) == change.isCompatible)
        #expect(try opens(change) == change.isCompatible)
    }

    @Test func `the usual loop over versions of a model finds the one of a store that Core Data made`() throws {
        SQLiteStore.register()
        try makeStore()
        try makeCoreDatas()
        let metadata = try PersistentStoreCoordinator.metadataForPersistentStore(
            ofType: sqliteStoreType, at: folder.file())
        let versions = Change.allCases.filter { $0 != .isMandatory }
        let fitting = versions.filter {
            $0.model.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata)
        }
        #expect(fitting == [.none])
    }

    @Test func `setting a store's metadata does not write the list of its tables into it`() throws {
        try makeStore()
        try makeCoreDatas()
        let opening = SQLiteStoreOpening()
        let metadata = try opening.metadata(url: folder.file())
        #expect(metadata[StoreCatalog.metadataKey] != nil)
        try opening.setMetadata(metadata.merging(["Own": 1]) { $1 }, url: folder.file(), options: [:])
        let bytes = try #require(try folder.plainConnection().scalar("SELECT Z_PLIST FROM Z_METADATA").blob)
        #expect(StoreMetadata.keys(of: bytes)?[StoreCatalog.metadataKey] == nil)
        #expect(StoreMetadata.keys(of: bytes)?["Own"] as? Int == 1)
    }

    @Test func `a migration removes the columns that the new model lacks`() throws {
        try makeStore()
        let options = LightweightMigrationTests.migrating
        for _ in 0..<2 {
            let stack = try Stack(folder.file(), model: Change.lacksAttribute.model, options: options)
            try stack.coordinator.remove(stack.store)
        }
        #expect(try opens(.lacksAttribute))
        #expect(try !opens(.none))
        #expect(
            try folder.plainConnection().texts("SELECT name FROM pragma_table_info('ZSPOT')") == [
                "Z_PK", "Z_ENT", "Z_OPT", "ZCOUNTRY", "ZNAME",
            ])
    }
}
