import Foundation
@testable import Persistence

extension ManagedObjectContext {
    /// The first object of an entity with this name.
    func named(_ entityName: String, _ name: String) throws -> ManagedObject? {
        let request = FetchRequest<ManagedObject>(entityName: entityName)
        request.predicate = try FetchPredicate(format: "name == %@", name)
        return try fetch(request).first
    }

    func insert(_ entityName: String, named name: String) -> ManagedObject {
        let object = EntityDescription.insertNewObject(forEntityName: entityName, into: self)
        object.setValue(name, forKey: "name")
        return object
    }
}

extension ManagedObject {
    /// The names of the objects in a to-many relationship, sorted unless it is ordered.
    func names(_ key: String) -> [String] {
        let named = { (object: ManagedObject) in object.value(forKey: "name") as? String ?? "nil" }
        if let ordered = (value(forKey: key) as? NSOrderedSet)?.array as? [ManagedObject] { return ordered.map(named) }
        return (value(forKey: key) as? Set<ManagedObject> ?? []).map(named).sorted()
    }
}
