import Persistence

/// The tables of a store for a model: pure values, made from the model and the numbers that the store gives its entities.
struct StoreSchema: Sendable {
    /// One for each root entity, in the order of their numbers.
    let tables: [TableSchema]
    /// Those of the many-to-many relationships.
    var joins: [LinkTable]
    let numbering: EntityNumbering
    /// The number of each table's layout, in the order of the tables: there are few.
    private let layouts: [UInt32]

    /// - Throws: `incompatibleVersion` when `numbering` lacks an entity of the model.
    init(model: ManagedObjectModel, configurationName: String? = nil, numbering: EntityNumbering) throws {
        let layouts = StoreSchema.roots(of: model, configurationName: configurationName).map(\.layout)
        self.numbering = numbering
        self.tables = try layouts.map { try TableSchema(layout: $0, numbering: numbering) }
        self.joins = try LinkTable.all(for: layouts, numbering: numbering)
        self.layouts = layouts.map(\.number)
    }

    /// The schema of a new store.
    init(model: ManagedObjectModel, configurationName: String? = nil) throws {
        try self.init(
            model: model, configurationName: configurationName, numbering: EntityNumbering(model: model))
    }

    /// The table of a layout; nil when the store's configuration leaves it out.
    subscript(layout: EntityLayout) -> TableSchema? {
        layouts.firstIndex(of: layout.number).map { tables[$0] }
    }

    /// - Throws: `coreData` when the store has no table for the layout.
    func require(_ layout: EntityLayout) throws -> TableSchema {
        if let table = self[layout] { return table }
        throw PersistenceError(.coreData, "The store holds no objects of “\(layout.root.name ?? "")”.")
    }

    /// The roots of the hierarchies that a configuration has an entity of.
    private static func roots(of model: ManagedObjectModel, configurationName: String?) -> [EntityDescription] {
        guard let configurationName else { return model.rootEntities }
        let entities = model.entities(forConfigurationName: configurationName) ?? []
        let wanted = Set(entities.map { ObjectIdentifier($0.rootEntity) })
        return model.rootEntities.filter { wanted.contains(ObjectIdentifier($0)) }
    }
}
