import Persistence
import SQLite

/// Compares a file with the model, by tables and columns instead of version hashes.
extension StoreSchema {
    /// This schema with the file's join tables.
    ///
    /// Additional tables, columns and indexes are allowed.
    /// - Throws: `incompatibleVersion`, with the name of what the file lacks.
    func matched(to catalog: StoreCatalog) throws -> StoreSchema {
        for table in tables { try table.requireColumns(in: catalog) }
        return try joinsMatched(to: catalog)
    }

    /// Rejects a store whose model has more than this one, or differs from it: properties that the model does not have
    /// would stay empty in new rows.
    ///
    /// A store with our hashes is compared by them, as in `isConfiguration(withName:compatibleWithStoreMetadata:)`,
    /// because its tables keep columns that a migration removed from the model. A store of Core Data is compared by its
    /// tables.
    /// - Throws: `incompatibleVersion`.
    func requireSameVersion(of catalog: StoreCatalog, _ model: ManagedObjectModel, _ configuration: String?) throws {
        let metadata = catalog.knownMetadata
        if EntityHash.hashes(in: metadata) == nil { return try requireNothingElse(in: catalog) }
        if model.isConfiguration(withName: configuration, compatibleWithStoreMetadata: metadata) { return }
        throw PersistenceError(
            .incompatibleVersion, "The store belongs to another version of the model, and automatic migration is off.")
    }

    func requireNothingElse(in catalog: StoreCatalog) throws {
        let known = Set(tables.flatMap(\.numbers))
        if let entity = catalog.entities.first(where: { !known.contains($0.number) }) {
            throw PersistenceError(
                .incompatibleVersion, "The store has the entity “\(entity.name)”, which the model does not have.")
        }
        for table in tables { try table.requireNothingElse(in: catalog) }
        let joins = Set(joins.map(\.name))
        if let join = catalog.tables.keys.sorted().first(where: { JoinTableSchema.isName($0) && !joins.contains($0) }) {
            throw PersistenceError(
                .incompatibleVersion, "The store has the join table \(join), which the model does not have.")
        }
    }

    /// This schema with the file's join tables, regardless of its other tables.
    func joinsMatched(to catalog: StoreCatalog) throws -> StoreSchema {
        var result = self
        var taken: Set<String> = []
        result.joins = try joins.map { join in
            guard let found = join.found(in: catalog, except: taken) else {
                throw PersistenceError(
                    .incompatibleVersion, "The store has no table that matches the join table \(join.name).")
            }
            taken.insert(found.name)
            return found
        }
        return result
    }

    /// The reason why the store must not be written, which is an unknown trigger on one of its tables; nil if there is
    /// none.
    func writeRefusal(by catalog: StoreCatalog) -> String? {
        let own = Set(tables.map(\.name) + joins.map(\.name) + ["Z_PRIMARYKEY", "Z_METADATA"])
        let foreign = catalog.triggers.first { own.contains($0.table) && !$0.isOfDerivedAttribute }
        return foreign.map { trigger in
            let what = trigger.isOfLocationIndex ? "which keeps a location index" : "which is not Core Data's"
            return
                "The table \(trigger.table) has the trigger “\(trigger.name)”, \(what), so the store cannot be written."
        }
    }
}

extension TableSchema {
    /// All columns of the format begin with Z.
    fileprivate func requireNothingElse(in catalog: StoreCatalog) throws {
        let types = catalog.types[name] ?? [:]
        let known = Set(["Z_PK", "Z_ENT", "Z_OPT"] + declarations.map(\.name))
        let unknown = catalog.tables[name]?.first { !known.contains($0) && $0.hasPrefix("Z") }
        if let unknown {
            throw PersistenceError(
                .incompatibleVersion,
                "The store's table \(name) has the column \(unknown), which the model does not have.")
        }
        let other = columns.first { column in
            let type = types[column.name] ?? ""
            return !type.isEmpty && !column.content.declaredType.isEmpty
                && type.uppercased() != column.content.declaredType
        }
        if let other {
            throw PersistenceError(
                .incompatibleVersion,
                "The store's column \(other.name) does not have the type of “\(layout.slots[other.slot].name)”."
            )
        }
    }

    fileprivate func requireColumns(in catalog: StoreCatalog) throws {
        guard let present = catalog.tables[name].map(Set.init) else {
            throw PersistenceError(
                .incompatibleVersion,
                "The store has no table for “\(layout.root.name ?? "")”, so it belongs to another model.")
        }
        if let column = ["Z_PK", "Z_ENT", "Z_OPT"].first(where: { !present.contains($0) }) {
            throw PersistenceError(.incompatibleVersion, "The store's table \(name) has no column \(column).")
        }
        if let hidden = hiddenLinks.first(where: { !$0.columns.allSatisfy(present.contains) }) {
            throw PersistenceError(
                .incompatibleVersion,
                "The store's table \(name) has no column \(hidden.column) for a relationship without an inverse.")
        }
        guard let missing = columns.first(where: { !present.contains($0.name) }) else { return }
        let slot = layout.slots[missing.slot]
        throw PersistenceError(
            .incompatibleVersion,
            "The store has no column \(missing.name) for “\(slot.name)” of “\(slot.declaringEntity.name ?? "")”.")
    }
}

extension JoinTableSchema {
    /// Whether a table's name is that of a join table: `Z_` and a number.
    static func isName(_ name: String) -> Bool {
        name.hasPrefix("Z_") && name.utf8.dropFirst(2).first.map(SQLName.isDigit) == true
    }

    /// The file's table with the key columns of this relationship; nil if there is none, or more than one.
    ///
    /// Older systems chose the end that names the table by other rules, and added numbers to duplicate names. The
    /// table's name therefore only decides between several matches, and digits around a column's name are ignored if
    /// there is no exact match.
    fileprivate func found(in catalog: StoreCatalog, except taken: Set<String>) -> JoinTableSchema? {
        let candidates = catalog.tables.filter {
            !taken.contains($0.key) && JoinTableSchema.keyColumns($0.value).count == 2
        }
        let exact = candidates.filter { Set(JoinTableSchema.keyColumns($0.value)) == [first.column, second.column] }
        if let own = exact[name] { return adopted(own, as: name) }
        if exact.count == 1, let (table, columns) = exact.first { return adopted(columns, as: table) }
        let wanted = [first.column, second.column].map(JoinTableSchema.stem).sorted()
        let loose = candidates.filter {
            JoinTableSchema.keyColumns($0.value).map(JoinTableSchema.stem).sorted() == wanted
        }
        guard loose.count == 1, let (table, columns) = loose.first else { return nil }
        return adopted(columns, as: table)
    }

    private func adopted(_ columns: [String], as table: String) -> JoinTableSchema? {
        let keys = JoinTableSchema.keyColumns(columns)
        guard let own = JoinTableSchema.best(first.column, among: keys), let other = keys.first(where: { $0 != own })
        else {
            return nil
        }
        var result = self
        result.name = table
        result.first.column = own
        result.second.column = other
        result.first.orderColumn = first.orderColumn == nil ? nil : JoinTableSchema.order(of: own, among: columns)
        result.second.orderColumn = second.orderColumn == nil ? nil : JoinTableSchema.order(of: other, among: columns)
        let lacksOrder =
            (first.orderColumn != nil) != (result.first.orderColumn != nil)
            || (second.orderColumn != nil) != (result.second.orderColumn != nil)
        return lacksOrder ? nil : result
    }

    static func keyColumns(_ columns: [String]) -> [String] {
        columns.filter { !$0.hasPrefix("Z_FOK_") }
    }

    private static func best(_ wanted: String, among columns: [String]) -> String? {
        columns.first { $0 == wanted } ?? columns.first { stem($0) == stem(wanted) }
    }

    /// The column with the positions that belong to a key column. A column that matches the other key exactly is not
    /// used.
    static func order(of column: String, among columns: [String]) -> String? {
        func key(_ order: String) -> String { "Z_" + order.dropFirst(6) }
        let orders = columns.filter { $0.hasPrefix("Z_FOK_") }
        return orders.first { key($0) == column }
            ?? orders.first { stem(key($0)) == stem(column) && !columns.contains(key($0)) }
    }

    /// A column's name without the entity's number at its start, and without the number of a duplicate at its end.
    static func stem(_ column: String) -> Substring {
        guard column.hasPrefix("Z_") else { return column[...] }
        var name = column.dropFirst(2)
        while let digit = name.utf8.first, SQLName.isDigit(digit) { name = name.dropFirst() }
        while let digit = name.utf8.last, SQLName.isDigit(digit) { name = name.dropLast() }
        return name
    }
}
