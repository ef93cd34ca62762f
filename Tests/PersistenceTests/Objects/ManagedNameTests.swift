import Foundation
import PersistenceTestSupport
import Testing

@testable import Persistence

/// Properties with wrappers, whose slots are remembered for all threads in a table that can be full.
@Suite struct ManagedNameTests {
    /// A model of its own, whose properties are in another order with each number.
    private func context(_ number: Int) throws -> ManagedObjectContext {
        let more = (0..<number % 5).map { AttributeDescription(name: "a\($0)", type: .double) }
        let own = [
            AttributeDescription(name: "name", type: .string), AttributeDescription(name: "size", type: .integer32),
        ]
        let entity = EntityDescription(name: "Wrapped", class: Wrapped.self, properties: more + own)
        return try Stack(.memory, model: ManagedObjectModel(entities: [entity])).context()
    }

    @Test func `values are right with more models than the table of slots has places for`() throws {
        for number in 0..<2500 {
            let context = try context(number)
            context.performAndWait {
                let object = Wrapped(context: context)
                (object.name, object.size) = ("\(number)", Int32(number))
                #expect(object.name == "\(number)" && object.size == Int32(number))
                #expect(object["size"] as? Int == number)
            }
        }
    }

    @Test func `several threads find slots at once`() throws {
        let contexts = try (0..<8).map { try context($0) }
        DispatchQueue.concurrentPerform(iterations: 64) { number in
            let context = contexts[number % 8]
            context.performAndWait {
                let object = Wrapped(context: context)
                object.size = Int32(number)
                object.name = "n"
                #expect(object.size == Int32(number) && object.name == "n")
            }
        }
    }

    @Test func `a wrapper has three words`() {
        #expect(MemoryLayout<Managed<String?>>.size == 3 * MemoryLayout<Int>.size)
    }
}

private final class Wrapped: ManagedObject {
    @Managed("name") var name: String?
    @Managed("size") var size: Int32
}
