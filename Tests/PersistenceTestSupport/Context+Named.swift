import Foundation
import Persistence

extension ManagedObjectContext {
    /// Inserts an object with a name.
    @discardableResult
    package func insert(_ entityName: String, named name: String) -> ManagedObject {
        let object = EntityDescription.insertNewObject(forEntityName: entityName, into: self)
        object.setValue(name, forKey: "name")
        return object
    }

    /// The sorted names of an entity's objects, in one store or in all stores.
    package func names(of entityName: String, in store: PersistentStore? = nil) throws -> [String] {
        let request = FetchRequest<ManagedObject>(entityName: entityName)
        request.affectedStores = store.map { [$0] }
        return try fetch(request).map { $0.value(forKey: "name") as? String ?? "nil" }.sorted()
    }

    /// The first object of an entity with this name.
    package func named(_ entityName: String, _ name: String) throws -> ManagedObject? {
        let request = FetchRequest<ManagedObject>(entityName: entityName)
        request.predicate = FetchPredicate(format: "name == %@", name)
        return try fetch(request).first
    }

    /// The first object of an entity with this name.
    /// - Throws: `NoObject` if there is none.
    package func object(_ entityName: String, named name: String) throws -> ManagedObject {
        guard let object = try named(entityName, name) else { throw NoObject(name: name) }
        return object
    }
}

extension ManagedObject {
    /// The names of the objects in a to-many relationship, sorted unless it is ordered.
    package func names(_ key: String) -> [String] {
        let value = value(forKey: key)
        let named = { (object: ManagedObject) in object.value(forKey: "name") as? String ?? "nil" }
        if let ordered = (value as? NSOrderedSet)?.array as? [ManagedObject] { return ordered.map(named) }
        return (value as? Set<ManagedObject> ?? []).map(named).sorted()
    }

    /// The destination of a to-one relationship.
    package func one(_ key: String) -> ManagedObject? { value(forKey: key) as? ManagedObject }

    /// Adds objects to a to-many relationship.
    package func add(_ objects: ManagedObject..., to key: String) {
        let set = mutableSetValue(forKey: key)
        for object in objects { set.add(object) }
    }

    package func drop(_ objects: ManagedObject..., from key: String) {
        let set = mutableSetValue(forKey: key)
        for object in objects { set.remove(object) }
    }
}

/// There is no object with a name.
package struct NoObject: Error {
    let name: String
}
