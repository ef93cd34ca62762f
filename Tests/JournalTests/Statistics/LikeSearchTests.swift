import Testing

@testable import Journal
@testable import JournalInsight
@testable import SurfLanguage

struct LikeSearchTests {
    private let blocks: Blocks

    init() throws {
        blocks = try Blocks()
    }

    private func record(_ id: Int64, _ values: EntryValues, date: Double? = nil) -> EntryRecord {
        var values = values
        values.date = date
        return EntryRecord(id: id, rev: 1, values: values)
    }

    /// The result of a search for a height and a period, in blocks of two sessions.
    private func search(_ records: [EntryRecord], limit: Int = 2, excluding excluded: Int64? = nil) throws -> LikeResult
    {
        var search = LikeSearch(SeaState(EntryValues(height: "4ft", period: "12s")), limit: limit)
        for start in stride(from: 0, to: records.count, by: 2) {
            search.add(try blocks.block(Array(records[start..<min(start + 2, records.count)])), excluding: excluded)
        }
        return search.result
    }

    private func ids(_ result: LikeResult) -> [Int64] { result.matches.map(\.record.id) }

    private let same = EntryValues(location: "Malibu", height: "4ft", period: "12s")

    @Test func `of more equal sessions than are shown, the newest stay`() throws {
        let records = [(1, 100.0), (2, 400), (3, 200), (4, 500), (5, 300)].map { record($0, same, date: $1) }
        for records in [records, records.reversed()] {
            let result = try search(records)
            #expect(ids(result) == [4, 2])
            #expect(result.similarCount == 5)
            #expect(result.comparedCount == 5)
        }
    }

    @Test func `of equal sessions at the same time the one added last is first, and those without a date are last`()
        throws
    {
        let records = [
            record(1, same, date: 100), record(3, same, date: 100), record(2, same, date: 100), record(9, same),
        ]
        for records in [records, records.reversed()] {
            #expect(try ids(search(records, limit: 3)) == [3, 2, 1])
            #expect(try ids(search(records, limit: 4)) == [3, 2, 1, 9])
        }
    }

    @Test func `of equally similar sessions the one with more known conditions is first`() throws {
        let unknownPeriod = EntryValues(location: "Malibu", height: "4ft")
        let records = [record(1, same, date: 100), record(2, unknownPeriod, date: 200), record(3, same, date: 50)]
        #expect(try ids(search(records)) == [1, 3])
        #expect(try ids(search(records, limit: 3)) == [1, 3, 2])
    }

    @Test func `a more similar session replaces the least similar one`() throws {
        let records = [("8ft", 1), ("5ft", 2), ("9ft", 3), ("4ft", 4)].map { height, id in
            record(Int64(id), EntryValues(location: "Malibu", height: height, period: "12s"), date: 0)
        }
        #expect(try ids(search(records)) == [4, 2])
        #expect(try ids(search(records, limit: 0)).isEmpty)
        #expect(try ids(search(records, excluding: 4)) == [2, 1])
    }

    @Test func `places with enough ratings are compared by their median, others by their sessions`() throws {
        func records(_ place: String, _ ratings: [Int16?], from id: Int64) -> [EntryRecord] {
            ratings.enumerated().map { offset, rating in
                record(
                    id + Int64(offset),
                    EntryValues(location: place, height: "4ft", period: "12s", rating: rating), date: 0)
            }
        }
        let result = try search(
            records("Rincon", [3, 3, 3, 3, 3], from: 1) + records("Zuma", [5, 5, 5, 5, nil, nil], from: 11)
                + records("Malibu", [4, 4, 4, 4, 4], from: 21) + records("Ano Nuevo", [5], from: 31)
                + records("Topanga", [5], from: 41))
        #expect(result.spots.map(\.key.text) == ["Malibu", "Rincon", "Zuma", "Ano Nuevo", "Topanga"])
    }
}
