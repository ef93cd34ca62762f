import Persistence
import SQLite

/// Finds the model of a store in the store itself.
struct ModelFinder {
    struct Found {
        let source: StoreInspection.Source
        let record: ModelRecord
        let model: ManagedObjectModel
        let schema: StoreSchema
    }

    private let catalog: StoreCatalog
    private let connection: Connection

    init(_ catalog: StoreCatalog, _ connection: Connection) {
        (self.catalog, self.connection) = (catalog, connection)
    }

    func find() throws -> Found {
        if let record = ModelRecord(in: catalog.knownMetadata), let found = found(record, .record) { return found }
        if let record = try cached(), let found = found(record, .cache) { return found }
        for record in try TableRecord(catalog, connection).records() {
            if let found = found(record, .tables) { return found }
        }
        throw PersistenceError(.incompatibleSchema, "The store's tables do not have the form of Core Data's.")
    }

    /// The part of Core Data's cache that concerns the store's entities, with the order and the external data that the
    /// tables show.
    private func cached() throws -> ModelRecord? {
        guard var record = try ModelCache.record(in: connection), record.isSound else { return nil }
        let names = Set(catalog.entities.map(\.name))
        record.entities.removeAll { !names.contains($0.name) }
        guard record.isSound, let matched = record.matched(to: catalog) else { return nil }
        return try matched.withExternalForms(in: connection, catalog)
    }

    /// The model of a record that has the store's entities and tables; nil for another one.
    private func found(_ record: ModelRecord, _ source: StoreInspection.Source) -> Found? {
        var record = record
        let names = Set(catalog.entities.map(\.name))
        record.entities.removeAll { !names.contains($0.name) }
        guard record.isSound, names.count == record.entities.count, hasParents(record) else { return nil }
        let model = record.model()
        guard
            let schema = try? StoreSchema(model: model, numbering: catalog.numbering(for: model))
                .matched(to: catalog)
        else { return nil }
        return Found(source: source, record: record, model: model, schema: schema)
    }

    /// Whether the entities have the parents that the store lists.
    private func hasParents(_ record: ModelRecord) -> Bool {
        let stored = Dictionary(catalog.entities.map { ($0.number, $0.name) }, uniquingKeysWith: { first, _ in first })
        let parents = Dictionary(
            catalog.entities.map { ($0.name, stored[$0.parent]) }, uniquingKeysWith: { first, _ in first })
        return record.entities.allSatisfy { parents[$0.name] == $0.parent }
    }
}

extension ModelRecord {
    /// More levels and names than any model has.
    private static let (maxLevels, maxNames) = (64, 20_000)

    /// Whether a model can be made of it: names are unique, what they refer to exists, and no entity is above itself.
    var isSound: Bool {
        let byName = Dictionary(entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        guard !entities.isEmpty, byName.count == entities.count, byName[""] == nil else { return false }
        guard entities.reduce(0, { $0 + $1.names.count }) < ModelRecord.maxNames else { return false }
        return entities.allSatisfy { entity in
            guard let names = entity.allNames(byName, levels: ModelRecord.maxLevels) else { return false }
            return Set(names).count == names.count && !names.contains("")
                && entity.relationships.allSatisfy { $0.isSound(byName, of: entity) }
        }
    }
}

extension ModelRecord.Entity {
    var names: [String] { attributes.map(\.name) + relationships.map(\.name) }

    /// The names of its properties and those above it; nil if there are too many levels, or one is missing.
    fileprivate func allNames(_ entities: [String: ModelRecord.Entity], levels: Int) -> [String]? {
        guard levels > 0 else { return nil }
        guard let parent else { return names }
        return entities[parent].flatMap { $0.allNames(entities, levels: levels - 1) }.map { $0 + names }
    }

    /// Its relationship with this name, or one above it.
    fileprivate func relationship(_ name: String, _ entities: [String: ModelRecord.Entity]) -> ModelRecord.Relationship?
    {
        relationships.first { $0.name == name } ?? parent.flatMap { entities[$0]?.relationship(name, entities) }
    }
}

extension ModelRecord.Relationship {
    /// Whether its destination exists, and has an inverse that leads back.
    fileprivate func isSound(_ entities: [String: ModelRecord.Entity], of owner: ModelRecord.Entity) -> Bool {
        guard let destination = entities[destination] else { return false }
        guard let inverse else { return true }
        return destination.relationship(inverse, entities)?.inverse == name
    }
}

extension StoreCatalog {
    /// More entities than any store has.
    private static let maxEntities = 5_000

    /// - Throws: `corruptStore` if entities are listed twice, have no table, or are above themselves.
    func requireSoundEntities(name: String) throws {
        let parents = Dictionary(entities.map { ($0.number, $0.parent) }, uniquingKeysWith: { first, _ in first })
        let isSound =
            entities.count <= StoreCatalog.maxEntities && parents.count == entities.count
            && Set(entities.map(\.name)).count == entities.count
            && entities.allSatisfy { entity in
                var (number, levels) = (entity.parent, 0)
                while number != 0, let parent = parents[number], levels < 64 { (number, levels) = (parent, levels + 1) }
                return number == 0
            }
        guard isSound, !entities.isEmpty else {
            throw PersistenceError(.corruptStore, "The list of entities of the store “\(name)” is damaged or empty.")
        }
    }
}
