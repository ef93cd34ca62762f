import Persistence
import SQLite

/// The content of an existing file: tables with their columns, entities, and triggers. Read once, when the store is
/// opened.
struct StoreCatalog: Sendable {
    /// A row of `Z_PRIMARYKEY`.
    struct Entity: Sendable, Equatable {
        let number: Int64
        let name: String
        /// The number of the parent entity; 0 for a root.
        let parent: Int64
    }

    struct Trigger: Sendable, Equatable {
        let name: String
        let table: String
        /// Whether Core Data created it for a derived attribute.
        let isOfDerivedAttribute: Bool
        /// Whether its name is that of Core Data's triggers for location indexes, whose effect is not known.
        var isOfLocationIndex: Bool { name.hasPrefix("Z_RT_") }
    }

    /// The names of the columns, in order, by table.
    let tables: [String: [String]]
    /// The declared types of the columns, by table and name.
    let types: [String: [String: String]]
    /// The model's entities. Core Data's own, such as those of history, have numbers from 16000 and are not included.
    let entities: [Entity]
    let triggers: [Trigger]
    /// The store's UUID.
    let identifier: String
    /// The names of the entities with version hashes.
    private let hashedNames: Set<String>
    /// The raw metadata, empty if there is none. Damage is reported when it is read.
    private let metadata: [UInt8]

    /// - Throws: `incompatibleSchema` for a database that is not a Core Data store, `corruptStore` for one without a
    ///   UUID, or SQLite's error.
    init(_ connection: Connection, name: String) throws {
        (tables, types) = try StoreCatalog.tables(connection)
        guard tables["Z_METADATA"] != nil, tables["Z_PRIMARYKEY"] != nil else {
            throw PersistenceError(.incompatibleSchema, "“\(name)” is a database, but not a Core Data store.")
        }
        entities = try StoreCatalog.entities(connection)
        triggers = try StoreCatalog.triggers(connection)
        let uuid = try connection.scalar("SELECT Z_UUID FROM Z_METADATA ORDER BY Z_VERSION LIMIT 1")
        guard let uuid = uuid.text, !uuid.isEmpty else {
            throw PersistenceError(.corruptStore, "The store “\(name)” has no UUID.")
        }
        identifier = uuid
        metadata = (try? StoreMetadata.bytes(connection, name: name)) ?? []
        hashedNames = StoreMetadata.hashedNames(in: metadata)
    }

    /// The metadata; empty if it is damaged, which other readers of the metadata report.
    var knownMetadata: [String: any Sendable] { StoreMetadata.keys(of: metadata) ?? [:] }

    /// Whether the file has no tables: it was never made a store, or creating it was interrupted.
    static func isEmpty(_ connection: Connection) throws -> Bool {
        try connection.scalar("SELECT 1 FROM main.sqlite_master LIMIT 1") == .null
    }

    /// The numbers of a model's entities in the file. They are found by name or, for a renamed entity, by position: the
    /// metadata has its new name, `Z_PRIMARYKEY` an older one.
    func numbering(for model: ManagedObjectModel) -> EntityNumbering {
        var numbers = Dictionary(entities.map { ($0.name, $0.number) }, uniquingKeysWith: { first, _ in first })
        let known = Set(model.entities.compactMap(\.name))
        if known.isSubset(of: numbers.keys) { return EntityNumbering(numbers) }
        for entity in model.entities {
            guard let name = entity.name, numbers[name] == nil, hashedNames.contains(name) else { continue }
            let atPosition = entities.first { $0.number == Int64(entity.number) && !known.contains($0.name) }
            numbers[name] = atPosition?.number
        }
        return EntityNumbering(numbers)
    }

    /// The columns of each entity's table, by entity name.
    var columnsByEntity: [String: Set<String>] {
        let pairs = entities.map { ($0.name, Set(tables["Z" + root(of: $0).name.uppercased()] ?? [])) }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }

    /// The entity at the top of the hierarchy.
    func root(of entity: Entity) -> Entity {
        var current = entity
        for _ in entities {
            guard let parent = entities.first(where: { $0.number == current.parent }) else { break }
            current = parent
        }
        return current
    }
}

/// The catalog in the metadata of a store that has not our hashes, so that a model can be compared with the tables
/// without opening the store.
extension StoreCatalog {
    static let metadataKey = "PersistenceStoreTables"

    /// For each table its columns, and under an empty name the entities; the parts of a text are separated by spaces.
    var listed: [String: [String]] {
        var list = tables.reduce(into: [:]) { list, table in
            list[table.key] = table.value.map { "\($0) \(types[table.key]?[$0] ?? "")" }
        }
        list[""] = entities.map { "\($0.number) \($0.parent) \($0.name)" }
        return list
    }

    /// Nil if the metadata has no list.
    init?(in metadata: [String: Any]) {
        guard let list = metadata[StoreCatalog.metadataKey] as? [String: [String]] else { return nil }
        var (tables, types): ([String: [String]], [String: [String: String]]) = ([:], [:])
        for (table, columns) in list where !table.isEmpty {
            for column in columns {
                let parts = column.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(
                    String.init)
                tables[table, default: []].append(parts[0])
                types[table, default: [:]][parts[0]] = parts.count > 1 ? parts[1] : ""
            }
        }
        self.tables = tables
        self.types = types
        entities = (list[""] ?? []).compactMap { text in
            let parts = text.split(separator: " ", maxSplits: 2).map(String.init)
            guard parts.count == 3, let number = Int64(parts[0]), let parent = Int64(parts[1]) else { return nil }
            return Entity(number: number, name: parts[2], parent: parent)
        }
        triggers = []
        identifier = metadata[StoreMetadataKey.storeUUID] as? String ?? ""
        let names = metadata[StoreMetadataKey.modelVersionHashes] as? [String: Any] ?? [:]
        hashedNames = Set(names.keys)
        self.metadata = []
    }
}

extension StoreCatalog {
    private static func tables(
        _ connection: Connection
    ) throws -> (names: [String: [String]], types: [String: [String: String]]) {
        let statement = try connection.prepare(
            """
            SELECT m.name, c.name, c.type FROM main.sqlite_master AS m JOIN pragma_table_info(m.name) AS c
            WHERE m.type = 'table' AND (m.name LIKE 'Z%') ORDER BY m.name, c.cid
            """)
        var tables: [String: [String]] = [:]
        var types: [String: [String: String]] = [:]
        while try statement.step() {
            tables[statement.string(0), default: []].append(statement.string(1))
            types[statement.string(0), default: [:]][statement.string(1)] = statement.string(2)
        }
        return (tables, types)
    }

    private static func entities(_ connection: Connection) throws -> [Entity] {
        let statement = try connection.prepare(
            "SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY WHERE Z_ENT < 16000 ORDER BY Z_ENT")
        var entities: [Entity] = []
        while try statement.step() {
            entities.append(
                Entity(number: statement.int64(0), name: statement.string(1), parent: statement.int64(2)))
        }
        return entities
    }

    private static func triggers(_ connection: Connection) throws -> [Trigger] {
        let statement = try connection.prepare(
            "SELECT name, tbl_name, sql FROM main.sqlite_master WHERE type = 'trigger' ORDER BY name")
        var triggers: [Trigger] = []
        while try statement.step() {
            let isOfDerivedAttribute =
                statement.string(0).hasPrefix("Z_DA_") && statement.string(2).contains("NSCoreDataDATrigger")
            triggers.append(
                Trigger(
                    name: statement.string(0), table: statement.string(1), isOfDerivedAttribute: isOfDerivedAttribute))
        }
        return triggers
    }
}
