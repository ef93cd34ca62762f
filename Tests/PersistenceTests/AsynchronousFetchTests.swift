import Foundation
import Persistence
import Testing

/// Fetches whose results come later, and work that is queued on a coordinator.
@Suite struct AsynchronousFetchTests {
    /// B-FET-10
    @Test(arguments: StoreKind.allCases)
    func `an asynchronous fetch calls back on the context's queue, behind what was asked before`(
        _ kind: StoreKind
    ) async throws {
        let stack = try Stack(kind)
        _ = try stack.savedEntry(location: "Malibu")
        let context = stack.context()
        let names: [String] = try await withCheckedThrowingContinuation { continuation in
            context.performAndWait {
                let request = AsynchronousFetchRequest(fetchRequest: Entry.fetchRequest()) { result in
                    #expect(result.managedObjectContext === context && result.progress.isFinished)
                    continuation.resume(returning: (result.finalResult ?? []).compactMap(\.location).sorted())
                }
                do {
                    let result = try context.execute(request) as? AsynchronousFetchResult<Entry>
                    #expect(result != nil && result?.finalResult == nil)
                } catch {
                    continuation.resume(throwing: error)
                }
                context.insertEntry("unsaved")
            }
        }
        #expect(names == ["Malibu", "unsaved"])
    }

    /// B-FET-10
    @Test func `an error of an asynchronous fetch is in its result, and a cancelled one tells nothing`() throws {
        let stack = try Stack()
        let context = stack.context()
        let told = Guarded<[String]>([])
        try context.performAndWait {
            for (name, isCancelled) in [("Unknown", false), ("Entry", true), ("Entry", false)] {
                let request = AsynchronousFetchRequest(fetchRequest: FetchRequest<ManagedObject>(entityName: name)) {
                    result in
                    let code = (result.operationError as? PersistenceError)?.code.rawValue
                    told.withLock { $0.append("\(name) \(code ?? 0) \(result.finalResult?.count ?? -1)") }
                }
                let result = try context.execute(request) as? AsynchronousFetchResult<ManagedObject>
                if isCancelled { result?.progress.cancel() }
            }
        }
        context.performAndWait {}
        #expect(told.withLock { $0 } == ["Unknown 134060 -1", "Entry 0 0"])
    }

    @Test func `a coordinator runs blocks one after the other`() throws {
        let coordinator = try Stack().coordinator
        let order = Guarded<[Int]>([])
        for number in 0..<5 { coordinator.perform { order.withLock { $0.append(number) } } }
        #expect(coordinator.performAndWait { order.withLock { $0 } } == [0, 1, 2, 3, 4])
    }

    /// B-FET-08
    @Test(arguments: StoreKind.allCases)
    func `equal dictionaries come once, and the window counts them so`(_ kind: StoreKind) throws {
        let stack = try Stack(kind)
        for (location, wind) in [("a", "NW"), ("b", "NW"), ("c", nil), ("d", nil), ("e", "S")] {
            _ = try stack.savedEntry(location: location, wind: wind)
        }
        try stack.withContext { context throws in
            let request = FetchRequest<[String: Any]>(entityName: "Entry")
            request.propertiesToFetch = ["wind"]
            request.sortDescriptors = [FetchSortDescriptor(key: "location")]
            #expect(try context.fetch(request).count == 5)
            request.returnsDistinctResults = true
            #expect(try context.fetch(request).map { $0["wind"] as? String } == ["NW", nil, "S"])
            request.fetchOffset = 1
            request.fetchLimit = 1
            #expect(try context.fetch(request).map { $0["wind"] as? String } == [nil])
        }
    }
}
