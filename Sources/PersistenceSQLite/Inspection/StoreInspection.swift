import Foundation
import Persistence
import SQLite

/// A Core Data store that is examined without its model, in a private copy.
///
/// The model is the one that the store keeps: this engine's record of it, or Core Data's cache (`Z_MODELCACHE`). Without
/// either it is inferred from the tables: their names have no lower-case letters, and a to-many relationship with a to-one
/// inverse has no name there.
package struct StoreInspection {
    /// Where the model is from.
    package enum Source: String, Sendable {
        case record, cache, tables
    }

    /// The name of the file.
    package let name: String
    /// The store's UUID.
    package let identifier: String
    package let metadata: [String: any Sendable]
    package let source: Source
    /// The entities in the order of their numbers, without what has no storage.
    package let entities: [Entity]
    let connection: Connection
    let schema: StoreSchema
    let model: ManagedObjectModel

    /// An entity, as far as the file shows it.
    package struct Entity: Sendable {
        package let name: String
        package let number: Int64
        package let parent: String?
        /// The name of the table of the hierarchy.
        package let table: String
        /// How many objects there are of the entity itself, without its sub-entities.
        package let count: Int
        /// The entity's own attributes.
        package let attributes: [Attribute]
        /// The entity's own relationships.
        package let relationships: [Relationship]
    }

    package struct Attribute: Sendable, Equatable {
        package let name: String
        package let type: AttributeType
        /// Whether values may be in files beside the store.
        package let isExternal: Bool
        package let column: String
    }

    package struct Relationship: Sendable, Equatable {
        package let name: String
        package let destination: String
        package let inverse: String?
        package let isToMany: Bool
        package let isOrdered: Bool
    }

    /// Calls `body` with the examined store. The copy is deleted afterwards.
    /// - Throws: a `PersistenceError` if the file is not a store, or is damaged.
    package static func read<Result>(_ url: URL, _ body: (StoreInspection) throws -> Result) throws -> Result {
        let name = url.lastPathComponent
        let path = SQLiteStore.ownPath(url).path
        switch try FileAccess.system.kind(path) {
        case .missing: throw PersistenceError(.noSuchStore, "There is no store “\(name)”.")
        case .folder: throw PersistenceError(.openFailed, "“\(name)” is a folder, not a store.")
        case .other: throw PersistenceError(.openFailed, "“\(name)” is not a file.")
        case .file: break
        }
        let files = FileAccess.system
        let copy = try PrivateCopy(of: path, name: name, in: files.temporaryFolder(), files: files)
        return try withExtendedLifetime(copy) {
            try SQLiteStoreOpening().reading(URL(fileURLWithPath: copy.path), named: name) { connection, name in
                try harden(connection)
                return try body(StoreInspection(connection, name: name))
            }
        }
    }

    /// Nothing in the file may run code, or make SQLite use much memory.
    private static func harden(_ connection: Connection) throws {
        try connection.execute("PRAGMA query_only = 1; PRAGMA trusted_schema = 0; PRAGMA cell_size_check = 1")
        connection.limitValues(to: largestValue)
        let virtual = try connection.scalar(
            "SELECT name FROM main.sqlite_master WHERE rootpage = 0 AND type = 'table' LIMIT 1")
        if virtual != .null { throw PersistenceError(.incompatibleSchema, "The store has virtual tables.") }
    }

    /// The largest value that is read, in bytes.
    private static let largestValue = 256 << 20

    private init(_ connection: Connection, name: String) throws {
        let catalog = try StoreCatalog(connection, name: name)
        try catalog.requireSoundEntities(name: name)
        let found = try ModelFinder(catalog, connection).find()
        self.connection = connection
        self.name = name
        identifier = catalog.identifier
        metadata = catalog.knownMetadata
        (source, schema, model) = (found.source, found.schema, found.model)
        entities = try StoreInspection.entities(found, catalog, connection)
    }

    private static func entities(
        _ found: ModelFinder.Found, _ catalog: StoreCatalog, _ connection: Connection
    ) throws -> [Entity] {
        var counts: [Int64: Int] = [:]
        for table in found.schema.tables {
            let statement = try connection.prepare(
                "SELECT Z_ENT, count(*) FROM \(SQLName.identifier(table.name)) GROUP BY Z_ENT")
            while try statement.step() { counts[statement.int64(0)] = Int(statement.int64(1)) }
        }
        let records = Dictionary(found.record.entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        return catalog.entities.compactMap { stored in
            guard let record = records[stored.name], let described = found.model.entitiesByName[stored.name],
                let table = found.schema[described.layout]
            else { return nil }
            return Entity(
                name: stored.name, number: stored.number, parent: record.parent, table: table.name,
                count: counts[stored.number] ?? 0, attributes: record.attributes(of: described, in: table),
                relationships: record.relationships.map {
                    Relationship(
                        name: $0.name, destination: $0.destination, inverse: $0.inverse, isToMany: $0.isToMany,
                        isOrdered: $0.isOrdered)
                })
        }
    }
}

extension ModelRecord.Entity {
    fileprivate func attributes(of entity: EntityDescription, in table: TableSchema) -> [StoreInspection.Attribute] {
        attributes.compactMap { attribute in
            guard let slot = entity.slot(named: attribute.name) else { return nil }
            return StoreInspection.Attribute(
                name: attribute.name, type: AttributeType(rawValue: UInt(clamping: attribute.type)) ?? .undefined,
                isExternal: attribute.isExternal, column: table.columnName(ofSlot: slot))
        }
    }
}
