import Foundation
import Persistence
import PersistenceTestSupport
import Testing

@Suite struct ContextLockTests {
    /// Runs `body` on a new thread.
    private func onThread(_ body: @escaping @Sendable () -> Void) { Thread(block: body).start() }

    /// LCK-01, LCK-03
    @Test func `locking a context waits for the thread that holds the lock`() throws {
        let context = try Stack().context()
        let log = Handed<[String]>([])
        let (began, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        context.lock()
        onThread {
            began.signal()
            context.lock()
            log.value.append("second")
            context.unlock()
            done.signal()
        }
        began.wait()
        #expect(done.wait(timeout: .now() + 0.05) == .timedOut)
        log.value.append("first")
        context.unlock()
        try #require(done.wait(timeout: .now() + 30) == .success)
        #expect(log.value == ["first", "second"])
    }

    /// LCK-02, LCK-03
    @Test func `tryLock returns immediately`() throws {
        let context = try Stack().context()
        context.lock()
        #expect(try tryElsewhere(context) == false)
        context.unlock()
        #expect(try tryElsewhere(context) == true)
    }

    /// Whether another thread can lock the context. That thread unlocks it again.
    private func tryElsewhere(_ context: ManagedObjectContext) throws -> Bool {
        let (done, got) = (DispatchSemaphore(value: 0), Handed(false))
        onThread {
            got.value = context.tryLock()
            if got.value { context.unlock() }
            done.signal()
        }
        try #require(done.wait(timeout: .now() + 30) == .success)
        return got.value
    }

    /// LCK-01
    @Test func `a context's lock is recursive`() throws {
        let context = try Stack().context()
        context.lock()
        context.lock()
        #expect(context.tryLock())
        for _ in 0..<2 { context.unlock() }
        #expect(try tryElsewhere(context) == false)
        context.unlock()
        #expect(try tryElsewhere(context) == true)
    }

    /// LCK-04, LCK-07
    @Test func `a locked section is exclusive`() throws {
        let context = try Stack(model: ItemModel.model()).context()
        let item = context.performAndWait { Handed<Item?>(Item(context: context)) }
        let locking: any NSLocking & Sendable = context
        let done = DispatchSemaphore(value: 0)
        for _ in 0..<2 {
            onThread {
                for _ in 0..<1_000 {
                    locking.lock()
                    item.value?.count = (item.value?.count ?? 0) + 1
                    locking.unlock()
                }
                done.signal()
            }
        }
        for _ in 0..<2 { try #require(done.wait(timeout: .now() + 60) == .success) }
        context.withLock {
            #expect(item.value?.count == 2_000)
            item.value = nil
        }
    }

    /// LCK-05
    @Test func `perform blocks do not run between lock and unlock`() throws {
        let context = try Stack().context()
        let log = Handed<[String]>([])
        let done = DispatchSemaphore(value: 0)
        context.lock()
        context.perform {
            log.value.append("block")
            done.signal()
        }
        #expect(done.wait(timeout: .now() + 0.05) == .timedOut)
        log.value.append("locked")
        context.unlock()
        try #require(done.wait(timeout: .now() + 30) == .success)
        #expect(log.value == ["locked", "block"])
    }

    /// LCK-05
    @Test func `the thread that holds the lock can use the context and call performAndWait`() throws {
        let context = try Stack().context()
        let (done, count) = (DispatchSemaphore(value: 0), Handed(0))
        onThread {
            context.lock()
            _ = Entry(context: context)
            context.performAndWait { count.value = context.insertedObjects.count }
            context.unlock()
            done.signal()
        }
        try #require(done.wait(timeout: .now() + 30) == .success, "deadlock")
        #expect(count.value == 1)
    }

    /// LCK-05, B-QUE-02
    @Test func `locking inside performAndWait and waiting for another context do not deadlock`() throws {
        let stack = try Stack()
        let (a, b) = (stack.context(), stack.context())
        let (done, result) = (DispatchSemaphore(value: 0), Handed(false))
        onThread {
            a.lock()
            b.performAndWait {
                b.lock()
                a.performAndWait { _ = Entry(context: a) }
                b.unlock()
            }
            result.value = a.hasChanges
            a.unlock()
            done.signal()
        }
        try #require(done.wait(timeout: .now() + 30) == .success, "deadlock")
        #expect(result.value)
    }

    /// LCK-05, B-QUE-02
    @Test func `the holder of a lock can wait for the main queue while its work uses the context`() throws {
        let stack = try Stack()
        let (locked, main) = (stack.context(), stack.context(.mainQueue))
        let (done, result) = (DispatchSemaphore(value: 0), Handed(false))
        onThread {
            locked.lock()
            main.performAndWait {
                locked.performAndWait { _ = Entry(context: locked) }
                locked.lock()
                let isOurs = locked.tryLock()
                result.value = isOurs && locked.hasChanges
                locked.unlock()
                locked.unlock()
            }
            locked.unlock()
            done.signal()
        }
        try #require(done.wait(timeout: .now() + 30) == .success, "deadlock")
        #expect(result.value)
        #expect(try tryElsewhere(locked))
    }

    /// LCK-03
    @Test func `unlocking a context that is not locked is a programmer error`() async {
        let outcome = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try Stack().context().unlock()
        }
        #expect(outcome.says("The context is not locked by this thread."))
    }

    /// LCK-06
    @Test func `releasing a locked context is a programmer error rather than a deadlock`() async {
        let outcome = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try dropLocked()
        }
        #expect(outcome.says("The context was released while it was locked. Retain it until unlock()."))
    }
}

@inline(never)
private func dropLocked() throws {
    try Stack().context().lock()
}
