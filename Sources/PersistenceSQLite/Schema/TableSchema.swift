import Persistence

/// The table of one entity hierarchy: its name, its columns in the format's order, and its entity numbers.
///
/// Immutable. Block columns are those of `EntityLayout`: slots first, followed by hidden columns.
struct TableSchema: Sendable {
    /// A column after `Z_PK`, `Z_ENT` and `Z_OPT`.
    struct Column: Sendable, Equatable {
        let name: String
        let content: ColumnContent
        /// The slot whose value the column holds, or whose value it goes with.
        let slot: Int
        /// The column's index in row blocks.
        let blockColumn: Int
    }

    let layout: EntityLayout
    let name: String
    /// In the format's order.
    let columns: [Column]
    /// The names, by block column.
    let columnNames: [String]
    /// The columns for relationships of others that have no inverse.
    let hiddenLinks: [HiddenLink]
    /// `Z_ENT` by index.
    let numbers: [Int64]
    /// The key, version and entity of `t0`, followed by its columns in block order.
    let selectList: String

    /// - Parameter incoming: the to-many relationships without an inverse that lead to this table.
    /// - Throws: `incompatibleVersion` when `numbering` does not have an entity.
    init(layout: EntityLayout, incoming: [EntityLayout.Slot], numbering: EntityNumbering) throws {
        self.layout = layout
        self.name = "Z" + (layout.root.name ?? "").uppercased()
        self.numbers = try layout.entities.map(numbering.require)
        self.hiddenLinks = try TableSchema.hiddenLinks(incoming, numbering: numbering)
        let columns = try TableSchema.columns(of: layout, numbering: numbering)
        self.columns = columns
        self.columnNames = columns.sorted { $0.blockColumn < $1.blockColumn }.map(\.name)
        self.selectList = TableSchema.selectList(columnNames)
    }

    /// The select list with NULL for the columns of other slots, which SQLite then does not decode; nil for all slots.
    func selectList(of slots: Set<Int>?) -> String {
        guard let slots else { return selectList }
        var names = [String?](repeating: nil, count: columnNames.count)
        for column in columns where slots.contains(column.slot) { names[column.blockColumn] = column.name }
        return TableSchema.selectList(names)
    }

    private static func selectList(_ names: [String?]) -> String {
        (["Z_PK", "Z_OPT", "Z_ENT"] + names)
            .map { $0.map { "t0." + SQLName.identifier($0) } ?? "NULL" }.joined(separator: ", ")
    }

    /// The number of the root entity, whose row in `Z_PRIMARYKEY` is the key counter.
    var rootNumber: Int64 { numbers[0] }

    /// The index of the entity with this number; nil if the number does not belong to the table.
    func entityIndex(ofNumber number: Int64) -> Int? {
        numbers.firstIndex(of: number)
    }

    /// Whether values may be in files beside the store.
    var hasExternalValues: Bool { layout.contents.contains(where: \.isExternal) }

    /// The column with the value of a slot.
    func columnName(ofSlot slot: Int) -> String { columnNames[slot] }

    /// The columns with the entity number and the position for the to-one relationship in a slot.
    func companions(ofSlot slot: Int) -> [Column] {
        columns.filter { $0.slot == slot && !$0.content.isValue }
    }
}

/// The column for a to-many relationship without an inverse: a foreign key in the destinations' table, which is no
/// property of theirs and in no row block.
struct HiddenLink: Sendable, Equatable {
    /// The layout and slot of the relationship.
    let ownerLayout: UInt32
    let slot: Int
    /// The name of the column with the owner's key.
    let column: String
    /// The name of the column with the position, if the relationship is ordered.
    let orderColumn: String?

    var columns: [String] { [column, orderColumn].compactMap { $0 } }
}

extension TableSchema {
    /// The column for a relationship without an inverse that leads to this table.
    func hiddenLink(of slot: Int, in layout: EntityLayout) -> HiddenLink? {
        hiddenLinks.first { $0.slot == slot && $0.ownerLayout == layout.number }
    }

    /// The columns with a type, in the order of `CREATE TABLE`: those of the integer group are to-one relationships and
    /// numbers, hidden foreign keys, then all positions.
    var declarations: [(name: String, type: String)] {
        let order = ColumnContent.order.declaredType
        let integers = columns.filter { $0.content.groupInTable == 0 }
        let hidden = hiddenLinks.map { ($0.column, ColumnContent.reference.declaredType) }
        let hiddenOrders = hiddenLinks.compactMap(\.orderColumn).map { ($0, order) }
        func declared(_ columns: [Column]) -> [(String, String)] { columns.map { ($0.name, $0.content.declaredType) } }
        return declared(integers.filter { $0.content != .order }) + hidden
            + declared(integers.filter { $0.content == .order }) + hiddenOrders
            + declared(columns.filter { $0.content.groupInTable > 0 })
    }

    private static func hiddenLinks(_ incoming: [EntityLayout.Slot], numbering: EntityNumbering) throws -> [HiddenLink]
    {
        var taken: Set<String> = []
        return try incoming.map { slot in
            let number = try numbering.require(slot.declaringEntity)
            let name = SQLName.unique("\(number)\(slot.name.uppercased())", in: &taken)
            return HiddenLink(
                ownerLayout: slot.declaringEntity.layout.number, slot: slot.index, column: "Z" + name,
                orderColumn: slot.isOrdered ? "Z_FOK_" + name : nil)
        }
    }

    private static func columns(of layout: EntityLayout, numbering: EntityNumbering) throws -> [Column] {
        var taken: Set<String> = ["Z_PK", "Z_ENT", "Z_OPT"]
        let groups = Dictionary(grouping: layout.slots[..<layout.columnCount]) {
            layout.contents[$0.index].groupInTable
        }
        return try groups.sorted { $0.key < $1.key }.flatMap(\.value).flatMap {
            try columns(of: $0, in: layout, numbering: numbering, taken: &taken)
        }
    }

    /// The column of a slot and its companions, which take over a number that makes the column's name unique.
    private static func columns(
        of slot: EntityLayout.Slot, in layout: EntityLayout, numbering: EntityNumbering, taken: inout Set<String>
    ) throws -> [Column] {
        func column(_ wanted: String, at blockColumn: Int) -> Column {
            Column(
                name: SQLName.unique(wanted, in: &taken), content: layout.contents[blockColumn], slot: slot.index,
                blockColumn: blockColumn)
        }
        let own = column("Z" + slot.name.uppercased(), at: slot.index)
        let name = own.name.dropFirst()
        var result = [own]
        if let place = slot.entityColumn, let destination = slot.relationship?.destinationEntity {
            result.append(column("Z\(try numbering.require(destination))_\(name)", at: place))
        }
        if let place = slot.orderColumn { result.append(column("Z_FOK_\(name)", at: place)) }
        return result
    }
}
