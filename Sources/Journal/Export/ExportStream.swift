import Dispatch
import Persistence

/// Formats and writes row blocks on a thread of its own, while the next ones are read.
///
/// `add` waits while some blocks are under way, so memory stays bounded; a failure of writing is thrown by the next call.
final class ExportStream: @unchecked Sendable {
    private let queue = DispatchQueue(label: "surfjournal.export")
    private let room = DispatchSemaphore(value: 0)
    private let failure = Guarded<OutputError?>(nil)
    private let cancel: CancelToken
    private let total: Int?
    private let progress: (@Sendable (ExportProgress) -> Void)?
    private let file: OutputFile

    /// Used on the queue.
    private var formatter: any RowFormatter
    private var done = 0
    private var throttle = Throttle()

    private static let blocksUnderWay = 4

    init(
        _ formatter: any RowFormatter, _ file: OutputFile, _ cancel: CancelToken, total: Int?,
        _ progress: (@Sendable (ExportProgress) -> Void)?
    ) {
        self.formatter = formatter
        self.file = file
        self.cancel = cancel
        self.total = total
        self.progress = progress
        self.formatter.begin()
        for _ in 0..<ExportStream.blocksUnderWay { room.signal() }
    }

    /// Hands a block to the writing thread.
    func add(_ block: RecordBlock) throws {
        try check()
        room.wait()
        queue.async {
            self.write(block)
            self.room.signal()
        }
    }

    /// Writes what is left and puts the file in its place; returns how many entries it has.
    func finish() throws -> Int {
        let done = queue.sync {
            formatter.end()
            send()
            return self.done
        }
        try check()
        try file.commit()
        progress?(ExportProgress(done: done, total: total))
        return done
    }

    /// Leaves the file's target as it was; blocks that are under way are let go of first.
    func abandon() {
        queue.sync { file.abandon() }
    }

    private func check() throws {
        if cancel.isCancelled { throw ExportError.cancelled }
        if let failure = failure.withLock({ $0 }) { throw failure }
    }

    private func write(_ block: RecordBlock) {
        guard !cancel.isCancelled, failure.withLock({ $0 == nil }) else { return }
        formatter.append(block)
        done += block.count
        if formatter.bytes.count >= OutputFile.chunk { send() }
        guard let progress, throttle.allows(at: DispatchTime.now().uptimeNanoseconds) else { return }
        progress(ExportProgress(done: done, total: total))
    }

    private func send() {
        guard failure.withLock({ $0 == nil }) else { return }
        do throws(OutputError) {
            try file.write(formatter.bytes)
            formatter.removeWritten()
        } catch {
            failure.withLock { $0 = error }
        }
    }
}
