import Foundation

/// Opens stores of one type.
package protocol StoreOpening: Sendable {
    /// Opens or creates the store at `url` for the model.
    func open(
        url: URL?, model: ManagedObjectModel, configurationName: String?, options: [String: any Sendable]
    ) throws -> any StoreBackend
    /// The metadata of the store at `url`, without loading it.
    func metadata(url: URL) throws -> [String: any Sendable]
    /// Whether a model, or a configuration of it, has exactly the tables that the metadata of a store lists; nil if the
    /// metadata lists none.
    func isModel(_ model: ManagedObjectModel, _ configurationName: String?, ofTablesIn metadata: [String: Any]) -> Bool?
    /// Replaces the application's metadata of the store at `url`, without loading it.
    func setMetadata(_ metadata: [String: any Sendable], url: URL, options: [String: any Sendable]) throws
    /// Copies the committed content of the store at `source` to `target`. Replaces an existing file only if `replacing`
    /// is true.
    func copy(from source: URL, to target: URL, replacing: Bool, options: [String: any Sendable]) throws
    /// Whether `url`, where a new store would be created, is in use.
    func isTaken(_ url: URL) -> Bool
    /// Deletes the store at `url` with all its files; does nothing if there is none.
    func destroy(url: URL, options: [String: any Sendable]) throws
}

/// Defaults for stores without a file, which have nothing to copy or delete.
extension StoreOpening {
    package func isModel(
        _ model: ManagedObjectModel, _ configurationName: String?, ofTablesIn metadata: [String: Any]
    ) -> Bool? { nil }

    package func setMetadata(_ metadata: [String: any Sendable], url: URL, options: [String: any Sendable]) throws {
        throw PersistenceError(.invalidStoreType, "Stores of this type have no file.")
    }

    package func copy(from source: URL, to target: URL, replacing: Bool, options: [String: any Sendable]) throws {
        throw PersistenceError(.invalidStoreType, "Stores of this type have no file, so they cannot be copied.")
    }

    package func isTaken(_ url: URL) -> Bool { false }

    package func destroy(url: URL, options: [String: any Sendable]) throws {}
}

/// The registered store types.
package enum StoreTypes {
    private static let storeClasses = LockedValue<[String: IncrementalStore.Type]>([:])
    private static let openings = LockedValue<[String: any StoreOpening]>([inMemoryStoreType: InMemoryStoreOpening()])

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

    /// - Throws: `persistentStoreInvalidType` for a type that is not registered.
    static func requireOpening(for type: String) throws -> any StoreOpening {
        if let opening = opening(for: type) { return opening }
        throw PersistenceError(.invalidStoreType, "No store type is registered as “\(type)”.")
    }

    /// The names of all registered types.
    static var names: Set<String> {
        Set(openings.withLock { Array($0.keys) } + storeClasses.withLock { Array($0.keys) })
    }
}

extension PersistentStore {
    /// The type of a store in Core Data's newer API: `.sqlite`, `.inMemory`, or that of a registered class.
    public struct StoreType: RawRepresentable, Hashable, Sendable {
        /// The name of the type.
        public let rawValue: String

        /// The type that a store class is registered for (`PersistentStoreCoordinator.registerStoreClass(_:type:)`).
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A store in SQLite's file format.
        public static let sqlite = StoreType(rawValue: sqliteStoreType)
        /// A store in memory, which exists as long as its coordinator.
        public static let inMemory = StoreType(rawValue: inMemoryStoreType)
    }
}

/// The type of a store in SQLite's file format; the string is Core Data's. Provided by `PersistenceSQLite`.
public let sqliteStoreType = "SQLite"
/// The type of a store in memory, which exists as long as its coordinator.
public let inMemoryStoreType = "InMemory"

/// Keys of the options for adding a store.
///
/// ```swift
/// let coordinator = PersistentStoreCoordinator(managedObjectModel: Surf.model())
/// try coordinator.addPersistentStore(
///     ofType: sqliteStoreType, at: url,
///     options: [StoreOption.readOnly: true, StoreOption.mustExist: true])
/// // A file that is missing is an error, and nothing that this program does can change the one that is there.
/// ```
public enum StoreOption {
    /// Boolean: reject every write.
    public static let readOnly = "NSReadOnlyPersistentStoreOption"
    /// Dictionary from names to values: SQLite pragmas for the store's connections.
    public static let sqlitePragmas = "NSSQLitePragmasOption"
    /// Number: seconds to wait while another process holds the store's lock. 5 by default.
    public static let timeout = "NSPersistentStoreTimeoutOption"
    /// Boolean: record saves in the store's history. A store that has a history continues it even without the option.
    public static let persistentHistoryTracking = "NSPersistentHistoryTrackingKey"
    /// Boolean: post `persistentStoreRemoteChange` when the store was written.
    public static let remoteChangeNotification = "NSPersistentStoreRemoteChangeNotificationOptionKey"
    /// Boolean: migrate a store of another version of the model. False by default; a `PersistentStoreDescription` sets
    /// it.
    public static let migrateAutomatically = "NSMigratePersistentStoresAutomaticallyOption"
    /// Boolean: infer the migration from the store and the model.
    public static let inferMappingModel = "NSInferMappingModelAutomaticallyOption"
    /// `StagedMigrationManager`: migrate a store of another version of the model in stages.
    public static let stagedMigrationManager = "NSPersistentStoreStagedMigrationManagerOptionKey"
    /// Boolean: as in Core Data, a migration may be finished later. A migration here is finished when the store is added,
    /// so the option has no effect.
    public static let deferredLightweightMigration = "NSPersistentStoreDeferredLightweightMigrationOptionKey"
    /// Number: as in Core Data, the most connections to the store. There are as many as are in use, so the option has no
    /// effect.
    public static let connectionPoolMaxSize = "NSPersistentStoreConnectionPoolMaxSize"
    /// Boolean: fail if the file does not exist, instead of creating it.
    public static let mustExist = "PersistentStoreMustExistOption"

    /// Whether a Boolean option is set.
    package static func flag(_ value: (any Sendable)?) -> Bool {
        (value as? Bool) ?? (value as? NSNumber)?.boolValue ?? false
    }
}

/// Keys of a store's metadata.
public enum StoreMetadataKey {
    /// The UUID of the store, a String.
    public static let storeUUID = "NSStoreUUID"
    /// The type of the store, a String.
    public static let storeType = "NSStoreType"
    /// The version hashes of a store that Core Data wrote, a dictionary of Data by entity name.
    public static let modelVersionHashes = "NSStoreModelVersionHashes"
    /// The checksum of the model of a store that Core Data wrote, a String.
    public static let modelVersionChecksum = "NSStoreModelVersionChecksumKey"
    /// The version identifiers of the model, an array of String.
    public static let modelVersionIdentifiers = "NSStoreModelVersionIdentifiers"
}
