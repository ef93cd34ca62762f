import Persistence
import SQLite

/// Infers the migration of a store to another version of its model, from the schema that the store has and the one that
/// a new store would have.
///
/// It can infer: entities, attributes and relationships that are new, are gone, or have a new name, given by the new
/// model's `renamingIdentifier`; a property that has become optional, or required with a default value; a to-one
/// relationship that has become to-many; a relationship that has become ordered or unordered; data that may be in files
/// now, or no longer; and an entity with another place in its hierarchy, or outside of it. Any other difference is an
/// error, and nothing is changed; so are two hierarchies that become one. It does not access the file.
///
/// A table that only gains columns gets them at its end. Any other table is copied to a new one. Columns and tables that
/// neither model has stay in the file.
struct LightweightMigration {
    let source: MigrationSource
    /// The schema in the file.
    let old: StoreSchema
    let oldModel: ManagedObjectModel
    /// The schema of a new store.
    let new: StoreSchema
    let model: ManagedObjectModel
    /// The new numbers of entities by old number.
    let renumbering: [Int64: Int64]

    init(
        source: MigrationSource, old: StoreSchema, oldModel: ManagedObjectModel, new: StoreSchema,
        model: ManagedObjectModel
    ) {
        self.source = source
        self.old = old
        self.oldModel = oldModel
        self.new = new
        self.model = model
        let pairs = model.entities.compactMap { entity -> (Int64, Int64)? in
            let former = oldModel.entity(before: entity)
            guard let old = former.flatMap({ old.numbering[$0] }), let new = new.numbering[entity] else { return nil }
            return (old, new)
        }
        renumbering = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }

    /// The steps, in order; empty if the file already conforms to the model.
    /// - Throws: `inferredMapping` (134190) for a difference that cannot be inferred.
    func steps() throws -> [MigrationStep] {
        let tables = try new.tables.map { try TableMapping($0, self) }
        let joins = try new.joins.map { try JoinMapping($0, self) }
        let copies = tables.filter { $0.isCopied }.map(\.copy) + joins.filter { $0.isCopied }.map(\.copy)
        let kept = Set(
            tables.filter { !$0.isCopied }.map(\.table.name) + joins.filter { !$0.isCopied }.map(\.join.name))
        let dropped = (old.tables.map(\.name) + old.joins.map(\.name)).filter { !kept.contains($0) }
        let made = tables.filter { $0.isCopied }.map(\.table.name) + joins.filter { $0.isCopied }.map(\.join.name)
        try requireUnknownNames(made.filter { !dropped.contains($0) })
        var steps = tables.flatMap(\.checks)
        steps += copies.flatMap { [$0.creation] + [$0.filling].compactMap { $0 } }.map(MigrationStep.schema)
        steps += dropped.map { MigrationStep.schema("DROP TABLE \(SQLName.identifier($0))") }
        steps += copies.map { MigrationStep.schema($0.renaming) }
        steps += tables.filter { !$0.isCopied }.flatMap(\.additions)
        steps += try indexes(dropped: Set(dropped))
        steps += derivedTriggers(dropped: Set(dropped), tables.flatMap(\.renamings) + joins.flatMap(\.renamings))
        steps += tables.flatMap(\.completions) + joins.flatMap(\.completions)
        steps += try tables.flatMap { try $0.values() }
        if !hasSameEntities { steps.append(.entities(entityRows())) }
        return steps
    }

    /// Refuses to make a table where the file has one that the old model, as far as it is known, does not have.
    private func requireUnknownNames(_ names: [String]) throws {
        guard let name = names.first(where: { source.catalog.tables[$0] != nil }) else { return }
        throw PersistenceError(
            .inferredMapping,
            "No mapping can be inferred: the store has a table \(name), of which it is not known what it holds.")
    }

    /// Drops the indexes of the old model alone, and creates those that a new store would have and this one will not
    /// have otherwise.
    private func indexes(dropped: Set<String>) throws -> [MigrationStep] {
        let wanted = try new.tables.flatMap { try $0.indexes() }
        let present = old.tables.map(\.name) + old.joins.map(\.name)
        let named = Set(wanted.map(SQLName.madeIndex) + new.joins.map(\.indexName))
        let useless = source.modelIndexes(ofTables: Set(present).subtracting(dropped)).filter { !named.contains($0) }
        var names: [(sql: String, name: String)] = wanted.map { ($0, SQLName.madeIndex($0)) }
        names += new.joins.map { ($0.indexSQL, $0.indexName) }
        let missing = names.filter { source.indexes[$0.name].map(dropped.contains) ?? true }
        var steps: [MigrationStep] = useless.map { .schema("DROP INDEX \(SQLName.identifier($0))") }
        steps += missing.map { .schema($0.sql) }
        steps += source.otherStatements(ofTables: dropped).map { .restore($0) }
        return steps
    }

    /// Makes the triggers of Core Data's derived attributes again that were dropped with their tables, or that have
    /// entity numbers that changed.
    private func derivedTriggers(
        dropped: Set<String>, _ renamings: [(old: String, new: String)]
    ) -> [MigrationStep] {
        let names = Dictionary(renamings, uniquingKeysWith: { first, _ in first })
        return source.derivedTriggers.flatMap { trigger -> [MigrationStep] in
            let sql = DerivedTriggerText(sql: trigger.sql).renumbered(renumbering, names: names)
            if dropped.contains(trigger.table) { return [.restore(sql)] }
            if sql == trigger.sql { return [] }
            return [.schema("DROP TRIGGER \(SQLName.identifier(trigger.name))"), .restore(sql)]
        }
    }

    // MARK: Entities

    /// The old entity for an entity of the new model.
    func former(_ entity: EntityDescription) -> EntityDescription? { oldModel.entity(before: entity) }

    private var hasSameEntities: Bool {
        let rows = new.entityRows.map { StoreCatalog.Entity(number: $0.number, name: $0.name, parent: $0.parent) }
        return rows == source.catalog.entities
    }

    /// The rows of `Z_PRIMARYKEY`. The counter of a root entity continues that of the hierarchy that its rows are from.
    private func entityRows() -> [MigrationStep.EntityRow] {
        new.tables.flatMap { table in
            let root = table.layout.entities.lazy.compactMap(former).first?.rootEntity
            return table.layout.entities.map { entity in
                MigrationStep.EntityRow(
                    number: new.numbering[entity] ?? 0, name: entity.name ?? "",
                    parent: entity.superentity.flatMap { new.numbering[$0] } ?? 0,
                    formerNumber: entity.superentity == nil ? root.flatMap { old.numbering[$0] } : nil)
            }
        }
    }

    // MARK: Properties

    /// The old property for a property of the new model, in the old version of an entity.
    func former(_ property: PropertyDescription, in entity: EntityDescription) -> EntityLayout.Slot? {
        property.earlierNames.lazy.compactMap { entity.slot(named: $0) }.first.map { entity.layout.slots[$0] }
    }

    /// The old relationship for a relationship of the new model, and its entity.
    func former(_ relationship: RelationshipDescription) -> EntityLayout.Slot? {
        relationship.entity.flatMap(former).flatMap { former(relationship, in: $0) }
    }

    static func refusal(_ property: PropertyDescription, _ reason: String) -> PersistenceError {
        refusal(property.name, of: property.entity?.name ?? "", reason)
    }

    static func refusal(_ property: String, of entity: String, _ reason: String) -> PersistenceError {
        PersistenceError(
            .inferredMapping, "No mapping can be inferred: “\(property)” of “\(entity)” \(reason).")
    }
}

/// A table that is made from others under another name.
struct TableCopy {
    let creation: String
    let filling: String?
    let renaming: String

    /// - Parameter filling: selects the columns; nil for an empty table.
    init(of name: String, creation: String, columns: [String], filling: String?) {
        let temporary = "MIGRATED_" + name
        let head = "CREATE TABLE \(SQLName.identifier(name))"
        self.creation = "CREATE TABLE \(SQLName.identifier(temporary))" + creation.dropFirst(head.count)
        self.filling = filling.map {
            "INSERT OR IGNORE INTO \(SQLName.identifier(temporary)) (\(SQLName.list(columns))) \($0)"
        }
        renaming = "ALTER TABLE \(SQLName.identifier(temporary)) RENAME TO \(SQLName.identifier(name))"
    }
}
