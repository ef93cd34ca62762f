import Foundation
import Synchronization
import Testing

@testable import Journal
@testable import JournalTransfer
@testable import SurfLanguage

struct ExportTests {
    private let journal: TemporaryJournal
    private var target: String { journal.folder.appendingPathComponent("out").path }

    init() throws {
        journal = try TemporaryJournal(sample: true)
    }

    private func text() -> String? {
        FileManager.default.contents(atPath: target).map { String(decoding: $0, as: UTF8.self) }
    }

    @discardableResult
    private func export(
        _ format: ExportFormat, _ query: EntryQuery = EntryQuery(), cancel: CancelToken = CancelToken(),
        total: Int? = nil,
        progress: (@Sendable (ExportProgress) -> Void)? = nil
    ) throws -> Int {
        let file = try OutputFile.replacing(target, force: true, sparing: nil)
        return try Export(query, of: journal.open(), as: format, zone: .gmt, to: file, total: total)
            .run(cancel: cancel, progress: progress)
    }

    @Test(arguments: CSVDialect.allCases)
    func `a CSV export contains every entry`(dialect: CSVDialect) throws {
        try journal.add(EntryValues(date: 0.5, location: "a,\"é\"", wind: "=1"))
        let open = try journal.open()
        var writer = CSVWriter(dialect, columns: dialect.columns(fields: open.fields), zone: .gmt)
        var bytes: [UInt8] = []
        writer.appendHeader(to: &bytes)
        let order = dialect == .original ? EntryQuery() : EntryQuery(sort: .id)
        try open.records(order) { writer.append($0, to: &bytes) }
        #expect(try export(.csv(dialect)) == 5001)
        #expect(FileManager.default.contents(atPath: target) == Data(bytes))
    }

    @Test func `a JSON export can be read by Foundation`() throws {
        #expect(try export(.json) == 5000)
        let read = try JSONSerialization.jsonObject(with: Data(text()!.utf8)) as? [[String: Any]]
        #expect(read?.compactMap { $0["id"] as? Int } == Array(1...5000))
    }

    @Test func `an export contains the entries that match the query`() throws {
        let stars = EntryQuery(filter: [.number(.rating, low: 5, high: nil)])
        let count = try journal.open().count(stars)
        #expect(try export(.jsonl, stars) == count)
        #expect(text()?.split(separator: "\n").count == count)
    }

    @Test func `progress ends with the number of all entries`() throws {
        let told = Mutex<[ExportProgress]>([])
        try export(.jsonl, total: 5000) { progress in told.withLock { $0.append(progress) } }
        let all = told.withLock { $0 }
        #expect(all.last == ExportProgress(done: 5000, total: 5000))
        #expect(all.map(\.done) == all.map(\.done).sorted())
    }

    @Test func `a cancelled export leaves the target unchanged and no other file`() throws {
        try Data("old".utf8).write(to: URL(fileURLWithPath: target))
        let before = journal.files
        let token = CancelToken()
        token.cancel()
        #expect { try export(.csv(.standard), cancel: token) } throws: {
            if case ExportError.cancelled = $0 { true } else { false }
        }
        #expect(text() == "old")
        #expect(journal.files.filter { $0.hasPrefix(".surfjournal-export") } == [])
        #expect(before.contains("out"))
    }

    @Test func `an export cancelled while running leaves the target unchanged`() throws {
        let token = CancelToken()
        #expect { try export(.csv(.standard), cancel: token, progress: { _ in token.cancel() }) } throws: {
            if case ExportError.cancelled = $0 { true } else { false }
        }
        #expect(text() == nil)
    }

    @Test func `an export to a full disk fails with the reason`() throws {
        let file = try OutputFile.replacing("/dev/full", force: false, sparing: nil)
        #expect { try Export(EntryQuery(), of: journal.open(), as: .json, zone: .gmt, to: file).run() } throws: {
            if case ExportError.output(.diskFull("/dev/full")) = $0 { true } else { false }
        }
    }

    @Test(arguments: [ExportFormat.jsonl, .csv(.original)])
    func `an export contains the journal as it was at the start, in any order`(format: ExportFormat) throws {
        let open = try journal.open()
        let url = journal.url
        let file = try OutputFile.replacing(target, force: true, sparing: nil)
        let export = Export(EntryQuery(), of: open, as: format, zone: .gmt, to: file)
        #expect(export.query.isByID == (format == .jsonl))
        let count = try export.run(began: { _ = try? Journal.open(url).delete([1, 2500, 5000]) })
        #expect(count == 5000)
        #expect(text()?.split(separator: "\n").count == 5000)
        #expect(try journal.open().count(EntryQuery()) == 4997)
    }

    @Test func `blocks are read from the journal as it was at the start`() throws {
        let url = journal.url
        let seen = Mutex<[Int64]>([])
        try journal.open().backgroundQuery(EntryQuery(sort: .id)).readers(1)[0].read { block in
            if seen.withLock({ $0.isEmpty }) { _ = try? Journal.open(url).delete([4999, 5000]) }
            seen.withLock { $0 += (0..<block.count).map(block.id) }
        }
        #expect(seen.withLock { $0 } == Array(1...5000))
        #expect(try journal.open().count(EntryQuery()) == 4998)
    }
}
