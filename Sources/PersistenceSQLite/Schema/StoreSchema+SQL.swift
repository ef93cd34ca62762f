import Persistence

/// The statements that create a store, in order. All schema SQL of the format is in this file.
extension StoreSchema {
    static let fixedTables = [
        "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
        "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
    ]

    /// - Throws: `coreData` for a fetch index over a property that has no column.
    func creationStatements() throws -> [String] {
        var statements: [String] = []
        for table in tables {
            statements.append(table.creationSQL)
            statements += try table.indexes()
        }
        for join in joins { statements += [join.creationSQL, join.indexSQL] }
        return statements + StoreSchema.fixedTables
    }

    /// A row of `Z_PRIMARYKEY`: number, name and the number of the parent entity, 0 for a root.
    typealias EntityRow = (number: Int64, name: String, parent: Int64)

    /// All entities, in the order of their numbers.
    var entityRows: [EntityRow] {
        tables.flatMap { table in
            table.layout.entities.enumerated().map { entityIndex, entity in
                (table.numbers[entityIndex], entity.name ?? "", entity.superentity.flatMap { numbering[$0] } ?? 0)
            }
        }
    }
}

extension TableSchema {
    /// `CREATE TABLE ZNAME ( Z_PK INTEGER PRIMARY KEY, … )`.
    var creationSQL: String {
        let fixed = ["Z_PK INTEGER PRIMARY KEY", "Z_ENT INTEGER", "Z_OPT INTEGER"]
        let own = declarations.map { "\(SQLName.identifier($0.name)) \($0.type)" }
        return "CREATE TABLE \(SQLName.identifier(name)) ( \((fixed + own).joined(separator: ", ")) )"
    }

    /// All indexes of the table.
    func indexes() throws -> [String] {
        var indexes = relationshipIndexes
        indexes += entityIndexes
        indexes += try fetchIndexes()
        indexes += try uniqueIndexes()
        return indexes
    }

    /// An index for each to-one relationship and each hidden foreign key.
    var relationshipIndexes: [String] {
        let toOne = columns.filter { $0.content.isValue && layout.slots[$0.slot].relationship != nil }
        return (toOne.map(\.name) + hiddenLinks.map(\.column)).map { indexSQL(over: $0) }
    }

    /// An index on the entity, if several entities share the table.
    var entityIndexes: [String] {
        layout.entities.count > 1 ? [indexSQL(over: "Z_ENT")] : []
    }

    /// The fetch indexes of the model.
    func fetchIndexes() throws -> [String] {
        try layout.entities.flatMap { entity in
            try entity.indexes.map { index in
                try indexSQL("INDEX", "Z_\(entity.name ?? "")_\(index.name)", over: index.elements, of: entity)
            }
        }
    }

    /// The unique indexes for the model's uniqueness constraints.
    func uniqueIndexes() throws -> [String] {
        try layout.entities.flatMap { entity in
            try entity.constraints.filter { !$0.isEmpty }.map { properties in
                try indexSQL(
                    "UNIQUE INDEX", "Z_\(entity.name ?? "")_UNIQUE_\(properties.joined(separator: "_"))",
                    over: properties.map { .init(propertyName: $0) }, of: entity)
            }
        }
    }

    private func indexSQL(
        _ kind: String, _ indexName: String, over elements: [FetchIndexDescription.Element],
        of entity: EntityDescription
    ) throws -> String {
        let columns = try elements.map { try indexElement($0, of: entity) }.joined(separator: ", ")
        return "CREATE \(kind) \(SQLName.identifier(indexName)) ON \(SQLName.identifier(name)) (\(columns))"
    }

    private func indexElement(
        _ element: FetchIndexDescription.Element, of entity: EntityDescription
    ) throws -> String {
        let property = element.propertyName ?? ""
        guard let slot = entity.slot(named: property), layout.slots[slot].isColumn else {
            throw PersistenceError(
                .coreData, "“\(property)” of “\(entity.name ?? "")” is not stored, so it cannot be indexed.")
        }
        guard element.collationType == .binary else {
            throw PersistenceError(.coreData, "The index of “\(property)” is an R-tree, which cannot be created.")
        }
        let direction = element.isAscending ? "ASC" : "DESC"
        return "\(SQLName.identifier(columnName(ofSlot: slot))) COLLATE BINARY \(direction)"
    }

    private func indexSQL(over column: String) -> String {
        let indexName = SQLName.identifier("\(name)_\(column)_INDEX")
        return "CREATE INDEX \(indexName) ON \(SQLName.identifier(name)) (\(SQLName.identifier(column)))"
    }
}

extension JoinTableSchema {
    /// The table of unique links; the position columns of ordered relationships come between the key columns and the
    /// primary key.
    var creationSQL: String {
        let orders = [first, second].compactMap(\.orderColumn)
        let columns = ([first.column, second.column] + orders).map { "\(SQLName.identifier($0)) INTEGER" }
        let key = SQLName.list([first.column, second.column])
        return "CREATE TABLE \(SQLName.identifier(name)) ( \(columns.joined(separator: ", ")), PRIMARY KEY (\(key)) )"
    }

    var indexName: String { "\(name)_\(second.column)_INDEX" }

    /// The index for the opposite direction.
    var indexSQL: String {
        let indexName = SQLName.identifier(indexName)
        let columns = SQLName.list([second.column, first.column])
        return "CREATE INDEX \(indexName) ON \(SQLName.identifier(name)) (\(columns))"
    }
}
