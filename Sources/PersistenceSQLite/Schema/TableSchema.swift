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
    /// The slots whose values are never written (`OpaqueColumns`).
    let opaqueSlots: [Int]
    /// `Z_ENT` by index.
    let numbers: [Int64]
    /// The key, version and entity of `t0`, followed by its columns in block order.
    let selectList: String

    /// - Throws: `incompatibleVersion` when `numbering` does not have an entity.
    init(layout: EntityLayout, numbering: EntityNumbering) throws {
        self.layout = layout
        self.name = "Z" + (layout.root.name ?? "").uppercased()
        self.opaqueSlots = layout.slots.filter { $0.isColumn && $0.attribute?.allowsExternalBinaryDataStorage == true }
            .map(\.index)
        self.numbers = try layout.entities.map(numbering.require)
        let columns = try TableSchema.columns(of: layout, numbering: numbering)
        self.columns = columns
        self.columnNames = columns.sorted { $0.blockColumn < $1.blockColumn }.map(\.name)
        self.selectList = (["Z_PK", "Z_OPT", "Z_ENT"] + columnNames)
            .map { "t0." + SQLName.identifier($0) }.joined(separator: ", ")
    }

    /// The number of the root entity, whose row in `Z_PRIMARYKEY` is the key counter.
    var rootNumber: Int64 { numbers[0] }

    /// The index of the entity with this number; nil if the number does not belong to the table.
    func entityIndex(ofNumber number: Int64) -> Int? {
        numbers.firstIndex(of: number)
    }

    /// The column with the value of a slot.
    func columnName(ofSlot slot: Int) -> String { columnNames[slot] }

    /// The columns with the entity number and the position for the to-one relationship in a slot.
    func companions(ofSlot slot: Int) -> [Column] {
        columns.filter { $0.slot == slot && !$0.content.isValue }
    }
}

extension TableSchema {
    private static func columns(of layout: EntityLayout, numbering: EntityNumbering) throws -> [Column] {
        var taken: Set<String> = ["Z_PK", "Z_ENT", "Z_OPT"]
        let groups = Dictionary(grouping: layout.slots[..<layout.columnCount]) {
            layout.contents[$0.index].groupInTable
        }
        return try groups.sorted { $0.key < $1.key }.flatMap(\.value).flatMap {
            try columns(of: $0, in: layout, numbering: numbering, taken: &taken)
        }
    }

    private static func columns(
        of slot: EntityLayout.Slot, in layout: EntityLayout, numbering: EntityNumbering, taken: inout Set<String>
    ) throws -> [Column] {
        let name = slot.name.uppercased()
        func column(_ wanted: String, at blockColumn: Int) -> Column {
            Column(
                name: SQLName.unique(wanted, in: &taken), content: layout.contents[blockColumn], slot: slot.index,
                blockColumn: blockColumn)
        }
        var result = [column("Z" + name, at: slot.index)]
        if let place = slot.entityColumn, let destination = slot.relationship?.destinationEntity {
            result.append(column("Z\(try numbering.require(destination))_\(name)", at: place))
        }
        if let place = slot.orderColumn { result.append(column("Z_FOK_\(name)", at: place)) }
        return result
    }
}
