import Foundation

/// Where and how a container loads a store. Any thread: a store that is added asynchronously has it read on another.
public final class PersistentStoreDescription: Sendable {
    private struct Settings: Sendable {
        var type = sqliteStoreType
        var configuration: String?
        var url: URL?
        var isAddedAsynchronously = false
        var isMigrated = true
        var isMappingInferred = true
        var options: [String: any Sendable] = [:]
    }

    private let settings: Guarded<Settings>

    /// The kind of store. SQLite unless set.
    public var type: String {
        get { settings.withLock { $0.type } }
        set { settings.withLock { $0.type = newValue } }
    }
    /// The configuration of the model that the store is limited to.
    public var configuration: String? {
        get { settings.withLock { $0.configuration } }
        set { settings.withLock { $0.configuration = newValue } }
    }
    /// Where the store is.
    public var url: URL? {
        get { settings.withLock { $0.url } }
        set { settings.withLock { $0.url = newValue } }
    }
    /// Whether the store refuses writes.
    public var isReadOnly: Bool {
        get { options[StoreOption.readOnly] as? Bool ?? false }
        set { setOption(newValue, forKey: StoreOption.readOnly) }
    }
    /// Seconds to wait for another process that holds the store's lock.
    public var timeout: TimeInterval {
        get { options[StoreOption.timeout] as? TimeInterval ?? 5 }
        set { setOption(newValue, forKey: StoreOption.timeout) }
    }
    /// Whether the store is loaded on another queue. False unless set.
    public var shouldAddStoreAsynchronously: Bool {
        get { settings.withLock { $0.isAddedAsynchronously } }
        set { settings.withLock { $0.isAddedAsynchronously = newValue } }
    }
    /// Whether a store of an earlier model version is migrated. True unless set.
    public var shouldMigrateStoreAutomatically: Bool {
        get { settings.withLock { $0.isMigrated } }
        set { settings.withLock { $0.isMigrated = newValue } }
    }
    /// Whether the migration is worked out from the two models. True unless set.
    public var shouldInferMappingModelAutomatically: Bool {
        get { settings.withLock { $0.isMappingInferred } }
        set { settings.withLock { $0.isMappingInferred = newValue } }
    }
    /// The options that the store is added with.
    public var options: [String: any Sendable] { settings.withLock { $0.options } }
    /// The pragmas that were set for the connections of an SQLite store.
    public var sqlitePragmas: [String: any Sendable] {
        options[StoreOption.sqlitePragmas] as? [String: any Sendable] ?? [:]
    }

    public init(url: URL? = nil) {
        settings = Guarded(Settings(url: url))
    }

    /// Sets an option that the store is added with.
    public func setOption(_ option: (any Sendable)?, forKey key: String) {
        settings.withLock { $0.options[key] = option }
    }

    /// Sets a pragma for the connections of an SQLite store.
    public func setValue(_ value: (any Sendable)?, forPragmaNamed name: String) {
        settings.withLock { settings in
            var pragmas = settings.options[StoreOption.sqlitePragmas] as? [String: any Sendable] ?? [:]
            pragmas[name] = value
            settings.options[StoreOption.sqlitePragmas] = pragmas
        }
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
