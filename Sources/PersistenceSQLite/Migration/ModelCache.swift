import Persistence
import SQLite

/// The model that Core Data last opened a store with, which it keeps in the store's `Z_MODELCACHE`: a compressed keyed
/// archive of the model.
///
/// The keys of the archive are settled from memory. So the cache is used only if its model has exactly the store's
/// tables; which relationships are ordered and which data may be in files is read from those.
struct ModelCache {
    static let table = "Z_MODELCACHE"
    /// The largest cache that is read, compressed and not; the largest known models have a few million bytes.
    private static let (maxPacked, maxBytes) = (8 << 20, 32 << 20)
    /// The largest number of entities and properties.
    private static let maxParts = 20_000

    private let archive: KeyedArchive

    /// The record of the cached model; nil if the store has no cache that can be read.
    static func record(in connection: Connection) throws -> ModelRecord? {
        guard try connection.tableExists(table) else { return nil }
        let content = try connection.scalar(
            "SELECT Z_CONTENT FROM \(table) WHERE length(Z_CONTENT) <= \(maxPacked) LIMIT 1")
        return content.blob.flatMap(record)
    }

    private static func record(of packed: [UInt8]) -> ModelRecord? {
        let bytes =
            BinaryPropertyList.hasMagic(packed)
            ? packed
            : Inflation.bytes(packed[...], atMost: maxBytes)
                ?? Inflation.bytes(packed.dropFirst(Inflation.headerSize), atMost: maxBytes)
        return bytes.flatMap { try? KeyedArchive($0) }.flatMap { ModelCache(archive: $0).record }
    }

    // MARK: The model

    private var record: ModelRecord? {
        let entities = archive.instances(having: "NSEntityName")
        guard !entities.isEmpty, entities.count <= ModelCache.maxParts else { return nil }
        let names = Dictionary(
            entities.compactMap { index, entity in archive.text(entity, "NSEntityName").map { (index, $0) } },
            uniquingKeysWith: { first, _ in first })
        var made = entities.compactMap { index, entity -> ModelRecord.Entity? in
            guard let name = names[index] else { return nil }
            var made = ModelRecord.Entity(name: name)
            made.parent = archive.index(entity, "NSSuperentity").flatMap { names[$0] }
            return made
        }
        let places = Dictionary(made.indices.map { (made[$0].name, $0) }, uniquingKeysWith: { first, _ in first })
        guard places.count == made.count, names.count == made.count else { return nil }
        for (owner, property) in properties(names) {
            guard let place = places[owner] else { continue }
            add(property, to: &made[place], names)
        }
        return ModelRecord(entities: made).withoutInherited
    }

    /// The properties with the names of their entities.
    private func properties(_ entities: [Int: String]) -> [(owner: String, property: KeyedArchive.Instance)] {
        let owners = Dictionary(
            archive.instances(having: "NSEntityName").flatMap { index, entity in
                archive.elements(entity, "NSProperties").map { ($0, index) }
            }, uniquingKeysWith: { first, _ in first })
        return archive.instances(having: "NSPropertyName").prefix(ModelCache.maxParts).compactMap { index, property in
            let owner = owners[index] ?? archive.index(property, "NSEntity")
            return owner.flatMap { entities[$0] }.map { ($0, property) }
        }
    }

    private func add(_ property: KeyedArchive.Instance, to entity: inout ModelRecord.Entity, _ entities: [Int: String])
    {
        guard let name = archive.text(property, "NSPropertyName"), archive.number(property, "NSIsTransient") ?? 0 == 0
        else { return }
        if let type = archive.number(property, "NSAttributeType") {
            let isOptional = archive.number(property, "NSIsOptional").map { $0 != 0 }
            entity.attributes.append(.init(name: name, type: type, isExternal: false, isOptional: isOptional))
            return
        }
        let destination =
            archive.index(property, "NSDestinationEntity").flatMap { entities[$0] }
            ?? archive.text(property, "_NSDestinationEntityName")
        guard let destination else { return }
        let inverse =
            archive.instance(property, "NSInverseRelationship").flatMap { archive.text($0, "NSPropertyName") }
            ?? archive.text(property, "_NSInverseRelationshipName")
        entity.relationships.append(
            .init(
                name: name, destination: destination, inverse: inverse,
                isToMany: archive.number(property, "NSMaxCount") != 1, isOrdered: false))
    }
}

extension ModelRecord {
    /// The record without the properties that an entity has from those above it; nil if an entity is above itself.
    fileprivate var withoutInherited: ModelRecord? {
        let parents = Dictionary(entities.map { ($0.name, $0.parent) }, uniquingKeysWith: { first, _ in first })
        let own = Dictionary(
            entities.map { ($0.name, Set($0.attributes.map(\.name) + $0.relationships.map(\.name))) },
            uniquingKeysWith: { first, _ in first })
        var result = self
        for place in entities.indices {
            var above: [Set<String>] = []
            var parent = entities[place].parent
            while let name = parent {
                if above.count == ModelRecord.maxLevels { return nil }
                above.append(own[name] ?? [])
                parent = parents[name] ?? nil
            }
            result.entities[place].attributes.removeAll { property in above.contains { $0.contains(property.name) } }
            result.entities[place].relationships.removeAll { property in above.contains { $0.contains(property.name) } }
        }
        return result
    }

    /// More levels than a hierarchy has in any model.
    private static let maxLevels = 64
}
