import Foundation
import Persistence
import PersistenceSQLite

/// A row of the drafts' store.
struct DraftRow {
    var number: Int
    /// The engine's version of the row.
    private(set) var version: Int64 = 1
    /// The draft as JSON, or what was found in its place.
    var content: Data
    /// When a command last cancelled or restored the draft, in milliseconds since 2001-01-01T00:00:00Z; the same for
    /// all drafts of the command. Nil if none did, or if drafts were cancelled since.
    var stamp: Int64?
    /// Whether the draft is cancelled or saved, and kept only for `undo`.
    var isCancelled = false
    /// The number of the journal's last transaction at that time. Of a draft that was saved, the number of the
    /// transaction that saved it, below zero.
    var transaction: Int64 = 0

    /// The journal's transaction that saved the draft; nil if none did, or if it was changed since.
    var savedBy: Int64? {
        get { transaction < 0 ? -transaction : nil }
        set { transaction = newValue.map { -$0 } ?? 0 }
    }
}

extension [DraftRow] {
    /// The row with this number; nil if there is none, or its draft is cancelled.
    func live(_ number: Int) -> DraftRow? { first { $0.number == number && !$0.isCancelled } }
}

/// The store of a journal's drafts: a row for each, whose key is the draft's number.
///
/// The store is made with the first draft, with the engine that the journal has.
final class DraftStore {
    private let context: ManagedObjectContext
    private let columns: DraftColumns

    /// Opens the store at `url`, which must exist.
    init(_ url: URL) throws {
        SQLiteStore.register()
        let coordinator = PersistentStoreCoordinator(managedObjectModel: DraftStore.model)
        try coordinator.addPersistentStore(ofType: sqliteStoreType, at: url, options: [StoreOption.mustExist: true])
        context = ManagedObjectContext(concurrencyType: .privateQueue)
        context.persistentStoreCoordinator = coordinator
        columns = DraftColumns(coordinator.managedObjectModel)
    }

    /// Makes an empty store, complete or not at all, unless another process has made it.
    static func make(_ url: URL) throws {
        let staging = try StagingFolder(for: url)
        defer { staging.remove() }
        let file = staging.url.appendingPathComponent(JournalPath.fileName)
        SQLiteStore.register()
        let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.remove(coordinator.addPersistentStore(ofType: sqliteStoreType, at: file))
        try SQLiteStore.finish(file)
        _ = try staging.link(file, to: url)
    }

    /// Whether SQLite and the engine find the store at `url` sound. Nothing is changed.
    static func isSound(_ url: URL) throws -> Bool {
        try SQLiteStore.check(url, model: model).findings.isEmpty
    }

    /// All rows, in order of number.
    func rows() throws -> [DraftRow] {
        try context.performAndWait {
            var rows: [DraftRow] = []
            try context.forEachRowBlock(DraftColumns.all) { rows += columns.rows($0) }
            return rows.sorted { $0.number < $1.number }
        }
    }

    /// Runs `body` in one transaction. An error leaves the store unchanged.
    func write<Result>(_ body: (DraftTransaction) throws -> Result) throws -> Result {
        try context.performAndWait {
            try context.batchWrite(to: DraftColumns.entity) { batch in
                try body(DraftTransaction(batch: batch, columns: columns))
            }
        }
    }

    private static var model: ManagedObjectModel {
        ManagedObjectModel(entities: [
            EntityDescription(
                name: DraftColumns.entity, class: ManagedObject.self,
                properties: [
                    AttributeDescription(name: "content", type: .binaryData),
                    AttributeDescription(name: "stamp", type: .integer64),
                    AttributeDescription(name: "isCancelled", type: .boolean),
                    AttributeDescription(name: "transaction", type: .integer64),
                ])
        ])
    }
}

/// The reads and writes of one transaction. No other process writes meanwhile.
struct DraftTransaction {
    fileprivate let batch: RowBatch
    fileprivate let columns: DraftColumns

    /// The highest number that any draft has ever had.
    func highestNumber() throws -> Int { Int(try batch.highestKey()) }

    /// All rows, in order of number.
    func rows() throws -> [DraftRow] {
        var rows: [DraftRow] = []
        try batch.forEachRowBlock(DraftColumns.all) { rows += columns.rows($0) }
        return rows.sorted { $0.number < $1.number }
    }

    /// Inserts a row. Its number is then never given again.
    func insert(_ row: DraftRow) throws {
        try batch.insert([RowBatch.Row(key: Int64(row.number), values: columns.values(row))])
    }

    /// Replaces a row's values.
    func update(_ row: DraftRow) throws {
        let version = StoreNumbers.version(after: row.version)
        try batch.update([RowBatch.Row(key: Int64(row.number), version: version, values: columns.values(row))])
    }

    /// Deletes the rows with these numbers.
    func delete(_ numbers: [Int]) throws { try batch.delete(numbers.map(Int64.init)) }
}

/// Where the store has the parts of a row.
private struct DraftColumns {
    static let entity = "Draft"
    static let all = FetchValues(entityName: entity)

    private let content, stamp, isCancelled, transaction: Int

    init(_ model: ManagedObjectModel) {
        let slot = { model.entitiesByName[DraftColumns.entity]?.slot(named: $0) ?? 0 }
        (content, stamp, isCancelled, transaction) = (
            slot("content"), slot("stamp"), slot("isCancelled"), slot("transaction")
        )
    }

    func rows(_ block: RowBlock) -> [DraftRow] {
        (0..<block.count).map { index in
            var row = DraftRow(number: Int(block.key(index)), version: block.version(index), content: Data())
            if case .data(let bytes) = block.value(index, slot: content) { row.content = bytes }
            if case .integer(let number) = block.value(index, slot: stamp) { row.stamp = number }
            if case .boolean(let isOn) = block.value(index, slot: isCancelled) { row.isCancelled = isOn }
            if case .integer(let number) = block.value(index, slot: transaction) { row.transaction = number }
            return row
        }
    }

    func values(_ row: DraftRow) -> SparseValues {
        var values = SparseValues()
        values[content] = .data(row.content)
        values[stamp] = row.stamp.map(PropertyValue.integer) ?? .null
        values[isCancelled] = .boolean(row.isCancelled)
        values[transaction] = .integer(row.transaction)
        return values
    }
}
