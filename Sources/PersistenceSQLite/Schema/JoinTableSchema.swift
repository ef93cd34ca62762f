import Persistence

/// The columns of a many-to-many relationship's join table, which has one row per link.
///
/// `first` is the end of the relationship that names the table; its column contains the keys of the rows with that
/// relationship. The column of `second` contains the keys of its destinations.
struct JoinTableSchema: Sendable {
    /// One end: the column with the keys of its rows, and the column with their positions in the other end's ordered
    /// relationship.
    struct End: Sendable, Equatable {
        var column: String
        var orderColumn: String?
        /// The layout of the rows.
        let layoutNumber: UInt32
        /// The slot of these rows' relationship in that layout.
        let slot: Int?

        func isRelationship(_ slot: Int, in layout: EntityLayout) -> Bool {
            self.slot == slot && layoutNumber == layout.number
        }
    }

    var name: String
    var first: End
    var second: End

    /// Whether the relationship is its own inverse. Each link is then stored in both directions.
    var isReflexive: Bool { first.slot == second.slot && first.layoutNumber == second.layoutNumber }

    /// The ends as seen from the relationship in `slot`: its own and that of its destinations; nil if this is not its
    /// table.
    func ends(for slot: Int, in layout: EntityLayout) -> (own: End, other: End)? {
        if first.isRelationship(slot, in: layout) { return (first, second) }
        if second.isRelationship(slot, in: layout) { return (second, first) }
        return nil
    }
}

extension JoinTableSchema {
    /// The join tables of a model, named as in a new store: after the end with the lower entity number or, for a
    /// relationship of an entity to itself, the greater name.
    static func all(for layouts: [EntityLayout], numbering: EntityNumbering) throws -> [JoinTableSchema] {
        var names: Set<String> = []
        let ends = try layouts.flatMap(\.slots).filter(\.isJoined).map { try NamedEnd($0, numbering: numbering) }
        let columns = columnNames(of: ends)
        return try ends.filter(\.namesTable).map { end in
            let name = SQLName.unique("Z_\(end.number)\(end.slot.name.uppercased())", in: &names)
            return try JoinTableSchema(named: name, end, columns: columns)
        }
    }

    /// The names of the columns with the destinations' keys, by relationship. If two relationships of one name lead to
    /// one entity, the one whose inverse comes later in that entity has a number.
    private static func columnNames(of ends: [NamedEnd]) -> [ObjectIdentifier: String] {
        var taken: Set<String> = []
        let sorted = ends.sorted { ($0.destinationNumber, $0.inverse.name) < ($1.destinationNumber, $1.inverse.name) }
        return Dictionary(
            sorted.map { end in
                let wanted = "\(end.destinationNumber)\(end.slot.name.uppercased())"
                return (ObjectIdentifier(end.slot.property), SQLName.unique(wanted, in: &taken))
            }, uniquingKeysWith: { first, _ in first })
    }

    private init(named name: String, _ end: NamedEnd, columns: [ObjectIdentifier: String]) throws {
        let inverse = end.inverse
        let isReflexive = inverse === end.relationship
        let own = columns[ObjectIdentifier(end.relationship)] ?? ""
        let other = columns[ObjectIdentifier(inverse)] ?? "\(end.number)\(inverse.name.uppercased())"
        let destination = end.destination.layout
        self.name = name
        first = End(
            column: "Z_" + other, orderColumn: inverse.isOrdered && !isReflexive ? "Z_FOK_" + other : nil,
            layoutNumber: end.slot.declaringEntity.layout.number, slot: end.slot.index)
        second = End(
            column: isReflexive ? "REFLEXIVE" : "Z_" + own,
            orderColumn: end.slot.isOrdered && !isReflexive ? "Z_FOK_" + own : nil, layoutNumber: destination.number,
            slot: destination.slots.first { $0.property === inverse }?.index)
    }

    /// One end of a many-to-many relationship, with the numbers in its names.
    private struct NamedEnd {
        let slot: EntityLayout.Slot
        let relationship: RelationshipDescription
        let inverse: RelationshipDescription
        let destination: EntityDescription
        /// The number of the entity with the relationship.
        let number: Int64
        let destinationNumber: Int64

        init(_ slot: EntityLayout.Slot, numbering: EntityNumbering) throws {
            guard let relationship = slot.relationship, let inverse = relationship.inverseRelationship,
                let destination = inverse.entity
            else {
                throw PersistenceError(.coreData, "The relationship “\(slot.name)” has no inverse in its destination.")
            }
            (self.slot, self.relationship, self.inverse, self.destination) = (slot, relationship, inverse, destination)
            number = try numbering.require(slot.declaringEntity)
            destinationNumber = try numbering.require(destination)
        }

        var namesTable: Bool {
            number == destinationNumber ? relationship.name >= inverse.name : number < destinationNumber
        }
    }
}

extension EntityLayout.Slot {
    /// Whether the relationship is stored as rows of a join table.
    fileprivate var isJoined: Bool {
        guard case .toMany = kind, !isTransient else { return false }
        return relationship?.inverseRelationship?.isToMany == true
    }
}
