import Foundation
import Synchronization

/// The queue that a context is bound to, and who may use the context right now.
///
/// A thread may use the context while it runs on the queue, while it holds the lock, or while it works for somebody who
/// may use it and waits inside `performAndWait` of another. So a context never waits for itself, however contexts are nested.
final class ContextQueue: @unchecked Sendable {
    let type: ManagedObjectContext.ConcurrencyType
    private let queue: DispatchQueue?
    private let transactionLock = NSRecursiveLock()
    /// The thread that holds the lock, 0 for none: any thread may ask whether it is itself.
    private let owner = Atomic<UInt>(0)
    private var depth = 0

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
            // No value is kept with the queue: a queue that has one needs a thread to be let go of.
            queue = DispatchQueue(label: "ManagedObjectContext")
        }
    }

    /// Whether the calling thread may use the context.
    var isHeld: Bool {
        if ownsLock || isLent { return true }
        switch type {
        case .confinement: return true
        case .mainQueue: return ContextQueue.isOnMainQueue
        // What runs on the queue holds the context.
        case .privateQueue: return false
        }
    }

    /// Runs `block` on the queue later, in the order of the calls.
    func enqueue(_ block: @escaping @Sendable () -> Void) {
        guard let queue else {
            preconditionFailure("A context of confinement type has no queue to perform on.")
        }
        queue.async { [self] in holding(inherited: nil, block) }
    }

    /// Runs `block` with the right to use the context: at once if the thread has it, on the queue otherwise.
    func wait<T>(_ block: () throws -> T) rethrows -> T {
        if isHeld { return try block() }
        guard let queue else { return try block() }
        let inherited = HeldContexts.lent(withMainQueue: ContextQueue.isOnMainQueue)
        return try queue.sync { try holding(inherited: inherited, block) }
    }

    /// Runs `block` with the right to use the context, without waiting: at once where nobody else uses it, behind what it is
    /// doing otherwise. What belongs to the main queue is never touched from elsewhere.
    func runWhenFree(_ block: @escaping @Sendable () -> Void) {
        if isHeld || type == .confinement { return block() }
        guard type == .privateQueue, tryLock() else { return enqueue(block) }
        defer { unlock() }
        block()
    }

    private func holding<T>(inherited: HeldContexts.Node?, _ block: () throws -> T) rethrows -> T {
        lock()
        defer { unlock() }
        return try HeldContexts.with(self, inherited: inherited, block)
    }

    /// Whether the thread runs on the main queue, or works for somebody on it who waits.
    private static var isOnMainQueue: Bool {
        DispatchQueue.getSpecific(key: mainIdentity) != nil || Thread.isMainThread || HeldContexts.hasMainQueue
    }

    // MARK: The lock

    var isLocked: Bool { depth > 0 }

    private var ownsLock: Bool {
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

    /// Whether the thread works for somebody who waits and may use the context.
    private var isLent: Bool {
        HeldContexts.contains(self) || HeldContexts.isWaiting(owner.load(ordering: .relaxed))
    }

    func lock() {
        // The lock is with somebody who waits for this thread: waiting for it would never end.
        if !ownsLock, isLent {
            depth += 1
            return
        }
        transactionLock.lock()
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
}
