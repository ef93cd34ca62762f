import Persistence

/// How the format stores what a column holds.
extension ColumnContent {
    /// The column's type in `CREATE TABLE`.
    var declaredType: String {
        switch self {
        case .integer, .boolean, .reference, .entity, .order: "INTEGER"
        case .date: "TIMESTAMP"
        case .double, .float: "FLOAT"
        case .decimal: "DECIMAL"
        case .string, .uri: "VARCHAR"
        case .data, .uuid, .transformed, .externalData, .externalArchive: "BLOB"
        }
    }

    /// The storage classes of valid values, quoted and separated by commas.
    var storageClasses: String {
        switch self {
        case .integer, .boolean, .reference, .entity, .order: "'integer'"
        case .double, .float, .date, .decimal: "'integer', 'real'"
        case .string, .uri: "'text'"
        case .data, .uuid, .transformed, .externalData, .externalArchive: "'blob'"
        }
    }

    /// The position of the column among those of its table: columns with the same kind of content are adjacent.
    var groupInTable: Int {
        switch self {
        case .integer, .boolean, .reference, .entity, .order: 0
        case .double, .float, .date: 1
        case .decimal: 2
        case .string: 3
        case .uri: 4
        case .uuid: 5
        case .transformed, .externalArchive: 6
        case .data, .externalData: 7
        }
    }
}

extension StoreSchema {
    /// The entity numbers by index, for each block column that holds the entity of a destination; empty if that
    /// entity has no table in the store.
    func entityNumbers(in table: TableSchema) -> [Int: [Int64]] {
        var numbers: [Int: [Int64]] = [:]
        for column in table.columns where column.content == .entity {
            let destination = table.layout.slots[column.slot].relationship?.destinationEntity
            numbers[column.blockColumn] = destination.flatMap { self[$0.layout]?.numbers } ?? []
        }
        return numbers
    }
}
