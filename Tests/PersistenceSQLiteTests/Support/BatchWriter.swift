import Foundation
import PersistenceTestSupport

@testable import Persistence
@testable import PersistenceSQLite

/// Saves batch after batch until its process is killed, and notes each successful save in plain files.
struct BatchWriter {
    static let size = 40
    let folder: URL

    static func model() -> ManagedObjectModel {
        let row = EntityDescription(name: "Row")
        let total = EntityDescription(name: "Total")
        row.properties = [
            AttributeDescription(name: "batch", type: .integer64), AttributeDescription(name: "text", type: .string),
        ]
        total.properties = [AttributeDescription(name: "saves", type: .integer64)]
        total.relate(.many("rows"), to: row, .one("total"))
        return ManagedObjectModel(entities: [row, total])
    }

    /// The numbers that a writer noted, one per complete line.
    static func notes(in folder: URL, _ name: String) throws -> [Int64] {
        guard let text = try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8) else {
            return []
        }
        return text.split(separator: "\n").compactMap { Int64($0) }
    }

    /// - Parameter wait: Called when the second save of this run has its keys, so that some saves are cut off on any
    ///   machine. The process is killed when it returns.
    func run(until wait: @escaping @Sendable () -> Void) throws {
        SQLiteStore.register()
        let coordinator = PersistentStoreCoordinator(managedObjectModel: BatchWriter.model())
        try coordinator.addPersistentStore(type: .sqlite, at: folder.appendingPathComponent("store.sqlite"))
        let context = ManagedObjectContext(concurrencyType: .privateQueue)
        context.persistentStoreCoordinator = coordinator
        try context.performAndWait {
            try saveBatch(in: context)
            try saveBatch(in: context) {
                Thread.detachNewThread {
                    wait()
                    kill(getpid(), SIGKILL)
                }
            }
            while true { try saveBatch(in: context) }
        }
    }

    /// - Parameter begin: Called when the keys are given and noted, before the save.
    private func saveBatch(in context: ManagedObjectContext, _ begin: () -> Void = {}) throws {
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
        begin()
        try context.save()
        note([number], in: "saved")
    }

    /// Calls write(2) once, so that each line is either complete or missing.
    private func note(_ numbers: [Int64], in name: String) {
        let descriptor = open(folder.appendingPathComponent(name).path, O_WRONLY | O_APPEND | O_CREAT, 0o600)
        let bytes = [UInt8](numbers.map { "\($0)\n" }.joined().utf8)
        precondition(descriptor >= 0 && write(descriptor, bytes, bytes.count) == bytes.count)
        close(descriptor)
    }
}
