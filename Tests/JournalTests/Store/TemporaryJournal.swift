import Foundation
import SQLite

@testable import Journal
@testable import SurfLanguage

/// A journal in a temporary folder.
final class TemporaryJournal {
    let folder: URL
    let url: URL

    init(sample: Bool = false, made: Bool = true) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("journal-\(UUID().uuidString)")
        url = folder.appendingPathComponent("SurfJournalModel.sqlite")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        if made { try Journal.create(at: url, sample: sample) }
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    func open() throws -> Journal { try Journal.open(url) }

    /// Runs SQL on the file, as a program without history would.
    func sql(_ statement: String) throws { try Connection(path: url.path).execute(statement) }

    /// The first value of a query as an integer.
    func integer(_ query: String) throws -> Int64? { try Connection(path: url.path).scalar(query).integer }

    /// Calls `body` with the journal and closes it, so that no log is left beside its file.
    func closing<T>(_ body: (Journal) throws -> T) throws -> T {
        let journal = try open()
        let result = Result { try body(journal) }
        try journal.close()
        return try result.get()
    }

    /// Saves an entry and returns its record.
    @discardableResult
    func add(_ values: EntryValues) throws -> EntryRecord { try closing { try add(values, to: $0) } }

    private func add(_ values: EntryValues, to journal: Journal) throws -> EntryRecord {
        let scratchpad = journal.beginAdd()
        for field in EntryField.allCases where values[field] != nil { try scratchpad.set(field, values[field]) }
        guard let record = try scratchpad.save(.auto).record else { throw JournalError.noEntry(0) }
        return record
    }

    /// Changes one field of an entry, as another process would.
    func change(_ id: Int64, _ field: EntryField, _ value: FieldValue?) throws {
        try closing { journal in
            let scratchpad = try journal.beginEdit(id)
            try scratchpad.set(field, value)
            _ = try scratchpad.save(.fail)
        }
    }

    /// The names of all files in the folder, sorted.
    var files: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
    }
}

extension Journal {
    /// All entries that match a query.
    func all(_ query: EntryQuery = EntryQuery()) throws -> [EntryRecord] {
        var records: [EntryRecord] = []
        try self.records(query) { records.append($0) }
        return records
    }
}

/// The conflict that `body` throws, if any.
func conflict(_ body: () throws -> Void) -> ConflictReport? {
    do {
        try body()
        return nil
    } catch JournalError.conflict(let report) {
        return report
    } catch {
        return nil
    }
}
