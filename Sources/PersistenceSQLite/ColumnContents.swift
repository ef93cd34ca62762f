import Persistence

/// How the format keeps the columns of a table's row blocks: what a cell must hold, and as what a value is bound.
struct ColumnContents {
    enum Content: UInt8 {
        case integer
        case real
        case decimal
        case text
        case blob
        case uuid
        /// The number of an entity, whose ordinal blocks have.
        case entity
    }

    /// By column of a block. Matched by pattern: `==` on them is a call through a witness table, once for each cell.
    let contents: ContiguousArray<Content>
    /// The numbers of the destination's entities by ordinal, for columns that hold one.
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
    /// The numbers by ordinal of the entities that a to-one relationship may lead to; empty where they have no table.
    func destinationNumbers(of column: TableSchema.Column, in table: TableSchema) -> [Int64] {
        let destination = table.layout.slots[column.slot].relationship?.destinationEntity
        return destination.flatMap { self[$0.layout]?.numbers } ?? []
    }
}
