/// A time in the water, with start and duration.
struct Outing {
    /// In seconds since 2001-01-01T00:00:00Z; a whole minute.
    let start: Double
    let minutes: Int

    var end: Double {
        start + Double(minutes) * 60
    }

    /// Up to two outings on a day, in order, in daylight and at least an hour apart.
    static func outings(of stay: Itinerary.Stay, light: SolarDay, _ random: inout RandomSource) -> [Outing] {
        guard random.chance(stay.isTrip ? 0.95 : 0.9) else { return [] }
        let isFree = stay.isTrip || stay.day.isWeekend
        let dawn = dawn(light, &random)
        let late = isFree && random.chance(0.4) ? midday(light, &random) : evening(light, &random)
        guard random.chance(isFree ? 0.8 : 0.6) else {
            return [random.chance(0.65) ? dawn : late].filter { $0.isIn(light) }
        }
        let both = [dawn, late].filter { $0.isIn(light) }
        return both.count == 2 && late.start - dawn.end < 3_600 ? [dawn] : both
    }

    private func isIn(_ light: SolarDay) -> Bool {
        start >= light.sunrise && end <= light.sunset
    }

    private static func dawn(_ light: SolarDay, _ random: inout RandomSource) -> Outing {
        Outing(near: light.sunrise + random.real(300...4_500), minutes: minutes(&random), &random)
    }

    private static func midday(_ light: SolarDay, _ random: inout RandomSource) -> Outing {
        Outing(near: light.noon + random.real(-3_600...5_400), minutes: minutes(&random), &random)
    }

    private static func evening(_ light: SolarDay, _ random: inout RandomSource) -> Outing {
        let minutes = minutes(&random)
        return Outing(near: light.sunset - Double(minutes) * 60 - random.real(600...3_600), minutes: minutes, &random)
    }

    private static func minutes(_ random: inout RandomSource) -> Int {
        min(max(5 * Int((20 + 5 * random.bell()).rounded()), 40), 180)
    }

    /// Rounds the start: most people note times that end in 0 or 5.
    private init(near seconds: Double, minutes: Int, _ random: inout RandomSource) {
        let step: Double = random.chance(0.75) ? 300 : 60
        start = (seconds / step).rounded(.up) * step
        self.minutes = minutes
    }
}
