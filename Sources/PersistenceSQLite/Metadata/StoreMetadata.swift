import Foundation
import Persistence
import SQLite

/// What a store says of itself: the one row of `Z_METADATA`, a UUID and a binary property list.
///
/// The list of an existing store stays byte for byte until a key in it is really changed.
enum StoreMetadata {
    /// The newest version of the format that is known to be read as written here.
    private static let frameworkVersion = 1518

    /// The property list of a new store with these entities.
    static func initial(for entities: [EntityDescription], versionIdentifiers: Set<String>) throws -> Data {
        let hashes = entities.map { ($0.name ?? "", Data(EntityHash.digest(of: $0))) }
        return try encoded([
            StoreMetadataKey.storeType: sqliteStoreType,
            "NSPersistenceFrameworkVersion": frameworkVersion,
            "NSStoreModelVersionHashesVersion": 3,
            StoreMetadataKey.modelVersionHashes: Dictionary(hashes, uniquingKeysWith: { first, _ in first }),
            StoreMetadataKey.modelVersionIdentifiers: versionIdentifiers.sorted(),
            "_NSAutoVacuumLevel": "2",
            EntityHash.algorithmKey: EntityHash.algorithm,
        ])
    }

    /// Makes the list that of a store of another version of the model, and adds keys of the application.
    ///
    /// What is derived from hashes that are gone goes with them.
    static func remodel(
        _ connection: Connection, entities: [EntityDescription], versionIdentifiers: Set<String>,
        adding metadata: [String: any Sendable], name: String
    ) throws {
        var list = try list(connection, name: name)
        let hashes = entities.map { ($0.name ?? "", Data(EntityHash.digest(of: $0))) }
        list[StoreMetadataKey.modelVersionHashes] = Dictionary(hashes, uniquingKeysWith: { first, _ in first })
        list[StoreMetadataKey.modelVersionIdentifiers] = versionIdentifiers.sorted()
        list[EntityHash.algorithmKey] = EntityHash.algorithm
        list["NSStoreModelVersionHashesDigest"] = nil
        list["NSStoreModelVersionChecksumKey"] = nil
        for (key, value) in metadata where key != StoreMetadataKey.storeUUID { list[key] = value }
        try connection.prepare("UPDATE Z_METADATA SET Z_PLIST = ?").run(.blob([UInt8](try encoded(list))))
    }

    /// All keys, with the UUID under `NSStoreUUID`.
    /// - Throws: `corruptStore` when the list cannot be read.
    static func read(
        _ connection: Connection, identifier: String, name: String
    ) throws -> [String: any Sendable] {
        guard var metadata = keys(of: try bytes(connection, name: name)) else { throw damaged(name) }
        metadata[StoreMetadataKey.storeUUID] = identifier
        metadata[StoreMetadataKey.storeType] = sqliteStoreType
        return metadata
    }

    /// The names of the entities whose version hashes are kept; none where the list cannot be read.
    static func hashedNames(in bytes: [UInt8]) -> Set<String> {
        let hashes = keys(of: bytes)?[StoreMetadataKey.modelVersionHashes] as? [String: any Sendable]
        return Set((hashes ?? [:]).keys)
    }

    /// The property list as it is kept; empty where there is none.
    /// - Throws: `corruptStore` for a store without metadata.
    static func bytes(_ connection: Connection, name: String) throws -> [UInt8] {
        let statement = try connection.cached("SELECT Z_PLIST FROM Z_METADATA ORDER BY Z_VERSION LIMIT 1")
        defer { statement.reset() }
        guard try statement.step() else { throw damaged(name) }
        return [UInt8](statement.blobBytes(0))
    }

    /// Puts these keys over those that are there; writes nothing where that changes nothing.
    /// - Throws: `saveFailed` for a value that no property list can hold, `corruptStore` when the list cannot be read.
    static func merge(_ metadata: [String: any Sendable], _ connection: Connection, name: String) throws {
        let present = try list(connection, name: name)
        var merged = present
        for (key, value) in metadata where key != StoreMetadataKey.storeUUID { merged[key] = value }
        if NSDictionary(dictionary: merged).isEqual(to: present) { return }
        let bytes = try encoded(merged)
        try connection.cached("UPDATE Z_METADATA SET Z_PLIST = ?").run(.blob([UInt8](bytes)))
    }

    private static func list(_ connection: Connection, name: String) throws -> [String: Any] {
        let bytes = try bytes(connection, name: name)
        if bytes.isEmpty { return [:] }
        guard let list = propertyList(bytes) else { throw damaged(name) }
        return list
    }

    /// The keys of a list in either form of property lists; nil for something else.
    private static func keys(of bytes: [UInt8]) -> [String: any Sendable]? {
        if bytes.isEmpty { return [:] }
        if BinaryPropertyList.isClaimed(by: bytes) {
            return (try? BinaryPropertyList.value(of: bytes)) as? [String: any Sendable]
        }
        return propertyList(bytes)?.compactMapValues(sendable)
    }

    private static func propertyList(_ bytes: [UInt8]) -> [String: Any]? {
        let list = try? PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
        return list as? [String: Any]
    }

    private static func encoded(_ list: [String: Any]) throws -> Data {
        guard PropertyListSerialization.propertyList(list, isValidFor: .binary),
            let data = try? PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
        else { throw PersistenceError(.saveFailed, "The store's metadata has a value that no property list can hold.") }
        return data
    }

    private static func damaged(_ name: String) -> PersistenceError {
        PersistenceError(.corruptStore, "The metadata of the store “\(name)” is damaged.")
    }

    /// A property list's value as a Sendable one.
    private static func sendable(_ value: Any) -> (any Sendable)? {
        switch value {
        case let text as String: text
        case let data as Data: data
        case let date as Date: date
        case let number as NSNumber: sendable(number)
        case let list as [Any]: list.compactMap(sendable)
        case let dictionary as [String: Any]: dictionary.compactMapValues(sendable)
        default: nil
        }
    }

    private static func sendable(_ number: NSNumber) -> any Sendable {
        switch UInt8(bitPattern: number.objCType.pointee) {
        case UInt8(ascii: "d"), UInt8(ascii: "f"): number.doubleValue
        case UInt8(ascii: "c"), UInt8(ascii: "B"): number.boolValue
        default: number.intValue
        }
    }
}
