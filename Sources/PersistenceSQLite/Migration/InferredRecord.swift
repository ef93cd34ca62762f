import Persistence

/// Infers the model that a store was written with from its tables and the new model, for a store without a record of it,
/// such as one of Core Data's: what the new model calls by its present or its former name, as far as the file has it.
struct InferredRecord {
    private let model: ManagedObjectModel
    private let catalog: StoreCatalog
    /// The names of the file's indexes.
    private let indexes: Set<String>
    /// The properties of the columns that have one already, by table.
    private var taken: [String: [String: PropertyDescription]] = [:]
    /// The to-many relationships for which no links were found, with the number of their entity and the table of their
    /// destinations.
    private var withoutLinks: [(relationship: RelationshipDescription, number: Int64, destinations: String)] = []

    init(of catalog: StoreCatalog, indexes: Set<String>, for model: ManagedObjectModel) {
        self.catalog = catalog
        self.indexes = indexes
        self.model = model
    }

    /// - Throws: `inferredMapping` if a column may belong to several properties.
    mutating func record() throws -> ModelRecord {
        var entities: [ModelRecord.Entity] = []
        for stored in catalog.entities {
            var entity = ModelRecord.Entity(name: stored.name)
            entity.parent = catalog.entities.first { $0.number == stored.parent }?.name
            if let known = model.entity(formerly: stored.name) {
                let table = "Z" + catalog.root(of: stored).name.uppercased()
                let inherited = inheritedNames(stored)
                for property in known.properties.sorted(by: { $0.name < $1.name })
                where !property.isTransient && !inherited.contains(property.name) {
                    try add(property, to: &entity, number: stored.number, table)
                }
            }
            entities.append(entity)
        }
        for table in taken.keys.sorted() { try requireKnownOwners(in: table) }
        for missing in withoutLinks
        where hasLinksOfAnotherInverse(missing.relationship, missing.number, missing.destinations) {
            throw InferredRecord.ambiguous(missing.relationship)
        }
        return ModelRecord(entities: entities)
    }

    /// Whether the file may have links of a relationship whose inverse had another name or kind: a join table of its name, or
    /// an unknown key in the rows of its destinations.
    private func hasLinksOfAnotherInverse(
        _ relationship: RelationshipDescription, _ number: Int64, _ destinations: String
    ) -> Bool {
        let names = relationship.earlierNames.map { $0.uppercased() }
        let hasJoin = catalog.tables.filter { JoinTableSchema.isName($0.key) }.values.contains { columns in
            let keys = JoinTableSchema.keyColumns(columns)
            guard let own = keys.first(where: { names.contains(String(JoinTableSchema.stem($0))) }) else {
                return false
            }
            return keys.contains { $0 != own && $0.hasPrefix("Z_\(number)\(JoinTableSchema.stem($0))") }
        }
        return hasJoin
            || (catalog.tables[destinations] ?? []).contains { column in
                taken[destinations]?[column] == nil && indexes.contains("\(destinations)_\(column)_INDEX")
                    && column != "Z_ENT"
            }
    }

    /// Two properties that want one column have two that differ by a number, in an order that only the old model tells.
    /// So every column whose name differs by a number from that of a property must be one of a property, too.
    private func requireKnownOwners(in table: String) throws {
        let columns = catalog.tables[table] ?? []
        for (column, property) in taken[table] ?? [:] {
            let others = columns.filter { InferredRecord.differByNumber($0, column) && taken[table]?[$0] == nil }
            if !others.isEmpty { throw InferredRecord.ambiguous(property) }
        }
    }

    /// Whether one of the names is the other with a number after it.
    private static func differByNumber(_ a: String, _ b: String) -> Bool {
        let (short, long) = a.utf8.count < b.utf8.count ? (a, b) : (b, a)
        return short != long && long.hasPrefix(short)
            && long.utf8.dropFirst(short.utf8.count).allSatisfy(SQLName.isDigit)
    }

    /// The names of the properties that an entity has from those above it in the store, whatever is above it in the new
    /// model.
    private func inheritedNames(_ entity: StoreCatalog.Entity) -> Set<String> {
        var names: Set<String> = []
        var current = entity
        for _ in catalog.entities {
            guard let parent = catalog.entities.first(where: { $0.number == current.parent }) else { break }
            names.formUnion(model.entity(formerly: parent.name)?.properties.map(\.name) ?? [])
            current = parent
        }
        return names
    }

    private mutating func add(
        _ property: PropertyDescription, to entity: inout ModelRecord.Entity, number: Int64, _ table: String
    ) throws {
        switch property {
        case let attribute as AttributeDescription:
            guard let name = try takeColumn(of: attribute, in: table) else { return }
            entity.attributes.append(
                .init(
                    name: name, type: Int(attribute.type.rawValue),
                    isExternal: attribute.allowsExternalBinaryDataStorage))
        case let relationship as RelationshipDescription:
            if let stored = try stored(relationship, number: number, table) { entity.relationships.append(stored) }
        default: break
        }
    }

    /// The name of a property with a column; nil if the file has none for it.
    private mutating func takeColumn(of property: PropertyDescription, in table: String) throws -> String? {
        guard let name = nameWithColumn(property, in: table) else { return nil }
        let column = "Z" + name.uppercased()
        if taken[table]?[column] != nil { throw InferredRecord.ambiguous(property) }
        taken[table, default: [:]][column] = property
        return name
    }

    private mutating func stored(
        _ relationship: RelationshipDescription, number: Int64, _ table: String
    ) throws -> ModelRecord.Relationship? {
        guard let destination = relationship.destinationEntity.flatMap(catalog.entity(of:)) else { return nil }
        let other = "Z" + catalog.root(of: destination).name.uppercased()
        let inverse = relationship.inverseRelationship
        func made(
            _ name: String, isToMany: Bool, isOrdered: Bool, hasInverse: Bool = true
        ) -> ModelRecord.Relationship {
            .init(
                name: name, destination: destination.name,
                inverse: hasInverse ? inverse.map { formerName($0, in: other, ofLinks: isToMany) } : nil,
                isToMany: isToMany, isOrdered: isOrdered)
        }
        if nameWithColumn(relationship, in: table) != nil {
            return try takeColumn(of: relationship, in: table).map { made($0, isToMany: false, isOrdered: false) }
        }
        for name in relationship.earlierNames.map({ ($0, $0.uppercased()) }) {
            if has("Z\(number)\(name.1)", in: other) {
                let isOrdered = has("Z_FOK_\(number)\(name.1)", in: other)
                return made(name.0, isToMany: true, isOrdered: isOrdered, hasInverse: false)
            }
            if let inverse, let key = nameWithColumn(inverse, in: other) {
                return made(name.0, isToMany: true, isOrdered: has("Z_FOK_" + key.uppercased(), in: other))
            }
            if let inverse, let isOrdered = try joinIsOrdered(name.1, inverse, of: relationship) {
                return made(name.0, isToMany: true, isOrdered: isOrdered)
            }
        }
        if relationship.isToMany { withoutLinks.append((relationship, number, other)) }
        return nil
    }

    private func has(_ column: String, in table: String) -> Bool { catalog.tables[table]?.contains(column) == true }

    /// The name by which a property has a column in the file; nil if there is none. Every column of a relationship has an
    /// index, so that it is not taken for that of an attribute whose name differs in case.
    private func nameWithColumn(_ property: PropertyDescription, in table: String) -> String? {
        property.earlierNames.first { name in
            let column = "Z" + name.uppercased()
            return has(column, in: table)
                && (property is AttributeDescription || indexes.contains("\(table)_\(column)_INDEX"))
        }
    }

    /// The name of a relationship's inverse in the file. That of a to-many relationship is only in a join table: any other
    /// counts as having its present one.
    private func formerName(_ inverse: RelationshipDescription, in table: String, ofLinks areLinks: Bool) -> String {
        if let name = nameWithColumn(inverse, in: table) { return name }
        let isRenamed =
            areLinks && inverse.earlierNames.count > 1 && ordersOfJoins(inverse.name.uppercased(), nil).isEmpty
        return isRenamed ? inverse.earlierNames[1] : inverse.name
    }

    /// Whether the join table of a relationship is ordered; nil if there is none.
    /// - Throws: `inferredMapping` if tables of this name differ in that.
    private func joinIsOrdered(
        _ name: String, _ inverse: RelationshipDescription, of relationship: RelationshipDescription
    ) throws -> Bool? {
        let orders = ordersOfJoins(name, inverse)
        if orders.count > 1 { throw InferredRecord.ambiguous(relationship) }
        return orders.first
    }

    /// Whether the links in join tables of a relationship with this name are ordered.
    private func ordersOfJoins(_ name: String, _ inverse: RelationshipDescription?) -> Set<Bool> {
        let inverses = inverse.map { $0.earlierNames.map { Substring($0.uppercased()) } }
        var orders: Set<Bool> = []
        for columns in catalog.tables.filter({ JoinTableSchema.isName($0.key) }).values {
            let keys = JoinTableSchema.keyColumns(columns)
            guard keys.count == 2 else { continue }
            for (key, other) in [(keys[0], keys[1]), (keys[1], keys[0])] where JoinTableSchema.stem(key) == name {
                let end = JoinTableSchema.stem(other)
                guard inverses.map({ end == "REFLEXIVE" || $0.contains(end) }) ?? true else { continue }
                orders.insert(JoinTableSchema.order(of: key, among: columns) != nil)
            }
        }
        return orders
    }

    private static func ambiguous(_ property: PropertyDescription) -> PersistenceError {
        PersistenceError(
            .inferredMapping,
            "No mapping can be inferred: “\(property.name)” and another property of the model may have been the same column."
        )
    }
}

extension ManagedObjectModel {
    /// The entity that has this name, or had it formerly.
    func entity(formerly name: String) -> EntityDescription? {
        entitiesByName[name] ?? entities.first { $0.renamingIdentifier == name }
    }
}

extension StoreCatalog {
    /// The store's entity for an entity of a model: by its name, or else by its former name.
    func entity(of entity: EntityDescription) -> Entity? {
        entity.earlierNames.lazy.compactMap { name in entities.first { $0.name == name } }.first
    }
}
