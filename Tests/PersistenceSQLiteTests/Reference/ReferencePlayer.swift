import Foundation
import PersistenceTestSupport
import SQLite
import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// Carries out the random edits of `Tests/StoreFormat` in a store, and has it compare the file after each save.
final class ReferencePlayer {
    typealias JSON = [String: Any]

    private let reference: FormatReference
    private let play: JSON
    private let url: URL
    private var stack: Stack?
    /// The model of the open store.
    private var model: JSON
    private var context: ManagedObjectContext
    private var objects: [String: ManagedObject] = [:]
    /// The objects that the last save stored, by name.
    private var saved: [String: ManagedObjectID] = [:]
    private(set) var differences: [String] = []
    /// How the store is left before it is migrated.
    private let former: Former
    /// Whether the migration was refused.
    private(set) var isRefused = false

    enum Former {
        case ours
        /// As Core Data leaves it, with or without the cache of its model.
        case coreData(isCached: Bool)
    }

    init(_ play: JSON, _ reference: FormatReference, at url: URL, former: Former = .ours) throws {
        self.former = former
        self.reference = reference
        self.play = play
        self.url = url
        model = play["model"] as? JSON ?? [:]
        let stack = try Stack(url, model: try ReferenceModel.make(model))
        self.stack = stack
        context = stack.context()
    }

    /// Stops at the first save with differences.
    func run() throws {
        defer { stack = nil }
        for edit in play["edits"] as? [JSON] ?? [] {
            try context.performAndWait { try carryOut(edit) }
            if !differences.isEmpty || isRefused { return }
        }
    }

    private func carryOut(_ edit: JSON) throws {
        switch text(edit, "op") {
        case "insert": objects[text(edit, "object")] = context.insert(text(edit, "entity"))
        case "set": try set(edit)
        case "setOne": try object(edit).setValue((edit["target"] as? String).map(named), forKey: key(edit))
        case "add", "remove", "insertAt", "move", "setMany": try changeMembers(edit)
        case "delete": for name in edit["objects"] as? [String] ?? [] { context.delete(try named(name)) }
        case "process": context.processPendingChanges()
        case "save": try save(edit)
        case "rollback": context.rollback()
        case "reopen": try reopen(options: [:])
        case "migrate": try migrate(edit)
        default: throw FormatReference.Failure(description: "unknown edit \(edit)")
        }
    }

    private func set(_ edit: JSON) throws {
        let (object, key) = (try object(edit), text(edit, "attribute"))
        let type = try #require(object.entity.attributesByName[key]?.type)
        object.setValue(try ReferenceModel.value(edit["value"], of: type), forKey: key)
    }

    private func changeMembers(_ edit: JSON) throws {
        let (object, key) = (try object(edit), key(edit))
        let isOrdered = object.entity.relationshipsByName[key]?.isOrdered == true
        let target = try (edit["target"] as? String).map(named)
        switch (text(edit, "op"), target) {
        case ("add", let target?):
            if isOrdered {
                object.mutableOrderedSetValue(forKey: key).add(target)
            } else {
                object.mutableSetValue(forKey: key).add(target)
            }
        case ("remove", let target?):
            if isOrdered {
                object.mutableOrderedSetValue(forKey: key).remove(target)
            } else {
                object.mutableSetValue(forKey: key).remove(target)
            }
        case ("insertAt", let target?):
            object.mutableOrderedSetValue(forKey: key).insert(target, at: edit["index"] as? Int ?? 0)
        case ("move", _):
            object.mutableOrderedSetValue(forKey: key)
                .moveObjects(at: [edit["source"] as? Int ?? 0], to: edit["target"] as? Int ?? 0)
        default:
            let targets = try (edit["targets"] as? [String] ?? []).map(named)
            object.setValue(isOrdered ? targets as Any : Set(targets), forKey: key)
        }
    }

    private func save(_ edit: JSON) throws {
        if edit["fails"] as? Bool == true {
            let codes = edit["codes"] as? [Int] ?? []
            do {
                try context.save()
                differences.append("The save \(edit) succeeded.")
            } catch let error as PersistenceError where codes.contains(error.code.rawValue) {}
        } else {
            try context.save()
            objects = objects.filter { !$0.value.isDeleted && $0.value.managedObjectContext != nil }
            saved = objects.mapValues(\.objectID)
        }
        try check(edit["number"] as? Int ?? 0)
    }

    private func check(_ number: Int) throws {
        let keys = saved.mapValues { [$0.entity.name ?? "", $0.key ?? 0] as [Any] }
        differences += try reference.differences([
            "do": "check", "play": play["play"] ?? "", "save": number, "file": url.path, "keys": keys,
        ])
    }

    /// Opens the store again, and finds the objects by their keys.
    private func reopen(options: [String: any Sendable]) throws {
        let model = try ReferenceModel.make(model)
        let old = saved.mapValues { (entity: $0.entity.name ?? "", key: $0.key ?? 0) }
        objects = [:]
        if let stack { try stack.coordinator.remove(stack.store) }
        let stack = try Stack(url, model: model, options: options)
        self.stack = stack
        context = stack.context()
        saved = [:]
        for (name, place) in old {
            guard let entity = model.entity(formerly: place.entity) else { continue }
            saved[name] = stack.coordinator.objectID(of: entity, key: place.key, in: stack.store)
        }
        try context.performAndWait { [context] in
            objects = try saved.mapValues { try context.existingObject(with: $0) }
        }
    }

    private func migrate(_ edit: JSON) throws {
        try disguise()
        model = (play["migration"] as? JSON)?["model"] as? JSON ?? [:]
        do {
            try reopen(
                options: [StoreOption.migrateAutomatically: true, StoreOption.inferMappingModel: true])
        } catch let error as PersistenceError where error.code == .inferredMapping {
            guard case .coreData = former else { throw error }
            isRefused = true
            return
        }
        try check(edit["number"] as? Int ?? 0)
    }

    private func disguise() throws {
        guard case .coreData(let isCached) = former, let stack else { return }
        try stack.coordinator.remove(stack.store)
        self.stack = nil
        let file = try Connection(path: url.path, options: .noMutex)
        try CoreDataStore.disguise(file, cached: isCached ? stack.model : nil)
        try file.close()
    }

    private func object(_ edit: JSON) throws -> ManagedObject { try named(text(edit, "object")) }

    private func named(_ name: String) throws -> ManagedObject {
        guard let object = objects[name] else { throw FormatReference.Failure(description: "no object \(name)") }
        return object
    }

    private func key(_ edit: JSON) -> String { text(edit, "relationship") }

    private func text(_ edit: JSON, _ key: String) -> String { edit[key] as? String ?? "" }
}

extension ManagedObjectContext {
    fileprivate func insert(_ entity: String) -> ManagedObject {
        EntityDescription.insertNewObject(forEntityName: entity, into: self)
    }
}
