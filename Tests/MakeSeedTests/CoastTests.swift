import Foundation
import MakeSeed
import Testing

@Suite struct CoastTests {
    @Test func `every break has a unique name and valid coordinates`() {
        let breaks = Coast.all.flatMap(\.breaks)
        #expect(Set(breaks.map(\.name)).count == breaks.count)
        #expect(Set(Coast.all.map(\.name)).count == Coast.all.count)
        #expect(breaks.allSatisfy { (-60...70).contains($0.latitude) && (-180...180).contains($0.longitude) })
    }

    @Test(arguments: Coast.all)
    func `a coast's standard offset is that of its time zone in winter`(coast: Coast) throws {
        let zone = try #require(TimeZone(identifier: coast.timeZone))
        let halves = [(2024, 1), (2024, 7)].map { Day(year: $0, month: $1, day: 15).number }
        let offsets = halves.map { zone.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: Double($0) * 86_400)) }
        #expect(Double(try #require(offsets.min())) / 3_600 == coast.standardOffset)
    }

    @Test(arguments: Coast.all)
    func `a coast's time zone fits its longitude`(coast: Coast) {
        for spot in coast.breaks {
            #expect(abs(spot.longitude / 15 - coast.standardOffset) < 2)
        }
    }

    @Test(arguments: [
        (2001, 1, 1, 0), (2001, 1, 2, 1), (2000, 12, 31, -1), (2004, 2, 29, 1_154), (2026, 9, 1, 9_374),
    ])
    func `days are counted from 1 January 2001`(year: Int, month: Int, day: Int, number: Int) {
        #expect(Day(year: year, month: month, day: day).number == number)
    }

    @Test func `sunrise and sunset at Greenwich at midsummer match the almanac`() throws {
        let day = Day(year: 2021, month: 6, day: 21)
        let light = try #require(SolarDay(day: day, latitude: 51.48, longitude: 0))
        let midnight = Double(day.number) * 86_400
        #expect(abs(light.sunrise - midnight - (3 * 60 + 43) * 60) < 180)
        #expect(abs(light.sunset - midnight - (20 * 60 + 21) * 60) < 180)
    }

    @Test func `a polar night has no daylight`() {
        #expect(SolarDay(day: Day(year: 2021, month: 12, day: 21), latitude: 70, longitude: 20) == nil)
    }

    @Test func `the random numbers are those of SplitMix64`() {
        var random = RandomSource(seed: 1_234_567)
        #expect([random.bits(), random.bits()] == [6_457_827_717_110_365_317, 3_203_168_211_198_807_973])
    }
}
