import Persistence

/// The join table of a many-to-many relationship, with one row per link.
///
/// `first` is the end of the relationship that names the table; its column contains the keys of the rows with that
/// relationship. The column of `second` contains the keys of its destinations.
struct LinkTable: Sendable {
    /// One end: the column with the keys of its rows, and the column with their positions in the other end's ordered
    /// relationship.
    struct End: Sendable, Equatable {
        var column: String
        var orderColumn: String?
        /// The layout of the rows.
        let layoutNumber: UInt32
        /// The slot of these rows' relationship in that layout; nil if there is no inverse.
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

extension LinkTable {
    /// The join tables of a model, named as in a new store, after the end with the lower entity number.
    static func all(for layouts: [EntityLayout], numbering: EntityNumbering) throws -> [LinkTable] {
        var taken: Set<String> = []
        var result: [LinkTable] = []
        for layout in layouts {
            for slot in layout.slots where try namesTable(slot, numbering: numbering) {
                guard var table = try LinkTable(slot, in: layout, numbering: numbering) else { continue }
                table.name = SQLName.unique(table.name, in: &taken)
                result.append(table)
            }
        }
        return result
    }

    /// Whether a relationship is many-to-many and is the end that names the table.
    private static func namesTable(_ slot: EntityLayout.Slot, numbering: EntityNumbering) throws -> Bool {
        guard case .toMany = slot.kind, !slot.isTransient, let relationship = slot.relationship else { return false }
        guard let inverse = relationship.inverseRelationship, inverse !== relationship else { return true }
        guard inverse.isToMany, let owner = inverse.entity else { return false }
        let own = try numbering.require(slot.declaringEntity)
        let other = try numbering.require(owner)
        return own == other ? relationship.name < inverse.name : own < other
    }

    private init?(_ slot: EntityLayout.Slot, in layout: EntityLayout, numbering: EntityNumbering) throws {
        guard let relationship = slot.relationship, let destination = relationship.destinationEntity else { return nil }
        let inverse = relationship.inverseRelationship
        let number = try numbering.require(slot.declaringEntity)
        let otherNumber = try numbering.require(inverse?.entity ?? destination)
        let name = relationship.name.uppercased()
        let inverseName = inverse?.name.uppercased() ?? name + "INVERSE"
        let otherLayout = destination.layout
        let inverseSlot = otherLayout.slots.first { $0.property === inverse }?.index
        self.name = "Z_\(number)\(name)"
        first = End(
            column: "Z_\(number)\(inverseName)",
            orderColumn: inverse?.isOrdered == true ? "Z_FOK_\(number)\(inverseName)" : nil,
            layoutNumber: layout.number, slot: slot.index)
        second = End(
            column: inverse === relationship ? "REFLEXIVE" : "Z_\(otherNumber)\(name)",
            orderColumn: relationship.isOrdered && inverse !== relationship ? "Z_FOK_\(otherNumber)\(name)" : nil,
            layoutNumber: otherLayout.number, slot: inverseSlot)
    }
}
