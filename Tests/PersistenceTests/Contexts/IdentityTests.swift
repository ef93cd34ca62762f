import Persistence
import PersistenceTestSupport
import Testing

/// Object identity across contexts.
@Suite struct IdentityTests {
    /// IDN-01
    @Test(arguments: StoreKind.allCases)
    func `looking up a registered object never fetches`(kind: StoreKind) throws {
        let stack = try ProbeStack(kind)
        let id = try stack.coordinator.save("a")[0]
        stack.coordinator.inContext { context in
            let reads = stack.reads { #expect(context.registeredObject(for: id) == nil) }
            #expect(reads == 0)
            let object = context.object(with: id)
            #expect(context.registeredObject(for: id) === object)
        }
    }

    /// IDN-02
    @Test(arguments: StoreKind.allCases)
    func `faults, realized objects and inserted objects are registered`(kind: StoreKind) throws {
        let stack = try Stack(kind)
        _ = try stack.coordinator.save("a", "b", "c")
        try stack.withContext { context in
            let fetched = try context.fetch(FetchRequest<Entry>(entityName: "Entry"))
            let inserted = context.insertEntry("d")
            #expect(fetched.allSatisfy { $0.isFault })
            #expect(context.registeredObjects == Set(fetched + [inserted]))
        }
    }

    /// IDN-03
    @Test func `relating objects of different contexts is a programmer error`() async {
        let outcome = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let stack = try Stack()
            let first = stack.context(), second = stack.context()
            first.performAndWait {
                second.performAndWait { Employee(context: first).department = Department(context: second) }
            }
        }
        #expect(outcome.says("between objects in different contexts"))
    }
}
