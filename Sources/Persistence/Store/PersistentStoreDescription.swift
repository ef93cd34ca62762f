import Foundation

/// How a container loads a store. Use on any thread: a store that is added asynchronously reads it on another one.
///
/// ```swift
/// let description = PersistentStoreDescription(url: url)
/// description.timeout = 10
/// description.setOption(true, forKey: StoreOption.persistentHistoryTracking)
/// description.setValue("FULL", forPragmaNamed: "synchronous")
///
/// // A second store, in memory, for the entities of another configuration.
/// let drafts = PersistentStoreDescription()
/// drafts.type = inMemoryStoreType
/// drafts.configuration = "Drafts"
/// ```
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

    private let settings: LockedValue<Settings>

    /// The type of the store. SQLite by default.
    public var type: String {
        get { settings.withLock { $0.type } }
        set { settings.withLock { $0.type = newValue } }
    }
    /// The configuration that limits the store's entities; nil for all entities.
    public var configuration: String? {
        get { settings.withLock { $0.configuration } }
        set { settings.withLock { $0.configuration = newValue } }
    }
    /// The location of the store.
    public var url: URL? {
        get { settings.withLock { $0.url } }
        set { settings.withLock { $0.url = newValue } }
    }
    /// Whether the store rejects writes. False by default.
    public var isReadOnly: Bool {
        get { options[StoreOption.readOnly] as? Bool ?? false }
        set { setOption(newValue, forKey: StoreOption.readOnly) }
    }
    /// Seconds to wait while another process holds the store's lock. 5 by default.
    public var timeout: TimeInterval {
        get { options[StoreOption.timeout] as? TimeInterval ?? 5 }
        set { setOption(newValue, forKey: StoreOption.timeout) }
    }
    /// Whether the store is loaded on another queue. False by default.
    public var shouldAddStoreAsynchronously: Bool {
        get { settings.withLock { $0.isAddedAsynchronously } }
        set { settings.withLock { $0.isAddedAsynchronously = newValue } }
    }
    /// Whether a store of another version of the model is migrated. True by default.
    public var shouldMigrateStoreAutomatically: Bool {
        get { settings.withLock { $0.isMigrated } }
        set { settings.withLock { $0.isMigrated = newValue } }
    }
    /// Whether the migration is inferred. True by default.
    public var shouldInferMappingModelAutomatically: Bool {
        get { settings.withLock { $0.isMappingInferred } }
        set { settings.withLock { $0.isMappingInferred = newValue } }
    }
    /// The options that the store is added with.
    public var options: [String: any Sendable] { settings.withLock { $0.options } }
    /// The pragmas for the connections of an SQLite store.
    public var sqlitePragmas: [String: any Sendable] {
        options[StoreOption.sqlitePragmas] as? [String: any Sendable] ?? [:]
    }

    /// Creates a description with default settings.
    public init(url: URL? = nil) {
        settings = LockedValue(Settings(url: url))
    }

    /// Sets an option for adding the store; nil removes it.
    public func setOption(_ option: Any?, forKey key: String) {
        let options = [String: any Sendable](option.map { [key: $0] } as [AnyHashable: Any]?)
        settings.withLock { $0.options[key] = options[key] }
    }

    /// Sets a pragma for the connections of an SQLite store; nil removes it.
    public func setValue(_ value: Any?, forPragmaNamed name: String) {
        let values = [String: any Sendable](value.map { [name: $0] } as [AnyHashable: Any]?)
        settings.withLock { settings in
            var pragmas = settings.options[StoreOption.sqlitePragmas] as? [String: any Sendable] ?? [:]
            pragmas[name] = values[name]
            settings.options[StoreOption.sqlitePragmas] = pragmas
        }
    }

    /// The options for the coordinator, including the migration settings.
    var storeOptions: [String: any Sendable] {
        let migration: [String: any Sendable] = [
            StoreOption.migrateAutomatically: shouldMigrateStoreAutomatically,
            StoreOption.inferMappingModel: shouldInferMappingModelAutomatically,
        ]
        return migration.merging(options) { _, set in set }
    }
}
