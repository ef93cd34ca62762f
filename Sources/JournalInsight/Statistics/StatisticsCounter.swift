import Foundation
import Journal
import SurfLanguage

/// Counts sessions block by block, grouped in as many ways as asked for.
struct StatisticsCounter {
    private struct Group {
        var tally = EntryTally()
        var best = Conditions()
    }

    /// The groups of one grouping.
    private struct Groups {
        let grouping: Grouping
        /// The tags or people, if the sessions are grouped by them.
        var mentions: NameIndex?
        var groups: [Int: Group] = [:]
        /// The groups of one session.
        var keys: [Int] = []

        init(_ grouping: Grouping) {
            self.grouping = grouping
            if let kind = grouping.names, case .mention = kind { mentions = NameIndex(kind) }
        }

        mutating func appendMentions(in notes: UnsafeBufferPointer<UInt8>) { mentions?.append(notes, to: &keys) }
    }

    private var groupings: [Groups]
    private var clock: LocalClock
    private var clocks: [String: LocalClock] = [:]
    private var places = NameIndex(.place)
    private var boards = NameIndex(.board)
    private var total = EntryTally()
    /// The groups by tide, light, season and wind.
    private var conditions: ConditionKeys
    /// The computed tides of the best sessions by place, if the sessions are grouped by tide.
    private var bestTides: [Int: TideTally] = [:]
    private var first: Double?
    private var last: Double?
    private var days: [Int: Int] = [:]
    private var spots: [Int: Group] = [:]
    private var boardGroups: [Int: Group] = [:]

    /// The fields that are counted.
    let fields: Set<EntryField>

    private static let absent = Int.min

    /// - Parameter sea: What is known about places; nil if no grouping needs it.
    init(_ groupings: [Grouping], zone: TimeZone, sea: SeaOfPlaces? = nil) {
        conditions = ConditionKeys(sea)
        self.groupings = groupings.map(Groups.init)
        clock = LocalClock(zone)
        fields = Columns.always.union(groupings.flatMap(\.fields))
    }

    // MARK: Counting

    mutating func add(_ block: RecordBlock) {
        let columns = Columns(block, fields)
        for row in 0..<block.count { add(columns, row) }
    }

    /// The columns to count.
    private struct Columns {
        /// The fields that are counted, however the sessions are grouped.
        static let always: Set<EntryField> = [
            .date, .rating, .waves, .duration, .height, .period, .wind, .swellDirection, .location, .board,
        ]

        let block: RecordBlock
        let date, rating, waves, minutes, height, period, wind, swell: NumberColumn
        let location, zone, board, notes, windText, tide: Int?

        init(_ block: RecordBlock, _ fields: Set<EntryField>) {
            func column(_ field: EntryField) -> NumberColumn { NumberColumn(field, in: block) }
            self.block = block
            (date, rating, waves, minutes) = (column(.date), column(.rating), column(.waves), column(.duration))
            (height, period, wind) = (column(.height), column(.period), column(.wind))
            swell = column(.swellDirection)
            (location, board) = (block.column(.location), block.column(.board))
            zone = fields.contains(.timeZone) ? block.column(.timeZone) : nil
            notes = fields.contains(.notes) ? block.column(.notes) : nil
            windText = block.column(.wind)
            tide = fields.contains(.tide) ? block.column(.tide) : nil
        }
    }

    private mutating func add(_ columns: Columns, _ row: Int) {
        let moment = time(columns.date.number(row))
        let rating = columns.rating.number(row)
        let (waves, minutes) = (columns.waves.number(row), columns.minutes.number(row))
        let name = columns.location.flatMap { columns.block.text(row, column: $0) }
        let place = name.map { places.number($0) } ?? StatisticsCounter.absent
        let board = columns.board.flatMap { columns.block.text(row, column: $0) }.map { boards.number($0) }
        total.add(rating: rating, waves: waves, minutes: minutes)
        spots[place, default: Group()].tally.add(rating: rating, waves: waves, minutes: minutes)
        boardGroups[board ?? StatisticsCounter.absent, default: Group()].tally
            .add(rating: rating, waves: waves, minutes: minutes)
        for index in groupings.indices {
            findKeys(of: index, columns, row, moment, rating, place)
            for key in groupings[index].keys {
                groupings[index].groups[key, default: Group()].tally.add(rating: rating, waves: waves, minutes: minutes)
            }
        }
        if let rating, Int(rating) >= Statistics.best { addBest(columns, row, place, board) }
    }

    private mutating func addBest(_ columns: Columns, _ row: Int, _ place: Int, _ board: Int?) {
        let (height, period) = (columns.height.number(row), columns.period.number(row))
        let (wind, swell) = (columns.wind.number(row), columns.swell.number(row))
        spots[place, default: Group()].best.add(height: height, period: period, wind: wind, swellDirection: swell)
        if let board {
            boardGroups[board, default: Group()].best.add(
                height: height, period: period, wind: wind, swellDirection: swell)
        }
        for index in groupings.indices {
            for key in groupings[index].keys {
                groupings[index].groups[key, default: Group()].best.add(
                    height: height, period: period, wind: wind, swellDirection: swell)
            }
        }
    }

    private mutating func time(_ date: Double?) -> LocalMoment? {
        guard let date else { return nil }
        first = min(first ?? date, date)
        last = max(last ?? date, date)
        let moment = clock.moment(date)
        days[moment.day, default: 0] += 1
        return moment
    }

    /// The local time at the place; nil if the session has no time zone or no date.
    private mutating func atPlace(_ columns: Columns, _ row: Int) -> LocalMoment? {
        guard let date = columns.date.number(row),
            let name = columns.zone.flatMap({ columns.block.text(row, column: $0) })
        else { return nil }
        let zone = String(decoding: name, as: UTF8.self)
        if clocks[zone] == nil {
            guard let known = TimeZone(identifier: zone) else { return nil }
            clocks[zone] = LocalClock(known)
        }
        return clocks[zone]?.moment(date)
    }

    /// Sets the numbers of a session's groups. There are none for places and boards, which are counted anyway.
    private mutating func findKeys(
        of index: Int, _ columns: Columns, _ row: Int, _ moment: LocalMoment?, _ rating: Double?,
        _ place: Int
    ) {
        groupings[index].keys.removeAll(keepingCapacity: true)
        let key: Int?
        switch groupings[index].grouping {
        case .spot, .board: return
        case .tag, .person:
            if let notes = columns.notes.flatMap({ columns.block.text(row, column: $0) }) {
                groupings[index].appendMentions(in: notes)
            }
            if !groupings[index].keys.isEmpty { return }
            key = nil
        case .month: key = moment.map { $0.civil.year * 12 + $0.civil.month - 1 }
        case .year: key = moment?.civil.year
        case .hour: key = (atPlace(columns, row) ?? moment)?.hour
        case .rating: key = rating.map { Int($0) }
        case .weekday: key = (atPlace(columns, row) ?? moment).map { ($0.day + 3).flooredRemainder(7) }
        case .season:
            key = moment.map { conditions.season(month: $0.civil.month, SeaRow(row, of: columns.block)) }
        case .wind: key = conditions.wind(columns.windText.flatMap { columns.block.text(row, column: $0) })
        case .light: key = conditions.light(SeaRow(row, of: columns.block))
        case .tide:
            let typed = columns.tide.flatMap { columns.block.text(row, column: $0) }
            let tide = conditions.appendTide(typed, SeaRow(row, of: columns.block), to: &groupings[index].keys)
            if let tide, let rating, Int(rating) >= Statistics.best { bestTides[place, default: TideTally()].add(tide) }
            if !groupings[index].keys.isEmpty { return }
            key = nil
        }
        groupings[index].keys.append(key ?? StatisticsCounter.absent)
    }

    // MARK: Results

    /// - Throws: If the table of tide stations is damaged at a place of the sessions.
    func check() throws { if let failure = conditions.failure { throw failure } }

    /// The statistics, with the groups of the first grouping.
    /// - Parameter before: The end of the dates that were selected, excluded; nil if there is none.
    func statistics(now: Double, before: Double? = nil) -> Statistics {
        var clock = clock
        let today = clock.moment(now).day
        let end = before.map { min(today, clock.moment($0 - 1).day) } ?? today
        return Statistics(
            total: total, first: first, last: last, days: days,
            streaks: Streaks(days: days.keys, today: today), today: today, end: end, spots: spotsMostFirst,
            boards: boardsMostFirst, bestTides: bestTidesMostFirst,
            groups: groupings.first.map { groups(by: $0.grouping) } ?? [])
    }

    /// The groups of one of the groupings.
    func groups(by grouping: Grouping) -> [EntryGroup] {
        guard let found = groupings.first(where: { $0.grouping == grouping }) else { return [] }
        switch grouping.names {
        case .place?: return spotsMostFirst
        case .board?: return boardsMostFirst
        case .mention(let kind)?:
            return found.mentions.map { absentLast(mostFirst(found.groups, $0, .mention(kind))) } ?? []
        case nil: return ascending(found)
        }
    }

    private var spotsMostFirst: [EntryGroup] { mostFirst(spots, places, .place) }

    private var bestTidesMostFirst: [BestTides] {
        let names = places.names
        return bestTides.compactMap { number, tally in
            number == StatisticsCounter.absent ? nil : tally.result(.spot(names[number]))
        }.sorted { (-$0.heights.sessions, $0.key.text ?? "") < (-$1.heights.sessions, $1.key.text ?? "") }
    }

    private var boardsMostFirst: [EntryGroup] { absentLast(mostFirst(boardGroups, boards, .board)) }

    /// The groups, with the one without a name last.
    private func absentLast(_ groups: [EntryGroup]) -> [EntryGroup] {
        groups.filter { $0.key != .absent } + groups.filter { $0.key == .absent }
    }

    private func mostFirst(_ groups: [Int: Group], _ index: NameIndex, _ kind: NameKind) -> [EntryGroup] {
        let names = index.names
        return groups.map { number, group in
            let key = number == StatisticsCounter.absent ? GroupKey.absent : kind.key(names[number])
            return EntryGroup(key: key, tally: group.tally, best: group.best)
        }.sorted { left, right in
            (-left.tally.sessions, left.key.text ?? "\u{10FFFF}") < (
                -right.tally.sessions, right.key.text ?? "\u{10FFFF}"
            )
        }
    }

    private func ascending(_ groups: Groups) -> [EntryGroup] {
        let sorted = groups.groups.sorted {
            ($0.key == StatisticsCounter.absent ? .max : $0.key) < ($1.key == StatisticsCounter.absent ? .max : $1.key)
        }
        return sorted.map {
            EntryGroup(key: key($0.key, of: groups.grouping), tally: $0.value.tally, best: $0.value.best)
        }
    }

    private func key(_ number: Int, of grouping: Grouping) -> GroupKey {
        if number == StatisticsCounter.absent { return .absent }
        return switch grouping {
        case .month: .month(year: number.flooredQuotient(12), month: number.flooredRemainder(12) + 1)
        case .year: .year(number)
        case .hour: .hour(number)
        case .rating: .rating(number)
        case .weekday: .weekday(number)
        case .season, .wind, .tide, .light: ConditionKeys.key(number, of: grouping)
        case .spot, .board, .tag, .person: .absent
        }
    }
}
