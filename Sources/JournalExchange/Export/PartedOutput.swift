import Dispatch
import Foundation
import Journal

/// The file of an export, written part by part in order by the threads that format them.
///
/// A thread takes the next part, formats it, and waits until the parts before it, which other threads format, are
/// written. A failure or a cancellation ends all threads.
final class PartedOutput: @unchecked Sendable {
    /// The number of bytes that a part may buffer before it waits for its turn.
    static let most = 1 << 22

    private let file: OutputFile
    private let cancel: CancelToken
    private let total: Int?
    private let progress: (@Sendable (ExportProgress) -> Void)?

    private let condition = NSCondition()
    private let count: Int
    private var next = 0
    private var turn = 0
    private var failure: (any Error)?

    /// Used only by the thread whose part has its turn.
    private var done = 0
    private var throttle = Throttle()

    init(
        _ file: OutputFile, parts count: Int, _ cancel: CancelToken, total: Int?,
        _ progress: (@Sendable (ExportProgress) -> Void)?
    ) {
        self.file = file
        self.count = count
        self.cancel = cancel
        self.total = total
        self.progress = progress
    }

    /// Whether entries were written. Read by the thread whose part has its turn, and at the end.
    var hasEntries: Bool { done > 0 }

    /// The next part that no thread has taken; nil at the end and after a failure.
    func take() -> Int? {
        condition.withLock {
            guard failure == nil, next < count else { return nil }
            defer { next += 1 }
            return next
        }
    }

    /// - Throws: `.cancelled`, or the error of another thread.
    func check() throws {
        if cancel.isCancelled { throw ExportError.cancelled }
        if let failure = condition.withLock({ failure }) { throw failure }
    }

    /// Whether it is a part's turn to write.
    func isTurn(of part: Int) -> Bool { condition.withLock { turn == part } }

    /// Waits until the parts before it are written.
    /// - Throws: The error of another thread.
    func waitForTurn(of part: Int) throws {
        try condition.withLock {
            while turn != part, failure == nil { condition.wait() }
            if let failure { throw failure }
        }
    }

    /// Lets the next part write.
    func end(_ part: Int) {
        condition.withLock {
            turn = part + 1
            condition.broadcast()
        }
    }

    /// Ends all threads. Only the first failure is kept.
    func fail(_ error: any Error) {
        condition.withLock {
            failure = failure ?? error
            condition.broadcast()
        }
    }

    /// Writes bytes of the part that has its turn, which contain `entries` entries.
    func write(_ bytes: ArraySlice<UInt8>, entries: Int) throws(OutputError) {
        try file.write(bytes)
        done += entries
        if let progress, throttle.allows(at: DispatchTime.now().uptimeNanoseconds) {
            progress(ExportProgress(done: done, total: total))
        }
    }

    /// Commits the file and returns the number of entries in it.
    func finish() throws -> Int {
        try check()
        try file.commit()
        progress?(ExportProgress(done: done, total: total))
        return done
    }
}

extension NSCondition {
    fileprivate func withLock<T>(_ body: () throws -> T) rethrows -> T {
        lock()
        defer { unlock() }
        return try body()
    }
}
