import Foundation

/// The contexts that the calling thread may use, because it or a thread that waits for it has the right.
enum HeldContexts {
    /// A list of rights: one, and the rest. Immutable.
    final class Node: Sendable {
        /// A context that someone performs a block on, or the main queue.
        let context: ObjectIdentifier?
        /// The queue of that context, which exists as long as its block runs.
        private unowned(unsafe) let queue: ContextQueue?
        /// A waiting thread: contexts that it has locked may be used.
        let waiting: UInt?
        let next: Node?

        private init(context: ObjectIdentifier?, queue: ContextQueue? = nil, waiting: UInt?, next: Node?) {
            self.context = context
            self.queue = queue
            self.waiting = waiting
            self.next = next
        }

        convenience init(_ queue: ContextQueue, next: Node?) {
            self.init(context: ObjectIdentifier(queue), queue: queue, waiting: nil, next: next)
        }

        convenience init(waiting thread: UInt, next: Node?) {
            self.init(context: nil, waiting: thread, next: next)
        }

        convenience init(mainQueueAnd next: Node?) {
            self.init(context: HeldContexts.mainQueue, waiting: nil, next: next)
        }

        /// The context whose block began last.
        var innermost: ManagedObjectContext? { queue?.context ?? next?.innermost }

        /// Whether these rights include the context.
        func lends(_ queue: ContextQueue) -> Bool {
            let identifier = ObjectIdentifier(queue)
            return contains { $0.context == identifier || $0.waiting.map(queue.isOwned) == true }
        }

        var hasMainQueue: Bool { contains { $0.context == HeldContexts.mainQueue } }

        /// The union of these rights and those of `other`.
        func joined(with other: Node?) -> Node {
            Node(context: context, queue: queue, waiting: waiting, next: next?.joined(with: other) ?? other)
        }

        private func contains(_ isMatching: (Node) -> Bool) -> Bool {
            var node: Node? = self
            while let held = node {
                if isMatching(held) { return true }
                node = held.next
            }
            return false
        }
    }

    /// Represents the main queue, whose contexts may be used there without `perform`.
    private static let mainQueue = ObjectIdentifier(DispatchQueue.main)

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    static var current: Node? {
        guard let pointer = pthread_getspecific(key) else { return nil }
        return Unmanaged<Node>.fromOpaque(pointer).takeUnretainedValue()
    }

    /// The rights that the calling thread lends to the thread that it is about to wait for.
    static func lent(withMainQueue isOnMainQueue: Bool) -> Node {
        let own = Node(waiting: ContextQueue.thisThread, next: current)
        return isOnMainQueue ? Node(mainQueueAnd: own) : own
    }

    static var hasMainQueue: Bool { current?.hasMainQueue ?? false }

    /// Runs `block` while the thread has exactly the rights in `node`.
    static func with<T>(_ node: Node?, _ block: () throws -> T) rethrows -> T {
        let before = pthread_getspecific(key)
        pthread_setspecific(key, node.map { Unmanaged.passUnretained($0).toOpaque() })
        defer {
            pthread_setspecific(key, before)
            withExtendedLifetime(node) {}
        }
        return try block()
    }
}
