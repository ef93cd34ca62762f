import Persistence
import SQLite

/// Infers a model from a store's tables alone.
///
/// Names are in lower case, because those of columns have none. An attribute belongs to the entity above all whose rows
/// have a value. A to-many relationship whose inverse is to-one has no name in the tables, so the to-one has no inverse here.
struct TableRecord {
    private let catalog: StoreCatalog
    private let connection: Connection
    private let indexes: Set<String>

    init(_ catalog: StoreCatalog, _ connection: Connection) throws {
        (self.catalog, self.connection) = (catalog, connection)
        let statement = try connection.prepare("SELECT name FROM main.sqlite_master WHERE type = 'index'")
        var indexes: Set<String> = []
        while try statement.step() { indexes.insert(statement.string(0)) }
        self.indexes = indexes
    }

    /// The model with relationships, and the same with their keys as attributes, for tables that do not fit the first.
    func records() throws -> [ModelRecord] {
        let entities = catalog.entities.map { entity in
            ModelRecord.Entity(name: entity.name, parent: parent(of: entity)?.name)
        }
        var (whole, plain) = (ModelRecord(entities: entities), ModelRecord(entities: entities))
        for root in catalog.entities where root.parent == 0 {
            for column in try columns(of: root) {
                plain.add(column.attribute, to: column.owner)
                if let toOne = try toOne(column, of: root) {
                    whole.add(toOne, to: column.owner)
                } else if let (owner, toMany) = toMany(column, of: root) {
                    whole.add(toMany, to: owner)
                } else {
                    whole.add(column.attribute, to: column.owner)
                }
            }
        }
        for (owner, relationship) in joins { whole.add(relationship, to: owner) }
        return [whole, plain]
    }

    private func parent(of entity: StoreCatalog.Entity) -> StoreCatalog.Entity? {
        catalog.entities.first { $0.number == entity.parent }
    }

    private func entity(_ number: some StringProtocol) -> StoreCatalog.Entity? {
        Int64(number).flatMap { number in catalog.entities.first { $0.number == number } }
    }

    // MARK: Columns

    private struct Column {
        let name: String
        let type: AttributeType
        /// The name of the entity that has the property.
        let owner: String

        var propertyName: String { String(name.dropFirst()).lowercased() }
        var attribute: ModelRecord.Attribute { .init(name: propertyName, type: Int(type.rawValue), isExternal: false) }
    }

    private static let types: [String: AttributeType] = [
        "INTEGER": .integer64, "TIMESTAMP": .date, "FLOAT": .double, "DECIMAL": .decimal, "VARCHAR": .string,
        "BLOB": .binaryData,
    ]

    private func table(of root: StoreCatalog.Entity) -> String { "Z" + root.name.uppercased() }

    /// The columns with values: without positions, and without the entities of relationships' destinations.
    private func columns(of root: StoreCatalog.Entity) throws -> [Column] {
        let table = table(of: root)
        let names = (catalog.tables[table] ?? []).filter {
            $0.hasPrefix("Z") && !$0.hasPrefix("Z_") && !isCompanion($0)
        }
        let owners = try owners(of: names, in: table)
        return names.map { name in
            let type = TableRecord.types[catalog.types[table]?[name]?.uppercased() ?? ""] ?? .string
            return Column(name: name, type: type, owner: owners[name] ?? root.name)
        }
    }

    private func isCompanion(_ name: String) -> Bool {
        let digits = name.dropFirst().prefix { $0.isASCII && $0.isNumber }
        return !digits.isEmpty && name.dropFirst(1 + digits.count).hasPrefix("_")
    }

    /// The entity above all whose rows have a value in a column; none for a column without values.
    private func owners(of columns: [String], in table: String) throws -> [String: String] {
        guard !columns.isEmpty else { return [:] }
        let counts = columns.map { "count(\(SQLName.identifier($0)))" }.joined(separator: ", ")
        let statement = try connection.prepare(
            "SELECT Z_ENT, \(counts) FROM \(SQLName.identifier(table)) GROUP BY Z_ENT")
        var common: [String: [StoreCatalog.Entity]] = [:]
        while try statement.step() {
            guard let entity = catalog.entities.first(where: { $0.number == statement.int64(0) }) else { continue }
            let path = path(to: entity)
            for (place, column) in columns.enumerated() where statement.int64(Int32(place + 1)) > 0 {
                common[column] = common[column].map { zip($0, path).prefix { $0 == $1 }.map(\.0) } ?? path
            }
        }
        return common.compactMapValues { $0.last?.name }
    }

    /// The entities from the root to this one.
    private func path(to entity: StoreCatalog.Entity) -> [StoreCatalog.Entity] {
        Array(sequence(first: entity) { parent(of: $0) }.prefix(64)).reversed()
    }

    // MARK: Relationships

    /// A number with an index is a key, if the keys of exactly one table have its values, or the column or another one
    /// names the entity.
    private func toOne(_ column: Column, of root: StoreCatalog.Entity) throws -> ModelRecord.Relationship? {
        let table = table(of: root)
        guard column.type == .integer64, indexes.contains("\(table)_\(column.name)_INDEX") else { return nil }
        guard let destination = try named(column, in: table) ?? onlyDestination(column.name, in: table) else {
            return nil
        }
        return .init(
            name: column.propertyName, destination: destination.name, inverse: nil, isToMany: false, isOrdered: false)
    }

    private func named(_ column: Column, in table: String) -> StoreCatalog.Entity? {
        let suffix = "_" + column.name.dropFirst()
        let companion = catalog.tables[table]?.first { isCompanion($0) && $0.hasSuffix(suffix) }
        if let companion { return entity(companion.dropFirst().dropLast(suffix.count)) }
        return catalog.entities.first { $0.name.lowercased() == column.propertyName && !hasSubentities($0) }
    }

    private func hasSubentities(_ entity: StoreCatalog.Entity) -> Bool {
        catalog.entities.contains { $0.parent == entity.number }
    }

    private func onlyDestination(_ column: String, in table: String) throws -> StoreCatalog.Entity? {
        let (table, column) = (SQLName.identifier(table), SQLName.identifier(column))
        let hasValues = "SELECT 1 FROM \(table) WHERE \(column) IS NOT NULL LIMIT 1"
        guard try connection.scalar(hasValues) != .null else { return nil }
        let candidates = try catalog.entities.filter { root in
            guard root.parent == 0, !hasSubentities(root), catalog.tables[self.table(of: root)] != nil else {
                return false
            }
            let keys = "SELECT Z_PK FROM \(SQLName.identifier(self.table(of: root)))"
            return try connection.scalar(
                "SELECT 1 FROM \(table) WHERE \(column) IS NOT NULL AND \(column) NOT IN (\(keys)) LIMIT 1") == .null
        }
        return candidates.count == 1 ? candidates[0] : nil
    }

    /// A column `Z2WISHES` has the keys of objects of the second entity, whose relationship has no inverse.
    private func toMany(
        _ column: Column, of root: StoreCatalog.Entity
    ) -> (owner: String, relationship: ModelRecord.Relationship)? {
        let digits = column.name.dropFirst().prefix { $0.isASCII && $0.isNumber }
        guard column.type == .integer64, let owner = entity(digits) else { return nil }
        let name = column.name.dropFirst(1 + digits.count)
        guard !name.isEmpty else { return nil }
        let isOrdered = catalog.tables[table(of: root)]?.contains("Z_FOK_" + column.name.dropFirst()) == true
        return (
            owner.name,
            .init(
                name: name.lowercased(), destination: root.name, inverse: nil, isToMany: true, isOrdered: isOrdered)
        )
    }

    /// The relationships of the join tables, which have the names and the numbers of both entities.
    private var joins: [(owner: String, relationship: ModelRecord.Relationship)] {
        catalog.tables.filter { JoinTableSchema.isName($0.key) }.sorted { $0.key < $1.key }.flatMap { _, columns in
            let keys = JoinTableSchema.keyColumns(columns)
            guard keys.count == 2 else { return [] as [(owner: String, relationship: ModelRecord.Relationship)] }
            let ends = keys.compactMap { key in self.end(key) }
            if ends.count == 1, keys.contains("REFLEXIVE") { return made(ends[0], ends[0], columns) }
            guard ends.count == 2 else { return [] }
            return made(ends[0], ends[1], columns) + made(ends[1], ends[0], columns)
        }
    }

    private struct End {
        let column: String
        let entity: StoreCatalog.Entity
        let name: String
    }

    private func end(_ column: String) -> End? {
        guard column.hasPrefix("Z_") else { return nil }
        let digits = column.dropFirst(2).prefix { $0.isASCII && $0.isNumber }
        let name = column.dropFirst(2 + digits.count)
        guard let entity = entity(digits), !name.isEmpty else { return nil }
        return End(column: column, entity: entity, name: name.lowercased())
    }

    /// The relationship that leads to `end`.
    private func made(
        _ end: End, _ other: End, _ columns: [String]
    ) -> [(owner: String, relationship: ModelRecord.Relationship)] {
        let isOrdered = columns.contains("Z_FOK_" + end.column.dropFirst(2))
        return [
            (
                other.entity.name,
                .init(
                    name: end.name, destination: end.entity.name, inverse: other.name, isToMany: true,
                    isOrdered: isOrdered)
            )
        ]
    }
}

extension ModelRecord {
    fileprivate mutating func add(_ attribute: Attribute, to name: String) {
        guard let place = entities.firstIndex(where: { $0.name == name }) else { return }
        entities[place].attributes.append(attribute)
    }

    fileprivate mutating func add(_ relationship: Relationship, to name: String) {
        guard let place = entities.firstIndex(where: { $0.name == name }) else { return }
        entities[place].relationships.append(relationship)
    }
}
