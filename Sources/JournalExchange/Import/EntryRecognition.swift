import Journal
import Persistence
import SurfLanguage

/// Recognises, by content, entries that existed before an import.
///
/// It stores an eight-byte hash and a key for each entry whose date is in the span of the imported rows. Matching
/// entries are read and compared.
struct EntryRecognition {
    private var keys: [UInt64: Int64] = [:]

    /// Reads from the journal: the entries of a query, in blocks, and the records with given keys.
    struct Reading {
        let entries: (EntryQuery, (RecordBlock) throws -> Void) throws -> Void
        let records: ([Int64]) throws -> [EntryRecord]
    }

    private let reading: Reading

    /// Reads the entries that could be equal to the rows of a survey.
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

    /// The indices of rows that already exist.
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
