import Foundation
import Persistence
import Testing

/// References by which a store that is written outside the engine knows its records.
@Suite struct IncrementalReferenceTests {
    @Test(arguments: [12, -3, "a/b ü~", "", "12", UUID()] as [any Hashable & Sendable])
    func `a reference makes equal IDs, and comes back from the URI`(reference: any Hashable & Sendable) throws {
        let stack = try LoggingStack()
        let store = try #require(stack.store as? LoggingStore)
        let entities = stack.coordinator.managedObjectModel.entitiesByName
        let book = try #require(entities["Book"]), shelf = try #require(entities["Shelf"])
        let id = store.newObjectID(for: book, referenceObject: reference)
        #expect(id == store.newObjectID(for: book, referenceObject: reference))
        #expect(id != store.newObjectID(for: shelf, referenceObject: reference))
        #expect(store.referenceObject(for: id) as? AnyHashable == AnyHashable(reference))
        let uri = id.uriRepresentation()
        #expect(stack.coordinator.managedObjectID(forURIRepresentation: uri) == id)
    }

    @Test func `integers, texts and UUIDs are told apart`() throws {
        let stack = try LoggingStack()
        let store = try #require(stack.store as? LoggingStore)
        let book = try #require(stack.coordinator.managedObjectModel.entitiesByName["Book"])
        let uuid = UUID()
        let references: [AnyHashable] = [1, "1", uuid, AnyHashable(uuid.uuidString)]
        let ids = references.map { store.newObjectID(for: book, referenceObject: $0) }
        #expect(Set(ids).count == 4)
        #expect(Set(ids.map { $0.uriRepresentation() }).count == 4)
    }
}
