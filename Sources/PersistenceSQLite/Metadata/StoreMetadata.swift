import Foundation
import Persistence
import SQLite

/// A store's metadata: the single row of `Z_METADATA`, with a UUID and a binary property list.
///
/// The list of an existing store stays the same byte for byte until one of its values changes.
enum StoreMetadata {
    /// The newest framework version whose files are known to have the format written here.
    private static let frameworkVersion = 1518

    /// The property list of a new store with these entities.
    static func initial(
        for entities: [EntityDescription], versionIdentifiers: Set<String>, record: ModelRecord?
    ) throws -> Data {
        var list: [String: Any] = [
            StoreMetadataKey.storeType: sqliteStoreType,
            "NSPersistenceFrameworkVersion": frameworkVersion,
            EntityHash.hashesKey: EntityHash.hashes(of: entities),
            StoreMetadataKey.modelVersionIdentifiers: versionIdentifiers.sorted(),
            "_NSAutoVacuumLevel": "2",
            EntityHash.algorithmKey: EntityHash.algorithm,
        ]
        if let record { list[ModelRecord.key] = try record.text() }
        return try encoded(list)
    }

    private static let coreDataHashKeys = [
        StoreMetadataKey.modelVersionHashes, "NSStoreModelVersionHashesVersion", "NSStoreModelVersionHashesDigest",
        "NSStoreModelVersionChecksumKey",
    ]

    /// Updates the list for a store that is migrated to another version of the model, and adds keys of the application.
    ///
    /// Core Data's hashes belong to the old model, so they are removed with everything derived from them.
    static func remodel(
        _ connection: Connection, entities: [EntityDescription], versionIdentifiers: Set<String>, record: ModelRecord?,
        adding metadata: [String: any Sendable], name: String
    ) throws {
        var list = try list(connection, name: name)
        list[EntityHash.hashesKey] = EntityHash.hashes(of: entities)
        list[StoreMetadataKey.modelVersionIdentifiers] = versionIdentifiers.sorted()
        list[EntityHash.algorithmKey] = EntityHash.algorithm
        list[ModelRecord.key] = try record?.text()
        for key in coreDataHashKeys { list[key] = nil }
        for (key, value) in metadata where key != StoreMetadataKey.storeUUID { list[key] = value }
        try write(list, connection)
    }

    /// All keys, with the UUID under `NSStoreUUID`, and our hashes also under Core Data's key. A store without our hashes
    /// has its tables, by which models are compared with it.
    /// - Throws: `corruptStore` when the list cannot be read.
    static func read(
        _ connection: Connection, identifier: String, name: String
    ) throws -> [String: any Sendable] {
        guard var metadata = keys(of: try bytes(connection, name: name)) else { throw damaged(name) }
        if EntityHash.hashes(in: metadata) == nil {
            metadata[StoreCatalog.metadataKey] = try StoreCatalog(connection, name: name).listed
        }
        if let hashes = metadata[EntityHash.hashesKey] { metadata[StoreMetadataKey.modelVersionHashes] = hashes }
        metadata[StoreMetadataKey.storeUUID] = identifier
        metadata[StoreMetadataKey.storeType] = sqliteStoreType
        return metadata
    }

    /// The names of the entities with version hashes; empty if the list cannot be read.
    static func hashedNames(in bytes: [UInt8]) -> Set<String> {
        guard let metadata = keys(of: bytes) else { return [] }
        let hashes = EntityHash.hashes(in: metadata) ?? metadata[StoreMetadataKey.modelVersionHashes] as? [String: Any]
        return Set((hashes ?? [:]).keys)
    }

    /// The stored property list; empty if there is none.
    /// - Throws: `corruptStore` for a store without metadata.
    static func bytes(_ connection: Connection, name: String) throws -> [UInt8] {
        let statement = try connection.cached("SELECT Z_PLIST FROM Z_METADATA ORDER BY Z_VERSION LIMIT 1")
        defer { statement.reset() }
        guard try statement.step() else { throw damaged(name) }
        return [UInt8](statement.blobBytes(0))
    }

    /// Replaces the application's keys, without writing if nothing changes. Keys of the format stay unless they are
    /// given; so do values of types that `read` does not return.
    /// - Throws: `saveFailed` for a value that a property list cannot contain, `corruptStore` when the list cannot be
    ///   read.
    static func replace(_ metadata: [String: any Sendable], _ connection: Connection, name: String) throws {
        let present = try list(connection, name: name)
        let known = try keys(of: bytes(connection, name: name)) ?? [:]
        var now = present.filter { key, _ in isOfFormat(key) || known[key] == nil }
        var computed = [StoreMetadataKey.storeUUID, StoreCatalog.metadataKey]
        if present[EntityHash.hashesKey] != nil { computed.append(StoreMetadataKey.modelVersionHashes) }
        for (key, value) in metadata where !computed.contains(key) { now[key] = value }
        if NSDictionary(dictionary: now).isEqual(to: present) { return }
        try write(now, connection)
    }

    private static func write(_ list: [String: Any], _ connection: Connection) throws {
        let bytes = try encoded(list)
        try ChecksumTable.changingMetadata(connection) {
            try connection.cached("UPDATE Z_METADATA SET Z_PLIST = ?").run(.blob([UInt8](bytes)))
        }
    }

    private static func isOfFormat(_ key: String) -> Bool {
        key.hasPrefix("NS") || key.hasPrefix("_NS")
            || [EntityHash.hashesKey, EntityHash.algorithmKey, ModelRecord.key].contains(key)
    }

    private static func list(_ connection: Connection, name: String) throws -> [String: Any] {
        let bytes = try bytes(connection, name: name)
        if bytes.isEmpty { return [:] }
        guard let list = propertyList(bytes) else { throw damaged(name) }
        return list
    }

    /// The keys of a binary or XML property list; nil for anything else.
    static func keys(of bytes: [UInt8]) -> [String: any Sendable]? {
        if bytes.isEmpty { return [:] }
        if BinaryPropertyList.hasMagic(bytes) {
            return (try? BinaryPropertyList.value(of: bytes)) as? [String: any Sendable]
        }
        return propertyList(bytes).flatMap { try? encoded($0) }.flatMap { keys(of: [UInt8]($0)) }
    }

    private static func propertyList(_ bytes: [UInt8]) -> [String: Any]? {
        let list = try? PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
        return list as? [String: Any]
    }

    private static func encoded(_ list: [String: Any]) throws -> Data {
        guard PropertyListSerialization.propertyList(list, isValidFor: .binary),
            let data = try? PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
        else {
            throw PersistenceError(.saveFailed, "The store's metadata has a value that a property list cannot store.")
        }
        return data
    }

    private static func damaged(_ name: String) -> PersistenceError {
        PersistenceError(.corruptStore, "The metadata of the store “\(name)” is damaged.")
    }
}
