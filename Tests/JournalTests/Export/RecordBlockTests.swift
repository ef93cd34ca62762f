import Persistence
import Testing

@testable import Journal
@testable import SurfLanguage

struct RecordBlockTests {
    private let samples = SampleKeys(1...10)

    @Test(arguments: [EntryField.firstModel, EntryField.allCases])
    func `records are read back as they were stored`(fields: [EntryField]) throws {
        var full = entry
        full.values.date = 810_914_400.859_691_1
        if fields.contains(.notes) { full.values.notes = "é\u{1}" }
        let records = [full, EntryRecord(id: 3, rev: 4, values: EntryValues())]
        let block = try Blocks(fields: fields).block(records)
        #expect((0..<block.count).map(block.record) == records)
    }

    @Test func `a seeded entry is a sample until it is edited`() throws {
        let records = [(10, 1), (10, 2), (11, 1)].map { EntryRecord(id: $0, rev: $1, values: EntryValues()) }
        let block = try Blocks().block(records, samples: samples)
        #expect((0..<3).map { block.record($0).sample } == [true, false, false])
    }

    @Test func `a field that the store lacks has no column and no value`() throws {
        let block = try Blocks().block([entry])
        #expect(block.column(.notes) == nil)
        #expect(block.record(0).values.notes == nil)
    }

    @Test func `a stored number outside the range of ratings becomes the nearest possible one`() throws {
        let block = try Blocks().block([entry]) { $0.set(int64: 1 << 40, column: $1[.rating]!) }
        #expect(block.record(0).values.rating == .max)
    }

    @Test func `bytes that are not UTF-8 are replaced`() throws {
        let block = try Blocks().block([entry]) { builder, slots in
            [UInt8(ascii: "a"), 0xFF].withUnsafeBufferPointer { builder.set(bytes: $0, column: slots[.wind]!) }
        }
        #expect(block.record(0).values.wind == "a\u{FFFD}")
    }
}
