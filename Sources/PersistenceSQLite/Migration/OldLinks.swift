import Persistence

/// Where the links of an old relationship are stored: the table, and the columns for each end.
///
/// `first` is the end that has the relationship, `second` that of its destinations. Each has a column with keys and, if
/// the other end's relationship was ordered, one with positions. The table is a join table, or the one whose rows have
/// the foreign key.
struct OldLinks: Equatable {
    let table: String
    let first: JoinTableSchema.End
    let second: JoinTableSchema.End

    init(_ table: String, _ first: (String, String?), _ second: (String, String?)) {
        self.init(
            table, JoinTableSchema.End(column: first.0, orderColumn: first.1, layoutNumber: 0, slot: nil),
            JoinTableSchema.End(column: second.0, orderColumn: second.1, layoutNumber: 0, slot: nil))
    }

    private init(_ table: String, _ first: JoinTableSchema.End, _ second: JoinTableSchema.End) {
        (self.table, self.first, self.second) = (table, first, second)
    }

    /// The same links as seen from the inverse.
    var reversed: OldLinks { OldLinks(table, second, first) }

    /// SQL for the value of a link's column, for use with a row of the destinations' table; nil without a column.
    func value(of column: String?, forRowOf destinations: String) -> String? {
        guard let column = column.map(SQLName.identifier) else { return nil }
        if isInRow(of: destinations) { return column }
        let table = SQLName.identifier(destinations)
        return "(SELECT min(l.\(column)) FROM \(SQLName.identifier(self.table)) AS l"
            + " WHERE l.\(SQLName.identifier(second.column)) = \(table).Z_PK)"
    }

    /// Whether the link is a foreign key in the destination's own row, so that each destination has at most one.
    private func isInRow(of table: String) -> Bool { self.table == table && second.column == "Z_PK" }

    /// Selects a destination with several links; nil if no store can have one.
    func severalLinks(of destinations: String) -> String? {
        if isInRow(of: destinations) { return nil }
        let (first, second) = (SQLName.identifier(first.column), SQLName.identifier(second.column))
        return "SELECT 1 FROM \(SQLName.identifier(table)) WHERE \(first) IS NOT NULL AND \(second) IS NOT NULL"
            + " GROUP BY \(second) HAVING count(*) > 1"
    }

    /// Selects a link that is missing from a column of the destinations' table.
    func lacking(in column: String, of destinations: String) -> String {
        let (first, second) = (SQLName.identifier(first.column), SQLName.identifier(second.column))
        return
            "SELECT 1 FROM \(SQLName.identifier(table)) AS l WHERE l.\(first) IS NOT NULL AND l.\(second) IS NOT NULL"
            + " AND NOT EXISTS (SELECT 1 FROM \(SQLName.identifier(destinations)) AS d"
            + " WHERE d.Z_PK = l.\(second) AND d.\(column) = l.\(first))"
    }
}

extension LightweightMigration {
    /// The relationship of an end of a new join table.
    func relationship(of end: JoinTableSchema.End) -> RelationshipDescription? {
        let layout = new.tables.first { $0.layout.number == end.layoutNumber }?.layout
        return end.slot.flatMap { layout?.slots[$0].relationship }
    }

    /// Whether two old relationships were each other's inverse.
    func wereInverse(_ one: EntityLayout.Slot, _ other: EntityLayout.Slot) -> Bool {
        one.relationship?.inverseRelationship === other.property
    }

    /// The links of the old relationship that a new one continues.
    func links(of old: EntityLayout.Slot, for relationship: RelationshipDescription) throws -> OldLinks {
        try requireDestination(of: old, for: relationship)
        if case .toMany = old.kind {
            switch try self.old.linkPath(of: old.index, in: old.declaringEntity.layout) {
            case .foreignKey(let destination, let column, let order, _):
                return OldLinks(destination.name, (column, nil), ("Z_PK", order))
            case .join(let table, let own, let other, _):
                return OldLinks(table.name, (own.column, own.orderColumn), (other.column, other.orderColumn))
            }
        }
        guard old.relationship != nil, old.isColumn, let table = self.old[old.declaringEntity.layout] else {
            throw LightweightMigration.refusal(relationship, "was of another kind")
        }
        let order = old.orderColumn.map { table.columnNames[$0] }
        return OldLinks(table.name, ("Z_PK", order), (table.columnName(ofSlot: old.index), nil))
    }

    /// Requires that a relationship leads to the hierarchy that its destinations were in.
    func requireDestination(of old: EntityLayout.Slot, for relationship: RelationshipDescription) throws {
        let wanted = old.relationship?.destinationEntity?.layout
        let present = relationship.destinationEntity?.layout.entities.lazy.compactMap(former).first?.layout
        if present === wanted { return }
        let isGone = !model.entities.contains { former($0)?.layout === wanted }
        if present == nil, isGone { return }
        throw LightweightMigration.refusal(relationship, "led to another entity")
    }
}
