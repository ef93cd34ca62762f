import Journal
import SurfLanguage

/// Finds the best observation for each missing value of some sessions, while observations go by in any order.
///
/// The best is of the nearest station that has the value within 90 minutes; of one station, the nearest in time, and then
/// the earlier. What was measured counts before what a model computed. Memory: some 200 bytes a session.
package struct FillSearch {
    /// A session with fields to fill.
    private struct Gap {
        let id: Int64
        let date: Double
        /// The number of its place; nil if it has none.
        let place: Int?
        let fields: [EntryField]
        /// Earlier fillings of these fields, which may be replaced.
        let replaceable: [FilledValue]
    }

    /// How good an observation is for a session.
    private struct Rank: Comparable {
        let isModel: Bool
        let kilometres, seconds: Double
        let isLater: Bool

        static func < (left: Rank, right: Rank) -> Bool {
            let (first, second) = (left.isModel ? 1 : 0, right.isModel ? 1 : 0)
            if first != second { return first < second }
            return (left.kilometres, left.seconds, left.isLater ? 1 : 0)
                < (right.kilometres, right.seconds, right.isLater ? 1 : 0)
        }
    }

    private struct Choice {
        let rank: Rank
        let value: FieldValue
        let origin: FilledValue.Origin
    }

    private let places: FillPlaces
    /// By date.
    private let gaps: [Gap]
    private let locations: [String]
    /// The best so far for each gap and field.
    private var choices: [[Choice?]]
    /// How far the sources of the current file are from each place.
    private var reaches: [[FillReach]] = []
    private var sources: [ObservationSource] = []
    /// The stations of which nothing was used because nobody knows where they are.
    package private(set) var unplacedStations: Set<String> = []

    /// - Parameter replacesFilled: Whether earlier fillings may be replaced by better ones.
    package init(
        _ query: EntryQuery, of journal: Journal, _ places: FillPlaces, replacesFilled: Bool
    ) throws {
        self.places = places
        var (gaps, names): ([Gap], [String: Int]) = ([], [:])
        var locations: [String] = []
        let fields = Filling.fields.filter(journal.fields.contains)
        try journal.blocks(query.unordered) { block in
            for row in 0..<block.count {
                let values = block.values(row)
                guard let date = values.date else { continue }
                let replaceable = replacesFilled ? block.filled(row).filter { fields.contains($0.field) } : []
                let open = fields.filter { field in
                    Filling.isBlank(values[field]) || replaceable.contains { $0.field == field }
                }
                if open.isEmpty { continue }
                let place = values.location.map { name in
                    if let known = names[name] { return known }
                    locations.append(name)
                    names[name] = locations.count - 1
                    return locations.count - 1
                }
                gaps.append(
                    Gap(id: block.id(row), date: date, place: place, fields: open, replaceable: replaceable))
            }
        }
        self.gaps = gaps.sorted { ($0.date, $0.id) < ($1.date, $1.id) }
        self.locations = locations
        choices = self.gaps.map { Array(repeating: nil, count: $0.fields.count) }
    }

    /// Reads a file's observations.
    /// - Parameter read: Returns the next bytes of the file; empty at the end.
    package mutating func read(
        _ path: String, _ read: () throws(ImportError) -> ArraySlice<UInt8>
    ) throws(ObservationError) {
        var reader = ObservationReader(path: path)
        (sources, reaches) = ([], [])
        while true {
            let bytes: ArraySlice<UInt8>
            do throws(ImportError) { bytes = try read() } catch { throw .file(error) }
            if bytes.isEmpty { try reader.finish() } else { try reader.append(bytes) }
            while let observation = try reader.next() {
                if observation.source >= sources.count { learn(reader.sources) }
                offer(observation)
            }
            if bytes.isEmpty { return }
        }
    }

    /// What was found, newest first.
    package var fillings: [Filling] {
        zip(gaps, choices).reversed().compactMap { gap, choices in
            let filled = zip(gap.fields, choices).compactMap { field, choice in
                choice.map { FilledValue(field: field, value: $0.value, origin: $0.origin) }
            }
            if filled.isEmpty { return nil }
            let fields = filled.map(\.field)
            return Filling(
                id: gap.id, date: gap.date, location: gap.place.map { locations[$0] }, filled: filled,
                replaced: gap.replaceable.filter { fields.contains($0.field) })
        }
    }

    /// The places of sessions for which nothing was found because nobody knows where they are, in order of name.
    package var unplaced: [String] {
        let missing = zip(gaps, choices).filter { _, choices in choices.allSatisfy { $0 == nil } }.compactMap(\.0.place)
        return Set(missing).map { locations[$0] }.filter { places.position(of: $0) == nil }.sorted()
    }

    // MARK: Implementation

    private mutating func learn(_ sources: [ObservationSource]) {
        for source in sources[self.sources.count...] {
            let placed = places.placed(source)
            self.sources.append(placed)
            if places.isUnplaced(placed) { unplacedStations.insert(placed.name) }
            reaches.append(locations.map { places.reach(of: placed, at: $0) } + [places.reach(of: placed, at: nil)])
        }
    }

    private mutating func offer(_ observation: Observation) {
        let (source, reaches) = (sources[observation.source], reaches[observation.source])
        var index = gaps.partitioningIndex { $0.date >= observation.date - StationReach.seconds }
        while index < gaps.count, gaps[index].date <= observation.date + StationReach.seconds {
            let reach = reaches[gaps[index].place ?? locations.count]
            if reach != .out { offer(observation, of: source, reach, to: index) }
            index += 1
        }
    }

    private mutating func offer(
        _ observation: Observation, of source: ObservationSource, _ reach: FillReach, to index: Int
    ) {
        let gap = gaps[index]
        let later = observation.date - gap.date
        let rank = Rank(
            isModel: source.isModel, kilometres: reach.kilometres ?? 0, seconds: abs(later), isLater: later > 0)
        for (number, field) in gap.fields.enumerated() {
            if let best = choices[index][number], best.rank <= rank { continue }
            guard let value = observation.value(of: field) else { continue }
            let origin = FilledValue.Origin(
                station: source.name, kilometres: reach.kilometres.map { Int($0.rounded()) },
                minutes: Int((later / 60).rounded()))
            if let earlier = gap.replaceable.first(where: { $0.field == field }),
                earlier.value == value || !isBetter(origin, isModel: source.isModel, than: earlier.origin)
            {
                continue
            }
            choices[index][number] = Choice(rank: rank, value: value, origin: origin)
        }
    }

    /// Whether an observation is better than the one of an earlier filling.
    private func isBetter(
        _ origin: FilledValue.Origin, isModel: Bool, than earlier: FilledValue.Origin
    ) -> Bool {
        func key(_ origin: FilledValue.Origin, _ isModel: Bool) -> (Int, Int, Int) {
            (isModel ? 1 : 0, origin.kilometres ?? 0, abs(origin.minutes))
        }
        return key(origin, isModel) < key(earlier, earlier.station == ObservationSource.model)
    }
}

/// Whether a source's values are a place's.
enum FillReach: Equatable {
    case out
    /// How far the source is, in kilometres; nil if that is not known.
    case within(Double?)

    var kilometres: Double? { if case .within(let kilometres) = self { kilometres } else { nil } }
}

extension Observation {
    /// The value of a field, as a session stores it: swell in metres, seconds and degrees, water in °C, wind in knots.
    func value(of field: EntryField) -> FieldValue? {
        switch field {
        case .wind: wind.map(FieldValue.text)
        case .swellHeight: self[.waveHeight].map(FieldValue.number)
        case .swellPeriod: self[.period].map(FieldValue.number)
        case .swellDirection: self[.waveDirection].map { .number($0 == 360 ? 0 : $0) }
        case .waterTemperature: self[.waterTemperature].map(FieldValue.number)
        default: nil
        }
    }

    /// `NW 12kts`, as a surfer would type it; the speed alone if there is no direction.
    private var wind: String? {
        guard let speed = self[.windSpeed] else { return nil }
        let knots = "\(Int(Unit.metresPerSecond.converted(speed, to: .knots).rounded()))kts"
        return self[.windDirection].map { CompassPoint.nearest(to: $0) + " " + knots } ?? knots
    }
}
