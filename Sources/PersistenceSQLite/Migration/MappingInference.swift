import Persistence
import SQLite

/// Infers the migration of a store to another version of its model, from the file's content and the new model.
///
/// It can infer: a new attribute, relationship or entity; a new name, given by the new model's `renamingIdentifier`; a
/// property that has become optional; and a property that has become required, if it has a default value. What the new
/// model no longer has stays in the file and is not read. Any other difference is an error, and nothing is changed. It
/// does not access the file.
struct MappingInference {
    let model: ManagedObjectModel
    let configurationName: String?
    let catalog: StoreCatalog
    /// The names of the file's indexes.
    let indexes: Set<String>

    /// The steps, in order; empty if the file already conforms to the model.
    /// - Throws: `inferredMapping` (134190) for a difference that cannot be inferred, `missingSourceModel` (134130) for
    ///   a file whose entities have no tables.
    func steps() throws -> [MigrationStep] {
        try requireTables()
        let numbering = numbering
        let schema = try StoreSchema(model: model, configurationName: configurationName, numbering: numbering)
        let tables = try schema.tables.flatMap { try steps(for: $0) }
        let joins = schema.joins.filter { !hasTable(for: $0, in: schema) }
            .flatMap { [MigrationStep.schema($0.creationSQL), .schema($0.indexSQL)] }
        return renamedEntities(numbering) + tables + joins + addedEntities(schema)
    }

    /// The store's entity numbers under their new names, and new numbers for new entities.
    private var numbering: EntityNumbering {
        var next = (catalog.entities.map(\.number).max() ?? 0) + 1
        var numbers: [String: Int64] = [:]
        for entity in model.entities.sorted(by: { $0.number < $1.number }) {
            if let known = known(entity) {
                numbers[entity.name ?? ""] = known.number
            } else {
                numbers[entity.name ?? ""] = next
                next += 1
            }
        }
        return EntityNumbering(numbers)
    }

    /// The store's entity for an entity of the model: by its name, or else by its former name.
    private func known(_ entity: EntityDescription) -> StoreCatalog.Entity? {
        let entities = catalog.entities
        return entities.first { $0.name == entity.name }
            ?? entity.renamingIdentifier.flatMap { old in entities.first { $0.name == old } }
    }

    private func requireTables() throws {
        let roots = catalog.entities.filter { $0.parent == 0 }
        guard let lost = roots.first(where: { catalog.tables["Z" + $0.name.uppercased()] == nil }) else {
            return
        }
        throw PersistenceError(
            .missingSourceModel,
            "The store lists “\(lost.name)” but has no table for it. Its model cannot be determined.")
    }

    // MARK: Entities

    private func renamedEntities(_ numbering: EntityNumbering) -> [MigrationStep] {
        model.entities.compactMap { entity in
            guard let known = known(entity), let name = entity.name, known.name != name else { return nil }
            return .renameEntity(number: known.number, name: name)
        }
    }

    private func addedEntities(_ schema: StoreSchema) -> [MigrationStep] {
        let known = Set(catalog.entities.map(\.number))
        return schema.entityRows.filter { !known.contains($0.number) }
            .map { .addEntity(number: $0.number, name: $0.name, parent: $0.parent) }
    }

    // MARK: Tables

    private func steps(for table: TableSchema) throws -> [MigrationStep] {
        guard let known = known(table.layout.root) else {
            return try ([table.creationSQL] + indexes(of: table)).map(MigrationStep.schema)
        }
        let old = "Z" + known.name.uppercased()
        let renaming = old == table.name ? [] : [MigrationStep.schema(rename(old, to: table.name))]
        let columns = try table.columns.flatMap { try steps(for: $0, of: table, from: old) }
        return try renaming + columns + missingIndexes(of: table)
    }

    private func rename(_ old: String, to new: String) -> String {
        "ALTER TABLE \(SQLName.identifier(old)) RENAME TO \(SQLName.identifier(new))"
    }

    /// The indexes that a new store would have and this one does not.
    private func missingIndexes(of table: TableSchema) throws -> [MigrationStep] {
        try indexes(of: table).filter { !indexes.contains(SQLName.madeIndex($0)) }.map(MigrationStep.schema)
    }

    private func indexes(of table: TableSchema) throws -> [String] {
        try table.relationshipIndexes + table.entityIndexes + table.fetchIndexes() + table.uniqueIndexes()
    }

    private func hasTable(for join: LinkTable, in schema: StoreSchema) -> Bool {
        var alone = schema
        alone.joins = [join]
        return (try? alone.joinsMatched(to: catalog)) != nil
    }

    // MARK: Columns

    private func steps(
        for column: TableSchema.Column, of table: TableSchema, from old: String
    ) throws -> [MigrationStep] {
        let present = catalog.types[old] ?? [:]
        let slot = table.layout.slots[column.slot]
        let former = column.content.isValue ? slot.property.renamingIdentifier.map { "Z" + $0.uppercased() } : nil
        if let type = present[column.name] {
            return try kept(column, slot, declaredType: type, in: table)
        }
        if let former, let type = present[former] {
            let target = SQLName.identifier(table.name)
            let sql = "ALTER TABLE \(target) RENAME COLUMN \(SQLName.identifier(former)) TO "
            return try [.schema(sql + SQLName.identifier(column.name))]
                + kept(column, slot, declaredType: type, in: table)
        }
        return try added(column, slot, in: table)
    }

    private func kept(
        _ column: TableSchema.Column, _ slot: EntityLayout.Slot, declaredType: String, in table: TableSchema
    ) throws -> [MigrationStep] {
        guard declaredType.uppercased() == column.content.declaredType else {
            throw refusal(slot, "holds values of another type")
        }
        guard column.content.isValue, !slot.property.isOptional else { return [] }
        if let value = try defaultValue(of: slot) { return [fill(column, slot, value, in: table)] }
        return [
            .require(
                table: table.name, column: column.name, entities: entities(of: slot, in: table), property: slot.name)
        ]
    }

    private func added(
        _ column: TableSchema.Column, _ slot: EntityLayout.Slot, in table: TableSchema
    ) throws -> [MigrationStep] {
        let target = SQLName.identifier(table.name)
        let sql = "ALTER TABLE \(target) ADD COLUMN \(SQLName.identifier(column.name)) \(column.content.declaredType)"
        guard column.content.isValue else { return [.schema(sql)] }
        if let value = try defaultValue(of: slot) { return [.schema(sql), fill(column, slot, value, in: table)] }
        guard slot.property.isOptional else { throw refusal(slot, "is new and required, but has no default value") }
        return [.schema(sql)]
    }

    private func fill(
        _ column: TableSchema.Column, _ slot: EntityLayout.Slot, _ value: Value, in table: TableSchema
    ) -> MigrationStep {
        .fill(table: table.name, column: column.name, entities: entities(of: slot, in: table), value: value)
    }

    private func defaultValue(of slot: EntityLayout.Slot) throws -> Value? {
        guard let attribute = slot.attribute, let any = attribute.defaultValue else { return nil }
        guard let value = attribute.propertyValue(from: any) else {
            throw refusal(slot, "has a default value of the wrong type")
        }
        return value.isNull ? nil : Value(PredicateScalar(value))
    }

    /// The numbers of the entities that have the property.
    private func entities(of slot: EntityLayout.Slot, in table: TableSchema) -> [Int64] {
        table.layout.entities.indices.filter { table.layout.entities[$0].isKindOf(entity: slot.declaringEntity) }
            .map { table.numbers[$0] }
    }

    private func refusal(_ slot: EntityLayout.Slot, _ reason: String) -> PersistenceError {
        PersistenceError(
            .inferredMapping,
            "No mapping can be inferred: “\(slot.name)” of “\(slot.declaringEntity.name ?? "")” \(reason).")
    }
}
