import Journal
import SurfLanguage

/// A place, board, tag or person, and the sessions that have it.
package struct NameUse: Equatable, Sendable {
    /// The name as most often typed; nil for sessions without one.
    package internal(set) var name: String?
    package internal(set) var tally = EntryTally()
    /// The dates of the first and the last session; nil if no session has a date.
    package internal(set) var first: Double?
    package internal(set) var last: Double?
    package internal(set) var heights = RatingBands.heights
    package internal(set) var periods = RatingBands.periods
    /// Other names that may be spellings of the same one, most sessions first.
    package internal(set) var variants: [String] = []

    package var sessions: Int { tally.sessions }
}

extension Journal {
    /// The names of a kind in the entries of a query, most sessions first. Entries without one are counted last, but
    /// not those without a tag or a person.
    /// - Complexity: One statement, linear; memory for the names, not for the entries.
    package func names(_ kind: NameKind, _ query: EntryQuery) throws -> [NameUse] {
        var counter = NameCounter(kind)
        try blocks(query.unordered.reading(counter.fields)) { counter.add($0) }
        return counter.uses
    }

    /// The place names of the user's latest sessions by ID, without samples, most sessions first.
    /// - Complexity: Reads at most 20,000 sessions.
    package func placeNames() throws -> [String] {
        try latestNames(.place, of: .ownLatest)
    }

    /// The same places for the reader of sentences. Samples count as sessions of a place.
    package func knownPlaces() throws -> KnownPlaces {
        let uses = try latestUses(.place, of: .ownLatest)
        var once = Set(uses.filter { $0.sessions < 2 }.compactMap(\.name).filter { !SurfSpots.contains($0) })
        if !once.isEmpty { try eachPlace(of: EntryQuery(samples: .only).unordered) { once.remove($0) } }
        return KnownPlaces(uses.compactMap(\.name), once: once)
    }

    /// The names of a kind in the entries of a query with its order and limit, most sessions first.
    package func latestNames(_ kind: NameKind, of query: EntryQuery) throws -> [String] {
        try latestUses(kind, of: query).compactMap(\.name)
    }

    private func latestUses(_ kind: NameKind, of query: EntryQuery) throws -> [NameUse] {
        var counter = NameCounter(kind)
        try blocks(query.reading(counter.fields)) { counter.add($0) }
        return counter.named.filter { $0.name?.isEmpty == false }
    }

    /// Whether a name is exactly one of `placeNames()`.
    /// - Complexity: Reads the latest sessions until one is at this place; up to 20,000 for a new place.
    package func hasPlace(_ name: String) throws -> Bool {
        struct Found: Error {}
        do {
            try eachPlace(of: .ownLatest) { if $0 == name { throw Found() } }
            return false
        } catch is Found {
            return true
        }
    }

    private func eachPlace(of query: EntryQuery, _ body: (String) throws -> Void) throws {
        try blocks(query.reading([.location])) { block in
            guard let column = block.column(.location) else { return }
            for row in 0..<block.count {
                if let bytes = block.text(row, column: column) { try body(String(decoding: bytes, as: UTF8.self)) }
            }
        }
    }

    /// The fields with values in the user's latest sessions by ID, without samples.
    /// - Complexity: Reads at most as many sessions as `placeNames()`.
    package func usedFields() throws -> Set<EntryField> {
        var used: Set<EntryField> = []
        try blocks(EntryQuery.ownLatest.reading(fields)) { block in
            for field in fields where !used.contains(field) {
                guard let column = block.column(field) else { continue }
                if (0..<block.count).contains(where: { !block.isAbsent($0, column: column) }) { used.insert(field) }
            }
        }
        return used
    }
}

extension EntryQuery {
    /// The user's latest sessions by ID: a lifetime of surfing. Reading more would slow down `add`.
    fileprivate static let ownLatest = EntryQuery(
        sort: .id, reversed: true, limit: 20_000, samples: .without)
}

/// Counts the sessions with each name of a kind, block by block.
struct NameCounter {
    private let kind: NameKind
    private var index: NameIndex
    private var counted: [NameUse] = []
    private var nameless = NameUse()
    private var numbers: [Int] = []

    init(_ kind: NameKind) {
        self.kind = kind
        index = NameIndex(kind)
    }

    /// The fields that are counted.
    var fields: [EntryField] { [kind.field] + (withSea ? Columns.fields + [.height, .period] : Columns.fields) }

    private var withSea: Bool { kind == .board }

    mutating func add(_ block: RecordBlock) {
        let columns = Columns(block, withSea: withSea)
        let name = index.column(in: block)
        for row in 0..<block.count {
            numbers.removeAll(keepingCapacity: true)
            if let text = name.flatMap({ block.text(row, column: $0) }) { index.append(text, to: &numbers) }
            if numbers.isEmpty { nameless.add(columns, row) }
            for number in numbers {
                if number == counted.count { counted.append(NameUse()) }
                counted[number].add(columns, row)
            }
        }
    }

    /// The names, most sessions first.
    var named: [NameUse] {
        var uses = counted
        for (number, name) in index.names.enumerated() { uses[number].name = name }
        return uses.sorted { ($1.sessions, $0.name ?? "") < ($0.sessions, $1.name ?? "") }
    }

    /// The names with their spelling variants.
    var uses: [NameUse] {
        var uses = named
        let variants = SpellingVariants(uses.compactMap(\.name))
        for number in uses.indices { uses[number].variants = variants.of(number) }
        switch kind {
        case .place, .board: return nameless.sessions > 0 ? uses + [nameless] : uses
        case .mention: return uses
        }
    }

    /// The columns to count.
    fileprivate struct Columns {
        static let fields: [EntryField] = [.date, .rating, .waves, .duration]

        let date, rating, waves, minutes: NumberColumn
        /// Only for names that are compared by the sea, because measures are parsed.
        let height, period: NumberColumn?

        init(_ block: RecordBlock, withSea: Bool) {
            func column(_ field: EntryField) -> NumberColumn { NumberColumn(field, in: block) }
            (date, rating, waves, minutes) = (column(.date), column(.rating), column(.waves), column(.duration))
            (height, period) = withSea ? (column(.height), column(.period)) : (nil, nil)
        }
    }
}

extension NameUse {
    fileprivate mutating func add(_ columns: NameCounter.Columns, _ row: Int) {
        let rating = columns.rating.number(row)
        tally.add(rating: rating, waves: columns.waves.number(row), minutes: columns.minutes.number(row))
        if let height = columns.height { heights.add(height.number(row), rating: rating) }
        if let period = columns.period { periods.add(period.number(row), rating: rating) }
        guard let date = columns.date.number(row) else { return }
        first = min(first ?? date, date)
        last = max(last ?? date, date)
    }
}
