import Testing

@testable import SurfLanguage

struct MeasureTests {
    @Test(
        arguments: [
            ("4ft", 4.0, 4.0), ("4-6ft", 4, 6), ("4 - 6 ft", 4, 6), ("4ft-6ft", 4, 6), ("4–6 feet", 4, 6),
            ("6-4ft", 4, 6),
            ("0.4", 0.4, 0.4), (".5", 0.5, 0.5), ("4", 4, 4), ("4'", 4, 4), ("6ft+", 6, 6),
            ("about 4 to 6 feet faces", 4, 6),
            ("-4", -4, -4), ("head high, 5ft", 5, 5), ("12s 4ft", 4, 4), ("30.48cm", 1, 1), ("4FT", 4, 4),
            ("4..6", 4, 6),
        ] as [(String, Double, Double)])
    func `a height is read in feet`(text: String, low: Double, high: Double) {
        #expect(MeasureText.range(.height, in: text) == low...high)
    }

    @Test(arguments: ["big", "", "12s", "12 s", "5kts", "4x", "B4", "a 4th", "٤ft"])
    func `a height without a number of its own has none`(text: String) {
        #expect(MeasureText.range(.height, in: text) == nil)
    }

    @Test(
        arguments: [
            ("flat", 0.0, 0.0), ("ankle", 0, 1), ("knee high", 1, 2), ("waist high", 2, 3), ("chest high", 3, 4),
            ("Shoulder High", 4, 5), ("head high", 5, 6), ("overhead", 6, 8), ("double overhead", 10, 12),
            ("2x overhead", 10, 12), ("triple overhead", 15, 18), ("waist to chest", 2, 4), ("head high+", 5, 8),
            ("double overhead+", 10, 18), ("8ft Hawaiian", 16, 16), ("6-8ft hawaiian", 12, 16),
        ] as [(String, Double, Double)])
    func `a height in body terms stands for a range of faces`(text: String, low: Double, high: Double) {
        #expect(MeasureText.range(.height, in: text) == low...high)
    }

    @Test func `metres are converted to feet`() {
        #expect(MeasureText.range(.height, in: "1.2m") == 1.2 / 0.3048...1.2 / 0.3048)
        #expect(MeasureText.range(.height, in: "1m-2 metres") == 1 / 0.3048...2 / 0.3048)
    }

    @Test func `a height without a unit has that of the units setting`() {
        #expect(MeasureText.range(.height, in: "3.048", units: .metres) == 10...10)
        #expect(MeasureText.range(.height, in: "4ft", units: .metres) == 4...4)
    }

    @Test(
        arguments: [
            ("12s", 12.0, 12.0), ("12", 12, 12), ("10-12 sec", 10, 12), ("12 seconds", 12, 12), ("4ft 9s", 9, 9),
        ] as [(String, Double, Double)])
    func `a period is read in seconds`(text: String, low: Double, high: Double) {
        #expect(MeasureText.range(.period, in: text) == low...high)
    }

    @Test(
        arguments: [
            ("offshore 5kts", 5.0, 5.0), ("NW12 knots", 12, 12), ("10-15 kn", 10, 15), ("0.4", 0.4, 0.4),
            ("18.52 km/h", 10, 10),
            ("18.52kmh", 10, 10), ("5 m/s", 18 / 1.852, 18 / 1.852), ("NW 10mph", 16.09344 / 1.852, 16.09344 / 1.852),
        ] as [(String, Double, Double)])
    func `a wind is read in knots`(text: String, low: Double, high: Double) throws {
        let range = try #require(MeasureText.range(.wind, in: text))
        #expect(abs(range.lowerBound - low) < 1e-12 && abs(range.upperBound - high) < 1e-12)
    }

    @Test(arguments: ["glassy", "offshore", "4ft", "NW"])
    func `a wind in words has no knots`(text: String) {
        #expect(MeasureText.range(.wind, in: text) == nil)
    }

    @Test func `a number that is too large is not read`() {
        #expect(MeasureText.range(.height, in: String(repeating: "9", count: 400)) == nil)
    }
}
