import Persistence

/// A store's entity numbers (`Z_ENT`), by entity name.
///
/// New stores use the model's numbers. Existing stores may have others, which are read from the file
/// (`StoreCatalog.numbering`).
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

    /// The number of an entity; nil when the store does not have the entity.
    subscript(entity: EntityDescription) -> Int64? {
        numbers[entity.name ?? ""]
    }

    /// - Throws: `incompatibleVersion` for an entity that the store does not have.
    func require(_ entity: EntityDescription) throws -> Int64 {
        if let number = self[entity] { return number }
        throw PersistenceError(
            .incompatibleVersion,
            "The store has no entity named “\(entity.name ?? "")”, so it belongs to another model.")
    }
}
