import Journal
import SurfLanguage

/// A place in a journal.
package struct Spot: Equatable, Sendable {
    /// The name as typed; nil for sessions without a place.
    package let name: String?
    package var sessions: Int
    /// The dates of the first and the last session; nil if no session has a date.
    package var first: Double?
    package var last: Double?
    /// Other names that may be spellings of the same place, most sessions first.
    package var variants: [String] = []
}

extension Journal {
    /// The places of the entries in a query, most sessions first, those without a place last.
    package func spots(_ query: EntryQuery) throws -> [Spot] {
        var counter = SpotCounter()
        try blocks(query.unordered) { counter.add($0) }
        return counter.spots
    }
}

extension Journal {
    /// The place names of the user's latest sessions by ID, without samples, most sessions first.
    /// - Complexity: Reads at most 20,000 sessions.
    package func placeNames() throws -> [String] {
        var counter = SpotCounter()
        try blocks(EntryQuery.ownLatest) { counter.add($0) }
        return counter.spots.compactMap(\.name).filter { !$0.isEmpty }
    }

    /// Whether a name is exactly one of `placeNames()`.
    /// - Complexity: Reads the latest sessions until one is at this place; up to 20,000 for a new place.
    package func hasPlace(_ name: String) throws -> Bool {
        struct Found: Error {}
        do {
            try blocks(EntryQuery.ownLatest) { block in
                guard let column = block.column(.location) else { return }
                for row in 0..<block.count {
                    if let bytes = block.text(row, column: column), String(decoding: bytes, as: UTF8.self) == name {
                        throw Found()
                    }
                }
            }
            return false
        } catch is Found {
            return true
        }
    }
}

extension Journal {
    /// The fields with values in the user's latest sessions by ID, without samples.
    /// - Complexity: Reads at most as many sessions as `placeNames()`.
    package func usedFields() throws -> Set<EntryField> {
        var used: Set<EntryField> = []
        try blocks(EntryQuery.ownLatest) { block in
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
        filter: EntryFilter([.sample(false)]), sort: .id, reversed: true, limit: 20_000)
}

/// Counts the sessions at each place, block by block.
struct SpotCounter {
    private var places = PlaceIndex()
    private var counted: [Spot] = []
    private var nowhere = Spot(name: nil, sessions: 0)

    init() {}

    mutating func add(_ block: RecordBlock) {
        let location = block.column(.location)
        let date = block.column(.date)
        for row in 0..<block.count {
            let moment = date.flatMap { block.date(row, column: $0) }
            guard let name = location.flatMap({ block.text(row, column: $0) }) else {
                nowhere.add(moment)
                continue
            }
            let number = places.number(name)
            if number == counted.count { counted.append(Spot(name: places.names[number], sessions: 0)) }
            counted[number].add(moment)
        }
    }

    /// The places with their spelling variants.
    var spots: [Spot] {
        let sorted = counted.sorted { ($1.sessions, $0.name ?? "") < ($0.sessions, $1.name ?? "") }
        let variants = SpellingVariants(sorted.compactMap(\.name))
        var spots = sorted
        for index in spots.indices { spots[index].variants = variants.of(index) }
        return nowhere.sessions > 0 ? spots + [nowhere] : spots
    }
}

extension Spot {
    fileprivate mutating func add(_ date: Double?) {
        sessions += 1
        guard let date else { return }
        first = min(first ?? date, date)
        last = max(last ?? date, date)
    }
}
