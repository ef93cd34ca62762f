import Foundation
import PersistenceTestSupport
import TestSupport
import Testing

@testable import Persistence

/// Who may use a context, and in which order its blocks run.
@Suite struct ContextQueueTests {
    /// QUE-01, QUE-13
    @Test func `using a private-queue context off its queue is a programmer error`() async {
        let outcome = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let context = try Stack().context()
            Thread { _ = context.hasChanges }.start()
            try await Task.sleep(for: .seconds(10))
        }
        #expect(
            outcome.says(
                "A context without a name was used on a thread of no queue, but the context belongs to its private queue: "
                    + "use perform or performAndWait."))
    }

    /// QUE-01, QUE-13
    @Test func `using a main-queue context off the main queue is a programmer error`() async {
        let outcome = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let context = try Stack().context(.mainQueue)
            context.name = "list"
            DispatchQueue(label: "elsewhere").async { _ = context.hasChanges }
            try await Task.sleep(for: .seconds(10))
        }
        #expect(
            outcome.says(
                "The context “list” was used on the queue “elsewhere”, but the context belongs to the main queue: "
                    + "use perform or performAndWait."))
    }

    /// QUE-01
    @Test func `reading an object off its context's queue is a programmer error`() async {
        let outcome = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let context = try Stack().context()
            context.name = "import"
            let entry = context.performAndWait { Handed(Entry(context: context)) }
            DispatchQueue(label: "elsewhere").sync { _ = entry.value.location }
        }
        #expect(
            outcome.says(
                "An object of “Entry” in the context “import” was used on the queue “elsewhere”, but the context belongs "
                    + "to its private queue: use perform or performAndWait."))
    }

    /// Source: Core Data's argument `-com.apple.CoreData.ConcurrencyDebug`.
    @Test func `using a context off its queue is only reported, and once, if the environment says so`() async {
        let outcome = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            setenv("PERSISTENCE_CONCURRENCY_DEBUG", "0", 1)
            let context = try Stack().context()
            let entry = context.performAndWait { Handed(Entry(context: context)) }
            entry.value.location = "a"
            #expect(entry.value.location == "a")
        }
        let text = String(decoding: outcome?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.components(separatedBy: "An object of “Entry” in a context without a name was used on").count == 2)
    }

    @Test(
        arguments: [
            (["program", "-persistence.ConcurrencyDebug", "0"], [:], 0),
            (["program", "-persistence.ConcurrencyDebug", "1"], ["PERSISTENCE_CONCURRENCY_DEBUG": "0"], 1),
            (["program", "-persistence.ConcurrencyDebug"], ["PERSISTENCE_CONCURRENCY_DEBUG": "0"], 0),
            (["program", "-com.apple.CoreData.ConcurrencyDebug", "0"], [:], 0),
            (["program", "-persistence.ConcurrencyDebug", "no"], [:], nil), ([], [:], nil),
        ] as [([String], [String: String], Int?)])
    func `the check of queues is set by an argument, or else by the environment`(
        arguments: [String], environment: [String: String], number: Int?
    ) {
        #expect(ContextQueue.setting.number(arguments: arguments, environment: environment) == number)
    }

    /// QUE-02, QUE-03
    @Test(arguments: [
        ManagedObjectContext.ConcurrencyType.confinement, .privateQueue, .mainQueue,
    ])
    func `a context reports its concurrency type`(_ type: ManagedObjectContext.ConcurrencyType) {
        #expect(ManagedObjectContext(concurrencyType: type).concurrencyType == type)
    }

    /// QUE-05
    @Test func `the default concurrency type is the main queue`() {
        #expect(ManagedObjectContext().concurrencyType == .mainQueue)
    }

    /// QUE-03, B-QUE-04
    @Test func `perform on a confinement context is a programmer error`() async {
        let outcome = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try Stack().context(.confinement).perform {}
        }
        #expect(outcome.says("A context of confinement type has no queue to perform on."))
    }

    /// QUE-03. Source: Core Data's exception “Can only use -performBlockAndWait: on an NSManagedObjectContext that was
    /// created with a queue.”
    @Test func `performAndWait on a confinement context is a programmer error`() async {
        let outcome = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try Stack().context(.confinement).performAndWait {}
        }
        #expect(outcome.says("A context of confinement type has no queue to perform on."))
    }

    @Test func `a confinement context processes its changes at the end of the run loop's turn`() throws {
        let stack = try Stack()
        let told = LockedValue(0)
        let thread = Background {
            let context = stack.context(.confinement)
            let observation = NotificationCenter.default.addObserver(
                forName: .managedObjectContextObjectsDidChange, object: context, queue: nil
            ) { _ in told.withLock { $0 += 1 } }
            defer { NotificationCenter.default.removeObserver(observation) }
            for turn in 1...2 {
                EntityDescription.insertNewObject(forEntityName: "Entry", into: context).setValue(
                    "a", forKey: "location")
                #expect(told.withLock { $0 } == turn - 1)
                RunLoop.current.run(until: Date(timeIntervalSinceNow: 0.05))
                #expect(told.withLock { $0 } == turn)
            }
        }
        #expect(thread.error() == nil)
    }

    /// QUE-03, B-MRG-03
    @Test func `changes can be merged into a confinement context`() throws {
        let stack = try Stack()
        let id = try stack.savedEntry(location: "old")
        let context = stack.context(.confinement)
        let entry = context.entry(id)
        #expect(entry.location == "old")
        try stack.change(id) { $0.location = "new" }
        ManagedObjectContext.mergeChanges(fromRemoteContextSave: [UpdatedObjectIDsKey: [id]], into: [context])
        #expect(entry.location == "new")
    }

    /// QUE-03
    @Test func `a confinement context is used directly on its thread`() throws {
        let context = try Stack().context(.confinement)
        Entry(context: context).location = "a"
        try context.save()
        #expect(try context.count(for: FetchRequest<Entry>(entityName: "Entry")) == 1)
    }

    /// QUE-04, B-QUE-02
    @Test func `a private context's blocks run in order, one at a time and off the main queue`() async throws {
        let context = try Stack().context()
        let log = Handed<[Int]>([])
        for number in 0..<100 {
            context.enqueue {
                dispatchPrecondition(condition: .notOnQueue(.main))
                log.value.append(number)
            }
        }
        let seen = context.performAndWait { log.value }
        #expect(seen == Array(0..<100))
    }

    /// QUE-05, QUE-07, B-QUE-03
    @Test @MainActor func `perform on a main context is asynchronous, even from the main queue`() async throws {
        let context = try Stack().context(.mainQueue)
        let log = Handed<[String]>([])
        await withCheckedContinuation { continuation in
            context.perform {
                dispatchPrecondition(condition: .onQueue(.main))
                log.value.append("block")
                continuation.resume()
            }
            log.value.append("after the call")
        }
        #expect(log.value == ["after the call", "block"])
    }

    /// QUE-07
    @Test @MainActor func `performAndWait on the main context can be called from the main queue`() throws {
        let context = try Stack().context(.mainQueue)
        Entry(context: context).location = "plain"
        context.performAndWait { Entry(context: context).location = "performed" }
        try context.performAndWait { try context.save() }
        let found = try context.fetch(FetchRequest<Entry>(entityName: "Entry")).compactMap(\.location).sorted()
        #expect(found == ["performed", "plain"])
    }

    /// QUE-08
    @Test(arguments: [ManagedObjectContext.ConcurrencyType.privateQueue, .mainQueue])
    func `perform works for every concurrency type`(_ type: ManagedObjectContext.ConcurrencyType) async throws {
        let context = try Stack().context(type)
        let count = try await context.perform {
            Entry(context: context).location = "a"
            try context.save()
            return try context.count(for: FetchRequest<Entry>(entityName: "Entry"))
        }
        #expect(count == 1)
    }

    /// QUE-05, QUE-06
    @Test func `a container's view context is a main-queue context`() {
        let container = PersistentContainer(name: "Company", managedObjectModel: CompanyModel.model())
        #expect(container.viewContext.concurrencyType == .mainQueue)
        #expect(container.viewContext.persistentStoreCoordinator === container.persistentStoreCoordinator)
    }

    /// QUE-09, QUE-10
    @Test func `each background task gets its own private context`() async throws {
        let container = PersistentContainer(name: "Company", managedObjectModel: CompanyModel.model())
        try container.persistentStoreCoordinator.addPersistentStore(ofType: inMemoryStoreType, at: nil)
        let contexts = Handed<[ManagedObjectContext]>([])
        for name in ["a", "b"] {
            try await container.performBackgroundTask { context in
                dispatchPrecondition(condition: .notOnQueue(.main))
                contexts.value.append(context)
                Entry(context: context).location = name
                try context.save()
            }
        }
        #expect(contexts.value[0] !== contexts.value[1])
        #expect(contexts.value.allSatisfy { $0 !== container.viewContext && $0.concurrencyType == .privateQueue })
        let byHand = ManagedObjectContext(.privateQueue)
        byHand.persistentStoreCoordinator = container.persistentStoreCoordinator
        let count = try await byHand.perform { try byHand.count(for: FetchRequest<Entry>(entityName: "Entry")) }
        #expect(count == 2)
    }

    /// QUE-11
    @Test @MainActor func `work on a main-queue context blocks the main queue until it ends`() async throws {
        let context = try Stack().context(.mainQueue)
        let log = Handed<[String]>([])
        await withCheckedContinuation { continuation in
            context.perform {
                DispatchQueue.main.async {
                    log.value.append("next turn")
                    continuation.resume()
                }
                for _ in 0..<100 { _ = Entry(context: context) }
                log.value.append("work done")
            }
        }
        #expect(log.value == ["work done", "next turn"])
    }

    /// QUE-12
    @Test @MainActor func `work on a private context does not block the main queue`() async throws {
        let context = try Stack().context()
        let mainRan = DispatchSemaphore(value: 0)
        let result: DispatchTimeoutResult = await withCheckedContinuation { continuation in
            context.perform {
                DispatchQueue.main.async { mainRan.signal() }
                // The work ends only after the main queue has run a block.
                continuation.resume(returning: mainRan.wait(timeout: .now() + 20))
            }
        }
        #expect(result == .success)
    }

    /// QUE-14
    @Test func `a background context can hand a result back on the main queue`() async throws {
        let stack = try Stack()
        let (main, background) = (stack.context(.mainQueue), stack.context())
        let count = await withCheckedContinuation { continuation in
            background.perform {
                _ = Entry(context: background)
                let count = background.insertedObjects.count
                main.perform {
                    dispatchPrecondition(condition: .onQueue(.main))
                    continuation.resume(returning: count)
                }
            }
        }
        #expect(count == 1)
    }

    /// B-QUE-01, CHG-08, NTF-01
    @Test func `perform ends an event, but performAndWait does not`() throws {
        let context = try Stack().context()
        let changes = Handed(0)
        let token = observe(.managedObjectContextObjectsDidChange, of: context) { _ in changes.value += 1 }
        defer { NotificationCenter.default.removeObserver(token) }
        let kept = context.performAndWait { Handed<Entry?>(Entry(context: context)) }
        #expect(context.performAndWait { changes.value } == 0)
        context.perform { kept.value?.location = "a" }
        #expect(context.performAndWait { changes.value } == 1)
        context.performAndWait { kept.value = nil }
    }

    /// CHG-08, NTF-01
    @Test @MainActor func `main-queue changes outside perform are processed at the end of the turn`() async throws {
        let context = try Stack().context(.mainQueue)
        let changes = Handed(0)
        let token = observe(.managedObjectContextObjectsDidChange, of: context) { _ in changes.value += 1 }
        defer { NotificationCenter.default.removeObserver(token) }
        _ = Entry(context: context)
        _ = Entry(context: context)
        #expect(changes.value == 0)
        await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
        #expect(changes.value == 1)
    }

    /// B-QUE-02
    @Test(arguments: [ManagedObjectContext.ConcurrencyType.privateQueue, .mainQueue])
    func `performAndWait is reentrant, even inside perform`(_ type: ManagedObjectContext.ConcurrencyType) async throws {
        let context = try Stack().context(type)
        let log = Handed<[Int]>([])
        context.enqueue { log.value.append(1) }
        await context.perform {
            log.value.append(2)
            context.performAndWait {
                context.performAndWait { log.value.append(3) }
                log.value.append(4)
            }
            log.value.append(5)
        }
        #expect(log.value == [1, 2, 3, 4, 5])
    }

    /// B-QUE-06
    @Test @MainActor func `an immediate perform on the context's own queue runs before enqueued blocks`() async throws {
        let context = try Stack().context(.mainQueue)
        let log = Handed<[String]>([])
        context.enqueue { log.value.append("waiting") }
        await context.perform(schedule: .immediate) { log.value.append("immediate") }
        #expect(log.value.first == "immediate")
    }

    /// B-QUE-06
    @Test func `an enqueued perform runs after the blocks that are already enqueued`() async throws {
        let context = try Stack().context()
        let log = Handed<[String]>([])
        context.enqueue { log.value.append("waiting") }
        await context.perform(schedule: .enqueued) { log.value.append("enqueued") }
        #expect(log.value == ["waiting", "enqueued"])
    }

    /// B-QUE-06
    @Test func `perform and performAndWait rethrow the block's error`() async throws {
        let context = try Stack().context()
        await #expect(throws: CocoaError.self) { try await context.perform { throw CocoaError(.featureUnsupported) } }
        #expect(throws: CocoaError.self) { try context.performAndWait { throw CocoaError(.featureUnsupported) } }
    }

    /// B-QUE-05
    @Test(arguments: StoreKind.allCases)
    func `simultaneous saves of several contexts all succeed`(_ kind: StoreKind) throws {
        let stack = try Stack(kind)
        let done = DispatchSemaphore(value: 0)
        let failures = Handed<[any Error]>([])
        let contexts = (0..<4).map { _ in stack.context() }
        for context in contexts {
            context.perform {
                for _ in 0..<25 {
                    _ = Entry(context: context)
                    do { try context.save() } catch { failures.value.append(error) }
                }
                done.signal()
            }
        }
        for _ in contexts { #expect(done.wait(timeout: .now() + 60) == .success) }
        #expect(failures.value.isEmpty)
        let count = try stack.withContext { try $0.count(for: FetchRequest<Entry>(entityName: "Entry")) }
        #expect(count == 100)
    }

    /// B-QUE-02, B-CHD-08
    @Test func `contexts can wait for each other in any nesting`() throws {
        let stack = try Stack()
        let (a, b) = (stack.context(), stack.context())
        let child = a.makeChild()
        try finishing {
            let depth = a.performAndWait {
                b.performAndWait {
                    a.performAndWait { child.performAndWait { a.performAndWait { b.performAndWait { 6 } } } }
                }
            }
            return depth == 6
        }
    }

    /// B-CHD-08, QUE-07
    @Test func `a child's block can wait for its parent while the parent waits for the child`() throws {
        let stack = try Stack()
        let main = stack.context(.mainQueue)
        let child = main.makeChild()
        try finishing {
            let saved = Handed(false)
            DispatchQueue.main.sync {
                child.performAndWait {
                    _ = Entry(context: child)
                    try? child.save()
                    main.performAndWait { try? main.save() }
                    saved.value = !main.performAndWait { main.hasChanges }
                }
            }
            return saved.value
        }
    }

    /// B-QUE-02
    @Test func `a parent waiting for its child's perform block does not block the child's fetches`() throws {
        let stack = try Stack()
        let root = stack.context()
        let child = root.makeChild()
        try finishing {
            // The child uses the root from its own thread while the root is free.
            let done = DispatchSemaphore(value: 0)
            let count = Handed(-1)
            child.perform {
                count.value = (try? child.count(for: FetchRequest<Entry>(entityName: "Entry"))) ?? -1
                done.signal()
            }
            done.wait()
            return count.value == 0
        }
    }

    /// Runs `body` on a new thread. Fails unless it returns true in time.
    private func finishing(_ body: @escaping @Sendable () -> Bool) throws {
        let done = DispatchSemaphore(value: 0)
        let result = Handed(false)
        Thread {
            result.value = body()
            done.signal()
        }.start()
        try #require(done.wait(timeout: .now() + 30) == .success, "deadlock")
        #expect(result.value)
    }
}
