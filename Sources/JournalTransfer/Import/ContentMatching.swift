import Journal
import Persistence
import SurfLanguage

/// Recognises, by content, entries that existed before an import. Tracks are recognised by their times, too.
///
/// It stores an eight-byte hash and a key for each entry whose date is in the span of the imported rows. Matching
/// entries are read and compared.
struct ContentMatching {
    private var keys = KeysByHash()
    /// For the tracks of a watch.
    private var times = TrackMatching()

    /// How to read what is stored: the entries of a query, in blocks, and the records with given keys.
    struct StoredEntries {
        let entries: (EntryQuery, (RecordBlock) throws -> Void) throws -> Void
        let records: ([Int64]) throws -> [EntryRecord]
    }

    private let stored: StoredEntries

    /// Reads the entries that could be equal to the rows of a survey.
    init(_ survey: ImportSurvey, _ stored: StoredEntries) throws {
        self.stored = stored
        if let dates = survey.dates {
            let (from, before) = (dates.lowerBound.rounded(.down), dates.upperBound.rounded(.down) + 1)
            try add(EntryQuery(filter: [.date(from: from, before: before)], sort: .id))
        }
        if survey.areTracks, let dates = survey.dates.map(TrackMatching.dates(around:)) {
            let near = FilterTerm.date(from: dates.lowerBound, before: dates.upperBound)
            try stored.entries(EntryQuery(filter: [near], sort: .id)) { times.add($0) }
        }
        if survey.hasDateless { try add(EntryQuery(predicate: FetchPredicate("date == nil"), sort: .id)) }
        keys.sort()
    }

    private mutating func add(_ query: EntryQuery) throws {
        try stored.entries(query) { block in
            let columns = EntryField.allCases.map { ($0, BlockColumn(.field($0), in: block)) }
            for row in 0..<block.count {
                keys.add(block.id(row), hash: ContentMatching.hash(of: row, in: block, columns))
            }
        }
    }

    /// The IDs of the entries that rows already have, by the rows' indices.
    func known(_ rows: [EntryValues]) throws -> [Int: Int64] {
        var known: [Int: Int64] = [:]
        for (index, values) in rows.enumerated() { known[index] = times.session(of: values) }
        if keys.isEmpty { return known }
        var found: [Int64: [Int]] = [:]
        for (index, values) in rows.enumerated() {
            if let key = keys[ContentMatching.hash(of: values)] { found[key, default: []].append(index) }
        }
        if found.isEmpty { return known }
        for record in try stored.records(found.keys.sorted()) {
            for index in found[record.id] ?? [] where rows[index].isSame(as: record.values) {
                known[index] = record.id
            }
        }
        return known
    }

    // MARK: Hashes

    /// The hash of an entry's content: every field, the date to the second, and empty text as if absent. Different
    /// contents may have the same hash, so matches are compared before they count.
    static func hash(of values: EntryValues) -> Int {
        var hasher = Hasher()
        for field in EntryField.allCases {
            switch values[field] {
            case .date(let date)?: hasher.combine(field, second: date)
            case .integer(let number)?: hasher.combine(field, number)
            case .number(let number)?: hasher.combine(field, number)
            case .text(var text)?: text.withUTF8 { hasher.combine(field, text: $0) }
            case nil: continue
            }
        }
        return hasher.finalize()
    }

    /// The hash of a row in a block, without making strings.
    private static func hash(of row: Int, in block: RecordBlock, _ columns: [(EntryField, BlockColumn)]) -> Int {
        var hasher = Hasher()
        for (field, column) in columns {
            switch column {
            case .date(let slot): if let date = block.date(row, column: slot) { hasher.combine(field, second: date) }
            case .integer(let slot):
                if let number = block.integer(row, column: slot) { hasher.combine(field, number) }
            case .number(let slot):
                if let number = block.number(row, column: slot) { hasher.combine(field, number) }
            case .text(let slot):
                guard let text = block.text(row, column: slot) else { continue }
                if text.isUTF8 {
                    hasher.combine(field, text: text)
                } else {
                    var text = String(decoding: text, as: UTF8.self)
                    text.withUTF8 { hasher.combine(field, text: $0) }
                }
            case .id, .rev, .sample, .mentions, .absent: continue
            }
        }
        return hasher.finalize()
    }
}

/// The keys of entries by the hashes of their contents. A sorted array takes half the memory of a dictionary.
private struct KeysByHash {
    private var entries: [(hash: Int, key: Int64)] = []

    var isEmpty: Bool { entries.isEmpty }

    mutating func add(_ key: Int64, hash: Int) { entries.append((hash, key)) }

    /// Sorts the keys. Call after the last one was added, before the first is looked up.
    mutating func sort() { entries.sort { ($0.hash, $0.key) < ($1.hash, $1.key) } }

    /// The highest key with this hash; nil if there is none.
    subscript(hash: Int) -> Int64? {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = low + (high - low) / 2
            if entries[middle].hash <= hash { low = middle + 1 } else { high = middle }
        }
        return low > 0 && entries[low - 1].hash == hash ? entries[low - 1].key : nil
    }
}

extension Hasher {
    fileprivate mutating func combine(_ field: EntryField, second date: Double) { combine(field, date.rounded(.down)) }

    fileprivate mutating func combine(_ field: EntryField, text: UnsafeBufferPointer<UInt8>) {
        if text.isEmpty { return }
        combine(field)
        combine(bytes: UnsafeRawBufferPointer(text))
    }

    /// Zero and negative zero have the same hash.
    fileprivate mutating func combine(_ field: EntryField, _ number: some Hashable) {
        combine(field)
        combine(number)
    }
}
