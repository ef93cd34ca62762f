/// The surfer's location on each day: most weeks at one of two homes, with trips of several days and travel days
/// between.
struct Itinerary {
    /// A day at a coast.
    struct Stay {
        let day: Day
        let coast: Coast
        let isTrip: Bool
    }

    /// The days at a coast, in order. Travel days are missing, so no day is spent in two countries.
    let stays: [Stay]

    private static let moveNorth = Day(year: 2020, month: 1, day: 15)
    private static let grounded = Day(year: 2020, month: 3, day: 10)..<Day(year: 2021, month: 6, day: 1)

    init(days: Range<Day>, random: inout RandomSource) {
        var stays: [Stay] = []
        var visits: [String: Int] = [:]
        var day = days.lowerBound
        while day < days.upperBound {
            let home: Coast = day < Self.moveNorth ? .southernCalifornia : .centralCalifornia
            if Self.leaves(on: day, &random), let goal = Self.goal(on: day, from: home, visits: visits, &random) {
                visits[goal.name, default: 0] += 1
                let arrival = day.advanced(by: 1)
                let end = min(arrival.advanced(by: random.whole(6...18)), days.upperBound)
                stays += (arrival..<max(arrival, end)).map { Stay(day: $0, coast: goal, isTrip: true) }
                day = max(arrival, end).advanced(by: 1)
            } else {
                stays.append(Stay(day: day, coast: home, isTrip: false))
                day = day.advanced(by: 1)
            }
        }
        self.stays = stays
    }

    private static func leaves(on day: Day, _ random: inout RandomSource) -> Bool {
        !grounded.contains(day) && random.chance(1 / 36)
    }

    /// A coast in season, preferably one that was not visited yet.
    private static func goal(
        on day: Day, from home: Coast, visits: [String: Int], _ random: inout RandomSource
    ) -> Coast? {
        let weights = Coast.all.map { coast in
            let season = max(0, day.advanced(by: 8).closeness(toMonth: coast.peakMonth) - 0.2)
            let seen = Double(1 + visits[coast.name, default: 0])
            return coast.name == home.name ? 0 : season / (seen * seen)
        }
        return random.index(weights: weights).map { Coast.all[$0] }
    }
}
