import Foundation
import Persistence
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

    /// COD-01
    @Test(arguments: [ManagedObjectContext.ConcurrencyType.confinement, .privateQueue, .mainQueue], [false, true])
    func `a context survives archiving with its configuration and without its objects`(
        _ type: ManagedObjectContext.ConcurrencyType, _ flag: Bool
    ) throws {
        let context = ManagedObjectContext(type)
        context.name = "drafts"
        context.transactionAuthor = "tests"
        context.mergePolicy = .overwrite
        context.propagatesDeletesAtEndOfEvent = flag
        context.shouldDeleteInaccessibleFaults = flag
        context.retainsRegisteredObjects = flag
        context.stalenessInterval = flag ? .seconds(2.5) : .alwaysRefetch
        context.undoManager = flag ? ContextUndoManager() : nil
        let copy = try #require(try archived(context))
        #expect(copy !== context)
        #expect(copy.configuration == context.configuration)
        #expect([copy.name, copy.transactionAuthor] == ["drafts", "tests"])
        #expect(copy.propagatesDeletesAtEndOfEvent == flag && copy.shouldDeleteInaccessibleFaults == flag)
        #expect(copy.retainsRegisteredObjects == flag)
        #expect(copy.concurrencyType == type)
        #expect(copy.mergePolicy == .overwrite)
        #expect((copy.undoManager != nil) == flag)
        #expect(copy.stalenessInterval == context.stalenessInterval)
        #expect(copy.persistentStoreCoordinator == nil)
    }

    /// COD-01
    @Test func `an archived context has no objects and can be used on a coordinator`() throws {
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
    @Test func `an archive of something else makes no context`() throws {
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        archiver.finishEncoding()
        let reader = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
        #expect(ManagedObjectContext(coder: reader) == nil)
    }
}
