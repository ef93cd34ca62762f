// Descriptions are equal only if they are the same object, but for models and the elements of indexes.

extension PropertyDescription: Hashable {
    public static func == (left: PropertyDescription, right: PropertyDescription) -> Bool { left === right }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

extension EntityDescription: Hashable {
    public static func == (left: EntityDescription, right: EntityDescription) -> Bool { left === right }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

extension ManagedObjectModel: Hashable {
    /// Whether both models have equal entities and configurations, and the same version identifiers.
    public static func == (left: ManagedObjectModel, right: ManagedObjectModel) -> Bool {
        left === right
            || left.versionIdentifiers == right.versionIdentifiers
                && left.entityVersionHashesByName == right.entityVersionHashesByName
                && left.configurationContents == right.configurationContents
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(Set(entities.map(\.name)))
    }

    /// The names of the entities of each configuration.
    private var configurationContents: [String: Set<String?>] {
        Dictionary(
            uniqueKeysWithValues: configurations.map {
                ($0, Set(entities(forConfigurationName: $0)?.map(\.name) ?? []))
            })
    }
}

extension FetchIndexDescription: Hashable {
    public static func == (left: FetchIndexDescription, right: FetchIndexDescription) -> Bool { left === right }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

extension PersistentStore: Hashable {
    public static func == (left: PersistentStore, right: PersistentStore) -> Bool { left === right }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

extension PersistentStoreCoordinator: Hashable {
    public static func == (left: PersistentStoreCoordinator, right: PersistentStoreCoordinator) -> Bool {
        left === right
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

extension PersistentStoreDescription: Hashable {
    public static func == (left: PersistentStoreDescription, right: PersistentStoreDescription) -> Bool {
        left === right
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

extension ManagedObjectContext: Hashable {
    public static func == (left: ManagedObjectContext, right: ManagedObjectContext) -> Bool { left === right }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

extension PersistentStoreRequest: Hashable {
    public static func == (left: PersistentStoreRequest, right: PersistentStoreRequest) -> Bool { left === right }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
