import PersistenceTestSupport
import Testing

@testable import Persistence

/// Between a read of rows and the entry of these rows into the row cache, another context saves.
@Suite struct OvertakenReadTests {
    /// How a context reads the row.
    enum Reading: CaseIterable {
        case fault, fetch, remoteChange
    }

    private let side: Side
    private let id: ManagedObjectID

    init() throws {
        side = try SharedRows(.memory).side()
        id = try side.context().performSaving { $0.count = 1 }
    }

    /// Runs `body` after the next read.
    private func afterNextRead(_ body: @escaping () throws -> Void) {
        side.probe.didRead = { [probe = side.probe] in
            probe.didRead = {}
            try body()
        }
    }

    /// Reads the row from the store, even if it is cached.
    private func read(_ reading: Reading, in context: ManagedObjectContext) throws -> [ManagedObject] {
        try context.performAndWait {
            context.stalenessInterval = 0
            switch reading {
            case .fault: return [try context.item(id)]
            case .fetch: return try context.fetch(FetchRequest<Item>(entityName: "Item"))
            case .remoteChange:
                let item = context.object(with: id)
                ManagedObjectContext.mergeChanges(
                    fromRemoteContextSave: [ManagedObjectContext.NotificationKey.updatedObjectIDs.rawValue: [id]],
                    into: [context])
                return [item]
            }
        }
    }

    /// Saves a change in a new context, which retains the object.
    private func save(_ change: (ManagedObjectContext, Item) -> Void) throws -> (ManagedObjectContext, Item) {
        let context = side.context()
        return try context.performAndWait {
            let item = try context.item(id)
            change(context, item)
            try context.save()
            return (context, item)
        }
    }

    private func count() throws -> Int32? {
        let context = side.context()
        return try context.performAndWait { try context.item(id).count }
    }

    /// B-FET-06
    @Test(arguments: Reading.allCases)
    func `what a context saved during another's read is what the next one sees`(_ reading: Reading) throws {
        let reader = side.context()
        var saved: (ManagedObjectContext, Item)?
        afterNextRead { saved = try save { $1.count = 2 } }
        let read = try read(reading, in: reader)
        #expect(try count() == 2)
        withExtendedLifetime((saved, read)) {}
    }

    /// B-FET-06
    @Test(arguments: Reading.allCases)
    func `a row that was deleted during another context's read stays deleted`(_ reading: Reading) throws {
        let reader = side.context(), other = side.context()
        let kept = try other.performAndWait { try other.item(id) }
        afterNextRead { _ = try save { $0.delete($1) } }
        // The reader itself finds the row, or learns that it is gone.
        let read = try? read(reading, in: reader)
        #expect(persistenceError { _ = try count() }?.code == .inaccessibleObject)
        withExtendedLifetime((kept, read)) {}
    }

    /// B-FET-06, POL-03
    @Test func `what a context saved while another's conflict was resolved is what the next one sees`() throws {
        let loser = side.context()
        var saved: [(ManagedObjectContext, Item)] = []
        side.probe.willWrite = { [probe = side.probe] in
            probe.willWrite = {}
            saved.append(try save { $1.count = 2 })
        }
        side.probe.didRollBack = { [probe = side.probe] in
            probe.didRollBack = {}
            do { saved.append(try save { $1.count = 3 }) } catch { Issue.record(error) }
        }
        try loser.performAndWait {
            let item = try loser.item(id)
            item.count = 7
            #expect(persistenceError { try loser.save() }?.code == .merge)
            #expect(try count() == 3)
        }
        #expect(saved.count == 2)
    }

    /// CHD-11, CHD-14, POL-03: what a root wrote itself is no conflict for a child that read it before; but a child reads
    /// nothing older than what its root wrote.
    @Test func `a child sees what its root saved, even if another context put an older row into the cache`() throws {
        let root = side.context(), reader = side.context()
        let child = root.makeChild()
        afterNextRead {
            try root.performAndWait {
                try root.item(id).count = 2
                try root.save()
            }
        }
        let old = try read(.fault, in: reader)
        try child.performAndWait {
            let item = try child.item(id)
            #expect(item.count == 2)
            item.count = item.count! + 1
            // Another context learns of the newest row meanwhile.
            reader.performAndWait { reader.refresh(old[0], mergeChanges: false) }
            try child.save()
        }
        try root.performAndWait { try root.save() }
        #expect(try count() == 3)
    }
}
