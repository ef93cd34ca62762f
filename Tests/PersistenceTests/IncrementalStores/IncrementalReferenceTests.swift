import Foundation
import Persistence
import Testing

/// The reference objects by which an incremental store identifies its records.
@Suite struct IncrementalReferenceTests {
    @Test(arguments: [12, -3, "a/b ü~", "", "12", UUID()] as [any Hashable & Sendable])
    func `equal references make equal object IDs and round-trip as URIs`(reference: any Hashable & Sendable) throws {
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

    @Test func `integers, strings and UUIDs are different reference objects`() throws {
        let stack = try LoggingStack()
        let store = try #require(stack.store as? LoggingStore)
        let book = try #require(stack.coordinator.managedObjectModel.entitiesByName["Book"])
        let uuid = UUID()
        let references: [AnyHashable] = [1, "1", uuid, AnyHashable(uuid.uuidString)]
        let ids = references.map { store.newObjectID(for: book, referenceObject: $0) }
        #expect(Set(ids).count == 4)
        #expect(Set(ids.map { $0.uriRepresentation() }).count == 4)
    }

    /// Reference objects and their form in a URI.
    nonisolated(unsafe) static let written: [(reference: AnyHashable, name: String)] = [
        (12, "p12"), (AnyHashable(NSNumber(value: 12)), "p12"), (AnyHashable(Int16(12)), "p12"),
        (AnyHashable(NSNumber(value: -3)), "p-3"), (AnyHashable(UInt64.max), "p18446744073709551615"),
        (AnyHashable(NSNumber(value: UInt64.max)), "p18446744073709551615"), (1.5, "p1.5"),
        (AnyHashable(NSNumber(value: 1.5)), "p1.5"), (AnyHashable(NSDecimalNumber(value: 7)), "p7"), (1e30, "p1e+30"),
        ("abc", "pabc"), (AnyHashable(NSString("abc")), "pabc"), ("12", "p%312"), ("-3", "p%2D3"), ("007", "p007"),
        ("a/b", "pa%2Fb"), ("50% of", "p50%25%20of"), ("ü~", "p%C3%BC~"), (":u1", "p%3Au1"), ("..", "p.."), ("", "p"),
        ("a\u{0}b?c#d", "pa%00b%3Fc%23d"),
    ]

    @Test(arguments: written.indices)
    func `an object ID's URI contains the reference object and is valid in a reopened store`(index: Int) throws {
        let (reference, name) = IncrementalReferenceTests.written[index]
        let options: [String: any Sendable] = ["Identifier": "a store/1"]
        let stack = try LoggingStack(options: options), again = try LoggingStack(options: options)
        let store = try #require(stack.store as? LoggingStore), other = try #require(again.store as? LoggingStore)
        let book = try #require(stack.coordinator.managedObjectModel.entitiesByName["Book"])
        _ = store.newObjectID(for: book, referenceObject: "first")
        let id = store.newObjectID(for: book, referenceObject: reference)
        let uri = id.uriRepresentation()
        #expect(uri.absoluteString == "x-coredata://a%20store%2F1/Book/\(name)")
        #expect(stack.coordinator.managedObjectID(forURIRepresentation: uri) == id)
        let found = try #require(again.coordinator.managedObjectID(forURIRepresentation: uri))
        #expect(found.uriRepresentation() == uri)
        #expect(String(describing: other.referenceObject(for: found)) == String(describing: reference.base))
    }

    @Test func `strings with different bytes are different reference objects`() throws {
        let stack = try LoggingStack()
        let store = try #require(stack.store as? LoggingStore)
        let book = try #require(stack.coordinator.managedObjectModel.entitiesByName["Book"])
        let ids = ["\u{E9}", "e\u{301}"].map { store.newObjectID(for: book, referenceObject: $0) }
        #expect(ids[0] != ids[1])
        #expect(Set(ids.map { $0.uriRepresentation().absoluteString }).count == 2)
    }

    @Test func `a reference object that a URI cannot contain cannot be found in a reopened store`() throws {
        let options: [String: any Sendable] = ["Identifier": "S"]
        let stack = try LoggingStack(options: options), again = try LoggingStack(options: options)
        let store = try #require(stack.store as? LoggingStore), other = try #require(again.store as? LoggingStore)
        let book = try #require(stack.coordinator.managedObjectModel.entitiesByName["Book"])
        let theirs = try #require(again.coordinator.managedObjectModel.entitiesByName["Book"])
        let id = store.newObjectID(for: book, referenceObject: Date(timeIntervalSinceReferenceDate: 1))
        _ = other.newObjectID(for: theirs, referenceObject: Date(timeIntervalSinceReferenceDate: 2))
        let uri = id.uriRepresentation()
        #expect(stack.coordinator.managedObjectID(forURIRepresentation: uri) == id)
        #expect(again.coordinator.managedObjectID(forURIRepresentation: uri) == nil)
    }

    @Test(arguments: ["p:k-9223372036854775808-x", "p:k1-x", "p:u1", "p:z", "x12", "", "p%", "p%FF", "p1/2"])
    func `a URI that does not identify a record of the store gives nil`(name: String) throws {
        let stack = try LoggingStack(options: ["Identifier": "S"])
        let uri = try #require(URL(string: "x-coredata://S/Book/" + name) ?? URL(string: "x-coredata://S/Book"))
        let id = stack.coordinator.managedObjectID(forURIRepresentation: uri)
        #expect(id == nil || id?.uriRepresentation() == uri)
    }
}
