import Foundation

/// Relationship values of the public interface: nil, a managed object, or a collection of them.
extension ManagedObject {
    /// The object to which a value sets a to-one relationship.
    /// - Precondition: the value is nil, NSNull or an object of the relationship's entity.
    func destination(in value: Any?, slot: Int) -> ManagedObject? {
        if let object = value as? ManagedObject {
            requireEntity(of: object, slot: slot)
            return object
        }
        guard let value = present(value) else { return nil }
        preconditionFailure(unacceptable(value, slot: slot, wanted: "one managed object"))
    }

    /// The objects to which a value sets a to-many relationship, including duplicates.
    /// - Precondition: the value is nil, NSNull, or a set, an ordered set or an array of objects of the relationship's
    ///   entity.
    func destinations(in value: Any?, slot: Int) -> [ManagedObject] {
        guard let value = present(value) else { return [] }
        guard let elements = elements(of: value) else {
            preconditionFailure(unacceptable(value, slot: slot, wanted: "a set, an ordered set or an array"))
        }
        return elements.map { element in
            guard let object = element as? ManagedObject else {
                preconditionFailure(unacceptable(element, slot: slot, wanted: "managed objects as its members"))
            }
            requireEntity(of: object, slot: slot)
            return object
        }
    }

    /// The number of destinations in a value for a relationship; nil for a value of another type.
    func destinationCount(in value: Any?, slot: Int) -> Int? {
        guard let value = present(value) else { return 0 }
        if case .toOne = entity.layout.slots[slot].kind { return value is ManagedObject ? 1 : nil }
        guard let elements = elements(of: value), elements.allSatisfy({ $0 is ManagedObject }) else {
            return nil
        }
        return elements.count
    }

    /// Traps unless the relationship can have this object as a destination.
    func requireEntity(of object: ManagedObject, slot: Int) {
        let description = entity.layout.slots[slot]
        guard let wanted = description.relationship?.destinationEntity, object.entity !== wanted else { return }
        // A record that another coordinator has not saved yet has an entity of that coordinator's model.
        let entities = sequence(first: object.entity, next: \.superentity)
        precondition(
            entities.contains { $0.name == wanted.name },
            "“\(description.name)” of “\(entity.name ?? "")” takes objects of “\(wanted.name ?? "")”, not of “\(object.entity.name ?? "")”."
        )
    }

    /// Sets a to-one relationship without change tracking or inverse.
    func storePrimitive(_ destination: ManagedObject?, slot: Int) {
        store(destination.map { .reference($0.objectID) } ?? .null, slot: slot)
        state.related[slot] = nil
    }

    /// Sets a to-many relationship without change tracking or inverses.
    func storePrimitive(_ destinations: [ManagedObject], slot: Int) {
        var members = ObjectIDList()
        for object in destinations { members.append(object.objectID) }
        if entity.layout.slots[slot].isOrdered { return store(.ordered(members.ids), slot: slot) }
        let committed = committedDestinations(slot)
        let before = Set(committed)
        var change = ToManyChange(adding: members.ids.filter { !before.contains($0) })
        for id in committed where !members.contains(id) { change.remove(id) }
        store(.toMany(change), slot: slot)
    }

    private func unacceptable(_ value: Any, slot: Int, wanted: String) -> String {
        let description = entity.layout.slots[slot]
        let kind = description.relationship?.isToMany == true ? "to-many" : "to-one"
        return "Unacceptable type of value for \(kind) relationship “\(description.name)” of “\(entity.name ?? "")”: "
            + "it takes \(wanted), not \(type(of: value))."
    }
}
