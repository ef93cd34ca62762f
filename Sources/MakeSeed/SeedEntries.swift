import SurfLanguage

/// Ten years of one surfer's sessions. They depend only on this code, not on clock, locale or machine.
package enum SeedEntries {
    /// The number of sessions in the sample journal.
    package static let count = 5_000
    /// The days covered by the journal.
    package static let days = Day(year: 2016, month: 9, day: 1)..<Day(year: 2026, month: 9, day: 1)

    /// All sessions by date, oldest first. No two begin in the same minute.
    package static func all() -> [SeedEntry] {
        var random = RandomSource(seed: 0x5EA5_0F_5EED)
        let itinerary = Itinerary(days: days, random: &random)
        let ocean = Ocean(coasts: Coast.all, days: days)
        let surfed = itinerary.stays.flatMap { sessions(of: $0, ocean: ocean, &random) }
        return thinned(surfed, to: count, &random)
    }

    private static func sessions(
        of stay: Itinerary.Stay, ocean: Ocean, _ random: inout RandomSource
    ) -> [SeedEntry] {
        let spot = random.pick(stay.coast.breaks)
        guard let light = SolarDay(day: stay.day, latitude: spot.latitude, longitude: spot.longitude),
            let weather = ocean.weather(at: stay.coast, on: stay.day)
        else { return [] }
        return Outing.outings(of: stay, light: light, &random).map { outing in
            let conditions = Conditions(
                at: spot, of: stay.coast, day: stay.day, seconds: outing.start, light: light, weather: weather)
            return SeedEntry(outing, at: spot, of: stay, conditions, &random)
        }
    }

    /// A random subset of the given size, in order. Each session is equally likely to be kept.
    private static func thinned(
        _ sessions: [SeedEntry], to count: Int, _ random: inout RandomSource
    ) -> [SeedEntry] {
        var wanted = count
        var left = sessions.count
        return sessions.filter { _ in
            let stays = random.chance(Double(wanted) / Double(left))
            left -= 1
            wanted -= stays ? 1 : 0
            return stays
        }
    }
}

extension SeedEntry {
    /// The session of an outing in the given conditions.
    fileprivate init(
        _ outing: Outing, at spot: SurfBreak, of stay: Itinerary.Stay, _ conditions: Conditions,
        _ random: inout RandomSource
    ) {
        let rating = Rating.rating(conditions, at: spot, luck: random.bell())
        let crowd = Details.crowd(at: spot, rating: rating, isWeekend: stay.day.isWeekend, &random)
        let height = Wording.height(conditions.height, isMetric: stay.coast.isMetric, &random)
        let wind = Wording.wind(conditions.wind, conditions.quality, &random)
        self.init(
            date: outing.start, location: spot.name,
            height: random.chance(0.02) ? nil : height,
            period: random.chance(0.04) ? nil : Wording.period(conditions.period),
            wind: random.chance(0.03) ? nil : wind,
            rating: rating,
            swellHeight: rounded(conditions.height, to: 2), swellPeriod: conditions.period,
            swellDirection: conditions.swellFrom,
            windSpeed: conditions.wind.knots.rounded(), windDirection: Angle.normal(conditions.wind.from.rounded()),
            waterTemperature: rounded(conditions.water, to: 2), tide: rounded(conditions.tide, to: 10),
            crowd: crowd, board: Details.board(conditions.height, &random), duration: outing.minutes,
            waves: Details.waves(minutes: outing.minutes, crowd: crowd, rating: rating, &random),
            notes: Details.notes(conditions, rating: rating, crowd: crowd, &random))
    }
}

/// The nearest multiple of 1 / `parts`.
private func rounded(_ number: Double, to parts: Double) -> Double {
    (number * parts).rounded() / parts
}
