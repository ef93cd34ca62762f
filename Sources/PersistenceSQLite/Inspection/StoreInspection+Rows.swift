import Foundation
import Persistence
import SQLite

/// Objects of an examined store.
extension StoreInspection {
    /// An object with its values, in the order of their names.
    package struct Row: Sendable {
        package let reference: Reference
        /// The version number.
        package let version: Int64
        package let values: [(name: String, value: StoredContent)]
    }

    /// An object by its entity and key.
    package struct Reference: Sendable, Equatable {
        package let entity: String
        package let key: Int64
    }

    /// A value as the file has it.
    package enum StoredContent: Sendable, Equatable {
        case null
        case boolean(Bool)
        case integer(Int64)
        case real(Double)
        case text(String)
        /// Seconds since 2001.
        case date(Double)
        case data([UInt8])
        case uuid(UUID)
        /// The name of a file beside the store that has the value.
        case file(String)
        case object(Reference)
        case objects([Reference])
    }

    /// Passes the objects of an entity and its sub-entities to `body`, by key. Only one is in memory at a time.
    /// - Throws: `coreData` if there is no such entity, or the error of `body`.
    package func forEachRow(of name: String, _ body: (Row) throws -> Void) throws {
        guard let entity = model.entitiesByName[name], let table = schema[entity.layout] else {
            let known = entities.map { "“\($0.name)”" }.joined(separator: ", ")
            throw PersistenceError(.coreData, "The store has no entity “\(name)”. It has \(known).")
        }
        let wanted = Set(entity.hierarchy.compactMap { schema.numbering[$0] })
        let numbers = wanted.sorted().map(String.init).joined(separator: ", ")
        let statement = try connection.prepare(
            "SELECT \(table.selectList) FROM \(SQLName.identifier(table.name)) t0 WHERE t0.Z_ENT IN (\(numbers))"
                + " ORDER BY t0.Z_PK")
        let described = Dictionary(
            entity.hierarchy.map { (schema.numbering[$0] ?? 0, $0) }, uniquingKeysWith: { first, _ in first })
        while try statement.step() {
            guard let entity = described[statement.int64(2)] else { continue }
            try body(try row(entity, table, statement))
        }
    }

    private func row(_ entity: EntityDescription, _ table: TableSchema, _ statement: Statement) throws -> Row {
        let key = statement.int64(0)
        let names = entity.properties.map(\.name).sorted()
        let values = try names.compactMap { name in
            try entity.slot(named: name).map { (name: name, value: try value($0, table, statement, key)) }
        }
        return Row(
            reference: Reference(entity: entity.name ?? "", key: key), version: statement.int64(1), values: values)
    }

    private func value(
        _ slot: Int, _ table: TableSchema, _ statement: Statement, _ key: Int64
    ) throws -> StoredContent {
        let described = table.layout.slots[slot]
        switch described.kind {
        case .toMany: return .objects(try members(slot, table, key))
        case .toOne: return destination(described, statement)
        case .attribute:
            return StoredContent(statement.value(Int32(slot + 3)), table.layout.contents[slot])
        }
    }

    private func destination(_ slot: EntityLayout.Slot, _ statement: Statement) -> StoredContent {
        guard !statement.isNull(Int32(slot.index + 3)), let destination = slot.relationship?.destinationEntity else {
            return .null
        }
        let number = slot.entityColumn.map { statement.int64(Int32($0 + 3)) }
        let entity = number.flatMap { number in entities.first { $0.number == number }?.name }
        return .object(
            Reference(entity: entity ?? destination.name ?? "", key: statement.int64(Int32(slot.index + 3))))
    }

    private func members(_ slot: Int, _ table: TableSchema, _ key: Int64) throws -> [Reference] {
        let statement = try connection.cached(schema.linkPath(of: slot, in: table.layout).memberSQL)
        defer { statement.reset() }
        try statement.bind(int64: key, at: 1)
        var members: [Reference] = []
        while try statement.step() {
            let name = entities.first { $0.number == statement.int64(1) }?.name
            members.append(Reference(entity: name ?? "", key: statement.int64(0)))
        }
        return members
    }
}

extension LinkPath {
    /// Selects key and entity of the destinations of the row whose key is bound.
    fileprivate var memberSQL: String {
        let select = "SELECT t0.Z_PK, t0.Z_ENT FROM \(SQLName.identifier(destination.name)) t0"
        switch self {
        case .foreignKey(_, let column, let orderColumn, _):
            let order = [orderColumn, "Z_PK"].compactMap { $0 }.map { "t0." + SQLName.identifier($0) }
            return "\(select) WHERE t0.\(SQLName.identifier(column)) = ? ORDER BY \(order.joined(separator: ", "))"
        case .join(let join, let own, let other, _):
            let order = [other.orderColumn, other.column].compactMap { $0 }.map { "j." + SQLName.identifier($0) }
            return
                "\(select) JOIN \(SQLName.identifier(join.name)) j ON t0.Z_PK = j.\(SQLName.identifier(other.column))"
                + " WHERE j.\(SQLName.identifier(own.column)) = ? ORDER BY \(order.joined(separator: ", "))"
        }
    }
}

extension StoreInspection.StoredContent {
    /// The value of a column; one that the column's type does not have is what the file has.
    fileprivate init(_ value: Value, _ content: ColumnContent) {
        switch (value, content) {
        case (.null, _): self = .null
        case (.integer(let number), .boolean): self = .boolean(number != 0)
        case (.integer(let number), .date): self = .date(Double(number))
        case (.real(let number), .date): self = .date(number)
        case (.integer(let number), _): self = .integer(number)
        case (.real(let number), _): self = .real(number)
        case (.text(let text), _): self = .text(text)
        case (.blob(let bytes), .uuid) where bytes.count == 16:
            self = .uuid(bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) })
        case (.blob(let bytes), .externalData), (.blob(let bytes), .externalArchive): self.init(external: bytes)
        case (.blob(let bytes), _): self = .data(bytes)
        }
    }

    /// Data after a 1, or the name of a file between a 2 and a 0.
    private init(external bytes: [UInt8]) {
        switch bytes.first {
        case 1: self = .data(Array(bytes.dropFirst()))
        case 2 where bytes.count == 38: self = .file(String(decoding: bytes[1..<37], as: UTF8.self))
        default: self = .data(bytes)
        }
    }
}
