import Foundation
import Journal
import SurfLanguage

/// Why an export failed.
package enum ExportError: Error {
    case journal(JournalError)
    case output(OutputError)
    case cancelled
}

/// An export of the entries of a journal, as of one moment, to a file. It may run on any thread.
package struct Export: Sendable {
    let query: BackgroundQuery
    private let format: ExportFormat
    private let fields: [EntryField]
    /// The time zone for dates.
    private let zone: TimeZone
    /// When it was prepared.
    private let now: Double
    private let computed: (any ComputedMember)?
    package let file: OutputFile
    /// The number of entries, or nil if it is not known. It is reported with the progress.
    package let total: Int?

    /// An export of the entries of a query in the order of the format.
    /// - Parameter computed: What JSON has beside the entries' values.
    package init(
        _ query: EntryQuery, of journal: Journal, as format: ExportFormat, zone: TimeZone, to file: OutputFile,
        total: Int? = nil, now: Double = Date().timeIntervalSinceReferenceDate,
        computed: (any ComputedMember)? = nil
    ) {
        self.computed = computed
        self.query = journal.backgroundQuery(format.query(query, fields: journal.fields))
        fields = journal.fields
        (self.format, self.zone, self.file, self.total, self.now) = (format, zone, file, total, now)
    }

    /// The file of the journal.
    package var journal: URL { query.url }

    /// Writes the entries and commits the file.
    ///
    /// Entries in order of ID are read and formatted in parts, on two threads if there are two processors; the bytes
    /// are the same. Memory is that of a few parts, however many entries there are.
    /// - Parameters:
    ///   - began: Called once the export no longer sees later saves; not called if it fails before that.
    ///   - progress: Called at most ten times a second on one of the export's threads, and once after the file is
    ///     committed.
    /// - Returns: The number of entries written.
    /// - Throws: `ExportError`. The file is abandoned then.
    @discardableResult
    package func run(
        cancel: CancelToken = CancelToken(), began: @Sendable () -> Void = {},
        progress: (@Sendable (ExportProgress) -> Void)? = nil
    ) throws(ExportError) -> Int {
        do {
            let readers = try query.readers(query.isByID ? Export.threads : 1)
            began()
            let keys = readers.count > 1 ? try readers[0].keys().map(ExportIDRanges.init) : nil
            let parts = ExportParts(keys, file, cancel) { done in
                progress?(ExportProgress(done: done, total: total))
            }
            let formatter = format.formatter(fields: fields, zone: zone, now: now, computed: computed)
            try file.write(formatter.head)
            Export.perform(readers.count) { parts.write(from: readers[$0], formatter) }
            try parts.check()
            try file.write(formatter.tail(hasEntries: parts.hasEntries))
            return try parts.finish()
        } catch {
            file.abandon()
            throw ExportError(error, at: query.url)
        }
    }

    private static let threads = min(2, ProcessInfo.processInfo.activeProcessorCount)

    /// Runs `body` with 0, 1, ... concurrently, each on its own low-priority thread, and returns when all have ended and
    /// released what they held. If the system cannot create a thread, `body` runs on the calling thread at its normal
    /// priority.
    static func perform(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        let threads = (0..<count).map { index in
            SystemThread {
                lowerPriority()
                body(index)
            }
        }
        for (index, thread) in threads.enumerated() where thread == nil { body(index) }
        for thread in threads { thread?.wait() }
    }

    /// Linux sets niceness per thread. Elsewhere it applies to the process, including the prompt.
    private static func lowerPriority() {
        #if os(Linux)
            setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
        #endif
    }

    /// The niceness of the threads, from 0 to 19.
    private static let niceness: Int32 = 10
}

extension ExportError {
    fileprivate init(_ error: any Error, at url: URL) {
        switch error {
        case let error as ExportError: self = error
        case let error as OutputError: self = .output(error)
        default: self = .journal(JournalError(error, at: url))
        }
    }
}
