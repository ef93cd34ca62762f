import SurfLanguage
import Testing

@testable import TidesAndLight

/// Sun and moon as Skyfield computes them from the ephemeris of the Jet Propulsion Laboratory (`Reference/sun.py`).
@Suite struct LightTests {
    @Test func `dawn, sunrise, sunset and dusk are within two minutes up to 65 degrees`() throws {
        for sample in try SunSample.all() where abs(sample.position.latitude) <= 65 {
            let sun = SunTimes(at: sample.position, middle: sample.middle)
            for (ours, theirs) in zip([sun.dawn, sun.sunrise, sun.sunset, sun.dusk], sample.times) {
                #expect((ours == nil) == (theirs == nil), "\(sample)")
                if let ours, let theirs { #expect(abs(ours - theirs) < 120, "\(sample)") }
            }
        }
    }

    @Test func `a day without a sunrise is a polar day or a polar night`() throws {
        var found: [SunTimes.Polar?: Int] = [:]
        for sample in try SunSample.all() where abs(sample.position.latitude) > 65 {
            let sun = SunTimes(at: sample.position, middle: sample.middle)
            #expect((sun.polar != nil) == (sample.times[1] == nil && sample.times[2] == nil), "\(sample)")
            found[sun.polar, default: 0] += 1
        }
        #expect(found.keys.count == 3)
    }

    @Test func `full and new moons are within two minutes`() throws {
        let samples = try Fixture.lines("moon.tsv").map { cells in
            (name: String(cells[0]), time: try #require(Double(cells[1])))
        }
        #expect(samples.count > 200)
        for sample in samples {
            let moon = MoonPhase(at: sample.time + 3 * 86_400)
            #expect(moon.name.rawValue == sample.name)
            #expect(abs(moon.time - sample.time) < 120)
            #expect(abs(moon.days - 3) < 0.01)
            #expect(abs(MoonPhase(at: sample.time - 3 * 86_400).days + 3) < 0.01)
        }
    }
}

/// A line of the sample that `Reference/sun.py` has written.
struct SunSample {
    let position: Coordinates
    let middle: Double
    /// Dawn, sunrise, sunset, dusk.
    let times: [Double?]

    static func all() throws -> [SunSample] {
        try Fixture.lines("sun.tsv").map { cells in
            let numbers = cells.map { Double($0) }
            let middle = try #require(numbers[2])
            let position = Coordinates(latitude: try #require(numbers[0]), longitude: try #require(numbers[1]))
            return SunSample(
                position: try #require(position), middle: middle, times: numbers[3...].map { $0.map { middle + $0 } })
        }
    }
}
