import Foundation

/// The queue that a context is bound to, and who may use the context right now.
///
/// A thread may use the context while it runs on the queue, while it holds the lock, or while it works for somebody who
/// waits inside `performAndWait` of it. So a context never waits for itself, however contexts are nested.
final class ContextQueue: @unchecked Sendable {
    let type: ManagedObjectContext.ConcurrencyType
    private let queue: DispatchQueue?
    private let transactionLock = NSRecursiveLock()
    private var owner: pthread_t?
    private var depth = 0

    private static let identity = DispatchSpecificKey<ObjectIdentifier>()
    private static let mainMark: Bool = {
        DispatchQueue.main.setSpecific(key: mainIdentity, value: true)
        return true
    }()
    private static let mainIdentity = DispatchSpecificKey<Bool>()

    /// Stands for every context of the main queue: who works for a thread that waits there may use them.
    private static let mainQueue = ObjectIdentifier(DispatchQueue.main)

    private static var isOnMain: Bool {
        DispatchQueue.getSpecific(key: mainIdentity) != nil || Thread.isMainThread
    }

    init(_ type: ManagedObjectContext.ConcurrencyType) {
        self.type = type
        switch type {
        case .confinement: queue = nil
        case .mainQueue:
            _ = ContextQueue.mainMark
            queue = .main
        case .privateQueue:
            let queue = DispatchQueue(label: "ManagedObjectContext")
            self.queue = queue
            queue.setSpecific(key: ContextQueue.identity, value: ObjectIdentifier(self))
        }
    }

    /// Whether the calling thread may use the context.
    var isHeld: Bool {
        if ownsLock || HeldContexts.contains(ObjectIdentifier(self)) { return true }
        switch type {
        case .confinement: return true
        case .mainQueue: return ContextQueue.isOnMain || HeldContexts.contains(ContextQueue.mainQueue)
        case .privateQueue: return DispatchQueue.getSpecific(key: ContextQueue.identity) == ObjectIdentifier(self)
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
        var inherited = HeldContexts.current
        if ContextQueue.isOnMain { inherited = HeldContexts.Node(ContextQueue.mainQueue, next: inherited) }
        return try queue.sync { try holding(inherited: inherited, block) }
    }

    private func holding<T>(inherited: HeldContexts.Node?, _ block: () throws -> T) rethrows -> T {
        lock()
        defer { unlock() }
        return try HeldContexts.with(self, inherited: inherited, block)
    }

    // MARK: The lock

    var isLocked: Bool { depth > 0 }

    private var ownsLock: Bool {
        guard let owner else { return false }
        return pthread_equal(owner, pthread_self()) != 0
    }

    func lock() {
        transactionLock.lock()
        owner = pthread_self()
        depth += 1
    }

    func tryLock() -> Bool {
        guard transactionLock.try() else { return false }
        owner = pthread_self()
        depth += 1
        return true
    }

    func unlock() {
        precondition(ownsLock, "The context is not locked by this thread.")
        depth -= 1
        if depth == 0 { owner = nil }
        transactionLock.unlock()
    }
}

/// The contexts that the calling thread may use because it, or a thread that waits for it, performs on them.
private enum HeldContexts {
    final class Node {
        let context: ObjectIdentifier
        let next: Node?

        init(_ context: ObjectIdentifier, next: Node?) {
            self.context = context
            self.next = next
        }
    }

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    static var current: Node? {
        guard let pointer = pthread_getspecific(key) else { return nil }
        return Unmanaged<Node>.fromOpaque(pointer).takeUnretainedValue()
    }

    static func contains(_ identifier: ObjectIdentifier) -> Bool {
        var node = current
        while let held = node {
            if held.context == identifier { return true }
            node = held.next
        }
        return false
    }

    /// Runs `block` while the thread holds the context and all that `inherited` names.
    static func with<T>(_ context: ContextQueue, inherited: Node?, _ block: () throws -> T) rethrows -> T {
        let before = pthread_getspecific(key)
        let node = Node(ObjectIdentifier(context), next: inherited ?? current)
        pthread_setspecific(key, Unmanaged.passUnretained(node).toOpaque())
        defer {
            pthread_setspecific(key, before)
            withExtendedLifetime(node) {}
        }
        return try block()
    }
}

extension HeldContexts.Node: @unchecked Sendable {}
