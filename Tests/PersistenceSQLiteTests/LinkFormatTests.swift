import Foundation
import PersistenceTestSupport
import SQLite
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// How relationships are stored that are not a to-one column, as in stores that Core Data wrote.
@Suite struct LinkFormatTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func entity(_ name: String) -> EntityDescription {
        EntityDescription(name: name, properties: [AttributeDescription(name: "name", type: .string)])
    }

    private func open(_ entities: EntityDescription...) throws -> Stack {
        try Stack(folder.file(), model: ManagedObjectModel(entities: entities))
    }

    private func columns(_ table: String) throws -> [String] {
        try folder.plainConnection().texts(
            "SELECT name FROM pragma_table_info('\(table)') WHERE name NOT LIKE 'Z\\_PK' ESCAPE '\\'")
    }

    private var tables: [String] {
        get throws {
            try folder.plainConnection().texts(
                "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'Z_[0-9]*' ORDER BY name")
        }
    }

    // MARK: Without an inverse

    /// A list with items that do not know it. Numbers: Item 1, List 2.
    private func listAndItem(ordered: Bool) throws -> Stack {
        let (list, item) = (entity("List"), entity("Item"))
        list.refer(ordered ? .ordered("items") : .many("items"), to: item)
        return try open(list, item)
    }

    @Test func `a to-many relationship without an inverse is a hidden column of its destination, with an index`() throws
    {
        let stack = try listAndItem(ordered: true)
        #expect(try columns("ZITEM") == ["Z_ENT", "Z_OPT", "Z2ITEMS", "Z_FOK_2ITEMS", "ZNAME"])
        #expect(try tables == [])
        #expect(
            try folder.plainConnection().texts(
                "SELECT sql FROM sqlite_master WHERE tbl_name = 'ZITEM' AND type = 'index'")
                == ["CREATE INDEX ZITEM_Z2ITEMS_INDEX ON ZITEM (Z2ITEMS)"])
        try stack.coordinator.remove(stack.store)
    }

    @Test(arguments: [false, true])
    func `members of a relationship without an inverse are saved, moved to another owner, removed and fetched`(
        ordered: Bool
    ) throws {
        let stack = try listAndItem(ordered: ordered)
        try stack.withContext { context throws in
            let items = ["a", "b", "c"].map { context.insert("Item", named: $0) }
            let (first, second) = (context.insert("List", named: "first"), context.insert("List", named: "second"))
            first.setValue(items, forKey: "items")
            try context.save()
            first.setValue([items[1]], forKey: "items")
            second.setValue([items[2], items[0]], forKey: "items")
            try context.save()
        }
        try stack.withContext { context throws in
            let second = try #require(try context.named("List", "second"))
            #expect(second.names("items") == (ordered ? ["c", "a"] : ["a", "c"]))
            #expect(try #require(try context.named("List", "first")).names("items") == ["b"])
            let request = FetchRequest<ManagedObject>(entityName: "List")
            request.predicate = FetchPredicate(format: "ANY items.name == %@ AND items.@count == 2", "a")
            #expect(try context.fetch(request) == [second])
            context.delete(second)
            try context.save()
        }
        let keys = try folder.plainConnection().rows("SELECT ZNAME, Z2ITEMS FROM ZITEM ORDER BY ZNAME")
        #expect(keys == [["a", .null], ["b", 1], ["c", .null]])
    }

    /// What Core Data shows until the relationship is read again is not known.
    @Test func `a deleted object leaves relationships without an inverse that show it`() throws {
        let stack = try listAndItem(ordered: true)
        try stack.withContext { context throws in
            let items = ["a", "b", "c"].map { context.insert("Item", named: $0) }
            let list = context.insert("List", named: "list")
            list.setValue(items, forKey: "items")
            context.delete(items[0])
            #expect(list.names("items") == ["b", "c"])
            try context.save()
            context.delete(items[1])
            #expect(list.names("items") == ["c"])
            #expect(!list.hasChanges)
            try context.save()
            #expect(list.names("items") == ["c"])
            #expect(list.version == 1)
        }
    }

    // MARK: Names of join tables

    @Test func `the join table of an entity and itself is named by the greater of the two names`() throws {
        let user = entity("User")
        user.relate(.many("following"), to: user, .many("followers"))
        _ = try open(user)
        #expect(try tables == ["Z_1FOLLOWING"])
        #expect(try columns("Z_1FOLLOWING") == ["Z_1FOLLOWERS", "Z_1FOLLOWING"])
    }

    /// As in stores of Core Data's: `Z_9USERS(Z_9SYSTEMMESSAGES, Z_14USERS1)`, `Z_12USERS(Z_12REACTIONS, Z_14USERS)`.
    @Test func `the second column with the keys of one name into one entity has a digit, by the inverse's name`() throws
    {
        let (message, reaction, user) = (entity("Message"), entity("Reaction"), entity("User"))
        message.relate(.many("users"), to: user, .many("systemMessages"))
        reaction.relate(.many("users"), to: user, .many("reactions"))
        _ = try open(message, reaction, user)
        #expect(try columns("Z_1USERS") == ["Z_1SYSTEMMESSAGES", "Z_3USERS1"])
        #expect(try columns("Z_2USERS") == ["Z_2REACTIONS", "Z_3USERS"])
    }

    // MARK: Positions

    /// A shelf with books in order. Numbers: Book 1, Shelf 2.
    private func shelf() throws -> Stack {
        let (book, shelf) = (entity("Book"), entity("Shelf"))
        shelf.relate(.ordered("books"), to: book, .one("shelf"))
        shelf.refer(.one("owner"), to: shelf)
        book.refer(.one("zone"), to: shelf)
        return try open(book, shelf)
    }

    private func positions() throws -> [String: Int64] {
        let rows = try folder.plainConnection().rows("SELECT ZNAME, Z_FOK_SHELF FROM ZBOOK")
        return Dictionary(rows.map { ($0[0].text ?? "", $0[1].integer ?? -1) }, uniquingKeysWith: { $1 })
    }

    @Test func `columns with positions come after all to-one columns`() throws {
        _ = try shelf()
        #expect(try columns("ZBOOK") == ["Z_ENT", "Z_OPT", "ZSHELF", "ZZONE", "Z_FOK_SHELF", "ZNAME"])
    }

    @Test func `positions are 2048, 3072, 4096, and a move changes that of the moved member alone`() throws {
        let stack = try shelf()
        try stack.withContext { context throws in
            let shelf = context.insert("Shelf", named: "shelf")
            let books = ["a", "b", "c", "d"].map { context.insert("Book", named: $0) }
            shelf.setValue(books, forKey: "books")
            try context.save()
            #expect(try positions() == ["a": 2048, "b": 3072, "c": 4096, "d": 5120])
            shelf.mutableOrderedSetValue(forKey: "books").moveObjects(at: [3], to: 1)
            try context.save()
            #expect(try positions() == ["a": 2048, "b": 3072, "c": 4096, "d": 2560])
            shelf.mutableOrderedSetValue(forKey: "books").insert(context.insert("Book", named: "e"), at: 0)
            try context.save()
            #expect(try positions() == ["a": 2048, "b": 3072, "c": 4096, "d": 2560, "e": 1024])
            shelf.mutableOrderedSetValue(forKey: "books").remove(books[0])
            try context.save()
            #expect(try positions() == ["a": -1, "b": 3072, "c": 4096, "d": 2560, "e": 1024])
        }
        try stack.withContext { context throws in
            #expect(try #require(try context.named("Shelf", "shelf")).names("books") == ["e", "d", "b", "c"])
        }
    }

    @Test func `a list is numbered anew only where there is no room`() {
        #expect(LinkPositions.positions(after: [nil, nil]) == [2048, 3072])
        #expect(LinkPositions.positions(after: [1, nil, 3]) == [1, 2, 3])
        #expect(LinkPositions.positions(after: [1, nil, 2]) == [2048, 3072, 4096])
        #expect(
            LinkPositions.positions(after: [3072, 2048, 4096]).filter { [2048, 3072, 4096].contains($0) }.count == 2)
        #expect(LinkPositions.positions(after: [5, 5, nil]) == [2, 5, 1029])
        #expect(LinkPositions.positions(after: [.max, nil]) == [2048, 3072])
        #expect(LinkPositions.positions(after: [nil, .min]) == [2048, 3072])
        #expect(LinkPositions.positions(after: []) == [])
    }

    @Test func `any order of any positions gives increasing ones, and as many as possible stay`() {
        var random = Numbers(mix: SplitMix(state: 7))
        for _ in 0..<2_000 {
            let count = Int.random(in: 0...7, using: &random)
            let present = (0..<count).map { _ in
                Bool.random(using: &random) ? Int64.random(in: 1...9, using: &random) * 1000 : nil
            }
            let positions = LinkPositions.positions(after: present)
            #expect(zip(positions, positions.dropFirst()).allSatisfy { $0 < $1 }, "\(present)")
            let kept = zip(present, positions).count { $0 == $1 }
            #expect(kept == Self.longestRise(present), "\(present) \(positions)")
        }
    }

    private struct Numbers: RandomNumberGenerator {
        var mix: SplitMix

        mutating func next() -> UInt64 { mix.next() }
    }

    /// The length of the longest increasing list in these numbers, by trying all of them.
    private static func longestRise(_ numbers: [Int64?]) -> Int {
        (0..<(1 << numbers.count)).map { choice in
            let chosen = numbers.indices.filter { choice & (1 << $0) != 0 }.map { numbers[$0] }
            let rises =
                chosen.allSatisfy { $0 != nil }
                && zip(chosen, chosen.dropFirst()).allSatisfy { ($0 ?? 0) < ($1 ?? 0) }
            return rises ? chosen.count : 0
        }.max() ?? 0
    }
}
