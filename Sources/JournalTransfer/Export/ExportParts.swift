import Dispatch
import Foundation
import Journal

/// The parts of an export, which threads read and format, and which are written to the file in order.
///
/// A thread takes the next part, formats it, and waits until the parts before it, which other threads format, are
/// written. A failure or a cancellation ends all threads.
final class ExportParts: @unchecked Sendable {
    /// The number of bytes that a part may buffer before it waits for its turn.
    private static let most = 1 << 22

    private let file: OutputFile
    private let cancel: CancelToken
    private let progress: @Sendable (Int) -> Void
    /// Nil for a single part with all entries.
    private let keys: ExportIDRanges?

    private let condition = NSCondition()
    private var next = 0
    private var turn = 0
    private var failure: (any Error)?

    /// Used only by the thread whose part has its turn.
    private var done = 0
    private var throttle = Throttle()

    /// - Parameter progress: Called with the number of entries written.
    init(
        _ keys: ExportIDRanges?, _ file: OutputFile, _ cancel: CancelToken,
        _ progress: @escaping @Sendable (Int) -> Void
    ) {
        (self.keys, self.file, self.cancel, self.progress) = (keys, file, cancel, progress)
    }

    /// Whether entries were written. Read by the thread whose part has its turn, and at the end.
    var hasEntries: Bool { done > 0 }

    /// - Throws: `.cancelled`, or the error of another thread.
    func check() throws {
        if cancel.isCancelled { throw ExportError.cancelled }
        if let failure = condition.withLock({ failure }) { throw failure }
    }

    /// Commits the file and returns the number of entries in it.
    func finish() throws -> Int {
        try check()
        try file.commit()
        progress(done)
        return done
    }

    // MARK: The work of a thread

    /// Reads, formats and writes parts until none is left, or a thread of the export has failed.
    func write(from reader: BackgroundQuery.Reader, _ formatter: any RowFormatter) {
        var (formatter, bytes) = (formatter, [UInt8]())
        do {
            while let part = take() { try write(part, from: reader, &formatter, &bytes) }
        } catch {
            fail(error)
        }
    }

    private func write(
        _ part: Int, from reader: BackgroundQuery.Reader, _ formatter: inout any RowFormatter, _ bytes: inout [UInt8]
    ) throws {
        var entries = 0
        try check()
        try reader.read(among: keys?[part]) { block in
            try check()
            formatter.append(block, to: &bytes)
            entries += block.count
            let size = bytes.count
            guard size >= OutputFile.chunk, size >= ExportParts.most || isTurn(of: part) else { return }
            try send(part, &bytes, entries, separatorSize: formatter.separatorSize)
            entries = 0
        }
        try send(part, &bytes, entries, separatorSize: formatter.separatorSize)
        end(part)
    }

    /// Writes the formatted bytes, without a separator before the first entry of the file.
    private func send(_ part: Int, _ bytes: inout [UInt8], _ entries: Int, separatorSize: Int) throws {
        try waitForTurn(of: part)
        if entries == 0 { return }
        try file.write(bytes.dropFirst(hasEntries ? 0 : separatorSize))
        bytes.removeAll(keepingCapacity: true)
        done += entries
        if throttle.allows(at: DispatchTime.now().uptimeNanoseconds) { progress(done) }
    }

    // MARK: Turns

    /// The next part that no thread has taken; nil at the end and after a failure.
    private func take() -> Int? {
        condition.withLock {
            guard failure == nil, next < keys?.count ?? 1 else { return nil }
            defer { next += 1 }
            return next
        }
    }

    /// Whether it is a part's turn to write.
    private func isTurn(of part: Int) -> Bool { condition.withLock { turn == part } }

    /// Waits until the parts before it are written.
    /// - Throws: The error of another thread.
    private func waitForTurn(of part: Int) throws {
        try condition.withLock {
            while turn != part, failure == nil { condition.wait() }
            if let failure { throw failure }
        }
    }

    /// Lets the next part write.
    private func end(_ part: Int) {
        condition.withLock {
            turn = part + 1
            condition.broadcast()
        }
    }

    /// Ends all threads. Only the first failure is kept.
    private func fail(_ error: any Error) {
        condition.withLock {
            failure = failure ?? error
            condition.broadcast()
        }
    }
}

extension NSCondition {
    fileprivate func withLock<T>(_ body: () throws -> T) rethrows -> T {
        lock()
        defer { unlock() }
        return try body()
    }
}
