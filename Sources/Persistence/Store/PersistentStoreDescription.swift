import Foundation

/// Where and how a container loads a store.
public final class PersistentStoreDescription: @unchecked Sendable {
    /// The kind of store. SQLite unless set.
    public var type = sqliteStoreType
    /// The configuration of the model that the store is limited to.
    public var configuration: String?
    /// Where the store is.
    public var url: URL?
    /// Whether the store refuses writes.
    public var isReadOnly: Bool {
        get { options[StoreOption.readOnly] as? Bool ?? false }
        set { options[StoreOption.readOnly] = newValue }
    }
    /// Seconds to wait for another process that holds the store's lock.
    public var timeout: TimeInterval {
        get { options[StoreOption.timeout] as? TimeInterval ?? 5 }
        set { options[StoreOption.timeout] = newValue }
    }
    /// Whether the store is loaded on another queue. False unless set.
    public var shouldAddStoreAsynchronously = false
    /// Whether a store of an earlier model version is migrated. True unless set.
    public var shouldMigrateStoreAutomatically = true
    /// Whether the migration is worked out from the two models. True unless set.
    public var shouldInferMappingModelAutomatically = true
    /// The options that the store is added with.
    public private(set) var options: [String: any Sendable] = [:]
    /// The pragmas that were set for the connections of an SQLite store.
    public var sqlitePragmas: [String: any Sendable] {
        options[StoreOption.sqlitePragmas] as? [String: any Sendable] ?? [:]
    }

    public init(url: URL? = nil) {
        self.url = url
    }

    /// Sets an option that the store is added with.
    public func setOption(_ option: (any Sendable)?, forKey key: String) {
        options[key] = option
    }

    /// Sets a pragma for the connections of an SQLite store.
    public func setValue(_ value: (any Sendable)?, forPragmaNamed name: String) {
        var pragmas = sqlitePragmas
        pragmas[name] = value
        options[StoreOption.sqlitePragmas] = pragmas
    }

    /// The options as the coordinator takes them, whether to migrate among them.
    var storeOptions: [String: any Sendable] {
        let migration: [String: any Sendable] = [
            StoreOption.migrateAutomatically: shouldMigrateStoreAutomatically,
            StoreOption.inferMappingModel: shouldInferMappingModelAutomatically,
        ]
        return migration.merging(options) { _, set in set }
    }
}
