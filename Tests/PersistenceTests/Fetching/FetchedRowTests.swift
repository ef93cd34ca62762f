import Foundation
import Persistence
import PersistenceTestSupport
import Testing

/// The rows that fetched objects have, and the reads that they cost.
@Suite struct FetchedRowTests {
    /// B-FET-06
    @Test(arguments: StoreKind.allCases)
    func `fetched objects are faults that fire from the row cache`(kind: StoreKind) throws {
        let stack = try ProbeStack(kind)
        _ = try stack.coordinator.save("a", "b", "c")
        try stack.coordinator.inContext { context throws in
            let entries = try context.fetch(FetchRequest<Entry>(entityName: "Entry"))
            #expect(entries.allSatisfy { $0.isFault })
            let reads = stack.reads { #expect(Set(entries.map(\.location)) == ["a", "b", "c"]) }
            #expect(reads == 0)
            #expect(entries.allSatisfy { !$0.isFault })
        }
        try stack.coordinator.inContext { context throws in
            let request = FetchRequest<Entry>(entityName: "Entry")
            request.returnsObjectsAsFaults = false
            #expect(try context.fetch(request).allSatisfy { !$0.isFault })
        }
    }

    /// B-FET-11, B-CHD-05: the parent has the rows only in the row cache.
    @Test(arguments: StoreKind.allCases)
    func `rows fetched by a child are cached without registering objects in its parent`(kind: StoreKind) throws {
        let stack = try ProbeStack(kind)
        let ids = try stack.coordinator.save("a", "b")
        let parent = stack.coordinator.makeContext()
        try parent.performAndWait {
            let child = parent.makeChild()
            try child.performAndWait {
                let entries = try child.entries()
                #expect(entries.map(\.location) == ["a", "b"])
                #expect(parent.registeredObjects.isEmpty)
                let reads = stack.reads { for id in ids { #expect(parent.entry(id).location != nil) } }
                #expect(reads == 0)
                withExtendedLifetime(entries) {}
            }
        }
    }

    /// B-FET-06, FLT-05
    @Test(arguments: StoreKind.allCases)
    func `a fault realized by a fetch has the fetched row, even with other changes pending`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let id = try stack.savedEntry(location: "old")
        try stack.withContext { context throws in
            let held = try context.entries()
            #expect(held.filter(\.isFault).count == 1)
            try stack.change(id) { $0.location = "new" }
            context.insertEntry("pending")
            let request = FetchRequest<Entry>(entityName: "Entry")
            request.returnsObjectsAsFaults = false
            request.sortDescriptors = [FetchSortDescriptor(key: "location")]
            #expect(try context.fetch(request).map(\.location) == ["new", "pending"])
            withExtendedLifetime(held) {}
        }
    }

    /// B-FET-09
    @Test(arguments: StoreKind.allCases, [false, true])
    func `shouldRefreshRefetchedObjects refreshes objects, with pending changes and in a child too`(
        kind: StoreKind, isChild: Bool
    ) throws {
        let stack = try Stack(kind)
        let id = try stack.savedEntry(location: "old")
        let root = stack.context(), context = isChild ? root.makeChild() : root
        try using(root, context) {
            let entry = context.entry(id)
            #expect(entry.location == "old")
            try stack.change(id) { $0.location = "new" }
            if !isChild { context.insertEntry("pending") }
            let request = FetchRequest<Entry>(entityName: "Entry")
            #expect(try context.fetch(request).contains(entry))
            #expect(entry.location == "old")
            request.shouldRefreshRefetchedObjects = true
            #expect(try context.fetch(request).contains(entry))
            #expect(entry.location == "new")
            #expect(!entry.hasChanges)
        }
    }
}
