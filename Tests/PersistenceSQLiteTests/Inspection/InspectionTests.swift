import Foundation
import PersistenceTestSupport
import SQLite
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// Stores with random models and random objects, examined without their model.
@Suite struct InspectionTests {
    private static let seeds = 1...40
    private let folder: TemporaryFolder
    private let reference: FormatReference

    init() throws {
        folder = try TemporaryFolder()
        reference = try FormatReference()
    }

    /// Makes a store by random edits, changes its file by `disguise`, and passes the store with its model to `body`.
    private func forEachStore(
        _ disguise: (Connection, ManagedObjectModel) throws -> Void = { _, _ in },
        _ body: (StoreInspection, ExpectedStore) throws -> Void
    ) throws {
        for seed in Self.seeds {
            let own = try TemporaryFolder()
            let play = try reference.ask(["do": "play", "seed": seed])
            defer { _ = try? reference.ask(["do": "end", "play": play["play"] ?? ""]) }
            try ReferencePlayer(play, reference, at: own.file()).run()
            let model = try ReferenceModel.make(play["model"] as? [String: Any] ?? [:])
            let expected = try ExpectedStore(own.file(), model: model, seed: seed)
            try disguise(own.plainConnection(), model)
            try StoreInspection.read(own.file()) { try body($0, expected) }
        }
    }

    @Test func `a store of this engine shows its exact model, its counts and every value`() throws {
        try forEachStore { inspection, expected in
            // A model of one entity without relationships has no record.
            if inspection.source == .tables { return #expect(inspection.entities.count == 1) }
            expected.compareModel(of: inspection)
            try expected.compareValues(of: inspection)
        }
    }

    @Test func `a store of Core Data with a cache of its model shows the exact model, its counts and every value`()
        throws
    {
        try forEachStore { file, model in
            try CoreDataStore.disguise(file, cached: model)
        } _: { inspection, expected in
            #expect(inspection.source == .cache, "seed \(expected.seed)")
            expected.compareModel(of: inspection)
            try expected.compareValues(of: inspection)
        }
    }

    @Test func `a store without any model shows its entities, their counts and the column of every attribute`() throws {
        try forEachStore { file, _ in
            try CoreDataStore.disguise(file, cached: nil)
        } _: { inspection, expected in
            #expect(inspection.source == .tables)
            expected.compareCounts(of: inspection)
            expected.compareColumns(of: inspection)
            for entity in inspection.entities { try inspection.forEachRow(of: entity.name) { _ in } }
        }
    }

    @Test func `the store's files are not changed`() throws {
        let stack = try Stack(folder.file())
        try stack.insert([["wind": .string("calm")]])
        func bytes() throws -> [String: Data] {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
            return try Dictionary(
                uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: folder.url.appendingPathComponent($0))) })
        }
        let before = try bytes()
        try StoreInspection.read(folder.file()) { #expect($0.entities.map(\.count) == [1]) }
        #expect(try bytes() == before)
    }

    @Test func `the history shows transactions with the number of their changes`() throws {
        let stack = try Stack(folder.file(), options: [StoreOption.persistentHistoryTracking: true])
        let context = stack.context()
        try context.performAndWait {
            context.transactionAuthor = "tester"
            for _ in 0..<3 { _ = EntityDescription.insertNewObject(forEntityName: "JournalEntry", into: context) }
            try context.save()
        }
        try StoreInspection.read(folder.file()) { inspection in
            #expect(try inspection.transactionCount() == 1)
            try inspection.forEachTransaction { transaction in
                #expect(transaction.author == "tester")
                #expect(transaction.changes == [.init(entity: "JournalEntry", type: .insert, count: 3)])
            }
        }
    }
}

/// What a store was made with, and has.
struct ExpectedStore {
    let seed: Int
    private let model: ManagedObjectModel
    /// The values of all objects as texts, by entity and key.
    private let values: [String: [Int64: [String: String]]]

    init(_ url: URL, model: ManagedObjectModel, seed: Int) throws {
        (self.model, self.seed) = (model, seed)
        let stack = try Stack(url, model: model)
        values = try stack.withContext { context throws in
            var values: [String: [Int64: [String: String]]] = [:]
            for root in model.rootEntities {
                for object in try context.fetch(FetchRequest<ManagedObject>(entityName: root.name ?? "")) {
                    values[object.entity.name ?? "", default: [:]][object.objectID.key ?? 0] = object.texts
                }
            }
            return values
        }
        try stack.coordinator.remove(stack.store)
    }

    func compareCounts(of inspection: StoreInspection) {
        let counts = Dictionary(uniqueKeysWithValues: inspection.entities.map { ($0.name, $0.count) })
        #expect(counts == model.entitiesByName.mapValues { values[$0.name ?? ""]?.count ?? 0 }, "seed \(seed)")
    }

    func compareModel(of inspection: StoreInspection) {
        compareCounts(of: inspection)
        for entity in inspection.entities {
            guard let expected = model.entitiesByName[entity.name] else { continue }
            let own = expected.properties.filter { $0.entity === expected && !$0.isTransient }
            #expect(entity.parent == expected.superentity?.name, "seed \(seed)")
            #expect(
                Set(entity.attributes.map { "\($0.name) \($0.type)" })
                    == Set(own.compactMap { $0 as? AttributeDescription }.map { "\($0.name) \($0.type)" }),
                "seed \(seed), \(entity.name)")
            #expect(
                Set(entity.relationships.map(\.text))
                    == Set(own.compactMap { $0 as? RelationshipDescription }.map(\.text)),
                "seed \(seed), \(entity.name)")
        }
    }

    /// Each stored attribute has a column of its name, apart from letters' case and numbers.
    func compareColumns(of inspection: StoreInspection) {
        let found = Set(inspection.entities.flatMap(\.attributes).map { $0.column.plain })
        let expected = model.entities.flatMap { $0.attributesByName.values }.filter { !$0.isTransient }
        for attribute in expected {
            #expect(found.contains("Z\(attribute.name)".plain), "seed \(seed): \(attribute.name)")
        }
    }

    func compareValues(of inspection: StoreInspection) throws {
        for root in model.rootEntities {
            try inspection.forEachRow(of: root.name ?? "") { row in
                let entity = model.entitiesByName[row.reference.entity]
                for (name, value) in row.values {
                    if case .file = value { continue }
                    let isOrdered = entity?.relationshipsByName[name]?.isOrdered == true
                    let expected = values[row.reference.entity]?[row.reference.key]?[name]
                    #expect(value.text(isOrdered: isOrdered) == expected, "seed \(seed), \(row.reference), \(name)")
                }
                #expect(row.values.count == values[row.reference.entity]?[row.reference.key]?.count)
            }
        }
    }
}

extension String {
    fileprivate var plain: String { uppercased().filter { !$0.isNumber } }
}

extension StoreInspection.Relationship {
    fileprivate var text: String { "\(name) \(destination) \(inverse ?? "") \(isToMany) \(isOrdered)" }
}

extension RelationshipDescription {
    fileprivate var text: String {
        "\(name) \(destinationEntity?.name ?? "") \(inverseRelationship?.name ?? "") \(isToMany) \(isToMany && isOrdered)"
    }
}

extension ManagedObject {
    /// The stored values as the examined store has them.
    fileprivate var texts: [String: String] {
        var texts: [String: String] = [:]
        for property in entity.properties where !property.isTransient {
            guard let slot = entity.slot(named: property.name) else { continue }
            if let relationship = property as? RelationshipDescription, relationship.isToMany {
                let members = relatedObjects(slot).map { "\($0.entity.name ?? "")/\($0.objectID.key ?? 0)" }
                texts[property.name] = (relationship.isOrdered ? members : members.sorted()).joined(separator: ",")
            } else {
                texts[property.name] = currentValue(slot).inspected
            }
        }
        return texts
    }
}

extension PropertyValue {
    fileprivate var inspected: String {
        switch self {
        case .null, .toMany, .ordered: "nil"
        case .integer(let value): "\(Double(value))"
        case .boolean(let value): "\(value)"
        case .double(let value): "\(value)"
        case .float(let value): "\(Double(value))"
        case .decimal(let value): "\(Double("\(value)") ?? .nan)"
        case .string(let text): text
        case .date(let seconds): "date \(seconds)"
        case .data(let data): data.base64EncodedString()
        case .transformed(let value): value.archived.base64EncodedString()
        case .uuid(let uuid): uuid.uuidString
        case .uri(let url): url.absoluteString
        case .reference(let id): "\(id.resolved.entity.name ?? "")/\(id.resolvedKey ?? 0)"
        }
    }
}

extension StoreInspection.StoredContent {
    fileprivate func text(isOrdered: Bool) -> String {
        switch self {
        case .null: return "nil"
        case .integer(let value): return "\(Double(value))"
        case .boolean(let value): return "\(value)"
        case .real(let value): return "\(value)"
        case .text(let text): return text
        case .date(let seconds): return "date \(seconds)"
        case .data(let bytes): return Data(bytes).base64EncodedString()
        case .uuid(let uuid): return uuid.uuidString
        case .file(let name): return name
        case .object(let object): return "\(object.entity)/\(object.key)"
        case .objects(let objects):
            let texts = objects.map { "\($0.entity)/\($0.key)" }
            return (isOrdered ? texts : texts.sorted()).joined(separator: ",")
        }
    }
}
