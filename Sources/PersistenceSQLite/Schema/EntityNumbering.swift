import Persistence

/// The number (`Z_ENT`) that a store gives each entity, by the entity's name.
///
/// New stores take the model's numbers; existing stores are asked, because theirs may differ (`StoreCatalog.numbering`).
struct EntityNumbering: Sendable, Equatable {
    private let numbers: [String: Int64]

    init(_ numbers: [String: Int64]) {
        self.numbers = numbers
    }

    /// The numbers of a new store.
    init(model: ManagedObjectModel) {
        let pairs = model.entities.map { ($0.name ?? "", Int64($0.number)) }
        numbers = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }

    /// The number of an entity; nil when the store does not know it.
    subscript(entity: EntityDescription) -> Int64? {
        numbers[entity.name ?? ""]
    }

    /// - Throws: `incompatibleVersion` for an entity that the store does not know.
    func require(_ entity: EntityDescription) throws -> Int64 {
        if let number = self[entity] { return number }
        throw PersistenceError(
            .incompatibleVersion, "The store has no entity named “\(entity.name ?? "")”, so it is of another model.")
    }
}
