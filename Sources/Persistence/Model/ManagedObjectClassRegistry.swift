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
    private static let classes = Guarded<[String: ManagedObject.Type]>([:])

    /// Registers `class` under the name that model files use for it. May be called on any thread.
    public static func register(_ class: ManagedObject.Type, as name: String) {
        classes.withLock { $0[name] = `class` }
    }

    /// The class that is registered under the name, that a registered model names so, or that has this full name.
    static func `class`(named name: String) -> ManagedObject.Type? {
        classes.withLock { $0[name] } ?? RegisteredModels.objectClass(named: name)
            ?? (NSClassFromString(name) as? ManagedObject.Type)
    }
}
