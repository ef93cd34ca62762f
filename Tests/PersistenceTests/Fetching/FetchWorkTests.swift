import Foundation
import Persistence
import PersistenceTestSupport
import Synchronization
import Testing

/// What a fetch does beside the store's work: counted, not timed.
@Suite struct FetchWorkTests {
    /// Counts how often values of a sort key are computed.
    private final class Counter: Sendable {
        private let count = Mutex(0)

        func note() { count.withLock { $0 += 1 } }

        /// The number since the last call.
        func taken() -> Int {
            count.withLock { count in
                defer { count = 0 }
                return count
            }
        }
    }

    private static let rows = 1_000

    /// Notes with texts in the order of their numbers, and a sort key that counts.
    private static func stack(_ counter: Counter) throws -> Stack {
        let entity = EntityDescription(
            name: "Note", properties: [AttributeDescription(name: "text", type: .string)])
        let key = ComputedKey(name: "number", attribute: "text", sqlName: "TEST_NUMBER") { bytes in
            counter.note()
            return Double(String(decoding: bytes, as: UTF8.self))
        }
        entity.computedKeys[key.name] = key
        let stack = try Stack(.sqlite, model: ManagedObjectModel(entities: [entity]))
        try stack.withContext { context throws in
            for number in 0..<rows { add("\(number)", to: context) }
            try context.save()
        }
        return stack
    }

    @discardableResult
    private static func add(_ text: String, to context: ManagedObjectContext) -> ManagedObject {
        let note = EntityDescription.insertNewObject(forEntityName: "Note", into: context)
        note.setValue(text, forKey: "text")
        return note
    }

    private static var request: FetchRequest<ManagedObject> {
        let request = FetchRequest<ManagedObject>(entityName: "Note")
        request.sortDescriptors = [FetchSortDescriptor(key: "number")]
        return request
    }

    private static func texts(_ notes: [ManagedObject]) -> [String] {
        notes.map { $0.value(forKey: "text") as? String ?? "nil" }
    }

    /// The rows are sorted by the store. A binary search for each pending object takes two values a step.
    @Test(arguments: [false, true])
    func `a fetch with pending objects does not sort the stored rows again`(isChild: Bool) throws {
        let counter = Counter()
        let stack = try Self.stack(counter)
        try stack.withContext { parent throws in
            _ = counter.taken()
            let stored = try parent.fetch(Self.request)
            let byStore = counter.taken()
            Self.add("10.5", to: parent)
            stored[500].setValue("20.5", forKey: "text")
            parent.delete(stored[3])
            let context = isChild ? parent.makeChild() : parent
            let found = try context.performAndWait { try Self.texts(context.fetch(Self.request)) }
            #expect(counter.taken() - byStore <= 2 * 2 * 11)
            var expected = (0..<Self.rows).filter { $0 != 3 && $0 != 500 }.map(String.init)
            expected.insert("20.5", at: 20)
            expected.insert("10.5", at: 10)
            #expect(found == expected)
        }
    }

    /// The order of rows that are equal by every key is the store's, whatever was changed.
    @Test func `a changed object keeps its place among those that are equal to it`() throws {
        let stack = try Self.stack(Counter())
        try stack.withContext { context throws in
            let stored = try context.fetch(Self.request)
            for (index, text) in [(5, "7.0"), (7, "7.00"), (9, "7")] { stored[index].setValue(text, forKey: "text") }
            Self.add("7.000", to: context)
            #expect(try Self.texts(Array(context.fetch(Self.request)[5...9])) == ["6", "7.0", "7.00", "7", "7.000"])
        }
    }
}
