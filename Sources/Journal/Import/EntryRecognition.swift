import Persistence
import SurfLanguage

/// Knows by their content the entries that were there when an import began.
///
/// It holds a number of eight bytes and a key for each entry whose date lies in the imported rows' span; whatever the
/// number finds is compared with the entry itself.
struct EntryRecognition {
    private var keys: [UInt64: Int64] = [:]

    /// What is read of the journal: the entries of a query, in blocks, and those with some keys.
    struct Reading {
        let entries: (EntryQuery, (RecordBlock) throws -> Void) throws -> Void
        let records: ([Int64]) throws -> [EntryRecord]
    }

    private let reading: Reading

    /// Reads the entries that rows of a survey could be equal to.
    init(_ survey: ImportSurvey, _ reading: Reading) throws {
        self.reading = reading
        if let dates = survey.dates {
            let (from, before) = (dates.lowerBound.rounded(.down), dates.upperBound.rounded(.down) + 1)
            try add(EntryQuery(filter: EntryFilter([.date(from: from, before: before)]), sort: .id))
        }
        if survey.hasDateless { try add(EntryQuery(predicate: FetchPredicate("date == nil"), sort: .id)) }
    }

    private mutating func add(_ query: EntryQuery) throws {
        try reading.entries(query) { block in
            let columns = EntryField.allCases.map { ($0, BlockColumn(.field($0), in: block)) }
            for row in 0..<block.count { keys[ContentHash.of(row, in: block, columns)] = block.id(row) }
        }
    }

    /// Which of some rows are there already, by their place.
    func known(_ rows: [EntryValues]) throws -> Set<Int> {
        if keys.isEmpty { return [] }
        var found: [Int64: [Int]] = [:]
        for (index, values) in rows.enumerated() {
            if let key = keys[ContentHash.of(values)] { found[key, default: []].append(index) }
        }
        if found.isEmpty { return [] }
        var known: Set<Int> = []
        for record in try reading.records(found.keys.sorted()) {
            for index in found[record.id] ?? [] where rows[index].isSame(as: record.values) { known.insert(index) }
        }
        return known
    }
}
