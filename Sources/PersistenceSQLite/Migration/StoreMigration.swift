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
            let mapping = try mapping(connection)
            for step in try mapping.steps() { try execute(step, connection) }
            try HistoryMigration(mapping, connection).run()
            if let uuids { try give(uuids, connection) }
            try forgetOldModel(connection)
            if try keepsChecksums || ChecksumTable.exists(connection) {
                try ChecksumTable.renew(for: schema(connection), connection)
                try StoreStateMark.renew(connection)
            }
        }
    }

    private func mapping(_ connection: Connection) throws -> LightweightMigration {
        let source = try MigrationSource(connection, name: name)
        try source.requireTables()
        let oldModel = try source.model(for: model, connection)
        let old: StoreSchema
        do {
            old = try StoreSchema(model: oldModel, numbering: source.catalog.numbering(for: oldModel))
                .matched(to: source.catalog)
        } catch let error as PersistenceError where error.code == .incompatibleVersion {
            throw PersistenceError(
                .inferredMapping, "No mapping can be inferred: the store's tables are not those of its model.",
                underlying: error)
        }
        if let refusal = old.writeRefusal(by: source.catalog) { throw PersistenceError(.readOnly, refusal) }
        return LightweightMigration(
            source: source, old: old, oldModel: oldModel,
            new: try StoreSchema(model: model, configurationName: configurationName), model: model)
    }

    private func execute(_ step: MigrationStep, _ connection: Connection) throws {
        switch step {
        case .schema(let sql): try connection.execute(sql)
        case .restore(let sql): try restore(sql, connection)
        case .entities(let rows): try renumber(rows, connection)
        case .fill(let table, let column, let entities, let value):
            try connection.prepare(
                "UPDATE \(SQLName.identifier(table)) SET \(SQLName.identifier(column)) = ? "
                    + StoreMigration.withoutValue(column, entities)
            ).run(value)
        case .refuse(let sql, let property, let entity, let reason):
            guard try connection.scalar(sql + " LIMIT 1") == .null else {
                throw LightweightMigration.refusal(property, of: entity, reason)
            }
        case .require(let table, let column, let entities, let property):
            guard try !StoreMigration.hasRow(without: column, of: entities, in: table, connection) else {
                throw StoreMigration.lacksValue(property)
            }
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

    /// Creates an index or a trigger of another program again, unless it needs what is gone.
    private func restore(_ sql: String, _ connection: Connection) throws {
        do {
            try connection.execute(sql)
        } catch let error as DatabaseError where error.isInvalidStatement {
            return
        }
    }

    /// Whether a row of one of these entities has no value in a column.
    static func hasRow(
        without column: String, of entities: [Int64], in table: String, _ connection: Connection
    ) throws -> Bool {
        try connection.scalar(
            "SELECT 1 FROM \(SQLName.identifier(table)) \(withoutValue(column, entities)) LIMIT 1") != .null
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

    private func renumber(_ rows: [MigrationStep.EntityRow], _ connection: Connection) throws {
        var counters: [Int64: Int64] = [:]
        let present = try connection.prepare("SELECT Z_ENT, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT < 16000")
        while try present.step() { counters[present.int64(0)] = present.int64(1) }
        try connection.execute("DELETE FROM Z_PRIMARYKEY WHERE Z_ENT < 16000")
        for row in rows {
            let counter = row.formerNumber.flatMap { counters[$0] } ?? 0
            try connection.prepare("INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, ?, ?)")
                .run(.integer(row.number), .text(row.name), .integer(row.parent), .integer(counter))
        }
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
            connection, entities: entities, versionIdentifiers: model.versionIdentifiers, record: ModelRecord(model),
            adding: metadata, name: name)
        if try connection.tableExists(ModelCache.table) { try connection.execute("DELETE FROM \(ModelCache.table)") }
    }
}
