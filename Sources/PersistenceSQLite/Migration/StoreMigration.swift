import Persistence
import SQLite

/// Migrates a store in place. All steps and the metadata are one transaction, so a crash leaves either the old store or
/// the new one.
struct StoreMigration {
    let model: ManagedObjectModel
    let configurationName: String?
    /// Keys that are added to the application's metadata in the same transaction.
    let metadata: [String: any Sendable]
    /// The UUIDs for rows that have none; nil if there are none to give.
    var uuids: MigratedUUIDs?
    /// The name of the store's file, for messages.
    let name: String
    /// The store's file, which must still be in place; nil for a private copy.
    var file: StoreFile?
    /// Whether row checksums are kept afterwards, even if there were none.
    var keepsChecksums = false

    /// Migrates the store. Does nothing that another process has already done.
    /// - Throws: `inferredMapping`, `missingSourceModel`, `readOnly` or SQLite's error; the store is then unchanged.
    func run(_ connection: Connection) throws {
        try connection.transaction(.immediate) {
            try file?.verify(.saveFailed)
            let steps = try MappingInference(
                model: model, configurationName: configurationName,
                catalog: StoreCatalog(connection, name: name), indexes: StoreCatalog.indexes(connection)
            ).steps()
            for step in steps { try carryOut(step, connection) }
            if let uuids { try give(uuids, connection) }
            try refuseForeignTriggers(connection)
            try forgetOldModel(connection)
            if try keepsChecksums || ChecksumTable.exists(connection) {
                try ChecksumTable.renew(for: schema(connection), connection)
            }
        }
    }

    private func carryOut(_ step: MigrationStep, _ connection: Connection) throws {
        switch step {
        case .schema(let sql): try connection.execute(sql)
        case .addEntity(let number, let name, let parent):
            try connection.prepare("INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, ?, 0)")
                .run(.integer(number), .text(name), .integer(parent))
        case .renameEntity(let number, let name):
            try connection.prepare("UPDATE Z_PRIMARYKEY SET Z_NAME = ? WHERE Z_ENT = ?")
                .run(.text(name), .integer(number))
        case .fill(let table, let column, let entities, let value):
            try connection.prepare(
                "UPDATE \(SQLName.identifier(table)) SET \(SQLName.identifier(column)) = ? "
                    + StoreMigration.withoutValue(column, entities)
            ).run(value)
        case .require(let table, let column, let entities, let property):
            let found = try connection.scalar(
                "SELECT 1 FROM \(SQLName.identifier(table)) \(StoreMigration.withoutValue(column, entities)) LIMIT 1")
            guard found == .null else { throw StoreMigration.lacksValue(property) }
        }
    }

    private func give(_ uuids: MigratedUUIDs, _ connection: Connection) throws {
        let store = try StoreCatalog(connection, name: name).identifier
        guard let entity = model.entitiesByName[uuids.entityName], let slot = entity.slot(named: uuids.attributeName),
            let table = try schema(connection).tables.first(where: { $0.layout === entity.layout })
        else { return }
        let (function, value) = ("surfjournal_migrated_uuid", uuids.value)
        try connection.createFunction(function, argumentCount: 1, deterministic: true) { arguments in
            withUnsafeBytes(of: value(store, arguments.int64(0)).uuid) { .blob(Array($0)) }
        }
        let column = SQLName.identifier(table.columnName(ofSlot: slot))
        try connection.execute(
            "UPDATE \(SQLName.identifier(table.name)) SET \(column) = \(function)(Z_PK) WHERE \(column) IS NULL")
    }

    private static func withoutValue(_ column: String, _ entities: [Int64]) -> String {
        let numbers = entities.map(String.init).joined(separator: ", ")
        return "WHERE \(SQLName.identifier(column)) IS NULL AND Z_ENT IN (\(numbers))"
    }

    private static func lacksValue(_ property: String) -> PersistenceError {
        PersistenceError(
            .inferredMapping,
            "No mapping can be inferred: “\(property)” is required now, has no default value, and is empty in some rows."
        )
    }

    private func refuseForeignTriggers(_ connection: Connection) throws {
        let catalog = try StoreCatalog(connection, name: name)
        if let refusal = try schema(catalog).writeRefusal(by: catalog) { throw PersistenceError(.readOnly, refusal) }
    }

    /// The model's schema as it now is in the file.
    private func schema(_ connection: Connection) throws -> StoreSchema {
        let catalog = try StoreCatalog(connection, name: name)
        return try schema(catalog).matched(to: catalog)
    }

    private func schema(_ catalog: StoreCatalog) throws -> StoreSchema {
        try StoreSchema(model: model, configurationName: configurationName, numbering: catalog.numbering(for: model))
    }

    /// Writes the new version to the metadata, and deletes the copy of the old model in the store, so that nobody uses
    /// it.
    private func forgetOldModel(_ connection: Connection) throws {
        let entities = model.entities(forConfigurationName: configurationName) ?? []
        try StoreMetadata.remodel(
            connection, entities: entities, versionIdentifiers: model.versionIdentifiers, adding: metadata, name: name)
        guard try connection.scalar("SELECT 1 FROM main.sqlite_master WHERE name = 'Z_MODELCACHE'") != .null else {
            return
        }
        try connection.execute("DELETE FROM Z_MODELCACHE")
    }
}
