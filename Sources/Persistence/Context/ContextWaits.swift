import Foundation

/// A thread that waits for a context, and what it lends meanwhile.
final class ContextWait: @unchecked Sendable {
    fileprivate enum State {
        case waiting
        /// The thread may go on; with these rights it runs its block itself.
        case over(HeldContexts.Node?)
    }

    /// The context that the thread waits for.
    fileprivate let target: ContextQueue
    /// What the thread may use.
    let rights: HeldContexts.Node
    /// What the thread waits to see done. Another thread may run it; nobody has it when the wait ends.
    var block: (() -> Void)?
    /// Whether the thread hears that it may go on; one that waits for a lock does not.
    fileprivate let isWakeable: Bool
    /// Read and written by `ContextWaits` alone.
    fileprivate var state = State.waiting
    fileprivate var isTurn = false
    private let woken = DispatchSemaphore(value: 0)
    private let finished = DispatchSemaphore(value: 0)

    init(for target: ContextQueue, lending rights: HeldContexts.Node) {
        self.target = target
        self.rights = rights
        isWakeable = true
    }

    init(forLockOf target: ContextQueue, lending rights: HeldContexts.Node) {
        self.target = target
        self.rights = rights
        isWakeable = false
    }

    /// Runs the block in the place of the waiting thread, and keeps nothing of it.
    @inline(never)
    func runBlock() { block?() }

    /// Waits until the thread may go on.
    func sleep() { woken.wait() }

    /// The rights that the waiting thread runs its block with; nil where its block was run for it.
    var lent: HeldContexts.Node? { ContextWaits.lent(to: self) }

    /// The thread has run its block, and waits until its turn, if it had one, is given back.
    func finish() {
        guard ContextWaits.isTurn(of: self) else { return }
        finished.signal()
        sleep()
        _ = ContextWaits.isTurn(of: self)
    }

    /// Waits until the thread has run its block.
    func waitUntilFinished() {
        finished.wait()
        _ = ContextWaits.isTurn(of: self)
    }

    /// The turn is over.
    func giveBack() {
        _ = ContextWaits.isTurn(of: self)
        wake()
    }

    fileprivate func wake() { woken.signal() }
}

/// All threads that wait for a context.
///
/// A thread that waits lends what it may use to whoever runs on the queue that it waits for, the blocks before its own among
/// them. So when threads come to wait for each other in a circle, the one of them that waits for the context nearest to the
/// coordinator goes on with what the others lend it: a child's work asks its parent in the middle of whatever it does, while
/// whoever uses the parent waits for the child at a place of its own choosing.
enum ContextWaits {
    private static let waits = Guarded<[ContextWait]>([])

    /// Begins to wait. Returns whether the thread need not, as others wait for it and lend it the right.
    static func begin(_ wait: ContextWait) -> Bool {
        waits.withLock { waits in
            waits.append(wait)
            guard let circle = circle(from: wait, to: wait, among: waits, []) else { return false }
            let wakeable = circle.filter(\.isWakeable)
            guard let first = wakeable.min(by: { $0.target.level < $1.target.level }) else { return false }
            let lenders = circle.filter { $0 !== first }
            first.state = .over(lenders.reduce(first.rights) { $1.rights.joined(with: $0) })
            waits.removeAll { $0 === first }
            if first !== wait { first.wake() }
            return first === wait
        }
    }

    /// Ends a wait whose turn has come. False where it is over already.
    static func grant(_ wait: ContextWait, _ rights: HeldContexts.Node?) -> Bool {
        waits.withLock { waits in
            guard case .waiting = wait.state else { return false }
            wait.state = .over(rights.map { $0.joined(with: wait.rights) })
            wait.isTurn = true
            waits.removeAll { $0 === wait }
            if rights != nil { wait.wake() }
            return true
        }
    }

    /// Lends what the thread has while `body` waits for a lock.
    static func lending(_ wait: ContextWait, _ body: () -> Void) {
        _ = begin(wait)
        body()
        waits.withLock { waits in waits.removeAll { $0 === wait } }
    }

    fileprivate static func lent(to wait: ContextWait) -> HeldContexts.Node? {
        waits.withLock { _ in
            if case .over(let rights) = wait.state { rights } else { nil }
        }
    }

    /// Whether the thread had its turn, and not the rights of others. What one thread did before it asked, another knows
    /// that asks later.
    fileprivate static func isTurn(of wait: ContextWait) -> Bool {
        waits.withLock { _ in wait.isTurn }
    }

    /// The waits from one to another, each for a context that the next one lends; nil where they do not lead there.
    private static func circle(
        from wait: ContextWait, to last: ContextWait, among waits: [ContextWait], _ passed: [ContextWait]
    ) -> [ContextWait]? {
        let passed = passed + [wait]
        for next in waits where next.lends(wait.target) {
            if next === last { return passed }
            if passed.contains(where: { $0 === next }) { continue }
            if let circle = circle(from: next, to: last, among: waits, passed) { return circle }
        }
        return nil
    }
}

extension ContextWait {
    fileprivate func lends(_ queue: ContextQueue) -> Bool {
        rights.lends(queue) || (queue.type == .mainQueue && rights.hasMainQueue)
    }
}
