import Journal

/// The sessions most similar to a sea state, and the best places in it.
package struct LikeResult: Sendable {
    package struct Match: Sendable {
        package let record: EntryRecord
        package let likeness: Likeness
    }

    /// The most similar first; of equals, the one with more known aspects, then the newest.
    package var matches: [Match] = []
    /// The places of all similar sessions, by median rating if enough are rated, then by number of sessions.
    package var spots: [EntryGroup] = []
    /// The boards of all similar sessions that have one, in the same order.
    package var boards: [EntryGroup] = []
    /// The number of similar sessions.
    package var similarCount = 0
    /// The number of sessions with enough data to compare. `matches` are the first of them.
    package var comparedCount = 0

    /// The likeness from which two sessions count as similar.
    package static let threshold = 0.7
}

extension Journal {
    /// Finds the sessions in a query that are most similar to a sea state.
    /// - Parameters:
    ///   - wanted: The sea state. At least one aspect must be known.
    ///   - excluded: An entry to ignore, because the sea state is its own.
    ///   - limit: The most matches to return.
    /// - Throws: A `JournalError`.
    /// - Complexity: One statement, linear.
    package func like(
        _ wanted: SeaState, in query: EntryQuery, excluding excluded: Int64?, limit: Int
    ) throws -> LikeResult {
        var search = LikeSearch(wanted, limit: limit)
        try blocksAhead(query.unordered) { search.add($0, excluding: excluded) }
        return search.result
    }
}

/// Searches for the sessions most similar to a sea state, block by block.
struct LikeSearch {
    private let wanted: SeaState
    private let limit: Int
    private var matches: [LikeResult.Match] = []
    private var winds: [String: WindState] = [:]
    private var places = NameIndex(.place)
    private var boards = NameIndex(.board)
    private var spots: [Int: EntryTally] = [:]
    private var boardTallies: [Int: EntryTally] = [:]
    private var similarCount = 0
    private var comparedCount = 0

    init(_ wanted: SeaState, limit: Int) {
        (self.wanted, self.limit) = (wanted, limit)
    }

    mutating func add(_ block: RecordBlock, excluding excluded: Int64?) {
        let aspects = wanted.known
        let columns = aspects.map { NumberColumn($0.field, in: block) }
        let wind = aspects.contains { $0.field == .wind } ? block.column(.wind) : nil
        let rating = NumberColumn(.rating, in: block)
        for row in 0..<block.count where block.id(row) != excluded {
            let windState = wind.flatMap { block.text(row, column: $0) }.map { self.wind($0) }
            var sea = SeaState()
            for (aspect, column) in zip(aspects, columns) {
                sea[aspect] = aspect.field == .wind ? windState?.number(aspect) : column.number(row)
            }
            guard let likeness = Likeness(wanted, sea) else { continue }
            comparedCount += 1
            keep(row, of: block, likeness)
            if likeness.similarity >= LikeResult.threshold { count(row, of: block, rating.number(row)) }
        }
    }

    var result: LikeResult {
        LikeResult(
            matches: matches, spots: LikeSearch.groups(spots, places, .place),
            boards: LikeSearch.groups(boardTallies, boards, .board), similarCount: similarCount,
            comparedCount: comparedCount)
    }

    private static func groups(_ tallies: [Int: EntryTally], _ index: NameIndex, _ kind: NameKind) -> [EntryGroup] {
        let names = index.names
        return tallies.map { number, tally in
            EntryGroup(key: number < 0 ? .absent : kind.key(names[number]), tally: tally, best: Conditions())
        }.sorted(by: isBetter)
    }

    // MARK: Implementation

    private mutating func wind(_ text: UnsafeBufferPointer<UInt8>) -> WindState {
        let text = String(decoding: text, as: UTF8.self)
        if let known = winds[text] { return known }
        let state = WindState(text)
        winds[text] = state
        return state
    }

    /// Adds a session to the matches if it is among the most similar so far.
    private mutating func keep(_ row: Int, of block: RecordBlock, _ likeness: Likeness) {
        if limit == 0 { return }
        if matches.count == limit, let last = matches.last, likeness.similarity < last.likeness.similarity { return }
        let match = LikeResult.Match(record: block.record(row), likeness: likeness)
        let index = matches.firstIndex { LikeSearch.isNearer(match, $0) } ?? matches.count
        matches.insert(match, at: index)
        if matches.count > limit { matches.removeLast() }
    }

    private mutating func count(_ row: Int, of block: RecordBlock, _ rating: Double?) {
        similarCount += 1
        let name = block.column(.location).flatMap { block.text(row, column: $0) }
        let place = name.map { places.number($0) } ?? -1
        spots[place, default: EntryTally()].add(rating: rating, waves: nil, minutes: nil)
        guard let board = boards.column(in: block).flatMap({ block.text(row, column: $0) }) else { return }
        boardTallies[boards.number(board), default: EntryTally()].add(rating: rating, waves: nil, minutes: nil)
    }

    private static func isNearer(_ first: LikeResult.Match, _ second: LikeResult.Match) -> Bool {
        func key(_ match: LikeResult.Match) -> (Double, Double, Double, Int64) {
            (match.likeness.similarity, match.likeness.known, match.record.values.date ?? -.infinity, match.record.id)
        }
        return key(first) > key(second)
    }

    private static func isBetter(_ first: EntryGroup, _ second: EntryGroup) -> Bool {
        func key(_ group: EntryGroup) -> (Double, Int, String) {
            let isEnough = group.tally.ratings.rated >= Evidence.least
            return (isEnough ? group.tally.ratings.median ?? 0 : 0, group.tally.sessions, group.key.text ?? "")
        }
        let (left, right) = (key(first), key(second))
        return (left.0, left.1) != (right.0, right.1) ? (left.0, left.1) > (right.0, right.1) : left.2 < right.2
    }
}
