import Persistence

/// The format of each column in a table's row blocks: the storage class that a cell must have, and how a value is
/// bound.
struct ColumnContents {
    enum Content: UInt8 {
        case integer
        case real
        case decimal
        case text
        case blob
        case uuid
        /// The number of an entity. Blocks hold its ordinal instead.
        case entity
    }

    /// Indexed by block column. Compare by pattern matching: `==` would call through a witness table for each cell.
    let contents: ContiguousArray<Content>
    /// The entity numbers of the destination, by ordinal, for columns that hold such a number.
    let destinationNumbers: [Int: [Int64]]

    init(_ table: TableSchema, encodings: [ColumnEncoding], schema: StoreSchema) {
        var contents = ContiguousArray(encodings.map(ColumnContents.content))
        var numbers: [Int: [Int64]] = [:]
        for column in table.columns where column.content == .destinationEntity {
            contents[column.blockColumn] = .entity
            numbers[column.blockColumn] = schema.destinationNumbers(of: column, in: table)
        }
        self.contents = contents
        destinationNumbers = numbers
    }

    private static func content(of encoding: ColumnEncoding) -> Content {
        switch encoding {
        case .integer, .boolean, .reference: .integer
        case .double, .float, .date: .real
        case .decimal: .decimal
        case .string, .uri: .text
        case .data, .transformed: .blob
        case .uuid: .uuid
        }
    }
}

extension StoreSchema {
    /// The numbers, by ordinal, of the entities of a to-one relationship's destination; empty if they have no table.
    func destinationNumbers(of column: TableSchema.Column, in table: TableSchema) -> [Int64] {
        let destination = table.layout.slots[column.slot].relationship?.destinationEntity
        return destination.flatMap { self[$0.layout]?.numbers } ?? []
    }
}
