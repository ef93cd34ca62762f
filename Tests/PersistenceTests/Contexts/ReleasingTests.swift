import Foundation
import Persistence
import PersistenceTestSupport
import Testing

/// Objects can be released on any thread. A context that is in use meanwhile finds them either complete or gone.
@Suite struct ReleasingTests {
    /// NTF-12, MRG-01
    @Test func `objects in a save notification can be released on the main queue`() async {
        await #expect(processExitsWith: .success) { try await Releasing.mergeOnMain(rounds: 300) }
    }

    /// REF-07, QUE-01
    @Test func `objects can be released on another thread while a private context refetches them`() async {
        await #expect(processExitsWith: .success) { try await Releasing.fetchWhatDies(rounds: 300, .privateQueue) }
    }

    /// REF-07, QUE-01
    @Test func `objects can be released on another thread while the main context refetches them`() async {
        await #expect(processExitsWith: .success) { try await Releasing.fetchWhatDies(rounds: 300, .mainQueue) }
    }

    /// REF-07
    @Test func `a context can be released while its objects are released on other threads`() async {
        await #expect(processExitsWith: .success) { try await Releasing.endWhileObjectsDie(rounds: 300) }
    }

    /// REF-07, IDN-05
    @Test(arguments: [ManagedObjectContext.ConcurrencyType.confinement, .privateQueue, .mainQueue])
    @MainActor func `an object released on another thread is unregistered from its context`(
        _ type: ManagedObjectContext.ConcurrencyType
    ) throws {
        let stack = try Stack()
        let ids = try (0..<20).map { try stack.savedEntry(location: "\($0)") }
        let context = stack.context(type)
        try context.onItsQueue {
            let held = Handed(ids.map { context.entry($0) })
            let temporary = ManagedObjectID.temporaryOfNobody(in: stack)
            held.value.append(context.entry(temporary))
            #expect(context.registeredObjects.count == 21)
            elsewhere { held.value = [] }
            #expect(context.registeredObject(for: ids[0]) == nil)
            #expect(context.registeredObject(for: temporary) == nil)
            #expect(context.registeredObjects.isEmpty)
            let found = try context.entries()
            #expect(found.compactMap(\.location).count == 20)
            context.checkInvariants()
        }
    }

    /// REF-07, IDN-05
    @Test(arguments: [ManagedObjectContext.ConcurrencyType.confinement, .privateQueue, .mainQueue])
    @MainActor func `an object released on another thread is replaced by a new instance`(
        _ type: ManagedObjectContext.ConcurrencyType
    ) throws {
        let stack = try Stack()
        let id = try stack.savedEntry(location: "kept")
        let context = stack.context(type)
        try context.onItsQueue {
            let held = Handed<Entry?>(context.entry(id))
            elsewhere { held.value = nil }
            let another = context.entry(id)
            #expect(another.location == "kept")
            context.processPendingChanges()
            #expect(context.registeredObject(for: id) === another)
            let found = try context.entries()
            #expect(found == [another])
            #expect(context.registeredObjects == [another])
        }
    }

    /// REF-07
    @Test func `a store is notified once about each object released on another thread`() throws {
        let stack = try LoggingStack()
        stack.records { state in
            for key in 1...20 { state.records[key] = SharedRecords.Record(entity: "Book", version: 1) }
        }
        let context = stack.coordinator.makeContext()
        try context.performAndWait {
            let held = Handed(try context.fetch(LoggingStack.books()))
            #expect(held.value.count == 20)
            elsewhere { held.value = [] }
        }
        context.performAndWait {}
        #expect(stack.records { $0.users } == Dictionary(uniqueKeysWithValues: (1...20).map { ($0, 0) }))
        let held = try context.performAndWait { Handed(try context.fetch(LoggingStack.books())) }
        held.value = []
        context.performAndWait {}
        #expect(stack.records { $0.users.values.allSatisfy { $0 == 0 } })
    }

    /// REF-07
    @Test func `a store is notified about released objects even after their context is gone`() throws {
        let stack = try LoggingStack()
        stack.records { state in
            for key in 1...20 { state.records[key] = SharedRecords.Record(entity: "Book", version: 1) }
        }
        let (dying, surviving) = try scope {
            let context = stack.coordinator.makeContext()
            return try context.performAndWait {
                let books = try context.fetch(LoggingStack.books())
                return (Handed(Array(books[..<10])), Handed(Array(books[10...])))
            }
        }
        elsewhere { dying.value = [] }
        #expect(stack.records { $0.users.values.allSatisfy { $0 == 0 } })
        elsewhere { surviving.value = [] }
        #expect(stack.records { $0.users.values.allSatisfy { $0 == 0 } })
    }

    /// IDN-02
    @Test func `a new object that outlives its context still has a temporary ID`() throws {
        let stack = try Stack()
        let entry = scope {
            let context = stack.context()
            return context.performAndWait { Handed(context.insertEntry("new")) }
        }
        #expect(entry.value.managedObjectContext == nil)
        #expect(entry.value.objectID.isTemporaryID)
        #expect(entry.value.objectID == entry.value.objectID)
    }
}

/// Runs `body` on a new thread and waits for it.
private func elsewhere(_ body: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    Thread {
        body()
        done.signal()
    }.start()
    done.wait()
}

extension ManagedObjectID {
    /// The temporary ID of an object that no longer exists.
    fileprivate static func temporaryOfNobody(in stack: Stack) -> ManagedObjectID {
        let context = stack.context()
        return context.performAndWait { context.insertEntry(nil).objectID }
    }
}

/// Tests in which many threads release objects at once.
private enum Releasing {
    static func mergeOnMain(rounds: Int) async throws {
        let stack = try Stack()
        let (main, background) = (stack.context(.mainQueue), stack.context())
        let token = observe(.managedObjectContextDidSave, of: background) { note in
            let note = Handed(note)
            main.perform { main.mergeChanges(fromContextDidSave: note.value) }
        }
        for round in 0..<rounds {
            try await background.perform {
                for _ in 0..<10 { background.insertEntry("\(round)") }
                try background.save()
                let request = FetchRequest<Entry>(entityName: "Entry")
                request.fetchLimit = 40
                for entry in try background.fetch(request) { entry.wind = "\(round)" }
                try background.save()
            }
        }
        NotificationCenter.default.removeObserver(token)
        let count = try await main.perform { try main.entries().count }
        precondition(count == 10 * rounds)
    }

    static func fetchWhatDies(rounds: Int, _ type: ManagedObjectContext.ConcurrencyType) async throws {
        let stack = try Stack()
        let ids = try (0..<50).map { try stack.savedEntry(location: "\($0)") }
        let context = stack.context(type)
        let places = Set((0..<50).map { "\($0)" })
        let group = DispatchGroup()
        for _ in 0..<rounds {
            let held = try await context.perform { Handed(try context.entries()) }
            for _ in 0..<2 {
                let part = await context.perform { Handed(ids.map { context.entry($0) }) }
                DispatchQueue.global().async(group: group) { part.value = [] }
            }
            DispatchQueue.global().async(group: group) { held.value = [] }
            try await context.perform {
                let found = try context.entries()
                precondition(found.count == 50 && Set(found.compactMap(\.location)) == places)
                for (id, entry) in zip(found.map(\.objectID), found) { precondition(context.entry(id) === entry) }
                context.checkInvariants()
            }
        }
        await withCheckedContinuation { done in group.notify(queue: .global()) { done.resume() } }
        await context.perform { precondition(context.registeredObjects.isEmpty) }
    }

    static func endWhileObjectsDie(rounds: Int) async throws {
        let stack = try Stack()
        for number in 0..<50 { _ = try stack.savedEntry(location: "\(number)") }
        let group = DispatchGroup()
        for round in 0..<rounds {
            let context = Handed<ManagedObjectContext?>(stack.context(round % 2 == 0 ? .privateQueue : .mainQueue))
            let objects = try await fetched(context)
            for part in objects {
                DispatchQueue.global().async(group: group) { part.value = [] }
            }
            context.value = nil
        }
        await withCheckedContinuation { done in group.notify(queue: .global()) { done.resume() } }
    }

    private static func fetched(_ context: Handed<ManagedObjectContext?>) async throws -> [Handed<[Entry]>] {
        guard let context = context.value else { return [] }
        return try await context.perform {
            let entries = try context.entries()
            return (0..<5).map { part in Handed(Array(entries[part * 10..<part * 10 + 10])) }
        }
    }
}
