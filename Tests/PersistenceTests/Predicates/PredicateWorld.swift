import Foundation
import PersistenceSQLite
import PersistenceTestSupport
import SQLite

@testable import Persistence

/// Entries, spots and tags with every attribute type, both in memory and in SQLite.
final class PredicateWorld {
    let entry: EntityDescription
    let spot: EntityDescription
    let tag: EntityDescription
    private let model: ManagedObjectModel
    private let storeEntities: [ObjectIdentifier: StoreEntity]
    private(set) var rows: [ObjectIdentifier: [PredicateRow]] = [:]

    init() {
        entry = EntityDescription(
            name: "Entry",
            properties: [
                AttributeDescription(name: "rating", type: .integer64),
                AttributeDescription(name: "flag", type: .boolean),
                AttributeDescription(name: "ratio", type: .double), AttributeDescription(name: "small", type: .float),
                AttributeDescription(name: "date", type: .date), AttributeDescription(name: "price", type: .decimal),
                AttributeDescription(name: "location", type: .string),
                AttributeDescription(name: "note", type: .string),
                AttributeDescription(name: "token", type: .uuid), AttributeDescription(name: "link", type: .uri),
                AttributeDescription(name: "photo", type: .binaryData),
                AttributeDescription(name: "secret", type: .transformable),
                AttributeDescription(name: "sum", type: .double, isTransient: true),
            ])
        spot = EntityDescription(
            name: "Spot",
            properties: [
                AttributeDescription(name: "name", type: .string),
                AttributeDescription(name: "depth", type: .integer32),
            ])
        tag = EntityDescription(
            name: "Tag",
            properties: [
                AttributeDescription(name: "name", type: .string), AttributeDescription(name: "weight", type: .double),
            ])
        entry.relate(.one("spot"), to: spot, .many("entries"))
        entry.relate(.many("tags"), to: tag, .many("entries"))
        spot.relate(.one("parent"), to: spot, .many("children"))
        entry.computedKeys["digits"] = ComputedKey(name: "digits", attribute: "note", sqlName: "TEST_DIGITS") { bytes in
            let digits = bytes.filter { (0x30...0x39).contains($0) }
            return Double(String(decoding: digits, as: UTF8.self))
        }
        model = ManagedObjectModel(entities: [entry, spot, tag])
        model.freeze()
        storeEntities = Dictionary(
            uniqueKeysWithValues: [entry, spot, tag].map {
                (
                    ObjectIdentifier($0),
                    StoreEntity(entity: $0, layout: $0.layout, entityIndex: $0.entityIndex, store: nil)
                )
            })
    }

    func id(_ key: Int64, of entity: EntityDescription) -> ManagedObjectID {
        ManagedObjectID(storeEntity: storeEntities[ObjectIdentifier(entity)]!, key: key)
    }

    func rows(of entity: EntityDescription) -> [PredicateRow] { rows[ObjectIdentifier(entity)] ?? [] }

    @discardableResult
    func add(_ entity: EntityDescription, _ values: [String: PropertyValue] = [:]) -> PredicateRow {
        let key = Int64(rows(of: entity).count + 1)
        let row = PredicateRow(id: id(key, of: entity))
        for (name, value) in values { row.values[entity.slot(named: name)!] = value }
        rows[ObjectIdentifier(entity), default: []].append(row)
        return row
    }

    /// Sets a to-one relationship and its inverse.
    func link(_ source: PredicateRow, _ name: String, to destination: PredicateRow) {
        let relationship = source.entity.relationshipsByName[name]!
        let inverse = relationship.inverseRelationship!
        let slot = source.entity.slot(named: name)!
        if relationship.isToMany {
            source.members[slot, default: []].append(destination)
        } else {
            source.values[slot] = .reference(destination.id)
            source.targets[slot] = destination
        }
        destination.members[destination.entity.slot(named: inverse.name)!, default: []].append(source)
    }
}

/// A row in memory that predicates can be evaluated with.
final class PredicateRow: PredicateSubject {
    let id: ManagedObjectID
    var values: [Int: PropertyValue] = [:]
    var targets: [Int: PredicateRow] = [:]
    var members: [Int: [PredicateRow]] = [:]

    init(id: ManagedObjectID) {
        self.id = id
    }

    var entity: EntityDescription { id.entity }
    var objectID: ManagedObjectID? { id }
    func value(at slot: Int) -> PropertyValue { values[slot] ?? .null }
    func related(at slot: Int) -> (any PredicateSubject)? { targets[slot] }
    func relatedMany(at slot: Int) -> [any PredicateSubject] { members[slot] ?? [] }
}

// MARK: SQLite

extension PredicateWorld: ColumnNaming {
    func table(of layout: EntityLayout) -> String { "Z" + layout.root.name!.uppercased() }
    func column(slot: Int, of layout: EntityLayout) -> String { "Z" + layout.slots[slot].name.uppercased() }
    func entityNumber(of entity: EntityDescription) -> Int64 { Int64(entity.number) }
    func key(of id: ManagedObjectID) -> Int64? { id.key }

    func joinTable(forSlot slot: Int, of layout: EntityLayout) -> JoinTable? {
        switch (layout.root.name, layout.slots[slot].name) {
        case ("Entry", "tags"): JoinTable(name: "Z_1TAGS", sourceColumn: "Z_1ENTRIES", destinationColumn: "Z_3TAGS")
        case ("Tag", "entries"): JoinTable(name: "Z_1TAGS", sourceColumn: "Z_3TAGS", destinationColumn: "Z_1ENTRIES")
        default: nil
        }
    }

    /// A database with the same rows, in tables with Core Data's column types.
    func makeDatabase() throws -> Connection {
        let connection = try Connection(path: ":memory:")
        try PredicateFunctions.register(on: connection, computedKeys: Array(entry.computedKeys.values))
        try connection.execute("CREATE TABLE Z_1TAGS (Z_1ENTRIES INTEGER, Z_3TAGS INTEGER)")
        for entity in [entry, spot, tag] { try write(entity, to: connection) }
        let tags = entry.slot(named: "tags")!
        for row in rows(of: entry) {
            for member in row.members[tags] ?? [] {
                try connection.prepare("INSERT INTO Z_1TAGS VALUES (?, ?)")
                    .run(.integer(row.id.key!), .integer(member.id.key!))
            }
        }
        return connection
    }

    private func write(_ entity: EntityDescription, to connection: Connection) throws {
        let slots = entity.layout.slots.filter(\.isColumn)
        let columns = slots.map { "Z\($0.name.uppercased()) \(PredicateWorld.columnType($0))" }.joined(separator: ", ")
        try connection.execute(
            "CREATE TABLE \(table(of: entity.layout)) (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, \(columns))"
        )
        let marks = Array(repeating: "?", count: slots.count + 3).joined(separator: ", ")
        let insert = try connection.prepare("INSERT INTO \(table(of: entity.layout)) VALUES (\(marks))")
        for row in rows(of: entity) {
            let fixed: [Value] = [.integer(row.id.key!), .integer(Int64(entity.number)), .integer(1)]
            try insert.run(fixed + slots.map { PredicateWorld.value(row.value(at: $0.index)) })
        }
    }

    private static func columnType(_ slot: EntityLayout.Slot) -> String {
        switch slot.kind {
        case .attribute(.date): "TIMESTAMP"
        case .attribute(.double), .attribute(.float): "FLOAT"
        case .attribute(.decimal): "DECIMAL"
        case .attribute(.string), .attribute(.uri): "VARCHAR"
        case .attribute(.uuid), .attribute(.binaryData), .attribute(.transformable): "BLOB"
        default: "INTEGER"
        }
    }

    private static func value(_ value: PropertyValue) -> Value {
        if case .decimal(let decimal) = value { return .text("\(decimal)") }
        return switch PredicateScalar(value) {
        case .null: .null
        case .integer(let integer): .integer(integer)
        case .real(let real): .real(real)
        case .text(let text): .text(text)
        case .blob(let data): .blob(Array(data))
        case .object(let id): .integer(id.key!)
        }
    }

    /// The keys of the rows that SQLite selects, in SQLite's order.
    func keys(
        _ predicate: BoundPredicate?, sort: BoundSort? = nil, of entity: EntityDescription, in connection: Connection
    ) throws -> [Int64] {
        let compiled = PredicateCompiler.compile(predicate, sort: sort, entity: entity, naming: self)
        let statement = try connection.prepare("SELECT t0.Z_PK" + compiled.tail(table: table(of: entity.layout)))
        try statement.bind(compiled.bindings)
        var keys: [Int64] = []
        while try statement.step() { keys.append(statement.int64(0)) }
        return keys
    }

    /// The columns that SQLite computes.
    func values(_ columns: BoundColumns, in connection: Connection) throws -> [[PredicateScalar]] {
        var fetch = StoreFetch(entity: entry)
        fetch.sort = columns.sort
        let (selected, rest) = PredicateCompiler.compile(columns, of: fetch, naming: self)
        let statement = try connection.prepare("SELECT \(selected)" + rest.tail(table: table(of: entry.layout)))
        try statement.bind(rest.bindings)
        var rows: [[PredicateScalar]] = []
        while try statement.step() { rows.append(statement.values().map { PredicateScalar($0) }) }
        return rows
    }

    /// The columns that are computed from the rows in memory.
    func valuesInMemory(_ columns: BoundColumns) throws -> [[PredicateScalar]] {
        let rows = rows(of: entry)
        return try columns.rows(of: columns.sort?.sorted(rows) ?? rows)
    }

    /// The keys of the rows that the evaluator selects.
    func keysInMemory(_ predicate: BoundPredicate, of entity: EntityDescription) throws -> [Int64] {
        let evaluator = PredicateEvaluator(predicate)
        return try rows(of: entity).filter { try evaluator.matches($0) }.map { $0.id.key! }
    }
}
