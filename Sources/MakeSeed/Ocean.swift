/// The daily weather at a coast. Each part drifts, so that tomorrow resembles today.
struct Weather {
    /// The swell compared with the season, in standard deviations.
    var swell = 0.0
    /// The period compared with the season, in standard deviations.
    var period = 0.0
    /// The turn of the swell's direction, in standard deviations.
    var turn = 0.0
    /// The wind added by passing weather, towards east and north, in knots.
    var windEast = 0.0, windNorth = 0.0
    /// The water temperature compared with the season, in standard deviations.
    var water = 0.0

    /// The next day's weather.
    func next(_ random: inout RandomSource) -> Weather {
        Weather(
            swell: Self.drift(swell, keeping: 0.78, &random), period: Self.drift(period, keeping: 0.7, &random),
            turn: Self.drift(turn, keeping: 0.75, &random),
            windEast: 3.5 * Self.drift(windEast / 3.5, keeping: 0.6, &random),
            windNorth: 3.5 * Self.drift(windNorth / 3.5, keeping: 0.6, &random),
            water: Self.drift(water, keeping: 0.95, &random))
    }

    /// A step of a first-order autoregression with a constant standard deviation of 1.
    private static func drift(_ value: Double, keeping share: Double, _ random: inout RandomSource) -> Double {
        value * share + random.bell() * (1 - share * share).squareRoot()
    }
}

/// The weather of every coast on every day of a span. It depends only on the coasts' names, not on who goes there.
struct Ocean {
    private let firstDay: Day
    private var weather: [String: [Weather]] = [:]

    /// Generates the weather of `coasts` on all `days`.
    init(coasts: [Coast], days: Range<Day>) {
        firstDay = days.lowerBound
        for coast in coasts {
            weather[coast.name] = Self.weather(of: coast, days: days.count)
        }
    }

    /// The weather of a coast on a day. Both must be among those passed to the initializer.
    func weather(at coast: Coast, on day: Day) -> Weather? {
        weather[coast.name]?[firstDay.distance(to: day)]
    }

    private static func weather(of coast: Coast, days: Int) -> [Weather] {
        var random = RandomSource(name: coast.name)
        var today = Weather().next(&random)
        return (0..<days).map { _ in
            today = today.next(&random)
            return today
        }
    }
}
