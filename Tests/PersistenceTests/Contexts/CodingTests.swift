import Foundation
import Persistence
import PersistenceTestSupport
import Testing

@Suite struct CodingTests {
    private func archived(_ context: ManagedObjectContext) throws -> ManagedObjectContext? {
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        context.encode(with: archiver)
        archiver.finishEncoding()
        let reader = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
        reader.requiresSecureCoding = true
        return ManagedObjectContext(coder: reader)
    }

    /// Changes to a context's configuration, one property each.
    private static var changes: [(ManagedObjectContext) -> Void] {
        var changes: [(ManagedObjectContext) -> Void] = [
            { $0.name = "drafts" }, { $0.transactionAuthor = "tests" }, { $0.propagatesDeletesAtEndOfEvent = false },
            { $0.shouldDeleteInaccessibleFaults = false }, { $0.retainsRegisteredObjects = true },
            { $0.automaticallyMergesChangesFromParent = true }, { $0.stalenessInterval = 2.5 },
            { $0.stalenessInterval = 0 },
            { $0.undoManager = $0.undoManager == nil ? ContextUndoManager() : nil },
        ]
        for type in MergePolicyType.allCases.dropFirst() {
            changes.append { $0.mergePolicy = MergePolicy(merge: type) }
        }
        return changes
    }

    /// The configuration of a context, as far as it is public.
    private func facts(_ context: ManagedObjectContext) -> [String] {
        [
            "\(context.concurrencyType)", "\(context.name as Any)", "\(context.transactionAuthor as Any)",
            "\(context.mergePolicy.mergeType)", "\(context.propagatesDeletesAtEndOfEvent)",
            "\(context.shouldDeleteInaccessibleFaults)", "\(context.retainsRegisteredObjects)",
            "\(context.automaticallyMergesChangesFromParent)", "\(context.stalenessInterval)",
            "\(context.undoManager != nil)",
        ]
    }

    /// COD-01
    @Test(arguments: [ManagedObjectContext.ConcurrencyType.confinement, .privateQueue, .mainQueue])
    func `an archived context keeps every part of its configuration`(
        _ type: ManagedObjectContext.ConcurrencyType
    ) throws {
        let usual = ManagedObjectContext(type)
        let unchanged = try #require(try archived(usual))
        #expect(facts(unchanged) == facts(usual))
        for change in Self.changes {
            let context = ManagedObjectContext(type)
            change(context)
            try #require(zip(facts(context), facts(usual)).filter { $0 != $1 }.count == 1)
            let copy = try #require(try archived(context))
            #expect(copy !== context)
            #expect(facts(copy) == facts(context))
            #expect(copy.configuration == context.configuration)
            #expect(copy.persistentStoreCoordinator == nil)
        }
    }

    /// COD-01
    @Test func `an unarchived context has no objects and can be connected to a coordinator`() throws {
        let stack = try Stack()
        try stack.withContext { context in
            Entry(context: context).location = "unsaved"
            let copy = try #require(try archived(context))
            copy.persistentStoreCoordinator = stack.coordinator
            try using(copy) {
                #expect(copy.registeredObjects.isEmpty)
                #expect(!copy.hasChanges)
                let found = try copy.fetch(FetchRequest<Entry>(entityName: "Entry"))
                #expect(found.isEmpty)
            }
        }
    }

    /// COD-01
    @Test func `an archive without a context decodes to nil`() throws {
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        archiver.finishEncoding()
        let reader = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
        #expect(ManagedObjectContext(coder: reader) == nil)
    }
}
