import Foundation
import Journal
import SurfLanguage

/// Why an export failed.
package enum ExportError: Error {
    case journal(JournalError)
    case output(OutputError)
    case cancelled
}

/// Writes the entries of a journal, as of one moment, to a file.
package struct Exporter: Sendable {
    package let format: ExportFormat
    /// The time zone for dates.
    package let zone: TimeZone

    package init(_ format: ExportFormat, zone: TimeZone) {
        self.format = format
        self.zone = zone
    }

    /// Exports the entries of a query in the order of the format, and commits the file.
    ///
    /// Entries in order of ID are read and formatted in parts, on two threads if there are two processors; the bytes
    /// are the same. Memory is that of a few parts, however many entries there are.
    /// - Parameters:
    ///   - total: The number of entries, for `progress`.
    ///   - progress: Called at most ten times a second on one of the export's threads, and once after the file is
    ///     committed.
    /// - Returns: The number of entries written.
    /// - Throws: `ExportError`. The file is abandoned then.
    @discardableResult
    package func export(
        _ query: EntryQuery, of journal: Journal, to file: OutputFile, cancel: CancelToken = CancelToken(),
        total: Int? = nil, progress: (@Sendable (ExportProgress) -> Void)? = nil
    ) throws(ExportError) -> Int {
        try export(
            journal.backgroundQuery(format.ordered(query)), fields: journal.fields, to: file, cancel: cancel,
            total: total,
            progress: progress)
    }

    /// Exports the entries of a query of a journal with `fields`, on any thread.
    /// - Parameter began: Called once later saves are not seen any more; not called if the export fails before.
    @discardableResult
    package func export(
        _ query: BackgroundQuery, fields: [EntryField], to file: OutputFile, cancel: CancelToken,
        total: Int? = nil, began: @Sendable () -> Void = {}, progress: (@Sendable (ExportProgress) -> Void)? = nil
    ) throws(ExportError) -> Int {
        do {
            let readers = try query.readers(query.isByID ? Exporter.threads : 1)
            began()
            let parts = readers.count > 1 ? try readers[0].keys().map(KeyParts.init) : nil
            let output = PartedOutput(file, parts: parts?.count ?? 1, cancel, total: total, progress)
            let formatter = format.formatter(fields: fields, zone: zone)
            try file.write(formatter.head)
            BackgroundThreads.perform(readers.count) { index in
                var formatting = PartFormatting(readers[index], parts, formatter, to: output)
                formatting.run()
            }
            try output.check()
            try file.write(formatter.tail(hasEntries: output.hasEntries))
            return try output.finish()
        } catch {
            file.abandon()
            throw ExportError(error, at: query.url)
        }
    }

    private static let threads = min(2, ProcessInfo.processInfo.activeProcessorCount)

    /// A query for any thread, in the order of the format.
    package func backgroundQuery(_ query: EntryQuery, of journal: Journal) -> BackgroundQuery {
        journal.backgroundQuery(format.ordered(query))
    }
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
