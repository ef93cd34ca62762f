import Dispatch
import Foundation
import Journal
import Persistence
import SurfLanguage

/// Importing: the whole file is checked first, then written in one transaction, which a single `undo` reverses.
extension Journal {
    /// Imports the rows of a file that are not in the journal yet, by content. All are imported or none.
    ///
    /// Bad rows end the import, or are skipped and written to a file of rejects. Memory does not grow with the rows.
    /// - Parameters:
    ///   - problem: Describes a problem in words, for the file of rejects.
    ///   - found: Called with what was detected about a table from another program, before anything is refused or
    ///     written.
    ///   - approve: Called with the sessions that the rows will change, if there are any, before anything is written. Its
    ///     error ends the import.
    ///   - progress: Called at most ten times a second with the number of rows done and the total as far as known:
    ///     first while rows are checked, then again while they are written.
    /// - Throws: An `ImportError`, or the error of `approve`. Nothing was imported then.
    package func importEntries(
        from file: ImportFile, _ request: ImportRequest, cancel: CancelToken,
        problem: @escaping @Sendable (CellProblem) -> String, progress: @escaping (ExportProgress) -> Void,
        found: (SheetFindings) -> Void = { _ in }, approve: ((RowChanges) throws -> Void)? = nil
    ) throws -> ImportOutcome {
        var rejects = RejectsFile(of: file.path, sparing: files, problem: problem)
        do {
            let (pass, survey) = try understood(pass(file, request, cancel), progress, found: found) {
                rejects.abandon()
                rejects = RejectsFile(of: file.path, sparing: files, problem: problem)
            } rejecting: { row, header in
                if request.skipsBadRows { try rejects.add(row, header: header) }
            }
            try refuseBadRows(survey, request)
            if let approve { try approveChanges(pass, survey, approve) }
            try rejects.commit()
            let present = try write(pass, survey, progress)
            return ImportOutcome(survey, present: present, rejects: rejects.result)
        } catch {
            rejects.abandon()
            if let error = error as? NotApproved { throw error.reason }
            throw ImportError(error, at: url)
        }
    }

    /// Why the changes of sessions were not approved.
    private struct NotApproved: Error {
        let reason: any Error
    }

    /// Asks about the sessions that the rows would change, if there are any.
    private func approveChanges(
        _ pass: ImportPass, _ survey: ImportSurvey, _ approve: (RowChanges) throws -> Void
    ) throws {
        guard pass.request.numbered != .new, !survey.ids.isEmpty, try newest() != nil else { return }
        let changes = try presentRows(pass, survey).changes
        if changes.count == 0 { return }
        do { try approve(changes) } catch { throw NotApproved(reason: error) }
    }

    /// The result that an import would have. Nothing is written.
    /// - Parameter bad: Called with each bad row, if bad rows are to be skipped.
    /// - Throws: An `ImportError`.
    package func previewImport(
        of file: ImportFile, _ request: ImportRequest, cancel: CancelToken,
        progress: @escaping (ExportProgress) -> Void, found: (SheetFindings) -> Void = { _ in },
        bad: (BadRow) -> Void = { _ in }
    ) throws -> ImportOutcome {
        do {
            let (pass, survey) = try understood(pass(file, request, cancel), progress, found: found) {
            } rejecting: { _, _ in
            }
            try refuseBadRows(survey, request)
            if survey.badCount > 0 { try reportBadRows(pass, survey, bad) }
            return ImportOutcome(survey, present: try presentRows(pass, survey), rejects: nil)
        } catch {
            throw ImportError(error, at: url)
        }
    }

    // MARK: Checking

    private func pass(_ file: ImportFile, _ request: ImportRequest, _ cancel: CancelToken) throws -> ImportPass {
        var request = request
        (request.zones, request.coordinates) = (try placeValues(.timeZone), try placeValues(.coordinates))
        return ImportPass(file: file, request: request, fields: fields, cancel: cancel)
    }

    /// Reads the whole file, and again for each property that only the whole file determines.
    /// - Parameters:
    ///   - found: Called with what was detected, also before an error that asks the user.
    ///   - again: Called before the file is read again.
    private func understood(
        _ first: ImportPass, _ progress: @escaping (ExportProgress) -> Void, found: (SheetFindings) -> Void,
        again: () -> Void, rejecting reject: (BadRow, RejectsHeader?) throws -> Void
    ) throws -> (ImportPass, ImportSurvey) {
        var pass = first
        while true {
            let survey = try survey(pass, progress, reject)
            let better: ImportPass?
            do {
                better = try pass.corrected(by: survey)
            } catch {
                survey.findings.map(found)
                throw error
            }
            guard let better else {
                survey.findings.map(found)
                return (pass, survey)
            }
            pass = better
            again()
            try pass.file.rewind()
        }
    }

    /// Reports all bad rows of a file.
    private func reportBadRows(_ pass: ImportPass, _ survey: ImportSurvey, _ report: (BadRow) -> Void) throws {
        try pass.file.rewind()
        try pass.run { row, _ in
            if case .bad(let bad) = row { report(bad) }
        }
    }

    /// The total number of rows is estimated from the position in the file.
    private func survey(
        _ pass: ImportPass, _ progress: @escaping (ExportProgress) -> Void,
        _ reject: (BadRow, RejectsHeader?) throws -> Void
    ) throws -> ImportSurvey {
        var (pass, throttle) = (pass, Throttle())
        pass.progress = { count, share in
            guard throttle.allows(at: DispatchTime.now().uptimeNanoseconds) else { return }
            progress(ExportProgress(done: count, total: share.map { Int(Double(count) / max($0, 0.000_001)) }))
        }
        return try pass.survey(reject)
    }

    private func refuseBadRows(_ survey: ImportSurvey, _ request: ImportRequest) throws {
        guard survey.badCount > 0, !request.skipsBadRows else { return }
        let facts = BadRowFacts(
            count: survey.badCount, good: survey.count, unread: survey.findings?.unread ?? [],
            guesses: survey.findings?.guesses ?? survey.trackGuesses)
        throw ImportError.badRows(survey.bad, facts)
    }

    private func presentRows(_ pass: ImportPass, _ survey: ImportSurvey) throws -> PresentRows {
        var matching = try RowMatching(survey, pass.request, stored, EarlierValues(of: self))
        var (rows, present): ([ImportedRowWriter.Row], PresentRows) = ([], PresentRows())
        try again(pass, survey) { id, values in
            rows.append((id, values))
            guard rows.count == ImportedRowWriter.chunk else { return }
            present.add(try matching.matches(rows), of: rows.count)
            rows.removeAll(keepingCapacity: true)
        }
        present.add(try matching.matches(rows), of: rows.count)
        return present
    }

    // MARK: Writing

    /// Writes the rows of a file. Returns those that already existed.
    private func write(
        _ pass: ImportPass, _ survey: ImportSurvey, _ progress: @escaping (ExportProgress) -> Void
    ) throws -> PresentRows {
        if survey.count == 0 { return PresentRows() }
        let context = commandContext()
        let present = try context.performAndWait {
            try context.batchWrite(to: JournalModel.entityName) { batch in
                let matching = try RowMatching(survey, pass.request, stored(in: batch), EarlierValues(of: self))
                var writer = try ImportedRowWriter(batch, survey, matching)
                var (count, throttle) = (0, Throttle())
                try again(pass, survey) { id, values in
                    try writer.add(id, values)
                    count += 1
                    guard count % ImportedRowWriter.chunk == 0 else { return }
                    if pass.cancel.isCancelled { throw ImportError.cancelled }
                    if throttle.allows(at: DispatchTime.now().uptimeNanoseconds) {
                        progress(ExportProgress(done: count, total: survey.count))
                    }
                }
                try writer.flush()
                if pass.cancel.isCancelled { throw ImportError.cancelled }
                return writer.present
            }
        }
        trimHistory()
        return present
    }

    /// Reads the good rows of a file again.
    private func again(
        _ pass: ImportPass, _ survey: ImportSurvey, _ body: (Int64?, EntryValues) throws -> Void
    ) throws {
        try pass.file.rewind()
        var pass = pass
        // The survey decided the order of dates.
        pass.request.hasOrder = true
        var (count, badCount) = (0, 0)
        try ReadAhead.forEach(chunk: 500) { handOver in
            try pass.run { row, _ in try handOver(row) }
        } _: { (row: ImportedRow) in
            switch row {
            case .entry(let id, let values):
                count += 1
                try body(id, values)
            case .bad: badCount += 1
            }
        }
        guard count == survey.count, badCount == survey.badCount else { throw ImportError.changed }
    }

    /// Reads what is saved in the journal.
    private var stored: ContentMatching.StoredEntries {
        ContentMatching.StoredEntries(
            entries: { query, body in try self.blocks(query, body) },
            records: { ids in
                let entity = try self.entity()
                return try self.store.backend.rows(keys: ids, in: entity.layout).flatMap {
                    self.records(in: $0, entity)
                }
            })
    }

    /// Reads the journal inside a batch's transaction.
    private func stored(in batch: RowBatch) -> ContentMatching.StoredEntries {
        ContentMatching.StoredEntries(
            entries: { query, body in
                try batch.forEachRowBlock(query.fetchValues(fields: self.fields)) { block in
                    try body(self.recordBlock(block, batch.entity))
                }
            },
            records: { ids in try batch.rows(keys: ids).flatMap { self.records(in: $0, batch.entity) } })
    }

    private func records(in block: RowBlock, _ entity: EntityDescription) -> [EntryRecord] {
        let records = recordBlock(block, entity)
        return (0..<records.count).map { records.record($0) }
    }

    private func recordBlock(_ block: RowBlock, _ entity: EntityDescription) -> RecordBlock {
        RecordBlock(block: block, columns: EntryColumns(entity), samples: samples)
    }
}

extension ImportError {
    fileprivate init(_ error: any Error, at url: URL) {
        switch error {
        case let error as ImportError: self = error
        case let error as OutputError: self = .output(error)
        default: self = .journal(JournalError(error, at: url))
        }
    }
}
