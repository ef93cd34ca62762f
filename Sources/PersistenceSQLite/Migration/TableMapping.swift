import Persistence
import SQLite

/// How the table of a hierarchy gets its rows: whether it is copied or only gains columns, and from which old column
/// each of its columns is filled.
struct TableMapping {
    let table: TableSchema
    private let mapping: LightweightMigration
    /// The old table; nil for a new hierarchy.
    private let former: TableSchema?
    /// The expression over the old table for each column that has one.
    private var expressions: [String: String] = [:]
    /// The positions of relationships that are ordered now and were not before: the key that they belong to.
    private var numbered: [(order: String, key: String)] = []
    /// The columns with a key of a row that may be gone, or may no longer be of an entity that the column allows: the
    /// key, and what belongs to it.
    private var references: [(columns: [String], entities: [EntityDescription])] = []
    /// What must not be in the old tables, because it could not be kept.
    private(set) var checks: [MigrationStep] = []
    /// The columns with the entity of a destination, which are filled from its row.
    private var entityColumns: [(column: String, key: String, table: String)] = []

    init(_ table: TableSchema, _ mapping: LightweightMigration) throws {
        self.table = table
        self.mapping = mapping
        let roots = table.layout.entities.compactMap(mapping.former).map(\.layout)
        former = roots.first.flatMap { mapping.old[$0] }
        if let other = roots.first(where: { $0 !== roots.first }) {
            throw PersistenceError(
                .inferredMapping,
                "No mapping can be inferred: “\(other.root.name ?? "")” and its sub-entities come into another hierarchy."
            )
        }
        try addColumns()
        try addHiddenLinks()
    }

    private mutating func addColumns() throws {
        for column in table.columns {
            let slot = table.layout.slots[column.slot]
            let key = table.columnName(ofSlot: column.slot)
            switch column.content {
            case .entity:
                guard let destination = slot.relationship?.destinationEntity.flatMap({ mapping.new[$0.layout] }) else {
                    continue
                }
                if let kept = keptEntityColumn(column, slot) {
                    expressions[column.name] = kept
                } else {
                    entityColumns.append((column.name, key, destination.name))
                }
            case .order:
                if let present = try expression(column, slot) {
                    expressions[column.name] = present
                } else if former
                    != nil
                {
                    numbered.append((column.name, key))
                }
            default:
                expressions[column.name] = try expression(column, slot)
                if expressions[column.name] != nil, let destination = slot.relationship?.destinationEntity {
                    let companions = table.companions(ofSlot: column.slot).map(\.name)
                    references.append(([column.name] + companions, destination.hierarchy))
                    checks += try checks(of: column, slot)
                }
            }
        }
    }

    // MARK: Expressions

    /// The old column of each old entity, for a column of the new table; nil if no entity has one.
    private func expression(_ column: TableSchema.Column, _ slot: EntityLayout.Slot) throws -> String? {
        guard let former else { return nil }
        var columns: [(number: Int64, column: String)] = []
        for entity in table.layout.entities where entity.isKindOf(entity: slot.declaringEntity) {
            guard let old = mapping.former(entity), let number = mapping.old.numbering[old],
                let name = try oldColumn(column, slot, in: old, former)
            else { continue }
            columns.append((number, name))
        }
        if Set(columns.map(\.column)).count < 2 { return columns.first?.column }
        return "CASE Z_ENT " + columns.map { "WHEN \($0.number) THEN \($0.column) " }.joined() + "END"
    }

    private func oldColumn(
        _ column: TableSchema.Column, _ slot: EntityLayout.Slot, in entity: EntityDescription, _ former: TableSchema
    ) throws -> String? {
        guard let old = mapping.former(slot.property, in: entity) else { return try linked(column, slot, former) }
        if column.content == .order {
            return old.orderColumn.map { SQLName.identifier(former.columnNames[$0]) }
        }
        guard old.isColumn, (old.relationship == nil) == (slot.relationship == nil) else {
            throw LightweightMigration.refusal(slot.property, "was of another kind")
        }
        if let relationship = slot.relationship { try mapping.requireDestination(of: old, for: relationship) }
        let name = former.columnName(ofSlot: old.index)
        let (present, wanted) = (former.layout.contents[old.index], column.content)
        guard mapping.source.catalog.types[former.name]?[name]?.uppercased() == wanted.declaredType else {
            throw LightweightMigration.refusal(slot.property, "holds values of another type")
        }
        let quoted = SQLName.identifier(name)
        if present.isExternal == wanted.isExternal { return quoted }
        return wanted.isExternal
            ? "CASE WHEN \(quoted) IS NOT NULL THEN CAST(x'01' || \(quoted) AS BLOB) END"
            : "\(ExternalDataFolder.valueFunction)(\(quoted))"
    }

    /// The value of the inverse's old links, for a to-one relationship that is new.
    private func linked(
        _ column: TableSchema.Column, _ slot: EntityLayout.Slot, _ former: TableSchema
    ) throws -> String? {
        guard let (links, _) = try inverseLinks(slot) else { return nil }
        return links.value(
            of: column.content == .order ? links.second.orderColumn : links.first.column, forRowOf: former.name)
    }

    /// The old links of the inverse of a relationship, and that inverse.
    private func inverseLinks(
        _ slot: EntityLayout.Slot
    ) throws -> (links: OldLinks, old: EntityLayout.Slot)? {
        guard let inverse = slot.relationship?.inverseRelationship, let old = mapping.former(inverse) else {
            return nil
        }
        return (try mapping.links(of: old, for: inverse), old)
    }

    /// The old column with the entity of a destination, if its numbers stay the same.
    private func keptEntityColumn(_ column: TableSchema.Column, _ slot: EntityLayout.Slot) -> String? {
        guard let former,
            let old = mapping.former(slot.declaringEntity).flatMap({ mapping.former(slot.property, in: $0) }),
            let place = old.entityColumn, mapping.renumbering.allSatisfy({ $0.key == $0.value })
        else { return nil }
        return SQLName.identifier(former.columnNames[place])
    }

    private mutating func addHiddenLinks() throws {
        for link in table.hiddenLinks {
            guard let slot = mapping.new.slot(of: link), let relationship = slot.relationship,
                let old = mapping.former(relationship), let former
            else { continue }
            references.append((link.columns, slot.declaringEntity.hierarchy))
            let links = try mapping.links(of: old, for: relationship)
            expressions[link.column] = links.value(of: links.first.column, forRowOf: former.name)
            if let several = links.severalLinks(of: former.name) {
                checks.append(.refuse(ifAny: several, relationship, "leads to a row that several others lead to"))
            }
            guard let orderColumn = link.orderColumn else { continue }
            if let order = links.value(of: links.second.orderColumn, forRowOf: former.name) {
                expressions[orderColumn] = order
            } else {
                numbered.append((orderColumn, link.column))
            }
        }
    }

    /// Refuses what a to-one relationship cannot keep of its inverse's old links.
    private func checks(of column: TableSchema.Column, _ slot: EntityLayout.Slot) throws -> [MigrationStep] {
        guard let relationship = slot.relationship, let former, let expression = expressions[column.name],
            let (links, inverse) = try inverseLinks(slot)
        else { return [] }
        guard let old = mapping.former(relationship) else {
            return links.severalLinks(of: former.name).map {
                [.refuse(ifAny: $0, relationship, "would be one of several")]
            } ?? []
        }
        if mapping.wereInverse(old, inverse) { return [] }
        return [
            .refuse(
                ifAny: links.lacking(in: expression, of: former.name), relationship, "differs from its new inverse")
        ]
    }

    // MARK: Names

    /// The old and the new names of the table, and of its columns whose names contain the number of an entity.
    var renamings: [(old: String, new: String)] {
        guard let former else { return [] }
        let numbered = table.columns.filter { !$0.content.isValue }.map(\.name) + table.hiddenLinks.flatMap(\.columns)
        let columns = former.declarations.map(\.name)
        return [(former.name, table.name)]
            + numbered.compactMap { name in
                columns.first { expressions[name] == SQLName.identifier($0) }.map { ($0, name) }
            }
    }

    // MARK: Copying

    /// The old and new numbers of the entities whose rows come into the table.
    private var numbers: [(old: Int64, new: Int64)] {
        table.layout.entities.compactMap { entity in
            guard let former = mapping.former(entity), let old = mapping.old.numbering[former],
                let new = mapping.new.numbering[entity]
            else { return nil }
            return (old, new)
        }
    }

    /// Whether the table has to be written anew.
    var isCopied: Bool {
        guard let former, former.name == table.name, !losesRows else { return true }
        if numbers.contains(where: { $0.old != $0.new }) { return true }
        let present = Set(mapping.source.catalog.types[table.name]?.keys ?? [:].keys)
        let names = table.declarations.map(\.name)
        let isExtended = names.allSatisfy { name in
            expressions[name].map { $0 == SQLName.identifier(name) } ?? !present.contains(name)
        }
        return !isExtended || !Set(former.declarations.map(\.name)).isSubset(of: names)
    }

    /// Whether an entity of the old table is not in the new one.
    private var losesRows: Bool {
        let kept = Set(numbers.map(\.old))
        return former?.numbers.contains { !kept.contains($0) } ?? false
    }

    var copy: TableCopy {
        let columns = ["Z_PK", "Z_ENT", "Z_OPT"] + table.declarations.map(\.name).filter { expressions[$0] != nil }
        return TableCopy(
            of: table.name, creation: table.creationSQL, columns: columns,
            filling: former.map { former in
                let numbers = numbers
                let entity = "CASE Z_ENT " + numbers.map { "WHEN \($0.old) THEN \($0.new) " }.joined() + "END"
                let expressions =
                    ["Z_PK", numbers.isEmpty ? "Z_ENT" : entity, "Z_OPT"]
                    + columns.dropFirst(3).compactMap { self.expressions[$0] }
                let kept = numbers.map { String($0.old) }.joined(separator: ", ")
                return "SELECT \(expressions.joined(separator: ", ")) FROM \(SQLName.identifier(former.name))"
                    + " WHERE Z_ENT IN (\(kept))"
            })
    }

    /// The columns that a table gains which is not copied.
    var additions: [MigrationStep] {
        let present = mapping.source.catalog.types[table.name] ?? [:]
        return table.declarations.filter { present[$0.name] == nil }.map {
            .schema(
                "ALTER TABLE \(SQLName.identifier(table.name)) ADD COLUMN \(SQLName.identifier($0.name)) \($0.type)")
        }
    }

    /// Fills the columns that depend on other rows.
    var completions: [MigrationStep] {
        guard former != nil else { return [] }
        let name = SQLName.identifier(table.name)
        let losses = mapping.regroupsEntities ? references.compactMap(clearing) : []
        let entities = entityColumns.map { entity in
            let (column, key) = (SQLName.identifier(entity.column), SQLName.identifier(entity.key))
            return "UPDATE \(name) SET \(column) = (SELECT d.Z_ENT FROM \(SQLName.identifier(entity.table)) d"
                + " WHERE d.Z_PK = \(name).\(key)) WHERE \(key) IS NOT NULL"
        }
        let orders = numbered.map {
            LinkPositions.numbering(table: table.name, order: $0.order, owner: $0.key, member: "Z_PK")
        }
        return (losses + entities + orders).map(MigrationStep.schema)
    }

    /// Clears the keys of rows that are gone or of another entity now.
    private func clearing(_ reference: (columns: [String], entities: [EntityDescription])) -> String? {
        let columns = reference.columns.map(SQLName.identifier)
        let cleared = columns.map { $0 + " = NULL" }.joined(separator: ", ")
        return mapping.keys(of: reference.entities).map {
            "UPDATE \(SQLName.identifier(table.name)) SET \(cleared) WHERE \(columns[0]) NOT IN (\($0))"
        }
    }

    // MARK: Values

    /// Fills default values in, and requires the others of required properties.
    func values() throws -> [MigrationStep] {
        if former == nil { return [] }
        return try table.columns.filter(\.content.isValue).compactMap { column in
            let slot = table.layout.slots[column.slot]
            let entities = table.layout.entities.filter { $0.isKindOf(entity: slot.declaringEntity) }
                .filter { mapping.former($0) != nil }
            if entities.isEmpty { return nil }
            let isNew = expressions[column.name] == nil
            // Rows that had the attribute may be without a value, unless it is required now.
            let filled = slot.property.isOptional ? entities.filter { !hadProperty(slot, $0) } : entities
            if filled.isEmpty { return nil }
            let numbers = filled.compactMap { mapping.new.numbering[$0] }
            if let value = try defaultValue(of: slot) {
                return .fill(table: table.name, column: column.name, entities: numbers, value: value)
            }
            if slot.property.isOptional { return nil }
            if isNew {
                throw LightweightMigration.refusal(slot.property, "is new and required, but has no default value")
            }
            return .require(table: table.name, column: column.name, entities: numbers, property: slot.name)
        }
    }

    private func hadProperty(_ slot: EntityLayout.Slot, _ entity: EntityDescription) -> Bool {
        mapping.former(entity).flatMap { mapping.former(slot.property, in: $0) } != nil
    }

    private func defaultValue(of slot: EntityLayout.Slot) throws -> Value? {
        guard let attribute = slot.attribute, let any = attribute.defaultValue else { return nil }
        guard let value = attribute.propertyValue(from: any) else {
            throw LightweightMigration.refusal(slot.property, "has a default value of the wrong type")
        }
        return value.isNull ? nil : Value(PredicateScalar(value))
    }
}

extension StoreSchema {
    /// The relationship of a hidden key.
    func slot(of link: HiddenLink) -> EntityLayout.Slot? {
        tables.first { $0.layout.number == link.ownerLayout }?.layout.slots[link.slot]
    }
}

extension LinkPositions {
    /// Numbers the members of each owner by their keys.
    static func numbering(table: String, order: String, owner: String, member: String) -> String {
        let (table, order) = (SQLName.identifier(table), SQLName.identifier(order))
        let (owner, member) = (SQLName.identifier(owner), SQLName.identifier(member))
        return "UPDATE \(table) SET \(order) = \(first - step) + \(step) * n.place FROM (SELECT rowid AS number,"
            + " row_number() OVER (PARTITION BY \(owner) ORDER BY \(member)) AS place FROM \(table)"
            + " WHERE \(owner) IS NOT NULL) AS n WHERE n.number = \(table).rowid"
    }
}
