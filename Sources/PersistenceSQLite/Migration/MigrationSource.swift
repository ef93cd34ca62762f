import Persistence
import SQLite

/// What a migration needs to know about a file: its catalog, and its indexes and triggers.
struct MigrationSource {
    let catalog: StoreCatalog
    /// The table of each index.
    let indexes: [String: String]
    /// The statements that made indexes and triggers, with their names and tables.
    private let statements: [(name: String, table: String, sql: String)]

    init(_ connection: Connection, name: String) throws {
        let others = try connection.prepare(
            "SELECT type, name, tbl_name, sql FROM main.sqlite_master WHERE type IN ('index', 'trigger') AND sql IS NOT NULL"
        )
        var indexes: [String: String] = [:]
        var statements: [(name: String, table: String, sql: String)] = []
        while try others.step() {
            if others.string(0) == "index" { indexes[others.string(1)] = others.string(2) }
            statements.append((others.string(1), others.string(2), others.string(3)))
        }
        self.catalog = try StoreCatalog(connection, name: name)
        self.indexes = indexes
        self.statements = statements
    }

    /// - Throws: `missingSourceModel` (134130) for a file whose entities have no tables.
    func requireTables() throws {
        let roots = catalog.entities.filter { $0.parent == 0 }
        guard let lost = roots.first(where: { catalog.tables["Z" + $0.name.uppercased()] == nil }) else { return }
        throw PersistenceError(
            .missingSourceModel,
            "The store lists “\(lost.name)” but has no table for it. Its model cannot be determined.")
    }

    /// The statements for what others made on these tables, without triggers of derived attributes.
    func otherStatements(ofTables tables: Set<String>) -> [String] {
        statements.filter { tables.contains($0.table) && !isOfModel($0.name, $0.table) && !isDerived($0.name) }
            .map(\.sql)
    }

    /// The triggers of derived attributes.
    var derivedTriggers: [(name: String, table: String, sql: String)] { statements.filter { isDerived($0.name) } }

    private func isDerived(_ name: String) -> Bool { name.hasPrefix("Z_DA_") }

    /// The names of the indexes that a model has given these tables.
    func modelIndexes(ofTables tables: Set<String>) -> [String] {
        indexes.filter { tables.contains($0.value) && isOfModel($0.key, $0.value) }.map(\.key).sorted()
    }

    /// Whether the name is one that the format gives to indexes.
    private func isOfModel(_ name: String, _ table: String) -> Bool {
        name.hasPrefix(table + "_") && name.hasSuffix("_INDEX") || name.hasPrefix("Z_") && !isDerived(name)
    }

    /// The model that the store was written with: the one in its record, or the one in Core Data's cache, or the one inferred
    /// from its tables.
    /// - Throws: `inferredMapping` if the tables are ambiguous.
    func model(for new: ManagedObjectModel, _ connection: Connection) throws -> ManagedObjectModel {
        if let record = known(ModelRecord(in: catalog.knownMetadata)) { return record.model() }
        var inferred = InferredRecord(of: catalog, indexes: Set(indexes.keys), for: new)
        return try (cached(connection) ?? inferred.record()).withExternalData(in: connection, catalog, for: new).model()
    }

    /// The record of the model in Core Data's cache; nil if there is none, or its tables are not exactly those of the file.
    func cached(_ connection: Connection) throws -> ModelRecord? {
        try known(ModelCache.record(in: connection))?.matched(to: catalog)
    }

    /// The part of a record that concerns the store's entities; nil if it lacks one of them.
    private func known(_ record: ModelRecord?) -> ModelRecord? {
        let names = Set(catalog.entities.map(\.name))
        guard var record, names.isSubset(of: record.entities.map(\.name)) else { return nil }
        record.entities.removeAll { !names.contains($0.name) }
        return record
    }
}
