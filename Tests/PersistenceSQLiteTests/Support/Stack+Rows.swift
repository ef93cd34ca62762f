import Foundation
import PersistenceTestSupport
import SQLite
import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// Stacks with a store in a file, and what is written and read below the contexts.
extension Stack {
    convenience init(
        _ url: URL, model: ManagedObjectModel = TestModels.journal(), type: String = sqliteStoreType,
        configurationName: String? = nil, options: [String: any Sendable] = [:]
    ) throws {
        try self.init(model) {
            try $0.addPersistentStore(
                ofType: type, configurationName: configurationName, at: url, options: options)
        }
    }

    var backend: any StoreBackend { store.backend }
    var model: ManagedObjectModel { coordinator.managedObjectModel }

    func entity(_ name: String = "JournalEntry") throws -> EntityDescription {
        try #require(model.entitiesByName[name])
    }

    func layout(_ name: String = "JournalEntry") throws -> EntityLayout { try entity(name).layout }

    func metadata() throws -> [String: any Sendable] { try backend.metadata() }

    func beginWrite() throws -> any StoreTransaction { try backend.beginWrite() }

    func values(_ values: [String: PropertyValue], _ name: String = "JournalEntry") throws -> SparseValues {
        var result = SparseValues()
        for (key, value) in values { result[try #require(entity(name).slot(named: key))] = value }
        return result
    }

    func id(_ name: String, _ key: Int64) throws -> ManagedObjectID {
        try #require(coordinator.objectID(of: entity(name), key: key, in: store))
    }

    /// Inserts rows with newly allocated keys. Returns the first key.
    @discardableResult
    func insert(_ rows: [[String: PropertyValue]], _ name: String = "JournalEntry") throws -> Int64 {
        let transaction = try backend.beginWrite()
        let first = try transaction.allocateKeys(rows.count, in: layout(name))
        var changes = StoreChanges()
        for (offset, row) in rows.enumerated() {
            changes.insertions.append(try newRow(first + Int64(offset), row, name))
        }
        try #require(try transaction.apply(changes).isEmpty)
        try transaction.commit()
        return first
    }

    func newRow(
        _ key: Int64, _ values: [String: PropertyValue] = [:], _ name: String = "JournalEntry"
    ) throws -> RowBlock {
        try store.newRow(key, self.values(values, name), of: entity(name))
    }

    /// An update of a row to the version after `expected`.
    func update(
        _ key: Int64, _ values: [String: PropertyValue] = [:], _ name: String = "JournalEntry", expected: Int64 = 1
    ) throws -> StoreChanges.Update {
        let (entity, values) = (try entity(name), try self.values(values, name))
        return .init(
            block: try store.newRow(key, values, of: entity, version: expected + 1), row: 0, expectedVersion: expected,
            slots: values.slots(below: entity.layout.columnCount))
    }

    /// Applies changes and commits. Returns the keys with an unexpected version, and rolls back if there are any.
    func write(_ changes: StoreChanges) throws -> [Int64] {
        let transaction = try backend.beginWrite()
        let stale = try transaction.apply(changes)
        if stale.isEmpty { try transaction.commit() } else { transaction.rollback() }
        return stale.map(\.key)
    }

    func row(_ key: Int64, _ name: String = "JournalEntry") throws -> [String: PropertyValue]? {
        guard let block = try backend.rows(keys: [key], in: layout(name)).first else { return nil }
        var result: [String: PropertyValue] = [:]
        for slot in try layout(name).slots where slot.isColumn && !block.isNull(0, column: slot.index) {
            result[slot.name] = block.value(0, slot: slot.index)
        }
        return result
    }

    func version(_ key: Int64, _ name: String = "JournalEntry") throws -> Int64? {
        try backend.rows(keys: [key], in: layout(name)).first?.version(0)
    }

    func destinations(_ relationship: String, of name: String, _ key: Int64) throws -> [Int64] {
        let slot = try #require(entity(name).slot(named: relationship))
        return try backend.destinations(of: slot, in: layout(name), key: key).map(\.key)
    }
}

extension PersistentStore {
    /// A block of one row to write, as a save builds it.
    func newRow(
        _ key: Int64, _ values: SparseValues = SparseValues(), of entity: EntityDescription, version: Int64 = 1
    ) throws -> RowBlock {
        let builder = RowBlockBuilder(table: try #require(table(for: entity.layout)), capacity: 1)
        builder.append(key: key, version: version, entityIndex: entity.entityIndex)
        values.forEach { slot, value in builder.set(value, slot: slot) }
        return builder.finish(fetchedAt: 0)
    }
}
