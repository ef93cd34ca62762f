import Foundation
import Persistence
import PersistenceModelFile
import PersistenceSQLite

/// The versions of the model, in the order in which they were released.
enum ModelVersion: String, CaseIterable {
    case version1 = "Larder"
    case version2 = "Larder 2"
    case version3 = "Larder 3"

    static var current: ModelVersion { allCases.last! }

    var next: ModelVersion? {
        let all = ModelVersion.allCases
        let index = all.firstIndex(of: self)! + 1
        return index < all.count ? all[index] : nil
    }

    var model: ManagedObjectModel {
        guard
            let url = Bundle.module.url(
                forResource: rawValue, withExtension: "xcdatamodel", subdirectory: "Larder.xcdatamodeld"),
            let model = ManagedObjectModel(contentsOf: url)
        else {
            fatalError("The model \(rawValue) is missing from the bundle.")
        }
        return model
    }

    init?(compatibleWith metadata: [String: Any]) {
        let version = ModelVersion.allCases.first {
            $0.model.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata)
        }
        guard let version = version else { return nil }
        self = version
    }
}

/// Migrates a store from version to version, until it has the current one.
final class StoreMigrator {
    func requiresMigration(at url: URL) throws -> Bool {
        let metadata = try PersistentStoreCoordinator.metadataForPersistentStore(
            ofType: SQLiteStoreType, at: url, options: nil)
        return ModelVersion(compatibleWith: metadata) != .current
    }

    func migrateStoreIfNeeded(at url: URL) throws {
        let metadata = try PersistentStoreCoordinator.metadataForPersistentStore(
            ofType: SQLiteStoreType, at: url, options: nil)
        guard var version = ModelVersion(compatibleWith: metadata) else {
            throw NSError(domain: NSCocoaErrorDomain, code: PersistentStoreIncompatibleVersionHashError)
        }
        while let next = version.next {
            try migrateStore(at: url, from: version.model, to: next.model)
            version = next
        }
    }

    private func migrateStore(
        at url: URL, from source: ManagedObjectModel, to destination: ManagedObjectModel
    ) throws {
        let mapping = try mappingModel(from: source, to: destination)
        let manager = MigrationManager(sourceModel: source, destinationModel: destination)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let migratedURL = folder.appendingPathComponent(url.lastPathComponent)
        try manager.migrateStore(
            from: url, sourceType: SQLiteStoreType, options: nil, with: mapping,
            toDestinationURL: migratedURL, destinationType: SQLiteStoreType, destinationOptions: nil)
        let coordinator = PersistentStoreCoordinator(managedObjectModel: destination)
        try coordinator.replacePersistentStore(
            at: url, destinationOptions: nil, withPersistentStoreFrom: migratedURL, sourceOptions: nil,
            ofType: SQLiteStoreType)
        try coordinator.destroyPersistentStore(at: migratedURL, ofType: SQLiteStoreType, options: nil)
    }

    /// What can be inferred is; amounts, which were texts before version 3, are split by a policy.
    private func mappingModel(
        from source: ManagedObjectModel, to destination: ManagedObjectModel
    ) throws -> MappingModel {
        let mapping = try MappingModel.inferredMappingModel(forSourceModel: source, destinationModel: destination)
        guard source.entitiesByName["Ingredient"]?.attributesByName["amount"] != nil,
            destination.entitiesByName["Ingredient"]?.attributesByName["quantity"] != nil
        else {
            return mapping
        }
        for entityMapping in mapping.entityMappings where entityMapping.destinationEntityName == "Ingredient" {
            entityMapping.mappingType = .customEntityMappingType
            entityMapping.entityMigrationPolicyClassName = NSStringFromClass(AmountMigrationPolicy.self)
        }
        return mapping
    }
}

/// Splits "200 g" into 200 and "g".
final class AmountMigrationPolicy: EntityMigrationPolicy {
    override func createDestinationInstances(
        forSource sInstance: ManagedObject, in mapping: EntityMapping, manager: MigrationManager
    ) throws {
        try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
        guard
            let destination = manager.destinationInstances(
                forEntityMappingName: mapping.name, sourceInstances: [sInstance]
            ).first,
            let amount = sInstance.value(forKey: "amount") as? String
        else {
            return
        }
        let scanner = Scanner(string: amount)
        let quantity = scanner.scanDouble() ?? 1
        let unit = String(amount[scanner.currentIndex...]).trimmingCharacters(in: .whitespaces)
        destination.setValue(quantity, forKey: "quantity")
        destination.setValue(unit.isEmpty ? nil : unit, forKey: "unit")
    }
}
