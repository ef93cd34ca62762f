import Foundation
import Testing

@testable import Journal
@testable import JournalTransfer
@testable import SurfLanguage

struct FillTests {
    private func entry(_ text: String, _ values: EntryValues = EntryValues(location: "Malibu")) throws -> EntryValues {
        var values = values
        values.date = try DateReader(now: 1e9, zone: .gmt).date(text)
        return values
    }

    @Test func `fill sets blank fields in knots and metres and overwrites nothing`() throws {
        let journal = try TemporaryJournal()
        var own = EntryValues(location: "Malibu", wind: "glassy")
        own.swellHeight = 9
        try journal.add(entry("2014-04-18T16:05:00Z", own))
        try journal.add(entry("2014-04-18T17:00:00Z"))
        try journal.add(entry("2014-04-19T17:00:00Z"))
        let open = try journal.open()
        let fillings = try open.fillings(EntryQuery(), from: BuoyFile(BuoyFileTests.station))
        #expect(fillings.map(\.id) == [2, 1])
        #expect(try open.fill(fillings) == 2)
        let first = try journal.open().record(1)
        #expect(first.values.wind == "glassy")
        #expect(first.values.swellHeight == 9)
        #expect(first.values.swellPeriod == 8)
        #expect(first.values.swellDirection == 282)
        #expect(first.values.waterTemperature == 1.3)
        #expect(first.rev == 2)
        let second = try journal.open().record(2).values
        #expect(second.wind == "WNW 14kts")
        #expect(second.swellHeight == 1.8)
        #expect(second.swellDirection == 282)
        #expect(try journal.open().record(3).rev == 1)
    }

    @Test func `a session exactly an hour before the first reading or after the last is filled`() throws {
        let journal = try TemporaryJournal()
        for time in ["14:29:59", "14:30:00", "18:00:00", "18:00:01"] {
            try journal.add(entry("2014-04-18T\(time)Z"))
        }
        let fillings = try journal.open().fillings(EntryQuery(), from: BuoyFile(BuoyFileTests.station))
        #expect(fillings.map(\.id) == [3, 2])
    }

    @Test func `planning a fill writes nothing, and a second fill changes nothing`() throws {
        let journal = try TemporaryJournal()
        try journal.add(entry("2014-04-18T17:00:00Z"))
        let file = try BuoyFile(BuoyFileTests.station)
        let open = try journal.open()
        let fillings = try open.fillings(EntryQuery(), from: file)
        #expect(try journal.open().record(1).rev == 1)
        #expect(try open.fill(fillings) == 1)
        #expect(try open.fillings(EntryQuery(), from: file).isEmpty)
        #expect(try open.fill(fillings) == 0)
        #expect(try journal.open().record(1).rev == 2)
    }

    @Test func `if one session was deleted, fill changes none`() throws {
        let journal = try TemporaryJournal()
        for minute in 10...12 { try journal.add(entry("2014-04-18T16:\(minute):00Z")) }
        let open = try journal.open()
        let fillings = try open.fillings(EntryQuery(), from: BuoyFile(BuoyFileTests.station))
        #expect(fillings.count == 3)
        _ = try journal.open().delete([1])
        #expect(throws: JournalError.self) { try open.fill(fillings) }
        #expect(try journal.open().all().allSatisfy { $0.rev == 1 && $0.values.swellHeight == nil })
    }
}
