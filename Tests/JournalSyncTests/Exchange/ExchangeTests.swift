import Foundation
import SurfLanguage
import Testing

@testable import Journal
@testable import JournalSync

/// Exchanges with a remote in memory: their limits, and what happens if anything changes while one runs.
@Suite(.serialized) @MainActor struct ExchangeTests: ExchangesJournals {
    let journals: TwoJournals

    init() throws { journals = try TwoJournals() }

    // MARK: Starting again

    @Test func `a session that is added while all are sent for the first time is sent too`() throws {
        try add("Malibu", to: one)
        let repository = MemoryRepository(memory)
        var places = ["Rincon"]
        repository.onCommit = { _ in _ = try? places.popLast().map { try add($0, to: one) } }
        let report = try exchange(one, repository)
        #expect(report.retries == 0 && report.sent == .init(added: 2))
        #expect(try exchange(two).received == .init(added: 2))
        #expect(try exchange(one) == ExchangeReport(isFirst: false))
    }

    @Test func `a session that is added while many are sent to a remote that has few is sent too`() throws {
        try add("Malibu", to: one)
        _ = try exchange(one)
        try add("Rincon", "Hossegor", "Trestles", to: two)
        let repository = MemoryRepository(memory)
        var places = ["Zuma"]
        repository.onCommit = { _ in _ = try? places.popLast().map { try add($0, to: two) } }
        let report = try exchange(two, repository) { $0.fewSessions = 2 }
        #expect(report.retries == 0 && report.sent == .init(added: 4) && report.received == .init(added: 1))
        #expect(try exchange(one).received == .init(added: 4))
        #expect(try self.places(one) == self.places(two))
    }

    @Test func `of two machines that send all to an empty remote, the slower one receives and sends again`() throws {
        try add("Malibu", to: one)
        try add("Rincon", to: two)
        let repository = MemoryRepository(memory)
        repository.onCommit = { _ in if memory.head == nil { _ = try? exchange(two) } }
        let report = try exchange(one, repository)
        #expect(report.retries == 1 && report.sent == .init(added: 1) && report.received == .init(added: 1))
        #expect(try exchange(two).received == .init(added: 1))
        #expect(try places(one) == places(two))
    }

    /// Once, each attempt waited for a moment in which nobody saved.
    @Test(arguments: [0, 2, 10_000])
    func `an exchange beside a program that keeps saving begins once and ends`(few: Int) throws {
        try add("Malibu", "Rincon", "Zuma", to: one)
        try add("Hossegor", to: two)
        var saved = 4
        let repository = { (journal: Journal) in
            let repository = MemoryRepository(memory)
            repository.fault = { call in
                // What is read may be read in a transaction, which another one of this process would wait for. Equal
                // sessions would be paired.
                if call != "read", (try? add("Trestles \(saved)", to: journal)) != nil { saved += 1 }
                return nil
            }
            return repository
        }
        for journal in [one, two, one, two] {
            let report = try exchange(journal, repository(journal)) { $0.fewSessions = few }
            #expect(report.retries == 0)
        }
        for journal in [one, two, one] { _ = try exchange(journal) }
        #expect(try places(one).count == saved && places(one) == places(two))
    }

    @Test func `a session that comes back meanwhile under the UUID of a received one is merged with it`() throws {
        try add("Malibu", to: one)
        for journal in [one, two] { _ = try exchange(journal) }
        try add("Rincon", to: one)
        _ = try exchange(one)
        let received = try #require(one.sessions().first { $0.values.location == "Rincon" })
        let repository = MemoryRepository(memory)
        let state = try two.syncState()
        var isThere = false
        repository.fault = { call in
            guard call == "read", !isThere else { return nil }
            isThere = true
            var writes = ExchangeWrites()
            var values = received.values
            values.notes = "windy"
            writes.insertions = [.init(uuid: received.uuid, values: values, id: nil)]
            _ = try? two.write(writes, ifUntouchedSince: two.lastNumber(), isFirst: false) { _ in state }
            return nil
        }
        _ = try exchange(two, repository)
        _ = try exchange(one)
        for journal in [one, two] {
            #expect(try places(journal) == ["Malibu", "Rincon"])
            #expect(try journal.sessions(with: [received.uuid]).map(\.values.notes) == ["windy"])
        }
    }

    /// Once, what came at the first attempt was counted as there before at the second.
    @Test func `what a first exchange received is not reported as paired if another machine is quicker`() throws {
        try add("Malibu", to: one)
        _ = try exchange(one)
        try add("Rincon", to: two)
        let repository = MemoryRepository(memory)
        var places = ["Hossegor"]
        repository.onCommit = { _ in
            guard let place = places.popLast(), (try? add(place, to: one)) != nil else { return }
            _ = try? exchange(one)
        }
        let report = try exchange(two, repository) { $0.fewSessions = 0 }
        #expect(report.isFirst && report.retries == 1 && report.paired == 0)
        #expect(report.sent == .init(added: 1) && report.received == .init(added: 2))
    }

    /// Once, the exchange of what was saved meanwhile replaced the report.
    @Test func `that all sessions were compared is reported even if somebody saves meanwhile`() throws {
        try add("Malibu", to: one)
        _ = try exchange(one)
        for place in ["Rincon", "Trestles"] { try add(place, to: one) }
        let history = try one.history()
        try history.delete(before: try #require(try history.lastNumber()), atMost: nil)
        let repository = MemoryRepository(memory)
        var places = ["Hossegor"]
        repository.onCommit = { _ in _ = try? places.popLast().map { try add($0, to: one) } }
        let report = try exchange(one, repository)
        #expect(report.comparedAll && report.sent == .init(added: 3))
    }

    @Test(arguments: [(9, false), (10, true)])
    func `an exchange is tried ten times if other machines are quicker, with longer and longer pauses`(
        quicker: Int, fails: Bool
    ) throws {
        try add("Malibu", to: one)
        for journal in [one, two] { _ = try exchange(journal) }
        try edit(1, .rating, .integer(5), in: one)
        var (pushes, pauses): (Int, [Double]) = (0, [])
        let repository = MemoryRepository(memory)
        repository.fault = { call in
            guard call == "push" else { return nil }
            pushes += 1
            guard pushes <= quicker, (try? add("Rincon", to: two)) != nil else { return nil }
            _ = try? exchange(two)
            return nil
        }
        do {
            let report = try exchange(one, repository) { $0.wait = { pauses.append($0) } }
            #expect(!fails && report.retries == 9 && report.received == .init(added: 9))
        } catch SyncError.tooManyTries(let number) {
            #expect(fails && number == 10)
        }
        #expect(pushes == 10 && pauses.count == 9)
        #expect((0.1...0.2).contains(pauses[0]) && (5...10).contains(pauses[8]))
    }

    // MARK: Questions

    @Test(arguments: [(20, 20, 0), (21, 21, 1), (21, 209, 1), (21, 210, 0), (22, 210, 1)])
    func `more than twenty deletions are asked about if they are more than a tenth`(
        count: Int, total: Int, questions: Int
    ) throws {
        var writes = ExchangeWrites()
        writes.insertions = (0..<total).map { index in
            .init(uuid: .random(), values: EntryValues(date: 8e8 + Double(index), location: "Malibu"), id: nil)
        }
        _ = try one.write(writes, ifUntouchedSince: one.lastNumber(), isFirst: true) { _ in SyncState() }
        for journal in [one, two] { _ = try exchange(journal) }
        _ = try one.delete(Array(1...Int64(count)))
        _ = try exchange(one)
        var asked = 0
        let report = try exchange(two) { options in
            options.confirmDeletions = { deletions, first in
                asked += 1
                return deletions == ManyDeletions(count: count, total: total, first: first.map(\.id))
            }
        }
        #expect(asked == questions && report.received == .init(deleted: count))
    }

    @Test func `deletions that were confirmed are not asked about again if the journal changes meanwhile`() throws {
        var writes = ExchangeWrites()
        writes.insertions = (0..<21).map { _ in
            .init(uuid: .random(), values: EntryValues(date: 8e8, location: "Malibu"), id: nil)
        }
        _ = try one.write(writes, ifUntouchedSince: one.lastNumber(), isFirst: true) { _ in SyncState() }
        for journal in [one, two] { _ = try exchange(journal) }
        _ = try one.delete(Array(1...21))
        _ = try exchange(one)
        var asked = 0
        let report = try exchange(two) { options in
            options.confirmDeletions = { _, _ in
                asked += 1
                if asked == 1 { try add("Rincon", to: two) }
                return true
            }
        }
        #expect(asked == 1 && report.received == .init(deleted: 21) && report.sent == .init(added: 1))
    }

    @Test func `a conflict that was decided is not asked about again if another session changes meanwhile`() throws {
        try conflict()
        var asked = 0
        let report = try exchange(two) { options in
            options.decide = { fields, _ in
                asked += 1
                if asked == 1 { try add("Rincon", to: two) }
                return ConflictChoice.local.of(fields)
            }
        }
        #expect(asked == 1 && report.sent == .init(added: 1, changed: 1) && report.drafts == [:])
        #expect(try two.record(1).values.rating == 1)
    }

    @Test func `a conflict is asked about again if its field changes meanwhile`() throws {
        try conflict()
        var asked: [FieldValue?] = []
        _ = try exchange(two) { options in
            options.decide = { fields, _ in
                asked += fields.map(\.yours)
                if asked.count == 1 { try edit(1, .rating, .integer(2), in: two) }
                return (asked.count == 1 ? ConflictChoice.remote : .local).of(fields)
            }
        }
        #expect(asked == [.integer(1), .integer(2)])
        #expect(try two.record(1).values.rating == 2)
    }

    // MARK: Drafts of conflicts

    @Test func `a draft that a later conflict joins keeps the date of the first`() throws {
        try conflict()
        _ = try exchange(two)
        _ = try exchange(one)
        try edit(1, .height, .text("5ft"), in: one)
        try edit(1, .height, .text("1ft"), in: two)
        _ = try exchange(one)
        #expect(try exchange(two) { $0.now = 9e8 }.drafts == [1: 1])
        let drafts = try two.drafts.list().drafts
        #expect(drafts.map(\.content.since) == [8e8])
        #expect(drafts.map(\.content.changes) == [[.rating: .integer(1), .height: .text("1ft")]])
    }

    @Test func `a conflict gets a draft of its own while that of an earlier one is open`() throws {
        try conflict()
        _ = try exchange(two)
        let held = try two.drafts.hold(1)
        _ = try exchange(one)
        try edit(1, .height, .text("5ft"), in: one)
        try edit(1, .height, .text("1ft"), in: two)
        _ = try exchange(one)
        #expect(try exchange(two).drafts == [2: 1])
        held.release()
        #expect(try two.drafts.hold(1).draft.content.changes == [.rating: .integer(1)])
        #expect(try two.drafts.hold(2).draft.content.changes[.height] == .text("1ft"))
    }

    // MARK: Numbers

    @Test(arguments: [(1_000_001, 1_000_001), (1_000_002, 2)] as [(Int64, Int64)])
    func `a number is kept if it leaves out no more than a million`(wanted: Int64, given: Int64) throws {
        try add("Malibu", to: one)
        var writes = ExchangeWrites()
        writes.insertions = [.init(uuid: .random(), values: EntryValues(location: "Rincon"), id: wanted)]
        _ = try one.write(writes, ifUntouchedSince: one.lastNumber(), isFirst: false) { _ in SyncState() }
        #expect(try one.sessions().map(\.id).sorted() == [1, given])
    }
}
