import Foundation
import Synchronization
import Testing

@testable import Journal
@testable import SurfLanguage

@Suite(.serialized) @MainActor struct JournalStoreTests {
    @Test func `a new journal is empty and marked as our own`() throws {
        let made = try TemporaryJournal()
        let journal = try made.open()
        #expect(try journal.count(EntryQuery()) == 0)
        #expect(journal.isOwn)
        #expect(try journal.newest() == nil)
        #expect(made.files.filter { !$0.hasPrefix("SurfJournalModel.sqlite") } == [])
    }

    @Test func `creating a journal where one exists fails and changes nothing`() throws {
        let made = try TemporaryJournal()
        try made.add(EntryValues(location: "Malibu"))
        #expect(throws: JournalError.self) { try Journal.create(at: made.url, sample: true) }
        #expect(try made.open().count(EntryQuery()) == 1)
    }

    @Test func `a first launch creates the sample journal only once`() throws {
        let place = try TemporaryJournal(made: false)
        #expect(try Journal.makeIfMissing(at: place.url, sample: true))
        #expect(try !Journal.makeIfMissing(at: place.url, sample: true))
        let journal = try place.open()
        #expect(try journal.count(EntryQuery()) == 5_000)
        #expect(try journal.sampleCount() == 5_000)
        #expect(place.files.filter { !$0.hasPrefix("SurfJournalModel.sqlite") } == [])
    }

    @Test func `several simultaneous first launches create one journal`() throws {
        let place = try TemporaryJournal(made: false)
        let made = Counter()
        let url = place.url
        let threads = (0..<4).map { _ in
            Thread {
                if (try? Journal.makeIfMissing(at: url, sample: true)) == true { made.add(1) }; made.finish()
            }
        }
        for thread in threads { thread.start() }
        made.wait(for: threads.count)
        #expect(made.value == 1)
        #expect(try place.open().count(EntryQuery()) == 5_000)
    }

    @Test(arguments: ["-wal", "-shm"])
    func `a stray log or index stops a first launch and stays`(suffix: String) throws {
        let place = try TemporaryJournal(made: false)
        let stray = URL(fileURLWithPath: place.url.path + suffix)
        try Data("mine".utf8).write(to: stray)
        #expect(throws: JournalError.self) { try Journal.makeIfMissing(at: place.url, sample: true) }
        #expect(try Data(contentsOf: stray) == Data("mine".utf8))
        #expect(place.files == [stray.lastPathComponent])
    }

    @Test func `leftovers of a killed first launch are removed by the next one`() throws {
        let place = try TemporaryJournal(made: false)
        let left = place.folder.appendingPathComponent(".SurfJournalModel.sqlite.new-dead00")
        try FileManager.default.createDirectory(at: left, withIntermediateDirectories: true)
        try Data("half".utf8).write(to: left.appendingPathComponent("SurfJournalModel.sqlite"))
        #expect(try Journal.makeIfMissing(at: place.url, sample: true))
        #expect(place.files.filter { $0.hasPrefix(".") } == [])
    }

    @Test func `only the owner can read a journal`() throws {
        let place = try TemporaryJournal()
        let mode = try FileManager.default.attributesOfItem(atPath: place.url.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test func `entries to be deleted are read in batches`() throws {
        let place = try TemporaryJournal(sample: true)
        let reads = Mutex(0)
        var options = JournalOptions()
        options.trace = { trace in
            if trace.sql.hasPrefix("SELECT t0.Z_PK") { reads.withLock { $0 += 1 } }
        }
        let gone = try Journal.open(place.url, options).delete(Array(1...1200))
        #expect(gone.map(\.id) == Array(1...1200))
        #expect(try place.integer("SELECT count(*) FROM ZJOURNALENTRY") == 3800)
        #expect(reads.withLock { $0 } == 3)
    }

    @Test func `entries are deleted before the next ones are read`() throws {
        let place = try TemporaryJournal(sample: true)
        let steps = Mutex<[String]>([])
        var options = JournalOptions()
        options.trace = { trace in
            let kind = ["SELECT t0.Z_PK", "DELETE FROM ZJOURNALENTRY"].first(where: trace.sql.hasPrefix)
            steps.withLock { if let kind, $0.last != kind { $0.append(kind) } }
        }
        let journal = try Journal.open(place.url, options)
        #expect(try journal.delete(Array(1...1200), reporting: 2).map(\.id) == [1, 2])
        #expect(
            steps.withLock { $0 }
                == Array(repeating: ["SELECT t0.Z_PK", "DELETE FROM ZJOURNALENTRY"], count: 3).flatMap { $0 })
        #expect(try journal.count(EntryQuery()) == 3_800)
    }

    @Test func `several entries are deleted in one transaction or not at all`() throws {
        let place = try TemporaryJournal()
        let ids = try ["A", "B", "C"].map { try place.add(EntryValues(location: $0)).id }
        #expect(throws: JournalError.self) { try place.open().delete([ids[0], 99]) }
        #expect(throws: JournalError.self) {
            try place.open().delete(Array(1...3) + Array(repeating: 99, count: 1_000))
        }
        #expect(try place.open().count(EntryQuery()) == 3)
        #expect(try place.open().delete([ids[2], ids[0]]).map(\.values.location) == ["C", "A"])
        #expect(try place.open().all().map(\.values.location) == ["B"])
    }

    @Test func `removed samples are restored under their IDs, and edited ones stay`() throws {
        let place = try TemporaryJournal(sample: true)
        try place.change(7, .wind, .text("mine"))
        let journal = try place.open()
        let before = try journal.record(8)
        #expect(try journal.removeSamples() == 4_999)
        #expect(try journal.all().map(\.id) == [7])
        #expect(try place.open().restoreSamples() == 4_999)
        let after = try place.open()
        #expect(try after.count(EntryQuery()) == 5_000)
        #expect(try after.record(8) == before)
        #expect(try after.record(7).values.wind == "mine")
    }

    @Test func `an empty new journal has no samples to restore`() throws {
        #expect(try TemporaryJournal().open().restoreSamples() == 0)
    }
}

/// A counter for several threads that can also wait until they have finished.
final class Counter: @unchecked Sendable {
    private let condition = NSCondition()
    private var count = 0
    private var finished = 0

    var value: Int { condition.withLock { count } }

    func add(_ number: Int) { condition.withLock { count += number } }

    func finish() {
        condition.withLock {
            finished += 1
            condition.broadcast()
        }
    }

    func wait(for number: Int) {
        condition.withLock { while finished < number { condition.wait() } }
    }
}
