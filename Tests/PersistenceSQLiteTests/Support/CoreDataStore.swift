import Foundation
import SQLite
import TestSupport

@testable import Persistence
@testable import PersistenceSQLite

/// A store as Core Data leaves it: without this engine's record of the model and its hashes, and with the model in
/// `Z_MODELCACHE`.
enum CoreDataStore {
    /// - Parameter model: The model for the cache; nil for a store of an older system, which has none.
    static func disguise(_ file: Connection, cached model: ManagedObjectModel?) throws {
        let bytes = try file.scalar("SELECT Z_PLIST FROM Z_METADATA").blob ?? []
        var list = try PropertyListSerialization.propertyList(from: Data(bytes), format: nil) as? [String: Any] ?? [:]
        for key in [ModelRecord.key, EntityHash.hashesKey, EntityHash.algorithmKey] { list[key] = nil }
        let data = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
        try file.prepare("UPDATE Z_METADATA SET Z_PLIST = ?").run(.blob([UInt8](data)))
        if let model { try cache(stored(archive(of: model)), in: file) }
    }

    static func cache(_ content: [UInt8], in file: Connection) throws {
        try file.execute("CREATE TABLE IF NOT EXISTS Z_MODELCACHE (Z_CONTENT BLOB); DELETE FROM Z_MODELCACHE")
        try file.prepare("INSERT INTO Z_MODELCACHE VALUES (?)").run(.blob(content))
    }

    /// The bytes as DEFLATE data, in blocks that are not compressed.
    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(65_535)
            rest = rest.dropFirst(block.count)
            let (low, high) = (UInt8(block.count & 0xFF), UInt8(block.count >> 8))
            result += [rest.isEmpty ? 1 : 0, low, high, ~low, ~high] + block
        } while !rest.isEmpty
        return result
    }

    /// A model as `NSKeyedArchiver` archives Core Data's, with the keys that it has from memory.
    static func archive(of model: ManagedObjectModel) -> [UInt8] {
        let archiver = NSKeyedArchiver(requiringSecureCoding: false)
        archiver.outputFormat = .binary
        for item in ArchivedObject.classes { archiver.setClassName(item.name, for: item.type) }
        archiver.encode(archived(model), forKey: "root")
        archiver.finishEncoding()
        return [UInt8](archiver.encodedData)
    }

    private static func archived(_ model: ManagedObjectModel) -> ArchivedObject {
        let entities = model.entitiesByName.mapValues { _ in ArchivedEntity() }
        let properties = model.entitiesByName.mapValues { entity in
            Dictionary(uniqueKeysWithValues: entity.properties.map { ($0.name, archived($0)) })
        }
        for (name, entity) in model.entitiesByName {
            guard let made = entities[name], let own = properties[name] else { continue }
            made.values = ["NSEntityName": name, "NSProperties": own as NSDictionary]
            made.values["NSSuperentity"] = entity.superentity?.name.flatMap { entities[$0] }
            for (key, property) in own {
                property.values["NSEntity"] = made
                guard let relationship = entity.relationshipsByName[key],
                    let destination = relationship.destinationEntity?.name
                else { continue }
                property.values["NSDestinationEntity"] = entities[destination]
                property.values["_NSDestinationEntityName"] = destination
                property.values["NSInverseRelationship"] = relationship.inverseRelationship.flatMap {
                    properties[destination]?[$0.name]
                }
                property.values["_NSInverseRelationshipName"] = relationship.inverseRelationship?.name
            }
        }
        let root = ArchivedModel()
        root.values = ["NSEntities": entities as NSDictionary]
        return root
    }

    private static func archived(_ property: PropertyDescription) -> ArchivedObject {
        let made: ArchivedObject
        switch property {
        case let attribute as AttributeDescription:
            made = ArchivedAttribute()
            made.numbers["NSAttributeType"] = Int(attribute.type.rawValue)
        case let relationship as RelationshipDescription:
            made = ArchivedRelationship()
            made.numbers = ["NSMinCount": 0, "NSMaxCount": relationship.isToMany ? 0 : 1, "NSDeleteRule": 1]
        default: made = ArchivedObject()
        }
        made.values["NSPropertyName"] = property.name
        made.flags = ["NSIsOptional": property.isOptional, "NSIsTransient": property.isTransient]
        return made
    }
}

/// An object with the keys that it is to have in an archive.
class ArchivedObject: NSObject, NSCoding {
    var values: [String: Any] = [:]
    var numbers: [String: Int] = [:]
    var flags: [String: Bool] = [:]

    override init() {}
    required init?(coder: NSCoder) { nil }

    func encode(with coder: NSCoder) {
        for (key, value) in values.sorted(by: { $0.key < $1.key }) { coder.encode(value, forKey: key) }
        for (key, value) in numbers { coder.encode(value, forKey: key) }
        for (key, value) in flags { coder.encode(value, forKey: key) }
    }

    static var classes: [(name: String, type: AnyClass)] {
        [
            ("NSManagedObjectModel", ArchivedModel.self), ("NSEntityDescription", ArchivedEntity.self),
            ("NSAttributeDescription", ArchivedAttribute.self),
            ("NSRelationshipDescription", ArchivedRelationship.self), ("NSPropertyDescription", ArchivedObject.self),
        ]
    }
}

final class ArchivedModel: ArchivedObject {}
final class ArchivedEntity: ArchivedObject {}
final class ArchivedAttribute: ArchivedObject {}
final class ArchivedRelationship: ArchivedObject {}
