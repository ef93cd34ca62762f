import Foundation
import Persistence
import PersistenceTestSupport
import Testing

/// Fetches that load their rows in batches.
@Suite struct BatchedFetchTests {
    private func byLocation(batchesOf size: Int) -> FetchRequest<Entry> {
        let request = FetchRequest<Entry>(entityName: "Entry")
        request.sortDescriptors = [FetchSortDescriptor(key: "location")]
        request.fetchBatchSize = size
        return request
    }

    private func saved(_ kind: StoreKind, _ locations: [String]) throws -> ProbeStack {
        let stack = try ProbeStack(kind)
        try stack.coordinator.inContext { context throws in
            for location in locations { context.insertEntry(location) }
            try context.save()
        }
        return stack
    }

    /// B-FET-07
    @Test(arguments: StoreKind.allCases)
    func `a batched fetch loads its rows one batch at a time`(kind: StoreKind) throws {
        let stack = try saved(kind, (0..<25).map { String(format: "%02d", $0) })
        try stack.coordinator.inContext { context throws in
            let entries = try context.fetchBatched(byLocation(batchesOf: 10))
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
    func `iterating over a batched fetch never registers more objects than one batch`(kind: StoreKind) throws {
        let count = 2_000
        let stack = try saved(kind, (0..<count).map(String.init))
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
            // The last batch is released when the next one has been loaded.
            #expect(most <= 200)
        }
    }

    /// B-FET-07
    @Test(arguments: StoreKind.allCases)
    func `a batched fetch returns the same object IDs as any other fetch`(_ kind: StoreKind) throws {
        let stack = try Stack(kind, model: HierarchyModel.model())
        try stack.withContext { context throws in
            for number in 0..<12 {
                let name = ["Dog", "Cat", "Plant"][number % 3]
                context.insert(number < 4 ? "Dog" : name, named: String(format: "%02d", number))
            }
            try context.save()
        }
        try stack.withContext { context throws in
            let request = FetchRequest<ManagedObject>(entityName: "Being")
            request.sortDescriptors = [FetchSortDescriptor(key: "name")]
            request.fetchBatchSize = 5
            let ids = FetchRequest<ManagedObjectID>(entityName: "Being")
            ids.sortDescriptors = request.sortDescriptors
            let found = try context.fetchBatched(request)
            #expect(try found.objectIDs == context.fetch(ids))
            let entities = ["Dog", "Dog", "Dog", "Dog", "Cat", "Plant", "Dog", "Cat", "Plant", "Dog", "Cat", "Plant"]
            #expect(found.map(\.entity.name) == entities)
            let names = (0..<12).map { String(format: "%02d", $0) }
            #expect(found.map { $0.value(forKey: "name") as? String ?? "" } == names)
        }
    }

    /// B-FET-07
    @Test(arguments: StoreKind.allCases)
    func `a batch includes unsaved changes, and faults for rows that are gone`(_ kind: StoreKind) throws {
        let stack = try saved(kind, (0..<6).map(String.init))
        try stack.coordinator.inContext { context throws in
            let request = byLocation(batchesOf: 2)
            let before = try context.fetchBatched(request)
            let known = try context.fetch(request)
            known[0].location = "0b"
            context.delete(known[5])
            context.insertEntry("9")
            #expect(try context.fetchBatched(request).map(\.location) == ["0b", "1", "2", "3", "4", "9"])
            #expect(before.map(\.objectID) == known.map(\.objectID))
            #expect(before[0].location == "0b")
        }
        try stack.coordinator.inContext { context throws in
            let request = byLocation(batchesOf: 2)
            let found = try context.fetchBatched(request)
            try stack.coordinator.inContext { other throws in
                other.delete(try other.fetch(request)[3])
                try other.save()
            }
            #expect(found.prefix(3).map(\.location) == ["0", "1", "2"])
            #expect(throws: PersistenceError.self) { try found[3].loadValues() }
            #expect(found[4].location == "4")
        }
    }
}
