import Foundation

/// The classes that can be used by name in models. A class that is not private and not inside another type is also
/// found by its full name, `Module.Class`, without being registered.
///
/// ```swift
/// ManagedObjectClassRegistry.register(Spot.self, as: "Spot")
/// let spot = EntityDescription()
/// spot.name = "Spot"
/// spot.managedObjectClassName = "Spot"
/// // So does a model file whose entity names the class “Spot”.
/// ```
public enum ManagedObjectClassRegistry {
    private static let classes = LockedValue<[String: ManagedObject.Type]>([:])

    /// Registers `class` under the name that model files use for it. May be called on any thread.
    public static func register(_ class: ManagedObject.Type, as name: String) {
        classes.withLock { $0[name] = `class` }
    }

    /// Makes a class that a program uses known by its names, as if it were registered.
    static func note(_ class: ManagedObject.Type) {
        classes.withLock { classes in
            for name in [String(describing: `class`), String(reflecting: `class`)] where classes[name] == nil {
                classes[name] = `class`
            }
        }
    }

    /// The class that is registered or was noted under the name.
    static func known(_ name: String) -> ManagedObject.Type? { classes.withLock { $0[name] } }

    /// The class of an entity that was not found when the entity got its name; `ManagedObject` with a message if it is still
    /// unknown.
    static func `class`(named name: String, of entity: String?) -> ManagedObject.Type {
        if let known = known(name) { return known }
        if missing.withLock({ $0.insert(name).inserted }) {
            let text = """
                persistence: warning: Unable to load class named '\(name)' for entity '\(entity ?? "")'. Class not found, \
                using default ManagedObject instead. Register it with ManagedObjectClassRegistry.register(_:as:).

                """
            FileHandle.standardError.write(Data(text.utf8))
        }
        return ManagedObject.self
    }

    private static let missing = LockedValue<Set<String>>([])

    /// The class that is registered under the name, that a registered model names so, or that has this full name.
    static func `class`(named name: String) -> ManagedObject.Type? {
        classes.withLock { $0[name] } ?? RegisteredModels.objectClass(named: name)
            ?? (NSClassFromString(name) as? ManagedObject.Type)
    }
}
