import Dispatch

/// Counts sessions block by block.
protocol BlockCounter: Sendable {
    mutating func add(_ block: RecordBlock)
}

/// Counts row blocks on a thread of its own, while the next ones are read. `add` waits while some blocks are under way, so
/// memory stays bounded.
private final class CountingQueue<Counter: BlockCounter>: @unchecked Sendable {
    private let queue = DispatchQueue(label: "surfjournal.statistics")
    private let room = DispatchSemaphore(value: 0)
    /// Used on the queue.
    private var counter: Counter

    init(_ counter: Counter) {
        self.counter = counter
        for _ in 0..<4 { room.signal() }
    }

    func add(_ block: RecordBlock) {
        room.wait()
        queue.async {
            self.counter.add(block)
            self.room.signal()
        }
    }

    /// What was counted when all blocks are.
    func finish() -> Counter { queue.sync { counter } }
}

extension Journal {
    /// Counts the entries that a query wants, its order and limit aside; reading and counting take turns on two threads.
    func counted<Counter: BlockCounter>(_ query: EntryQuery, by counter: Counter) throws -> Counter {
        let counting = CountingQueue(counter)
        try blocks(query.unordered) { counting.add($0) }
        return counting.finish()
    }
}
