import Foundation
import Synchronization

/// The queue that a context is bound to, and the record of who may use the context right now.
///
/// A thread may use the context while it runs on the queue, while it holds the lock, or while it works for a thread
/// that may use the context and waits inside `performAndWait` of another one. So a context never waits for itself,
/// however contexts are nested. `ContextWaits` keeps two threads from waiting for each other in `performAndWait`.
final class ContextQueue: @unchecked Sendable {
    let type: ManagedObjectContext.ConcurrencyType
    /// The number of contexts that this one reads through. Set with the parent, before the context is used.
    var level = 0
    /// The context of the queue. It exists while a block runs on the queue, but not necessarily as long as this.
    unowned(unsafe) var context: ManagedObjectContext?
    private let queue: DispatchQueue?
    /// The number of blocks on the queue, including the running one.
    private let queued = Atomic(0)
    private let transactionLock = NSRecursiveLock()
    /// The thread that holds the lock, or 0. Atomic, because any thread may check whether it is the owner.
    private let owner = Atomic<UInt>(0)
    private var depth = 0
    /// Whether the use of the context off its queue has been reported.
    let hasWarned = Atomic(false)

    private static let mainMark: Bool = {
        DispatchQueue.main.setSpecific(key: mainIdentity, value: true)
        return true
    }()
    private static let mainIdentity = DispatchSpecificKey<Bool>()

    init(_ type: ManagedObjectContext.ConcurrencyType) {
        self.type = type
        switch type {
        case .confinement: queue = nil
        case .mainQueue:
            _ = ContextQueue.mainMark
            queue = .main
        case .privateQueue:
            // The queue has no specific value: a queue that has one needs a thread to be released.
            queue = DispatchQueue(label: "ManagedObjectContext")
        }
    }

    /// Whether the calling thread may use the context.
    var isHeld: Bool {
        if ownsLock || isLent { return true }
        switch type {
        case .confinement: return true
        case .mainQueue: return ContextQueue.isOnMainQueue
        // A block on the queue holds the lock, which was checked above.
        case .privateQueue: return false
        }
    }

    private static let missing = "A context of confinement type has no queue to perform on."

    /// Runs `block` on the queue later, in the order of the calls.
    func enqueue(_ block: @escaping @Sendable () -> Void) {
        guard queue != nil else {
            preconditionFailure(ContextQueue.missing)
        }
        count { [self] in holding(inherited: nil, block) }
    }

    private func count(_ block: @escaping @Sendable () -> Void) {
        queued.wrappingAdd(1, ordering: .relaxed)
        queue?.async { [self] in
            block()
            queued.wrappingSubtract(1, ordering: .releasing)
        }
    }

    /// Runs `block` with the right to use the context: at once if the thread already has that right or the context is
    /// free, otherwise when its turn comes.
    func wait<T>(_ block: () throws -> T) rethrows -> T {
        guard queue != nil else { preconditionFailure(ContextQueue.missing) }
        if isHeld { return try asInnermost(block) }
        if type == .privateQueue, queued.load(ordering: .acquiring) == 0, tryLock() {
            defer { unlock() }
            return try HeldContexts.with(HeldContexts.Node(self, next: ownRights), block)
        }
        return try waitInTurn(block, rescue: { throw $0 })
    }

    /// Runs `block`, which may use the context already, as the block that began last.
    func asInnermost<T>(_ block: () throws -> T) rethrows -> T {
        if HeldContexts.current?.innermost === context { return try block() }
        return try HeldContexts.with(HeldContexts.Node(self, next: HeldContexts.current), block)
    }

    /// Runs `block` after those that are already queued. Blocks of a main-queue context run on the main queue. Those of
    /// a private-queue context run on the calling thread, while the queue waits for it. If other threads lend their
    /// rights to this one, the block runs sooner, on the calling thread.
    private func waitInTurn<T>(_ block: () throws -> T, rescue: (any Error) throws -> T) rethrows -> T {
        var result: Result<T, any Error>?
        let wait = ContextWait(for: self, lending: ownRights)
        return try withoutActuallyEscaping({ result = Result { try block() } }) { run in
            wait.block = run
            defer { wait.block = nil }
            if !ContextWaits.begin(wait) {
                enqueueTurn(of: wait)
                wait.sleep()
            }
            if let rights = wait.lent {
                defer { wait.finish() }
                return try holding(inherited: rights, block)
            }
            switch result {
            case .success(let value): return value
            case .failure(let error): return try rescue(error)
            case nil: preconditionFailure("A block that had its turn has a result.")
            }
        }
    }

    /// The waiting thread continues only after its turn has ended and the lock is released, because it may then release
    /// the context.
    private func enqueueTurn(of wait: ContextWait) {
        count { [self] in
            if holding(inherited: type == .mainQueue ? wait.rights : nil, { take(wait) }) { wait.returnRights() }
        }
    }

    /// Starts the turn of a waiting thread. Returns false if the thread no longer waits.
    private func take(_ wait: ContextWait) -> Bool {
        if type == .mainQueue {
            guard ContextWaits.grant(wait, nil) else { return false }
            wait.runBlock()
        } else {
            guard ContextWaits.grant(wait, HeldContexts.lent(withMainQueue: false)) else { return false }
            wait.waitUntilFinished()
        }
        return true
    }

    /// Runs `block` with the right to use the context, without waiting: at once if the context is free, otherwise
    /// queued after its current work. Main-queue contexts are only used on the main queue.
    func runWhenFree(_ block: @escaping @Sendable () -> Void) {
        if isHeld || type == .confinement { return block() }
        guard type == .privateQueue, tryLock() else { return enqueue(block) }
        defer { unlock() }
        block()
    }

    private func holding<T>(inherited: HeldContexts.Node?, _ block: () throws -> T) rethrows -> T {
        try HeldContexts.with(inherited ?? HeldContexts.current) {
            lock()
            defer { unlock() }
            return try HeldContexts.with(HeldContexts.Node(self, next: HeldContexts.current), block)
        }
    }

    /// The rights of the calling thread, lent to the threads that it waits for.
    private var ownRights: HeldContexts.Node { HeldContexts.lent(withMainQueue: ContextQueue.isOnMainQueue) }

    /// Whether the thread runs on the main queue, or works for a thread there that waits.
    static var isOnMainQueue: Bool {
        Thread.isMainThread || DispatchQueue.getSpecific(key: mainIdentity) != nil || HeldContexts.hasMainQueue
    }

    // MARK: The lock

    var isLocked: Bool { depth > 0 }

    /// Whether the calling thread holds the lock.
    var ownsLock: Bool {
        owner.load(ordering: .relaxed) == ContextQueue.thisThread
    }

    /// A number that no other living thread has; never 0.
    static var thisThread: UInt {
        #if canImport(Darwin)
            UInt(bitPattern: pthread_self())
        #else
            UInt(pthread_self())
        #endif
    }

    /// Whether the thread works for a waiting thread that may use the context.
    private var isLent: Bool { HeldContexts.current?.lends(self) ?? false }

    /// Whether `thread` holds the lock.
    func isOwned(by thread: UInt) -> Bool { owner.load(ordering: .relaxed) == thread }

    func lock() {
        // The lock's holder waits for this thread: waiting for the lock would never end.
        if !ownsLock, isLent {
            depth += 1
            return
        }
        if !transactionLock.try() {
            ContextWaits.lending(ContextWait(forLockOf: self, lending: ownRights)) { transactionLock.lock() }
        }
        owner.store(ContextQueue.thisThread, ordering: .relaxed)
        depth += 1
    }

    func tryLock() -> Bool {
        if !ownsLock, isLent {
            depth += 1
            return true
        }
        guard transactionLock.try() else { return false }
        owner.store(ContextQueue.thisThread, ordering: .relaxed)
        depth += 1
        return true
    }

    func unlock() {
        precondition(ownsLock || (isLent && isLocked), "The context is not locked by this thread.")
        depth -= 1
        guard ownsLock else { return }
        if depth == 0 { owner.store(0, ordering: .relaxed) }
        transactionLock.unlock()
    }

    // MARK: Deallocated objects

    /// Runs `body` if no other thread uses the context, and returns whether it did. Never waits.
    /// - Precondition: `body` is short and runs no user code.
    func ifFree(_ body: () -> Void) -> Bool {
        if !ownsLock, !isLent {
            if type == .confinement || (type == .mainQueue && !ContextQueue.isOnMainQueue) { return false }
            guard transactionLock.try() else { return false }
            defer { transactionLock.unlock() }
            body()
        } else {
            body()
        }
        return true
    }

    /// Runs `body` while no object can be released in `ifFree`.
    func withoutDeallocations<T>(_ body: () -> T) -> T {
        transactionLock.lock()
        defer { transactionLock.unlock() }
        return body()
    }
}
