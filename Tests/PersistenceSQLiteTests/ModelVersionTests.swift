import Foundation
import SQLite
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// Opening a store with another version of its model, without migrating it.
@Suite struct ModelVersionTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    enum Change: CaseIterable {
        case none, lacksAttribute, lacksEntity, lacksRelationship, hasOtherType, hasMoreAttributes, isMandatory

        /// What isConfiguration and opening say.
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

    /// Takes our hashes away, and puts Core Data's key in their place, as a store of its own has it.
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
    func `a store of ours opens with the model whose hashes it has, and no other`(change: Change) throws {
        try makeStore()
        let metadata = try SQLiteStoreOpening().metadata(url: folder.file())
        #expect(
            change.model.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata) == change.isCompatible)
        #expect(try opens(change) == change.isCompatible)
        #expect(try folder.plainConnection().rows("SELECT ZNAME, ZDEPTH FROM ZSPOT") == [["Malibu", 3.0]])
    }

    /// Whether an attribute is mandatory, no table tells.
    @Test(arguments: Change.allCases.filter { $0 != .isMandatory })
    func `a store of Core Data's is told by its tables`(change: Change) throws {
        try makeStore()
        try makeCoreDatas()
        #expect(try opens(change) == change.isCompatible)
    }

    @Test func `what a migration left out is no hindrance, also to the next opening and for a subset`() throws {
        try makeStore()
        let options = LightweightMigrationTests.migrating
        for _ in 0..<2 {
            let stack = try Stack(folder.file(), model: Change.lacksAttribute.model, options: options)
            try stack.coordinator.remove(stack.store)
        }
        #expect(try opens(.lacksAttribute))
        #expect(try !opens(.none))
        #expect(try folder.plainConnection().rows("SELECT ZDEPTH FROM ZSPOT") == [[3.0]])
    }
}
