/// The classes that models read from a file may name.
public enum ManagedObjectClassRegistry {
    private static let classes = Guarded<[String: ManagedObject.Type]>([:])

    /// Makes `class` known under `name`, which is what a model file says as the entity's class.
    public static func register(_ class: ManagedObject.Type, as name: String) {
        classes.withLock { $0[name] = `class` }
    }

    static func `class`(named name: String) -> ManagedObject.Type? {
        classes.withLock { $0[name] }
    }
}
