import Foundation
import PersistenceTestSupport
import SQLite
import TestSupport
import Testing

@testable import Persistence
@testable import PersistenceSQLite

/// Fetching objects that a context already has.
@Suite struct RefetchTests {
    private let folder: TemporaryFolder
    private let stack: Stack
    private let context: ManagedObjectContext

    init() throws {
        folder = try TemporaryFolder()
        stack = try Stack(folder.file())
        try stack.insert((1...9).map { ["wind": .string("wind \($0)")] })
        context = stack.context()
    }

    private final class KnownRowList: KnownRows {
        let known: Set<Int64>
        private(set) var asked: [Int64] = []

        init(known: Set<Int64>) {
            self.known = known
        }

        func isKnown(key: Int64, version: Int64) -> Bool {
            asked.append(key)
            return known.contains(key)
        }
    }

    private var all: FetchRequest<ManagedObject> { FetchRequest(entityName: "JournalEntry") }

    @Test func `a refetch reads only the version of a row that is already known`() throws {
        let known = KnownRowList(known: [1, 2, 4, 5, 7, 8])
        var read: [Int64] = []
        try stack.backend.fetch(StoreFetch(entity: stack.entity()), known: known) { block in
            read += (0..<block.count).map(block.key)
        }
        #expect(known.asked == Array(1...9))
        #expect(read == [3, 6, 9])
    }

    @Test func `a repeated fetch returns registered and new objects in row order with one statement`() throws {
        let probe = try #require(SQLiteStoreProbe(stack.store))
        try context.performAndWait {
            let held = try context.fetch(all).enumerated().filter { $0.offset % 3 == 1 }.map(\.element)
            #expect(context.registeredObjects.count == 3)
            probe.reset()
            let again = try context.fetch(all)
            #expect(probe.executedStatements == 1)
            #expect(probe.rowsRead == 9)
            #expect(again.map { $0.value(forKey: "wind") as? String } == (1...9).map { "wind \($0)" })
            #expect([again[1], again[4], again[7]] == held)
            #expect(try context.fetch(all) == again)
        }
    }

    @Test func `a refetch updates faults with another stack's changes but not realized objects`() throws {
        try context.performAndWait {
            let objects = try context.fetch(all)
            #expect(objects[1].value(forKey: "wind") as? String == "wind 2")
            try Connection(path: folder.file().path).execute(
                "UPDATE ZJOURNALENTRY SET ZWIND = 'new', Z_OPT = Z_OPT + 1 WHERE Z_PK IN (1, 2)")
            #expect(try context.fetch(all) == objects)
            #expect(objects[0].value(forKey: "wind") as? String == "new")
            #expect(objects[1].value(forKey: "wind") as? String == "wind 2")
        }
    }

    @Test func `fetching objects of the wrong class is an error`() throws {
        final class Other: ManagedObject {}
        let error = context.performAndWait {
            #expect(throws: PersistenceError.self) {
                try context.fetch(FetchRequest<Other>(entityName: "JournalEntry"))
            }
        }
        #expect(error?.code == .coreData)
    }
}
