import Foundation
import SQLite
import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// Processes that are killed while they save.
@Suite struct CrashTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// B-STO-09: what was committed last is there entirely, what was not is not there at all, and no key comes twice.
    @Test func `a process that is killed at any moment leaves whole saves and no key to be used again`() async throws {
        for round in 0..<6 {
            let path = folder.url.path
            let delay = UInt32.random(in: 0...60_000)
            await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, delay = delay as UInt32] in
                try BatchWriter(folder: URL(fileURLWithPath: path)).run { usleep(delay) }
            }
            try checkStore(round: round)
        }
        let keys = try BatchWriter.notes(in: folder.url, "keys")
        #expect(keys.count > 6 * BatchWriter.size)
        #expect(Set(keys).count == keys.count, "A key was given twice.")
    }

    private func checkStore(round: Int) throws {
        #expect(try folder.plainConnection().integrityCheck().isEmpty)
        let stack = try Stack(folder.file(), model: BatchWriter.model())
        let reported = try BatchWriter.notes(in: folder.url, "saved").max() ?? 0
        try stack.withContext { context throws in
            let rows = try context.fetch(FetchRequest<ManagedObject>(entityName: "Row"))
            let batches = Dictionary(grouping: rows) { $0.value(forKey: "batch") as? Int64 ?? -1 }
            let last = try #require(batches.keys.max())
            #expect(reported > 0 && (reported...reported + 1).contains(last))
            // Each save inserts one batch and deletes the one before: there is always exactly one, and it is whole.
            #expect(batches.mapValues(\.count) == [last: BatchWriter.size])
            let total = try #require(try context.fetch(FetchRequest<ManagedObject>(entityName: "Total")).first)
            #expect(total.value(forKey: "saves") as? Int64 == last)
            #expect(total.mutableSetValue(forKey: "rows").count == BatchWriter.size)
        }
    }
}

/// Saves batch after batch until its process is killed, and notes in plain files what it was told.
struct BatchWriter {
    static let size = 40
    let folder: URL

    static func model() -> ManagedObjectModel {
        let row = EntityDescription(name: "Row")
        let total = EntityDescription(name: "Total")
        let rows = RelationshipDescription(name: "rows", destination: row, toMany: true)
        let owner = RelationshipDescription(name: "total", destination: total)
        rows.setInverse(owner)
        row.properties = [
            AttributeDescription(name: "batch", type: .integer64), AttributeDescription(name: "text", type: .string),
            owner,
        ]
        total.properties = [AttributeDescription(name: "saves", type: .integer64), rows]
        return ManagedObjectModel(entities: [row, total])
    }

    /// The numbers that a writer noted, one in each whole line.
    static func notes(in folder: URL, _ name: String) throws -> [Int64] {
        guard let text = try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8) else {
            return []
        }
        return text.split(separator: "\n").compactMap { Int64($0) }
    }

    /// - Parameter wait: returns when the process is to be killed; called once the first save of this run is done.
    func run(until wait: @escaping @Sendable () -> Void) throws {
        SQLiteStore.register()
        let coordinator = PersistentStoreCoordinator(managedObjectModel: BatchWriter.model())
        try coordinator.addPersistentStore(type: .sqlite, at: folder.appendingPathComponent("store.sqlite"))
        let context = ManagedObjectContext(concurrencyType: .privateQueue)
        context.persistentStoreCoordinator = coordinator
        try context.performAndWait {
            try saveBatch(in: context)
            Thread.detachNewThread {
                wait()
                kill(getpid(), SIGKILL)
            }
            while true { try saveBatch(in: context) }
        }
    }

    private func saveBatch(in context: ManagedObjectContext) throws {
        let total =
            try context.fetch(FetchRequest<ManagedObject>(entityName: "Total")).first
            ?? EntityDescription.insertNewObject(forEntityName: "Total", into: context)
        let number = (total.value(forKey: "saves") as? Int64 ?? 0) + 1
        for row in try context.fetch(FetchRequest<ManagedObject>(entityName: "Row")) { context.delete(row) }
        var rows: [ManagedObject] = []
        for index in 0..<BatchWriter.size {
            let row = EntityDescription.insertNewObject(forEntityName: "Row", into: context)
            row.setValuesForKeys(["batch": number, "text": String(repeating: "\(index) ", count: 50), "total": total])
            rows.append(row)
        }
        total.setValue(number, forKey: "saves")
        try context.obtainPermanentIDs(for: rows)
        note(rows.compactMap(\.objectID.key), in: "keys")
        try context.save()
        note([number], in: "saved")
    }

    /// One write(2), so that a line is there whole or not at all.
    private func note(_ numbers: [Int64], in name: String) {
        let descriptor = open(folder.appendingPathComponent(name).path, O_WRONLY | O_APPEND | O_CREAT, 0o600)
        let bytes = [UInt8](numbers.map { "\($0)\n" }.joined().utf8)
        precondition(descriptor >= 0 && write(descriptor, bytes, bytes.count) == bytes.count)
        close(descriptor)
    }
}
