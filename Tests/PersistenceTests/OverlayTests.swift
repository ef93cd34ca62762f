import Foundation
import Persistence
import Testing

/// Pending changes over stored rows: counts, limits, offsets, orders and result types.
@Suite struct OverlayTests {
    /// What was saved (locations a, c, e, g, i with ratings 1, 3, 5, 7, 9) and what is pending on it.
    private static func pending(_ context: ManagedObjectContext) throws {
        let saved = try context.entries()
        context.delete(saved[0])
        saved[1].rating = 8
        saved[4].rating = 2
        context.insertEntry("d").rating = 4
        context.insertEntry("z").rating = nil
    }

    private static func stack(_ kind: StoreKind) throws -> Stack {
        let stack = try Stack(kind)
        for (location, rating) in zip(["a", "c", "e", "g", "i"], [1, 3, 5, 7, 9] as [Int16]) {
            _ = try stack.savedEntry(location: location, rating: rating)
        }
        return stack
    }

    struct Window: Sendable, CustomTestStringConvertible {
        let limit: Int
        let offset: Int
        var testDescription: String { "limit \(limit), offset \(offset)" }

        static let all = [(0, 0), (2, 0), (2, 1), (3, 2), (10, 0), (1, 5), (0, 3), (4, 9)].map {
            Window(limit: $0.0, offset: $0.1)
        }

        func cut<T>(_ values: [T]) -> [T] {
            let rest = values.dropFirst(offset)
            return Array(limit > 0 ? rest.prefix(limit) : rest)
        }
    }

    /// FET-12, B-FET-03, B-FET-04
    @Test(arguments: StoreKind.allCases, Window.all)
    func `a window of changed objects is cut from the whole answer`(kind: StoreKind, window: Window) throws {
        let stack = try OverlayTests.stack(kind)
        try stack.withContext { context throws in
            try OverlayTests.pending(context)
            let whole = ["z", "i", "d", "e", "g", "c"]
            for ascending in [true, false] {
                let request = FetchRequest<Entry>(entityName: "Entry")
                request.sortDescriptors = [FetchSortDescriptor(key: "rating", ascending: ascending)]
                request.fetchLimit = window.limit
                request.fetchOffset = window.offset
                let expected = window.cut(ascending ? whole : whole.reversed())
                #expect(try context.fetch(request).map(\.location) == expected)
                #expect(try context.count(for: request) == expected.count)
                let ids = FetchRequest<ManagedObjectID>(entityName: "Entry")
                ids.values = request.values
                ids.values.resultType = .managedObjectIDResultType
                #expect(try context.fetch(ids).map { context.entry($0).location } == expected)
                let number = FetchRequest<NSNumber>(entityName: "Entry")
                number.values = request.values
                number.values.resultType = .countResultType
                #expect(try context.fetch(number) == [NSNumber(value: expected.count)])
            }
            context.checkInvariants()
        }
    }

    /// FET-12
    @Test(
        arguments: StoreKind.allCases,
        [
            "TRUEPREDICATE", "FALSEPREDICATE", "rating > 4", "rating < 4", "rating == nil", "location > 'd'",
            "NOT rating > 4",
        ])
    func `counting agrees with fetching`(kind: StoreKind, format: String) throws {
        let stack = try OverlayTests.stack(kind)
        try stack.withContext { context throws in
            let predicate = try FetchPredicate(format: format)
            let request = FetchRequest<Entry>(entityName: "Entry")
            request.predicate = predicate
            #expect(try context.count(for: request) == context.fetch(request).count)
            try OverlayTests.pending(context)
            let found = try context.fetch(request)
            #expect(try context.count(for: request) == found.count)
            try context.save()
            #expect(try Set(context.fetch(request)) == Set(found))
        }
    }

    /// B-FET-01
    @Test(arguments: StoreKind.allCases)
    func `without pending changes, saved values decide and objects show their own`(kind: StoreKind) throws {
        let stack = try OverlayTests.stack(kind)
        try stack.withContext { context throws in
            try OverlayTests.pending(context)
            let request = FetchRequest<Entry>(entityName: "Entry")
            request.includesPendingChanges = false
            request.predicate = FetchPredicate("rating < 8")
            request.sortDescriptors = [FetchSortDescriptor(key: "rating")]
            let found = try context.fetch(request)
            #expect(found.map(\.location) == ["a", "c", "e", "g"])
            #expect(found[1].rating == 8)
            #expect(try context.count(for: request) == 4)
        }
    }

    /// B-FET-02
    @Test(arguments: StoreKind.allCases)
    func `dictionary results show the store only`(kind: StoreKind) throws {
        let stack = try OverlayTests.stack(kind)
        try stack.withContext { context throws in
            try OverlayTests.pending(context)
            let request = FetchRequest<[String: Any]>(entityName: "Entry")
            request.sortDescriptors = [FetchSortDescriptor(key: "rating")]
            request.fetchOffset = 1
            request.fetchLimit = 2
            let rows = try context.fetch(request)
            #expect(rows.map { $0["location"] as? String } == ["c", "e"])
            #expect(rows.map { $0["rating"] as? Int } == [3, 5])
            #expect(Set(rows[0].keys).isSubset(of: ["date", "location", "rating", "wind"]))
        }
    }

    /// B-FET-02
    @Test(arguments: StoreKind.allCases)
    func `a to-one property of a dictionary is an ID, a to-many one an error`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        let id = try stack.savedDepartment("Ann")
        try stack.withContext { context throws in
            let request = FetchRequest<[String: Any]>(entityName: "Employee")
            request.propertiesToFetch = ["department"]
            #expect(try context.fetch(request).map { $0["department"] as? ManagedObjectID } == [id])
            let departments = FetchRequest<[String: Any]>(entityName: "Department")
            departments.propertiesToFetch = ["employees"]
            #expect(throws: PersistenceError.self) { try context.fetch(departments) }
        }
    }

    /// B-FET-04 (in both directions: an update that leaves the window, and one that enters it)
    @Test(arguments: StoreKind.allCases)
    func `an update may leave a window and another enter it`(kind: StoreKind) throws {
        let stack = try OverlayTests.stack(kind)
        try stack.withContext { context throws in
            let request = FetchRequest<Entry>(entityName: "Entry")
            request.sortDescriptors = [FetchSortDescriptor(key: "rating")]
            request.fetchLimit = 2
            let saved = try context.entries()
            saved[0].rating = 100
            #expect(try context.fetch(request).map(\.location) == ["c", "e"])
            saved[4].rating = 0
            #expect(try context.fetch(request).map(\.location) == ["i", "c"])
            request.fetchOffset = 3
            #expect(try context.fetch(request).map(\.location) == ["g", "a"])
            #expect(try context.count(for: request) == 2)
        }
    }

    /// B-FET-05, B-ID-05
    @Test(arguments: StoreKind.allCases)
    func `sub-entities are included unless asked otherwise, pending ones too`(kind: StoreKind) throws {
        let stack = try Stack(kind, model: Zoo.model())
        try stack.withContext { context throws in
            for (entity, name) in [("Animal", "saved animal"), ("Dog", "saved dog")] {
                context.insert(entity, named: name)
            }
            try context.save()
            for (entity, name) in [("Animal", "new animal"), ("Dog", "new dog")] { context.insert(entity, named: name) }
            let request = FetchRequest<ManagedObject>(entityName: "Animal")
            request.sortDescriptors = [FetchSortDescriptor(key: "name")]
            let names = { try context.fetch(request).map { $0.value(forKey: "name") as? String } }
            #expect(try names() == ["new animal", "new dog", "saved animal", "saved dog"])
            #expect(try context.count(for: request) == 4)
            request.includesSubentities = false
            #expect(try names() == ["new animal", "saved animal"])
            #expect(try context.count(for: request) == 2)
        }
    }

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

    /// B-FET-07
    @Test(arguments: StoreKind.allCases)
    func `a batched fetch loads its rows batch by batch`(kind: StoreKind) throws {
        let stack = try ProbeStack(kind)
        try stack.coordinator.inContext { context throws in
            for number in 0..<25 { context.insertEntry(String(format: "%02d", number)) }
            try context.save()
        }
        try stack.coordinator.inContext { context throws in
            let request = FetchRequest<Entry>(entityName: "Entry")
            request.sortDescriptors = [FetchSortDescriptor(key: "location")]
            request.fetchBatchSize = 10
            let entries = try context.fetchBatched(request)
            #expect(entries.count == 25)
            #expect(context.registeredObjects.isEmpty)
            let first = stack.reads {
                #expect(entries[..<10].map(\.location) == (0..<10).map { String(format: "%02d", $0) })
            }
            #expect(first == 1)
            let second = stack.reads { #expect(entries[12].location == "12") }
            #expect(second == 1)
            let known = stack.reads { #expect(entries[13].location == "13") }
            #expect(known == 0)
            let rest = stack.reads { #expect(entries[24].location == "24") }
            #expect(rest == 1)
        }
    }

    /// B-FET-07
    @Test(arguments: StoreKind.allCases)
    func `a walk through batches never has more objects registered than a batch has`(kind: StoreKind) throws {
        let stack = try ProbeStack(kind)
        let count = 2_000
        try stack.coordinator.inContext { context throws in
            for number in 0..<count { context.insertEntry("\(number)") }
            try context.save()
        }
        try stack.coordinator.inContext { context throws in
            let request = FetchRequest<Entry>(entityName: "Entry")
            request.fetchBatchSize = 100
            var most = 0
            var seen: Set<String> = []
            for entry in try context.fetchBatched(request) {
                if let location = entry.location { seen.insert(location) }
                most = max(most, context.registeredObjects.count)
            }
            #expect(seen.count == count)
            // The batch that is left goes when the next one has come.
            #expect(most <= 200)
        }
    }

    /// B-FET-11
    @Test(arguments: StoreKind.allCases)
    func `rows that a child fetches are cached for its parent`(kind: StoreKind) throws {
        let stack = try ProbeStack(kind)
        let ids = try stack.coordinator.save("a", "b")
        let parent = stack.coordinator.makeContext()
        try parent.performAndWait {
            let child = parent.makeChild()
            try child.performAndWait {
                let entries = try child.entries()
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
