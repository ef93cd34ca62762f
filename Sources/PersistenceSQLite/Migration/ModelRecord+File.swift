import Persistence
import SQLite

/// What only the file tells of the model that it was written with.
extension ModelRecord {
    /// The record with the order that the tables have for relationships; nil if the tables are not exactly those of the
    /// record's model.
    func matched(to catalog: StoreCatalog) -> ModelRecord? {
        guard let ordered = try? ordered(by: catalog) else { return nil }
        let schema = try? ordered.schema(ordered.model(), catalog).matched(to: catalog)
        guard let schema, (try? schema.requireNothingElse(in: catalog)) != nil else { return nil }
        return ordered
    }

    private func schema(_ model: ManagedObjectModel, _ catalog: StoreCatalog) throws -> StoreSchema {
        try StoreSchema(model: model, numbering: catalog.numbering(for: model))
    }

    private func ordered(by catalog: StoreCatalog) throws -> ModelRecord {
        let model = model()
        let schema = try schema(model, catalog).joinsMatched(to: catalog)
        var result = self
        for (place, entity) in entities.enumerated() {
            guard let described = model.entitiesByName[entity.name] else { continue }
            for (number, relationship) in entity.relationships.enumerated() where relationship.isToMany {
                guard let slot = described.slot(named: relationship.name) else { continue }
                let path = try schema.linkPath(of: slot, in: described.layout)
                result.entities[place].relationships[number].isOrdered = catalog.hasOrder(path)
            }
        }
        return result
    }

    // MARK: External data

    /// The record with the data that may be in files: where every value has the form of such data.
    /// - Throws: `inferredMapping` if values may have that form by chance, and may not be in files by the new model.
    func withExternalData(
        in connection: Connection, _ catalog: StoreCatalog, for new: ManagedObjectModel
    ) throws -> ModelRecord {
        let model = model()
        let schema = try schema(model, catalog)
        var result = self
        for (place, entity) in entities.enumerated() {
            guard let described = model.entitiesByName[entity.name], let table = schema[described.layout],
                let properties = new.entity(formerly: entity.name)?.properties
            else { continue }
            for (number, attribute) in entity.attributes.enumerated() {
                guard let slot = described.slot(named: attribute.name),
                    let now = properties.first(where: { $0.earlierNames.contains(attribute.name) })
                        as? AttributeDescription,
                    [.binaryData, .transformable].contains(now.type)
                else { continue }
                let forms = try ExternalForms(of: table.columnName(ofSlot: slot), in: table.name, catalog, connection)
                result.entities[place].attributes[number].isExternal = try forms.areOfExternalData(in: now)
            }
        }
        return result
    }
}

extension ModelRecord {
    /// The record with the data that are in files: where all values have the form of such data.
    func withExternalForms(in connection: Connection, _ catalog: StoreCatalog) throws -> ModelRecord {
        let model = model()
        let schema = try schema(model, catalog)
        var result = self
        for (place, entity) in entities.enumerated() {
            guard let described = model.entitiesByName[entity.name], let table = schema[described.layout] else {
                continue
            }
            for (number, attribute) in entity.attributes.enumerated() {
                guard let type = AttributeType(rawValue: UInt(clamping: attribute.type)),
                    [.binaryData, .transformable].contains(type), let slot = described.slot(named: attribute.name)
                else { continue }
                let forms = try ExternalForms(of: table.columnName(ofSlot: slot), in: table.name, catalog, connection)
                result.entities[place].attributes[number].isExternal = forms.areAllExternal
            }
        }
        return result
    }
}

extension StoreCatalog {
    /// Whether the file has a column with the order of a relationship's links.
    fileprivate func hasOrder(_ path: LinkPath) -> Bool {
        switch path {
        case .foreignKey(let destination, let column, _, _):
            tables[destination.name]?.contains("Z_FOK_" + column.dropFirst()) == true
        case .join(let table, _, let other, _):
            JoinTableSchema.order(of: other.column, among: tables[table.name] ?? []) != nil
        }
    }
}

/// The forms of the values in a column of data: external data begin with 1, and names of files with 2 (`ExternalValue`).
private struct ExternalForms {
    private let hasValues: Bool
    private let hasOthers: Bool
    private let hasFiles: Bool

    init(of column: String, in table: String, _ catalog: StoreCatalog, _ connection: Connection) throws {
        guard catalog.tables[table]?.contains(column) == true else {
            (hasValues, hasOthers, hasFiles) = (false, false, false)
            return
        }
        let (table, column) = (SQLName.identifier(table), SQLName.identifier(column))
        let isFile = "(substr(\(column), 1, 1) = x'02' AND length(\(column)) = 38 AND substr(\(column), 38) = x'00')"
        func hasRow(_ condition: String) throws -> Bool {
            try connection.scalar("SELECT 1 FROM \(table) WHERE \(column) IS NOT NULL AND \(condition) LIMIT 1")
                != .null
        }
        hasValues = try hasRow("1")
        hasOthers = try hasRow("NOT (substr(\(column), 1, 1) = x'01' OR \(isFile))")
        hasFiles = try hasRow(isFile)
    }

    var areAllExternal: Bool { hasValues && !hasOthers }

    func areOfExternalData(in attribute: AttributeDescription) throws -> Bool {
        if hasOthers { return false }
        if hasFiles || !hasValues || attribute.allowsExternalBinaryDataStorage {
            return hasFiles || attribute.allowsExternalBinaryDataStorage
        }
        throw LightweightMigration.refusal(attribute, "may have been external data")
    }
}
