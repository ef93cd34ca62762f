import Foundation
import Persistence
import SQLite

/// Columns of dictionary results, computed by SQLite.
extension SQLiteReader {
    func values(_ fetch: StoreFetch, _ columns: BoundColumns) throws -> [[PredicateScalar]] {
        let (table, _, _) = try parts(of: fetch.entity.layout)
        let (selected, rest) = PredicateCompiler.compile(columns, of: fetch, naming: naming)
        let window = FetchStatement.window(limit: fetch.limit, offset: fetch.offset)
        let statement = try connection.cached(
            "SELECT \(selected)\(rest.tail(table: SQLName.identifier(table.name)))\(window.sql)")
        try statement.bind(rest.bindings + window.bindings)
        let entities = columns.columns.map { $0.objectPath.map { $0.steps.last?.destination ?? fetch.entity } }
        var rows: [[PredicateScalar]] = []
        while try statement.step() {
            var position: Int32 = 0
            rows.append(try entities.map { try scalar(of: statement, at: &position, $0) })
        }
        return rows
    }

    /// - Parameter entity: the entity at the root of an object's hierarchy; nil for a value.
    private func scalar(
        of statement: Statement, at position: inout Int32, _ entity: EntityDescription?
    ) throws -> PredicateScalar {
        defer { position += entity == nil ? 1 : 2 }
        guard let entity else { return PredicateScalar(statement.value(position)) }
        guard !statement.isNull(position) else { return .null }
        let (table, rows, _) = try parts(of: entity.layout)
        let key = statement.int64(position)
        let index = try RowReader.entityIndex(statement, column: position + 1, key: key, in: table)
        return .object(ManagedObjectID(storeEntity: rows.storeEntities[index], key: key))
    }
}

extension PredicateScalar {
    /// The scalar for a stored value that is not a reference.
    package init(_ value: Value) {
        self =
            switch value {
            case .null: .null
            case .integer(let integer): .integer(integer)
            case .real(let double): .real(double)
            case .text(let text): .text(text)
            case .blob(let bytes): .blob(Data(bytes))
            }
    }
}
