import CountingAllocator
import Foundation
import Persistence
import PersistenceSQLite

// Prints how many allocations a thousand more objects take in one fetch, and how many the reading of their attributes, or
// "unknown" where allocations cannot be counted. A program of its own, because others allocate beside a test.

/// Text that fits into a string without memory of its own.
let text = "glassy"

let folder = FileManager.default.temporaryDirectory.appendingPathComponent("allocations-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }

SQLiteStore.register()
let attributes = [AttributeDescription(name: "wind", type: .string), AttributeDescription(name: "date", type: .date)]
let coordinator = PersistentStoreCoordinator(
    managedObjectModel: ManagedObjectModel(entities: [EntityDescription(name: "Note", properties: attributes)]))
_ = try coordinator.addPersistentStore(ofType: sqliteStoreType, at: folder.appendingPathComponent("Store.sqlite"))

func withContext<T>(_ body: (ManagedObjectContext) throws -> T) rethrows -> T {
    let context = ManagedObjectContext(concurrencyType: .privateQueue)
    context.persistentStoreCoordinator = coordinator
    return try context.performAndWait { try body(context) }
}

let windKey = Attribute<String?>("wind")
let dateKey = Attribute<Date?>("date")

/// The allocations of a fetch of the first rows, and of reading what was fetched.
func allocations(ofFirst count: Int) throws -> (fetching: Int, reading: Int) {
    try withContext { context in
        let request = FetchRequest<ManagedObject>(entityName: "Note")
        request.fetchLimit = count
        let start = allocation_count()
        let notes = try context.fetch(request)
        let fetched = allocation_count()
        var length = 0
        for note in notes { length += (note[windKey]?.utf8.count ?? 0) + (note[dateKey] == nil ? 0 : 1) }
        precondition(length == count * (text.utf8.count + 1), "Not everything was read.")
        return (fetched - start, allocation_count() - fetched)
    }
}

try withContext { context in
    for number in 0..<4_000 {
        let note = EntityDescription.insertNewObject(forEntityName: "Note", into: context)
        note[windKey] = text
        note[dateKey] = Date(timeIntervalSinceReferenceDate: Double(number))
    }
    try context.save()
}
_ = try allocations(ofFirst: 4_000)
let few = try allocations(ofFirst: 2_000)
let many = try allocations(ofFirst: 3_000)
let isKnown = allocation_count() >= 0
print(isKnown ? "\(many.fetching - few.fetching) \(many.reading - few.reading)" : "unknown")
