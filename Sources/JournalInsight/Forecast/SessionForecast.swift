import Foundation
import Journal
import SurfLanguage
import TidesAndLight

/// The conditions that are forecast for one moment.
package struct ForecastRow: Sendable {
    package let date: Double
    /// Swell or waves, period, direction and wind.
    package let values: EntryValues
    /// Where; nil if it is for every place.
    package let position: Coordinates?

    package init(date: Double, values: EntryValues, position: Coordinates?) {
        (self.date, self.values, self.position) = (date, values, position)
    }
}

/// The rating to expect at each place in each part of a day, from a forecast and from one's rated sessions.
package struct SessionForecast: Sendable {
    /// What is expected at a place in a part of a day.
    package struct Outlook: Sendable {
        package let place: String
        /// The moment in the middle of the part, of which the values are.
        package let date: Double
        package let part: Daylight
        /// The day at the place.
        package let day: CivilDay
        package let values: EntryValues
        package let sea: SessionSea?
        package let expectation: RatingModel.Expectation
    }

    /// Best first; of equals the earliest. Empty if the model is no better than the mean.
    package private(set) var outlooks: [Outlook] = []
    /// Nil if too few sessions are rated.
    package private(set) var model: RatingModel?
    /// The number of rated sessions.
    package let rated: Int

    /// How far a forecast's position may be from a place, in kilometres.
    private static let reach = 100.0

    /// - Parameters:
    ///   - query: The sessions to learn from.
    ///   - home: The zone of places about which nothing is known.
    package init(
        _ rows: [ForecastRow], _ query: EntryQuery, of journal: Journal, _ sea: SeaOfPlaces, home: TimeZone
    ) throws {
        var seas = SessionSeas(sea)
        var (sessions, places): ([RatedSession], [String]) = ([], [])
        var numbers: [String: Int] = [:]
        try journal.records(query.unordered) { record in
            guard let rating = record.values.rating, let date = record.values.date,
                let place = record.values.location
            else { return }
            let number = numbers[place.folded] ?? places.count
            if number == places.count {
                places.append(place)
                numbers[place.folded] = number
            }
            sessions.append(
                RatedSession(
                    id: record.id, date: date, rating: Double(rating), place: number,
                    features: RatingFeatures(record.values, seas.sea(of: record.values))))
        }
        rated = sessions.count
        let standIn = StandIn(sessions, rows)
        let moments = places.enumerated().flatMap { number, place in
            Self.moments(rows, at: place, &seas, sea, home).map { (number, $0) }
        }
        let known = Set(
            RatingFeature.all.filter { feature in
                moments.contains { standIn.features($0.1.values, $0.1.sea)[feature] != nil }
            })
        model = RatingModel(sessions, known: known)
        guard let model, model.accuracy.isBetterThanMean else { return }
        outlooks = moments.map { number, moment in
            Outlook(
                place: places[number], date: moment.date, part: moment.part, day: moment.day, values: moment.values,
                sea: moment.sea,
                expectation: model.expectation(standIn.features(moment.values, moment.sea), place: number))
        }
        outlooks.sort { ($1.expectation.rating, $0.date) < ($0.expectation.rating, $1.date) }
    }

    private struct Moment {
        let date: Double
        let part: Daylight
        let day: CivilDay
        let values: EntryValues
        let sea: SessionSea?
    }

    /// The row in the middle of each part of each day, without the nights.
    private static func moments(
        _ rows: [ForecastRow], at place: String, _ seas: inout SessionSeas, _ sea: SeaOfPlaces, _ home: TimeZone
    ) -> [Moment] {
        let position = sea.position(of: place)
        let distances = rows.map { row in row.position.flatMap { here in position?.kilometres(to: here) } }
        let nearest = distances.compactMap(\.self).min()
        var clock = LocalClock((try? sea.sea(at: place).zone) ?? home)
        var (keys, groups): ([String], [String: [Moment]]) = ([], [:])
        for (row, distance) in zip(rows, distances) {
            guard row.position == nil || distance == nearest && nearest ?? .infinity <= reach else { continue }
            var values = row.values
            (values.date, values.location) = (row.date, place)
            let computed = seas.sea(of: values)
            let moment = clock.moment(row.date)
            let part = computed?.daylight ?? Daylight(hour: moment.hour)
            if part == .night { continue }
            let key = "\(moment.civil.text) \(part.rawValue)"
            if groups[key] == nil { keys.append(key) }
            groups[key, default: []].append(
                Moment(date: row.date, part: part, day: moment.civil, values: row.values, sea: computed))
        }
        return keys.compactMap { key in
            groups[key].map { group in group.sorted { $0.date < $1.date }[group.count / 2] }
        }
    }
}

/// Lets a forecast's swell stand for the height that sessions have, or the other way round, where only these are known.
private struct StandIn {
    private let pairs: [(from: SeaAspect, to: SeaAspect, unit: SurfLanguage.Unit, other: SurfLanguage.Unit)]

    private static let all: [(from: SeaAspect, to: SeaAspect, unit: SurfLanguage.Unit, other: SurfLanguage.Unit)] = [
        (.swellHeight, .height, .metres, .feet), (.height, .swellHeight, .feet, .metres),
        (.swellPeriod, .period, .seconds, .seconds), (.period, .swellPeriod, .seconds, .seconds),
    ]

    init(_ sessions: [RatedSession], _ rows: [ForecastRow]) {
        let states = rows.map { SeaState($0.values) }
        func isUsual(_ aspect: SeaAspect) -> Bool {
            2 * sessions.count { $0.features[.sea(aspect)] != nil } >= sessions.count
        }
        pairs = StandIn.all.filter { pair in
            isUsual(pair.to) && !isUsual(pair.from) && !states.contains { $0[pair.to] != nil }
        }
    }

    func features(_ values: EntryValues, _ sea: SessionSea?) -> RatingFeatures {
        var features = RatingFeatures(values, sea)
        for pair in pairs {
            features[.sea(pair.to)] = features[.sea(pair.from)].map { pair.unit.converted($0, to: pair.other) }
        }
        return features
    }
}

extension Daylight {
    /// The part of the day by the clock, where the light is not known.
    fileprivate init(hour: Int) {
        switch hour {
        case 5..<8: self = .dawn
        case 8..<11: self = .morning
        case 11..<15: self = .midday
        case 15..<20: self = .evening
        default: self = .night
        }
    }
}
