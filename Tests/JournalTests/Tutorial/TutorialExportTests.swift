import Foundation
import Persistence
import TestSupport
import Testing

@testable import Journal
@testable import JournalTransfer
@testable import SurfLanguage

/// The tutorial's export, except that the user chooses the file. The `original` dialect has the order of the list.
@Suite @MainActor struct TutorialExportTests {
    static let entries = [
        EntryValues(date: 100.5, location: "Malibu, CA", height: "4.0", period: "12", wind: "5.1", rating: 4),
        EntryValues(date: 300.25, location: "Teahupoʻo 🏄", height: "9.9", rating: 5),
        EntryValues(location: "ばしょ"), EntryValues(date: 200, location: "Praia do Norte \"N\"", wind: "-4"),
    ]

    private let app: TutorialApp
    private var target: String { app.place.folder.appendingPathComponent("export.csv").path }

    init() throws {
        app = try TutorialApp(Self.entries)
    }

    private func locations(_ entries: [JournalEntry]) -> [String?] { entries.map(\.location) }

    /// APP-03
    @Test func `the export has all entries in the order of the list`() throws {
        let listed = try app.list()
        #expect(listed.map(\.date?.timeIntervalSinceReferenceDate) == [300.25, 200, 100.5, nil])
        #expect(try app.journal.all().map(\.id) == listed.map(\.objectID.key))
        #expect(try app.export() == TutorialApp.csv(listed))
    }

    /// APP-03
    @Test func `the standard dialect is in the order of the IDs`() throws {
        #expect(ExportFormat.csv(.original).ordered(EntryQuery()).sort == nil)
        #expect(ExportFormat.csv(.standard).ordered(EntryQuery()).sort == .id)
    }

    /// APP-04
    @Test func `an existing file is replaced only if forced, with valid UTF-8`() throws {
        try Data(repeating: UInt8(ascii: "x"), count: 100_000).write(to: URL(fileURLWithPath: target))
        #expect(throws: OutputError.exists(target)) { try app.export(to: target) }
        let text = try #require(String(data: try app.export(to: target, force: true), encoding: .utf8))
        #expect(text.split(separator: "\n").count == 4)
        for place in ["Teahupoʻo 🏄", "ばしょ", "\"Malibu, CA\"", "\"Praia do Norte \"\"N\"\"\""] {
            #expect(text.contains(place))
        }
    }

    #if os(Linux)
        /// APP-04
        @Test func `no handle of the file stays open`() throws {
            _ = try app.export(to: target)
            let files = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
                try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0)
            }
            #expect(!files.isEmpty)
            #expect(
                files.filter {
                    $0.hasPrefix(target) || $0.contains(".surfjournal-export-") && $0.hasPrefix(app.place.folder.path)
                } == [])
        }
    #endif

    /// APP-05
    @Test func `a private background context exports the same as the main context`() async throws {
        let context = ManagedObjectContext(concurrencyType: .privateQueue)
        context.persistentStoreCoordinator = app.journal.coordinator
        let values = app.request.values
        let background = try await context.perform {
            TutorialApp.csv(try context.fetch(values).compactMap { $0 as? JournalEntry })
        }
        let main = TutorialApp.csv(try app.list())
        #expect(!main.isEmpty)
        #expect(background == main)
        #expect(try app.export() == main)
    }

    /// QUE-11
    @Test func `an export of 5,000 rows on the main context blocks the main queue until it ends`() async throws {
        let samples = try TemporaryJournal(sample: true)
        defer { withExtendedLifetime(samples) {} }
        let (context, values) = (try samples.open().mainContext, app.request.values)
        let log = Box<[String]>()
        await withCheckedContinuation { continuation in
            context.perform {
                DispatchQueue.main.async {
                    log.value = (log.value ?? []) + ["next turn"]
                    continuation.resume()
                }
                let entries = (try? context.fetch(values).compactMap { $0 as? JournalEntry }) ?? []
                let rows = TutorialApp.csv(entries).split(separator: 0x0A).count
                log.value = (log.value ?? []) + ["\(rows) rows"]
            }
        }
        #expect(log.value == ["5000 rows", "next turn"])
    }

    /// QUE-12
    @Test func `an export of 5,000 rows on a private context leaves the main queue free`() async throws {
        let samples = try TemporaryJournal(sample: true)
        defer { withExtendedLifetime(samples) {} }
        let journal = try samples.open()
        let reading = journal.backgroundQuery(ExportFormat.csv(.standard).ordered(EntryQuery()))
        let mainRan = DispatchSemaphore(value: 0)
        let (rows, outcome) = (Box<Int>(), Box<DispatchTimeoutResult>())
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue(label: "export").async {
                let result = Result {
                    try reading.readers(1)[0].read { block in
                        rows.value = (rows.value ?? 0) + block.count
                        guard rows.value == block.count else { return }
                        // The export continues only after the main queue has run a block.
                        DispatchQueue.main.async { mainRan.signal() }
                        outcome.value = mainRan.wait(timeout: .now() + 20)
                    }
                }
                continuation.resume(with: result)
            }
        }
        #expect(outcome.value == .success)
        #expect(rows.value == 5000)
    }

    /// APP-05
    @Test func `an unsaved edit is not exported`() throws {
        let before = try app.export()
        let row = try #require(try app.list().first)
        row.location = "unsaved"
        let new = app.editorOfNew()
        new.entry.location = "never saved"
        #expect(try app.export() == before)
        try app.mainContext.save()
        #expect(try app.export() != before)
        withExtendedLifetime(new) {}
    }
}
