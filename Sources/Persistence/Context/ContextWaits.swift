import Foundation

/// A thread that waits for a context, and the rights that it lends while it waits.
final class ContextWait: @unchecked Sendable {
    fileprivate enum State {
        case waiting
        /// The thread may continue. With rights, it runs its block itself.
        case over(HeldContexts.Node?)
    }

    /// The context that the thread waits for.
    fileprivate let target: ContextQueue
    /// The rights of the waiting thread.
    let rights: HeldContexts.Node
    /// The block that the thread wants to run. Another thread may run it. Nil when the wait has ended.
    var block: (() -> Void)?
    /// Whether the thread can be woken to continue; one that waits for a lock cannot.
    fileprivate let isWakeable: Bool
    /// Accessed by `ContextWaits` only.
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

    /// Runs the block on behalf of the waiting thread, and retains nothing of it.
    @inline(never)
    func runBlock() { block?() }

    /// Waits until the thread may continue.
    func sleep() { woken.wait() }

    /// The rights with which the waiting thread runs its block; nil if another thread ran it.
    var lent: HeldContexts.Node? { ContextWaits.lent(to: self) }

    /// Called when the thread has run its block. Waits until its turn, if it had one, is over.
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

    /// Ends the turn and wakes the thread.
    func returnRights() {
        _ = ContextWaits.isTurn(of: self)
        wake()
    }

    fileprivate func wake() { woken.signal() }
}

/// All threads that wait for a context.
///
/// A waiting thread lends its rights to whatever runs on the queue that it waits for, including the blocks ahead of its
/// own. If threads wait for each other in a cycle, the one whose context is nearest to the coordinator continues with
/// the rights that the others lend it. The reason is that a child's work asks its parent in the middle of whatever it
/// does, while a user of the parent chooses the place where it waits for the child.
enum ContextWaits {
    private static let waits = LockedValue<[ContextWait]>([])

    /// Begins to wait. Returns true if the thread need not wait, because the others wait for it and lend it the right.
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

    /// Ends a wait whose turn has come. Returns false if it has already ended.
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

    /// Lends the thread's rights while `body` waits for a lock.
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

    /// Whether the thread got its turn, rather than the rights of others. The lock also orders memory: a thread that
    /// calls this sees everything that other threads did before their earlier calls.
    fileprivate static func isTurn(of wait: ContextWait) -> Bool {
        waits.withLock { _ in wait.isTurn }
    }

    /// The chain of waits from one to another, each for a context that the next one lends; nil if there is none.
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
