import PersistenceTestSupport
import SQLite
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// Relationships that are not stored in a column of their row.
@Suite struct LinkTests {
    private let folder: TemporaryFolder
    private let stack: Stack

    init() throws {
        folder = try TemporaryFolder()
        stack = try Stack(folder.file(), model: TestModels.graph())
        try stack.insert([[:], [:], [:]], "Entry")
        for name in ["Tag", "Photo", "Spot"] { try stack.insert([[:], [:], [:]], name) }
    }

    private func link(
        _ relationship: String, of name: String, _ key: Int64, added: [Int64] = [], removed: [Int64] = [],
        order: [Int64]? = nil
    ) throws {
        var changes = StoreChanges()
        let slot = try #require(try stack.entity(name).slot(named: relationship))
        changes.links = [
            .init(layout: try stack.layout(name), slot: slot, key: key, added: added, removed: removed, order: order)
        ]
        try #require(try stack.write(changes).isEmpty)
    }

    @Test func `a many-to-many link is seen from both ends`() throws {
        try link("tags", of: "Entry", 2, added: [1, 3])
        #expect(try stack.destinations("tags", of: "Entry", 2) == [1, 3])
        #expect(try stack.destinations("entries", of: "Tag", 3) == [2])
        #expect(try stack.destinations("entries", of: "Tag", 2) == [])
    }

    @Test func `a link added at both ends is stored once`() throws {
        try link("tags", of: "Entry", 2, added: [1])
        try link("entries", of: "Tag", 1, added: [2])
        #expect(try folder.plainConnection().rows("SELECT Z_4ENTRIES, Z_8TAGS FROM Z_4TAGS") == [[2, 1]])
    }

    @Test func `a removed link is gone from both ends`() throws {
        try link("tags", of: "Entry", 2, added: [1, 3])
        try link("entries", of: "Tag", 1, removed: [2])
        #expect(try stack.destinations("tags", of: "Entry", 2) == [3])
    }

    @Test func `a relationship that is its own inverse is seen from both objects`() throws {
        try link("related", of: "Tag", 1, added: [2])
        #expect(try stack.destinations("related", of: "Tag", 2) == [1])
        try link("related", of: "Tag", 2, removed: [1])
        #expect(try stack.destinations("related", of: "Tag", 1) == [])
    }

    @Test func `a destination that several rows share is read once`() throws {
        for entry in [1, 2] as [Int64] { try link("tags", of: "Entry", entry, added: [3]) }
        let slot = try #require(try stack.entity("Entry").slot(named: "tags"))
        var rows: [Int64] = []
        let found = try stack.backend.related(to: [1, 2], through: slot, in: stack.layout("Entry")) { block in
            rows += (0..<block.count).map { block.key($0) }
        }
        #expect(rows == [3])
        #expect(found.mapValues { $0.map(\.key) } == [1: [3], 2: [3]])
    }

    @Test func `an ordered many-to-many relationship keeps its order`() throws {
        try link("photos", of: "Entry", 1, added: [3, 1, 2], order: [3, 1, 2])
        #expect(try stack.destinations("photos", of: "Entry", 1) == [3, 1, 2])
        try link("photos", of: "Entry", 1, removed: [1], order: [2, 3])
        #expect(try stack.destinations("photos", of: "Entry", 1) == [2, 3])
    }

    @Test func `an ordered one-to-many relationship stores its order in the destinations' rows`() throws {
        var changes = StoreChanges()
        let reference = try PropertyValue.reference(stack.id("Spot", 1))
        changes.updates = try [1, 2, 3].map { try stack.update($0, ["spot": reference], "Entry") }
        let slot = try #require(try stack.entity("Spot").slot(named: "entries"))
        changes.links = [
            .init(
                layout: try stack.layout("Spot"), slot: slot, key: 1, added: [2, 3, 1], removed: [], order: [2, 3, 1])
        ]
        try #require(try stack.write(changes).isEmpty)
        #expect(try stack.destinations("entries", of: "Spot", 1) == [2, 3, 1])
        changes = StoreChanges()
        changes.updates = [try stack.update(3, ["spot": .null], "Entry", expected: 2)]
        try #require(try stack.write(changes).isEmpty)
        #expect(try stack.destinations("entries", of: "Spot", 1) == [2, 1])
        #expect(
            try folder.plainConnection().rows("SELECT ZSPOT, Z_FOK_SPOT FROM ZENTRY WHERE Z_PK = 3") == [[nil, nil]])
    }

    @Test func `destinations in a hierarchy have their concrete entity`() throws {
        try stack.insert([[:]], "dog")
        try stack.insert([["companion": .reference(stack.id("dog", 1))]], "Entry")
        #expect(try stack.destinations("visits", of: "Animal", 1) == [4])
    }

    @Test func `a predicate can traverse a many-to-many relationship`() throws {
        try link("tags", of: "Entry", 2, added: [1])
        var changes = StoreChanges()
        changes.updates = [try stack.update(1, ["name": .string("dawn")], "Tag")]
        try #require(try stack.write(changes).isEmpty)
        let entity = try stack.entity("Entry")
        var fetch = StoreFetch(entity: entity)
        fetch.predicate = try FetchPredicate(format: "ANY tags.name == 'dawn'").bound(to: entity)
        #expect(try stack.backend.keys(fetch).map(\.key) == [2])
    }
}
