import Foundation

/// What the calling thread may use because it, or a thread that waits for it, may.
enum HeldContexts {
    final class Node {
        /// A context that somebody performs on, or the main queue.
        let context: ObjectIdentifier?
        /// A thread that waits: what it has locked may be used.
        let waiting: UInt?
        let next: Node?

        init(_ context: ObjectIdentifier? = nil, waiting: UInt? = nil, next: Node?) {
            self.context = context
            self.waiting = waiting
            self.next = next
        }
    }

    /// Stands for the main queue, whose contexts are used without being performed on.
    private static let mainQueue = ObjectIdentifier(DispatchQueue.main)

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    private static var current: Node? {
        guard let pointer = pthread_getspecific(key) else { return nil }
        return Unmanaged<Node>.fromOpaque(pointer).takeUnretainedValue()
    }

    /// What the calling thread lends to whoever it is about to wait for.
    static func lent(withMainQueue isOnMainQueue: Bool) -> Node {
        let own = Node(waiting: ContextQueue.thisThread, next: current)
        return isOnMainQueue ? Node(mainQueue, next: own) : own
    }

    static var hasMainQueue: Bool { contains { $0.context == mainQueue } }

    static func contains(_ context: ContextQueue) -> Bool {
        let identifier = ObjectIdentifier(context)
        return contains { $0.context == identifier }
    }

    /// Whether a thread waits for the calling one.
    static func isWaiting(_ thread: UInt) -> Bool {
        contains { $0.waiting == thread }
    }

    private static func contains(_ isMatching: (Node) -> Bool) -> Bool {
        var node = current
        while let held = node {
            if isMatching(held) { return true }
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
