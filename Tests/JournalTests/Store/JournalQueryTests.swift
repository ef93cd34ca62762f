import Foundation
import Persistence
import Testing

@testable import Journal
@testable import SurfLanguage

/// Filters and sorting in the store, compared with the reference implementation in memory.
@Suite(.serialized) @MainActor struct JournalQueryTests {
    static let rows: [EntryValues] = [
        EntryValues(date: 100, location: "Malibu", height: "4-6ft", period: "12s", wind: "offshore 5kts", rating: 5),
        EntryValues(date: 300, location: "Máncora", height: "2ft", period: "9", wind: "glassy", rating: 1),
        EntryValues(date: 200, location: "RINCON", height: "head high", wind: "NW 12mph"),
        EntryValues(location: nil, height: "1.2m", rating: 3),
        EntryValues(date: 300, location: "malibu", height: "", period: "15s", wind: "onshore"),
    ]

    /// Sets the later fields of each row.
    static let later: [(inout EntryValues) -> Void] = [
        { ($0.notes, $0.tide, $0.crowd, $0.waves, $0.swellDirection) = ("Offshore all day", "2.4ft", "12", 14, 350) },
        { ($0.tide, $0.crowd, $0.duration, $0.swellDirection) = ("low", "packed", 90, 10) },
        { ($0.tide, $0.crowd, $0.swellHeight, $0.swellDirection) = ("1m", "3-5", 1.5, 180) },
        { ($0.board, $0.waterTemperature, $0.swellPeriod) = ("Zorro", 17.5, 14) },
        { ($0.board, $0.waterTemperature, $0.waves) = ("émeraude", 9, 3) },
    ]

    /// The rows with all their fields.
    static let filled = zip(rows, later).map { values, fill in
        var values = values
        fill(&values)
        return values
    }

    let place: TemporaryJournal
    let journal: Journal

    init() throws {
        place = try TemporaryJournal()
        for values in Self.filled { try place.add(values) }
        journal = try place.open()
    }

    private func ids(_ query: EntryQuery) throws -> [Int64] { try journal.all(query).map(\.id) }

    @Test func `entries are sorted newest first, then by higher ID, with undated ones last`() throws {
        #expect(try ids(EntryQuery()) == [5, 2, 3, 1, 4])
        #expect(try ids(EntryQuery(reversed: true)) == [4, 1, 3, 2, 5])
        #expect(try journal.newest()?.id == 5)
    }

    @Test(
        arguments: [
            (EntrySort.id, [1, 2, 3, 4, 5]), (.field(.date), [1, 3, 5, 2, 4]), (.field(.rating), [2, 4, 1, 5, 3]),
            (.field(.height), [2, 4, 1, 3, 5]), (.field(.period), [2, 1, 5, 3, 4]), (.field(.wind), [1, 3, 5, 2, 4]),
            (.field(.location), [5, 1, 2, 3, 4]), (.field(.tide), [1, 3, 5, 2, 4]),
            (.field(.crowd), [3, 1, 5, 2, 4]), (.field(.waves), [5, 1, 2, 3, 4]),
            (.field(.board), [5, 4, 2, 3, 1]), (.field(.waterTemperature), [5, 4, 2, 3, 1]),
        ] as [(EntrySort, [Int64])])
    func `sorting is ascending and numeric if there is a number, with absent values last and ties newest first`(
        sort: EntrySort, expected: [Int64]
    ) throws {
        #expect(try ids(EntryQuery(sort: sort)) == expected)
        #expect(try ids(EntryQuery(sort: sort, reversed: true)) == expected.reversed())
    }

    @Test(arguments: [
        [FilterTerm.text(.location, TextMatch("mal"))], [.text(.location, TextMatch("MAN"))],
        [.anyText(TextMatch("off"))], [.anyText(TextMatch("rinc"))], [.measure(.height, low: 5, high: nil)],
        [.measure(.height, low: nil, high: 4)], [.measure(.height, low: 3, high: 3.95)],
        [.measure(.wind, low: 1, high: nil)], [.measure(.period, low: 9, high: 12)],
        [.number(.rating, low: 3, high: nil)],
        [.number(.rating, low: nil, high: nil)], [.date(from: 200, before: 300)], [.date(from: 200, before: nil)],
        [.date(from: nil, before: nil)], [.text(.wind, TextMatch("shore")), .number(.rating, low: 5, high: 5)],
        [.number(.swellDirection, low: 340, high: 20)],
        [.number(.swellDirection, low: 20, high: 340)], [.number(.waves, low: 3, high: 3)],
        [.number(.waterTemperature, low: nil, high: 17.5)], [.number(.duration, low: 90, high: nil)],
        [.measure(.tide, low: 3, high: nil)], [.measure(.crowd, low: 4, high: 4)], [.text(.tide, TextMatch("LOW"))],
        [.number(.waves, low: nil, high: nil)],
    ])
    func `the store and the reference agree on a filter`(terms: [FilterTerm]) throws {
        let filter = terms
        let expected = try journal.all(EntryQuery(sort: .id)).filter(filter.matches).map(\.id)
        #expect(try ids(EntryQuery(filter: filter, sort: .id)) == expected)
        #expect(try journal.count(EntryQuery(filter: filter)) == expected.count)
    }

    @Test func `a predicate narrows a filter and can use the numbers of texts`() throws {
        let predicate = try FetchPredicate(validating: "heightFeet >= 4 AND location CONTAINS[c] 'malibu'")
        #expect(try ids(EntryQuery(predicate: predicate)) == [1])
    }

    @Test func `a predicate with an unknown key is refused and names the key`() throws {
        let predicate = try FetchPredicate(validating: "ratng > 3")
        #expect(throws: JournalError.self) { try journal.count(EntryQuery(predicate: predicate)) }
    }

    @Test func `a limit is respected`() throws {
        #expect(try ids(EntryQuery(limit: 2)) == [5, 2])
        #expect(try journal.count(EntryQuery(limit: 2)) == 5)
        #expect(try ids(EntryQuery(limit: 2, samples: .without)) == [5, 2])
    }

    @Test func `texts with number columns are read back as typed`() throws {
        #expect(try journal.all(EntryQuery(sort: .id)).map(\.values) == Self.filled)
    }
}
