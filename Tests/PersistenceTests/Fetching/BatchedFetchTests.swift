import Foundation
import Persistence
import Testing

/// Fetches that load their rows batch by batch.
@Suite struct BatchedFetchTests {
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
}
