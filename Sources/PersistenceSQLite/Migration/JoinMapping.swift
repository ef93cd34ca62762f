import Persistence

/// How a join table gets its links: from the old join table, or from a key that was to-one.
struct JoinMapping {
    let join: JoinTableSchema
    private let mapping: LightweightMigration
    /// The old links; nil for a new relationship.
    private let former: OldLinks?

    init(_ join: JoinTableSchema, _ mapping: LightweightMigration) throws {
        self.join = join
        self.mapping = mapping
        former = try JoinMapping.former(join, mapping)
    }

    /// The old links of the relationship, which one of its ends may have under a new name.
    private static func former(_ join: JoinTableSchema, _ mapping: LightweightMigration) throws -> OldLinks? {
        let ends = [join.first, join.second].map { mapping.relationship(of: $0) }
        let olds = ends.map { $0.flatMap(mapping.former) }
        if let first = ends[0], let old = olds[0] {
            if let other = olds[1], !mapping.wereInverse(old, other) {
                throw LightweightMigration.refusal(first, "had another inverse")
            }
            return try mapping.links(of: old, for: first)
        }
        guard let second = ends[1], let old = olds[1] else { return nil }
        return try mapping.links(of: old, for: second).reversed
    }

    /// Whether the table has to be written anew.
    var isCopied: Bool {
        guard let former, !mapping.losesEntities else { return true }
        return former
            != OldLinks(
                join.name, (join.first.column, join.first.orderColumn), (join.second.column, join.second.orderColumn))
    }

    var copy: TableCopy {
        var pairs: [(new: String, old: String)] = []
        if let former {
            pairs = [(join.first.column, former.first.column), (join.second.column, former.second.column)]
            for (new, old) in [(join.first, former.first), (join.second, former.second)] {
                if let order = new.orderColumn, let present = old.orderColumn { pairs.append((order, present)) }
            }
        }
        return TableCopy(
            of: join.name, creation: join.creationSQL, columns: pairs.map(\.new),
            filling: former.map { former in
                let keys = [former.first.column, former.second.column].map(SQLName.identifier)
                return "SELECT \(SQLName.list(pairs.map(\.old))) FROM \(SQLName.identifier(former.table))"
                    + " WHERE \(keys[0]) IS NOT NULL AND \(keys[1]) IS NOT NULL"
            })
    }

    /// The old and the new names of the table and its columns, if it was a join table.
    var renamings: [(old: String, new: String)] {
        guard let former, former.table.hasPrefix("Z_") else { return [] }
        let ends = [(former.first, join.first), (former.second, join.second)]
        return [(former.table, join.name)]
            + ends.flatMap { old, new in
                [(old.column, new.column), (old.orderColumn ?? "", new.orderColumn ?? "")]
            }
    }

    /// The entities whose rows may be at an end.
    private func entities(of end: JoinTableSchema.End) -> [EntityDescription] {
        guard let layout = mapping.new.tables.first(where: { $0.layout.number == end.layoutNumber })?.layout else {
            return []
        }
        return end.slot.map { layout.slots[$0].declaringEntity.hierarchy } ?? layout.entities
    }

    /// Numbers the members of relationships that are ordered now and were not before, and removes the links of rows
    /// whose entity is gone, or no longer one of those that the relationship leads to.
    var completions: [MigrationStep] {
        guard let former else { return [] }
        var steps: [MigrationStep] = []
        if mapping.regroupsEntities {
            for end in [join.first, join.second] {
                guard let keys = mapping.keys(of: entities(of: end)) else { continue }
                steps.append(
                    .schema(
                        "DELETE FROM \(SQLName.identifier(join.name))"
                            + " WHERE \(SQLName.identifier(end.column)) NOT IN (\(keys))"))
            }
        }
        for (end, old, owner) in [
            (join.first, former.first, join.second), (join.second, former.second, join.first),
        ] where old.orderColumn == nil {
            guard let order = end.orderColumn else { continue }
            steps.append(
                .schema(
                    LinkPositions.numbering(table: join.name, order: order, owner: owner.column, member: end.column)))
        }
        return steps
    }
}

extension LightweightMigration {
    /// Whether an entity of the store is not in the new model.
    var losesEntities: Bool {
        let kept = renumbering
        return old.tables.flatMap(\.numbers).contains { kept[$0] == nil }
    }

    /// Whether an entity of the store is gone, or has another place in the hierarchy, so that some relationships may no
    /// longer lead to its rows.
    var regroupsEntities: Bool {
        losesEntities
            || model.entities.contains { entity in
                former(entity).map { $0.superentity !== entity.superentity.flatMap(former) } ?? false
            }
    }

    /// Selects the keys of all rows of these entities, which share a table; nil if the store does not have it.
    func keys(of entities: [EntityDescription]) -> String? {
        guard let table = entities.first.flatMap({ new[$0.layout] }) else { return nil }
        let numbers = entities.compactMap { new.numbering[$0] }.map(String.init).joined(separator: ", ")
        return "SELECT Z_PK FROM \(SQLName.identifier(table.name)) WHERE Z_ENT IN (\(numbers))"
    }
}
