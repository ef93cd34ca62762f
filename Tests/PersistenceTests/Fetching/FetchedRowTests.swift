import Foundation
import Persistence
import Testing

/// Which rows the objects show that a fetch returns, and what they cost.
@Suite struct FetchedRowTests {
    /// B-FET-06
    @Test(arguments: StoreKind.allCases)
    func `fetched objects are faults whose rows are cached`(kind: StoreKind) throws {
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

    /// B-FET-11, B-CHD-05: what the parent has of the rows is in the cache.
    @Test(arguments: StoreKind.allCases)
    func `rows that a child fetches are cached for its parent, which has no objects of them`(kind: StoreKind) throws {
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
    func `a fault that a fetch realizes shows the row that was found, whatever else is pending`(
        kind: StoreKind
    ) throws {
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
    func `a fetch refreshes what it finds where that is asked for, beside what is pending and in a child`(
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
