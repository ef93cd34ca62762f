import Foundation
import Persistence
import PersistenceTestSupport
import Testing

/// Fetches that complete asynchronously.
@Suite struct AsynchronousFetchTests {
    /// B-FET-10
    @Test(arguments: StoreKind.allCases)
    func `an asynchronous fetch completes on the context's queue after earlier blocks`(_ kind: StoreKind) async throws {
        let stack = try Stack(kind)
        _ = try stack.savedEntry(location: "Malibu")
        let context = stack.context()
        let names: [String] = try await withCheckedThrowingContinuation { continuation in
            context.performAndWait {
                let request = AsynchronousFetchRequest(fetchRequest: Entry.fetchRequest()) { result in
                    #expect(result.managedObjectContext === context && result.progress?.isFinished == true)
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

    /// B-FET-10. That a cancelled fetch calls its block, without results and without an error, was observed in Core Data.
    @Test func `an asynchronous fetch reports its error in the result, and a cancelled one ends empty without one`()
        throws
    {
        let stack = try Stack()
        let context = stack.context()
        let told = LockedValue<[String]>([])
        try context.performAndWait {
            for (name, isCancelled) in [("Unknown", false), ("Entry", true), ("Entry", false)] {
                let request = AsynchronousFetchRequest(fetchRequest: FetchRequest<ManagedObject>(entityName: name)) {
                    result in
                    let code = result.operationError.map { ($0 as NSError).code }
                    told.withLock { $0.append("\(name) \(code ?? 0) \(result.finalResult?.count ?? -1)") }
                }
                let result = try context.execute(request) as? AsynchronousFetchResult<ManagedObject>
                if isCancelled { result?.progress?.cancel() }
            }
        }
        context.performAndWait {}
        #expect(told.withLock { $0 } == ["Unknown 134060 -1", "Entry 0 0", "Entry 0 0"])
    }
}
