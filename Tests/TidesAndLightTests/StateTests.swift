import SurfLanguage
import Testing

@testable import TidesAndLight

@Suite struct StateTests {
    private let start = UTCYear.start(2020) + 100 * 86_400
    private var day: Range<Double> { start..<start + 86_400 }

    private func predictor() throws -> TidePredictor {
        try InstalledTable.predictor("Santa Monica, Municipal Pier, San Pedro Channel, California")
    }

    @Test func `the water rises from a low to a high water, and falls after it`() throws {
        var predictor = try predictor()
        for extreme in predictor.extremes(in: day) {
            let before = predictor.state(at: extreme.time - 1_200, day: day)
            let after = predictor.state(at: extreme.time + 1_200, day: day)
            #expect(before?.isRising == (extreme.kind == .high))
            #expect(after?.isRising == (extreme.kind == .low))
            #expect(before?.next == extreme)
            #expect(after?.last == extreme)
        }
    }

    @Test func `the thirds divide the range of the day`() throws {
        var predictor = try predictor()
        let found = predictor.range(of: day)
        let range = try #require(found)
        var thirds: Set<TideState.Third> = []
        for time in stride(from: day.lowerBound, to: day.upperBound, by: 600) {
            guard let state = predictor.state(at: time, day: day) else {
                Issue.record("no tide at \(time)")
                return
            }
            let share = (state.height - range.lowerBound) / (range.upperBound - range.lowerBound)
            #expect((0...1.000_001).contains(share))
            #expect(state.third == (share < 1 / 3 ? .low : share > 2 / 3 ? .high : .mid))
            thirds.insert(state.third)
        }
        #expect(thirds.count == 3)
    }

    @Test func `the order of questions does not change the answers`() throws {
        var (forwards, backwards) = (try predictor(), try predictor())
        let times = (0..<200).map { start + Double($0) * 40_000 }
        let first = times.map { forwards.state(at: $0, day: day) }
        #expect(Array(times.reversed().map { backwards.state(at: $0, day: day) }.reversed()) == first)
    }

    @Test(arguments: [
        (-5.0, Daylight.night), (-0.3, .dawn), (0.9, .dawn), (1.1, .morning), (12.1, .evening),
    ])
    func `the parts of a day follow the sun`(hours: Double, part: Daylight) throws {
        let place = try #require(Coordinates(latitude: 34, longitude: -118.7))
        let sun = SunTimes(at: place, middle: start + 20 * 3600)
        let sunrise = try #require(sun.sunrise)
        #expect(sun.daylight(at: sunrise + hours * 3600) == part)
        #expect(sun.daylight(at: sun.noon) == .midday)
        #expect(sun.daylight(at: try #require(sun.dusk) + 60) == .night)
    }

    @Test func `it is never night in a polar day, and never dawn in a polar night`() throws {
        let place = try #require(Coordinates(latitude: 80, longitude: 15))
        let summer = SunTimes(at: place, middle: UTCYear.start(2020) + 172.5 * 86_400)
        let winter = SunTimes(at: place, middle: UTCYear.start(2020) + 355.5 * 86_400)
        #expect(summer.polar == .day)
        #expect(winter.polar == .night)
        for hour in 0..<24 {
            #expect(summer.daylight(at: summer.noon + Double(hour - 12) * 3600) != .night)
            #expect(winter.daylight(at: winter.noon + Double(hour - 12) * 3600) == .night)
        }
    }
}
