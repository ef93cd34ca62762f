import Foundation
import Persistence
import PersistenceTestSupport
import Testing

/// Faults, the cost of firing them, and the staleness of cached rows.
@Suite struct FaultTests {
    /// FLT-01, FLT-02
    @Test(arguments: StoreKind.allCases)
    func `object(with:) returns the registered object or an unfired fault without reading`(kind: StoreKind) throws {
        let stack = try ProbeStack(kind)
        let id = try stack.coordinator.save("a")[0]
        try stack.coordinator.inContext { context throws in
            let unknown = try stack.unknownID()
            let reads = stack.reads {
                #expect(context.object(with: unknown).isFault)
                let object = context.object(with: id)
                #expect(object.isFault)
                #expect(context.object(with: id) === object)
            }
            #expect(reads == 0)
        }
    }

    /// FLT-03, B-ID-03
    @Test(arguments: StoreKind.allCases)
    func `a fault whose row is missing becomes a deleted object with nil values`(kind: StoreKind) throws {
        let stack = try ProbeStack(kind)
        try stack.coordinator.inContext { context throws in
            let unknown = try stack.unknownID()
            let entry = context.entry(unknown)
            let firing = persistenceError { try entry.loadValues() }
            #expect(firing?.code == .inaccessibleObject)
            #expect(firing?.errorCode == 133_000)
            let existing = persistenceError { _ = try context.existingObject(with: unknown) }
            #expect(existing?.code == .inaccessibleObject)
            #expect(entry.isFault)
            #expect(entry.location == nil)
            #expect(entry.isDeleted)
            #expect(!context.hasChanges)
            context.checkInvariants()
            let later = persistenceError { try entry.loadValues() }
            #expect(later?.code == .inaccessibleObject)
        }
    }

    /// FLT-03
    @Test func `firing a fault without a row traps if inaccessible faults must not be deleted`() async {
        let outcome = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let stack = try ProbeStack()
            try stack.coordinator.inContext { context throws in
                context.shouldDeleteInaccessibleFaults = false
                _ = context.entry(try stack.unknownID()).location
            }
        }
        #expect(outcome.says("is gone, so its fault cannot be fired"))
    }

    /// FLT-04
    @Test(arguments: StoreKind.allCases)
    func `a fault can be created before its row is saved`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        try stack.withContext { context throws in
            let entry = context.insertEntry("later")
            try context.obtainPermanentIDs(for: [entry])
            try stack.withContext { other throws in
                let fault = other.entry(entry.objectID)
                #expect(fault.isFault)
                try context.save()
                #expect(fault.location == "later")
            }
        }
    }

    /// FLT-05, for a row that was deleted elsewhere and inserted again under its key.
    @Test(arguments: StoreKind.allCases)
    func `a row that is saved again is no longer cached as missing`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let id = try stack.savedEntry(location: "old")
        try stack.withContext { context throws in
            context.mergePolicy = .overwrite
            let entry = context.entry(id)
            entry.location = "mine"
            try stack.coordinator.holding(id) {
                try stack.coordinator.erase(id)
                try context.save()
                #expect(entry.objectID == id)
                stack.withContext { other in #expect(other.entry(id).location == "mine") }
            }
            context.refresh(entry, mergeChanges: false)
            #expect(entry.location == "mine")
            context.checkInvariants()
        }
        #expect(try stack.coordinator.stored() == ["mine"])
    }

    /// FLT-05
    @Test(arguments: StoreKind.allCases)
    func `a fault fires with the cached row, or a new one after the staleness interval`(kind: StoreKind) throws {
        let stack = try ProbeStack(kind)
        let other = try ProbeStack(beside: stack)
        let id = try stack.coordinator.save("old")[0]
        try stack.coordinator.holding(id) {
            try other.coordinator.changeEverything { $0.location = "new" }
            stack.coordinator.inContext { context in
                #expect(stack.cost { context.entry(id).location } == Costed("old", reads: 0))
            }
            stack.clock.advance(by: 11)
            stack.coordinator.inContext { context in
                context.stalenessInterval = 10
                #expect(stack.cost { context.entry(id).location } == Costed("new", reads: 1))
            }
        }
    }

    /// FLT-05, for a row that is gone.
    @Test(arguments: StoreKind.allCases)
    func `a row that is found missing is removed from the cache`(kind: StoreKind) throws {
        let stack = try ProbeStack(kind)
        let other = try ProbeStack(beside: stack)
        let id = try stack.coordinator.save("old")[0]
        try stack.coordinator.holding(id) {
            try other.coordinator.erase(id)
            stack.coordinator.inContext { context in
                context.stalenessInterval = 0
                #expect(context.entry(id).location == nil)
            }
            stack.coordinator.inContext { context in
                #expect(stack.cost { context.entry(id).location } == Costed(nil, reads: 0))
            }
        }
    }

    /// FLT-05, for a fault that a fetch created with its row.
    @Test(arguments: StoreKind.allCases)
    func `a fetched fault fires with the row that another context has saved since`(kind: StoreKind) throws {
        let stack = try ProbeStack(kind)
        let id = try stack.coordinator.save("old")[0]
        try stack.coordinator.inContext { context throws in
            let fault = try #require(try context.entries().first)
            try stack.coordinator.inContext { saver throws in
                let theirs = saver.entry(id)
                theirs.location = "new"
                try saver.save()
                #expect(fault.isFault)
                #expect(stack.cost { fault.location } == Costed("new", reads: 0))
                withExtendedLifetime(theirs) {}
            }
        }
    }

    /// FLT-06
    @Test(arguments: StoreKind.allCases)
    func `the staleness interval never updates a realized object`(kind: StoreKind) throws {
        let stack = try ProbeStack(kind)
        let other = try ProbeStack(beside: stack)
        let id = try stack.coordinator.save("old")[0]
        try stack.coordinator.inContext { context throws in
            context.stalenessInterval = 10
            let entry = context.entry(id)
            #expect(entry.location == "old")
            try other.coordinator.changeEverything { $0.location = "new" }
            stack.clock.advance(by: 11)
            #expect(stack.cost { entry.location } == Costed("old", reads: 0))
        }
    }

    /// FLT-07
    @Test(arguments: StoreKind.allCases)
    func `each cached row has its own age`(kind: StoreKind) throws {
        let stack = try ProbeStack(kind)
        let ids = try stack.coordinator.save("a", "b")
        try stack.coordinator.holding(ids[0]) {
            stack.clock.advance(by: 20)
            try stack.coordinator.holding(ids[1]) {
                stack.clock.advance(by: 20)
                stack.coordinator.inContext { context in
                    context.stalenessInterval = 30
                    #expect(stack.cost { context.entry(ids[0]).location } == Costed("a", reads: 1))
                    #expect(stack.cost { context.entry(ids[1]).location } == Costed("b", reads: 0))
                }
            }
        }
    }

    /// FLT-08
    @Test(arguments: StoreKind.allCases, [(299.0, 0), (301.0, 1)])
    func `the staleness interval counts seconds since the fetch`(kind: StoreKind, age: (seconds: Double, reads: Int))
        throws
    {
        let stack = try ProbeStack(kind)
        let id = try stack.coordinator.save("a")[0]
        try stack.coordinator.holding(id) {
            stack.clock.advance(by: age.seconds)
            stack.coordinator.inContext { context in
                context.stalenessInterval = 300
                #expect(stack.cost { context.entry(id).location } == Costed("a", reads: age.reads))
            }
        }
    }

    /// FLT-09
    @Test(arguments: StoreKind.allCases)
    func `by default, cached rows never become stale`(kind: StoreKind) throws {
        let stack = try ProbeStack(kind)
        let id = try stack.coordinator.save("a")[0]
        try stack.coordinator.holding(id) {
            stack.clock.advance(by: 365 * 86_400)
            stack.coordinator.inContext { context in
                #expect(context.stalenessInterval == -1)
                #expect(stack.cost { context.entry(id).location } == Costed("a", reads: 0))
            }
        }
    }

    /// FLT-09
    @Test(arguments: StoreKind.allCases)
    func `with alwaysRefetch every fault fires with a read`(kind: StoreKind) throws {
        let stack = try ProbeStack(kind)
        let id = try stack.coordinator.save("a")[0]
        try stack.coordinator.inContext { context throws in
            context.stalenessInterval = 0
            let entry = try #require(try context.entries().first)
            for _ in 0..<3 {
                #expect(stack.cost { entry.location } == Costed("a", reads: 1))
                context.refresh(entry, mergeChanges: false)
            }
            #expect(entry.objectID == id)
        }
    }

    /// FLT-10, FLT-11
    @Test(arguments: StoreKind.allCases)
    func `an in-memory store ignores the staleness interval`(kind: StoreKind) throws {
        let stack = try ProbeStack(kind, mayChangeBehindCache: false)
        let id = try stack.coordinator.save("a")[0]
        try stack.coordinator.holding(id) {
            stack.clock.advance(by: 1_000)
            for interval in [1 as TimeInterval, 0] {
                stack.coordinator.inContext { context in
                    context.stalenessInterval = interval
                    #expect(stack.cost { context.entry(id).location } == Costed("a", reads: 0))
                }
            }
        }
    }

    /// FLT-11
    @Test func `an SQLite store may change without the cache noticing, and an in-memory store may not`() throws {
        #expect(try !Stack(.memory).store.backend.mayChangeBehindCache)
        #expect(try Stack(.sqlite).store.backend.mayChangeBehindCache)
    }

    /// FLT-12
    @Test func `a context's staleness interval is the one that was set`() {
        let context = ManagedObjectContext(concurrencyType: .privateQueue)
        context.stalenessInterval = 300
        #expect(context.stalenessInterval == 300)
    }

    /// FLT-13
    @Test(arguments: StoreKind.allCases)
    func `reading a stale row again resets its age`(kind: StoreKind) throws {
        let stack = try ProbeStack(kind)
        let id = try stack.coordinator.save("a")[0]
        try stack.coordinator.holding(id) {
            stack.clock.advance(by: 301)
            stack.coordinator.inContext { refetching in
                refetching.stalenessInterval = 300
                let entry = refetching.entry(id)
                #expect(stack.cost { entry.location } == Costed("a", reads: 1))
                stack.clock.advance(by: 299)
                stack.coordinator.inContext { context in
                    context.stalenessInterval = 300
                    #expect(stack.cost { context.entry(id).location } == Costed("a", reads: 0))
                    stack.clock.advance(by: 2)
                }
                stack.coordinator.inContext { context in
                    context.stalenessInterval = 300
                    #expect(stack.cost { context.entry(id).location } == Costed("a", reads: 1))
                }
                withExtendedLifetime(entry) {}
            }
        }
    }

    /// FLT-13, FLT-08
    @Test(arguments: StoreKind.allCases, [false, true])
    func `a saved row's age counts from the save`(kind: StoreKind, isUpdate: Bool) throws {
        let stack = try ProbeStack(kind)
        let id = isUpdate ? try stack.coordinator.save("old")[0] : nil
        stack.clock.advance(by: 1_000)
        try stack.coordinator.inContext { saver throws in
            let entry = id.map { saver.entry($0) } ?? Entry(context: saver)
            entry.location = "saved"
            try saver.save()
            for (age, reads) in [(299.0, 0), (2.0, 1)] {
                stack.clock.advance(by: age)
                stack.coordinator.inContext { context in
                    context.stalenessInterval = 300
                    #expect(stack.cost { context.entry(entry.objectID).location } == Costed("saved", reads: reads))
                }
            }
        }
    }
}
