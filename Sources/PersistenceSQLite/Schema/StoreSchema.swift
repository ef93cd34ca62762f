import Persistence

/// The tables of a store, derived from the model and the store's entity numbers.
struct StoreSchema: Sendable {
    /// One table per root entity, in the order of their numbers.
    let tables: [TableSchema]
    /// The join tables of the many-to-many relationships.
    var joins: [JoinTableSchema]
    let numbering: EntityNumbering
    /// The layout number of each table, in table order. An array, because there are few.
    private let layouts: [UInt32]

    /// - Throws: `incompatibleVersion` when `numbering` does not have an entity of the model.
    init(model: ManagedObjectModel, configurationName: String? = nil, numbering: EntityNumbering) throws {
        let layouts = StoreSchema.roots(of: model, configurationName: configurationName).map(\.layout)
        self.numbering = numbering
        let oneWay = layouts.flatMap(\.slots).filter(\.isOneWayToMany)
        self.tables = try layouts.map { layout in
            let incoming = oneWay.filter { $0.relationship?.destinationEntity?.layout === layout }
            return try TableSchema(layout: layout, incoming: incoming, numbering: numbering)
        }
        self.joins = try JoinTableSchema.all(for: layouts, numbering: numbering)
        self.layouts = layouts.map(\.number)
    }

    /// The schema of a new store.
    init(model: ManagedObjectModel, configurationName: String? = nil) throws {
        try self.init(
            model: model, configurationName: configurationName, numbering: EntityNumbering(model: model))
    }

    /// The table of a layout; nil when it is not in the store's configuration.
    subscript(layout: EntityLayout) -> TableSchema? {
        layouts.firstIndex(of: layout.number).map { tables[$0] }
    }

    /// - Throws: `coreData` when the store has no table for the layout.
    func require(_ layout: EntityLayout) throws -> TableSchema {
        if let table = self[layout] { return table }
        throw PersistenceError(.coreData, "The store has no table for “\(layout.root.name ?? "")”.")
    }

    /// The roots of the hierarchies with an entity in the configuration.
    private static func roots(of model: ManagedObjectModel, configurationName: String?) -> [EntityDescription] {
        guard let configurationName else { return model.rootEntities }
        let entities = model.entities(forConfigurationName: configurationName) ?? []
        let wanted = Set(entities.map { ObjectIdentifier($0.rootEntity) })
        return model.rootEntities.filter { wanted.contains(ObjectIdentifier($0)) }
    }
}
