import Foundation

/// Opens stores of one kind.
package protocol StoreOpening: Sendable {
    /// Opens or creates the store at `url` for the model.
    func open(
        url: URL?, model: ManagedObjectModel, configurationName: String?, options: [String: any Sendable]
    ) throws -> any StoreBackend
    /// The metadata of the store at `url`, without loading it.
    func metadata(url: URL) throws -> [String: any Sendable]
    /// Replaces the application's metadata of the store at `url`, without loading it.
    func setMetadata(_ metadata: [String: any Sendable], url: URL, options: [String: any Sendable]) throws
    /// Copies what is committed in the store at `source` to `target`, and replaces what is there only where that is wanted.
    func copy(from source: URL, to target: URL, replacing: Bool, options: [String: any Sendable]) throws
    /// Whether something is at `url` where a new store would lie.
    func isTaken(_ url: URL) -> Bool
    /// Removes the store at `url` with all its files; a store that is not there is no error.
    func destroy(url: URL, options: [String: any Sendable]) throws
}

/// Stores that are in no file have nothing to remove, and nothing to copy.
extension StoreOpening {
    package func setMetadata(_ metadata: [String: any Sendable], url: URL, options: [String: any Sendable]) throws {
        throw PersistenceError(.invalidStoreType, "Stores of this kind are in no file.")
    }

    package func copy(from source: URL, to target: URL, replacing: Bool, options: [String: any Sendable]) throws {
        throw PersistenceError(.invalidStoreType, "Stores of this kind are in no file, so none can be copied.")
    }

    package func isTaken(_ url: URL) -> Bool { false }

    package func destroy(url: URL, options: [String: any Sendable]) throws {}
}

/// The kinds of store that can be added by name.
package enum StoreTypes {
    private static let storeClasses = Guarded<[String: IncrementalStore.Type]>([:])
    private static let openings = Guarded<[String: any StoreOpening]>([inMemoryStoreType: InMemoryStoreOpening()])

    package static func register(_ opening: any StoreOpening, for type: String) {
        openings.withLock { $0[type] = opening }
    }

    static func register(_ storeClass: IncrementalStore.Type?, for type: String) {
        storeClasses.withLock { $0[type] = storeClass }
    }

    static func storeClass(for type: String) -> IncrementalStore.Type? {
        storeClasses.withLock { $0[type] }
    }

    package static func opening(for type: String) -> (any StoreOpening)? {
        openings.withLock { $0[type] }
    }

    /// - Throws: `invalidStoreType` for a type that is not known.
    static func requireOpening(for type: String) throws -> any StoreOpening {
        if let opening = opening(for: type) { return opening }
        throw PersistenceError(.invalidStoreType, "No kind of store is registered as “\(type)”.")
    }

    /// The names of all kinds.
    static var names: Set<String> {
        Set(openings.withLock { Array($0.keys) } + storeClasses.withLock { Array($0.keys) })
    }
}

extension PersistentStore {
    /// The kind of a store, as newer code names it: `.sqlite`, `.inMemory`, or that of a registered class.
    public struct StoreType: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A store in SQLite's file format.
        public static let sqlite = StoreType(rawValue: sqliteStoreType)
        /// A store that is gone with its coordinator.
        public static let inMemory = StoreType(rawValue: inMemoryStoreType)
    }
}

/// The type of a store in SQLite's file format, written as Core Data does. Provided by `PersistenceSQLite`.
public let sqliteStoreType = "SQLite"
/// The type of a store that is gone with its coordinator.
public let inMemoryStoreType = "InMemory"

/// Keys of the options that a store is added with.
public enum StoreOption {
    /// Boolean: refuse every write.
    public static let readOnly = "NSReadOnlyPersistentStoreOption"
    /// Dictionary from names to values: SQLite pragmas for the store's connections.
    public static let sqlitePragmas = "NSSQLitePragmasOption"
    /// Number: seconds to wait for another process that holds the store's lock. 5 unless set.
    public static let timeout = "NSPersistentStoreTimeoutOption"
    /// Boolean: keep a history of what is saved. A store that has one goes on with it without the option too.
    public static let persistentHistoryTracking = "NSPersistentHistoryTrackingKey"
    /// Boolean: post `persistentStoreRemoteChange` when the store was written.
    public static let remoteChangeNotification = "NSPersistentStoreRemoteChangeNotificationOptionKey"
    /// Boolean: migrate a store of another version of the model. False unless set; a `PersistentStoreDescription` sets it.
    public static let migrateAutomatically = "NSMigratePersistentStoresAutomaticallyOption"
    /// Boolean: work out from the store and the model how to migrate.
    public static let inferMappingModel = "NSInferMappingModelAutomaticallyOption"
    /// Boolean: fail where there is no file, instead of making one.
    public static let mustExist = "PersistentStoreMustExistOption"

    /// Whether a Boolean option is set.
    package static func flag(_ value: (any Sendable)?) -> Bool {
        (value as? Bool) ?? (value as? NSNumber)?.boolValue ?? false
    }
}

/// Keys of a store's metadata.
public enum StoreMetadataKey {
    public static let storeUUID = "NSStoreUUID"
    public static let storeType = "NSStoreType"
    public static let modelVersionHashes = "NSStoreModelVersionHashes"
    public static let modelVersionIdentifiers = "NSStoreModelVersionIdentifiers"
}
