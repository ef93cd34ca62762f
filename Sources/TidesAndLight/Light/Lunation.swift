import Foundation

/// When the moon is new or full, to half a minute between 1900 and 2100.
///
/// Source: Meeus, Astronomical Algorithms, chapter 49.
enum Lunation {
    /// The mean time between two new moons, in days.
    private static let month = 29.530_588_861
    /// The first new moon of 2000, in seconds since 1970-01-01.
    private static let epoch = (2_451_550.097_66 - 2_440_587.5) * 86_400

    /// 30,000 years: no calendar goes farther.
    private static let farthest = 1e12

    /// The number of half months since the first new moon of 2000, rounded. New moons have even numbers, full moons odd.
    static func half(at time: Double) -> Int {
        Int((min(max(-farthest, time - epoch), farthest) / 86_400 / month * 2).rounded())
    }

    /// When the new or full moon with a number is, in seconds since 1970-01-01, UTC.
    static func time(half number: Int) -> Double {
        let months = Double(number) / 2
        let centuries = months / 1236.85
        let mean = month * months + centuries * centuries * (0.000_154_37 - 0.000_000_15 * centuries)
        let days = mean + periodic(months, centuries, isNew: number % 2 == 0) + planetary(months, centuries)
        let time = epoch + days * 86_400
        return time - DeltaT.seconds(at: time)
    }

    /// A term of the sum: a factor for new and for full moons, by how many powers of the orbit's eccentricity it is
    /// multiplied, and the multiples of the sun's anomaly, the moon's, and its latitude's argument in its angle.
    private typealias Term = (new: Double, full: Double, power: Int, sun: Double, moon: Double, latitude: Double)

    private static let terms: [Term] = [
        (-0.40720, -0.40614, 0, 0, 1, 0), (0.17241, 0.17302, 1, 1, 0, 0), (0.01608, 0.01614, 0, 0, 2, 0),
        (0.01039, 0.01043, 0, 0, 0, 2), (0.00739, 0.00734, 1, -1, 1, 0), (-0.00514, -0.00515, 1, 1, 1, 0),
        (0.00208, 0.00209, 2, 2, 0, 0), (-0.00111, -0.00111, 0, 0, 1, -2), (-0.00057, -0.00057, 0, 0, 1, 2),
        (0.00056, 0.00056, 1, 1, 2, 0), (-0.00042, -0.00042, 0, 0, 3, 0), (0.00042, 0.00042, 1, 1, 0, 2),
        (0.00038, 0.00038, 1, 1, 0, -2), (-0.00024, -0.00024, 1, -1, 2, 0), (-0.00007, -0.00007, 0, 2, 1, 0),
        (0.00004, 0.00004, 0, 0, 2, -2), (0.00004, 0.00004, 0, 3, 0, 0), (0.00003, 0.00003, 0, 1, 1, -2),
        (0.00003, 0.00003, 0, 0, 2, 2), (-0.00003, -0.00003, 0, 1, 1, 2), (0.00003, 0.00003, 0, -1, 1, 2),
        (-0.00002, -0.00002, 0, -1, 1, -2), (-0.00002, -0.00002, 0, 1, 3, 0), (0.00002, 0.00002, 0, 0, 4, 0),
    ]

    /// In days.
    private static func periodic(_ months: Double, _ centuries: Double, isNew: Bool) -> Double {
        let square = centuries * centuries
        let eccentricity = 1 - 0.002_516 * centuries - 0.000_007_4 * square
        let sun = 2.5534 + 29.105_356_7 * months - 0.000_001_4 * square
        let moon = 201.5643 + 385.816_935_28 * months + 0.010_758_2 * square
        let latitude = 160.7108 + 390.670_502_84 * months - 0.001_611_8 * square
        let node = 124.7746 - 1.563_755_88 * months + 0.002_067_2 * square
        return terms.reduce(-0.00017 * sin(node.radians)) { sum, term in
            let angle = term.sun * sun + term.moon * moon + term.latitude * latitude
            return sum + (isNew ? term.new : term.full) * pow(eccentricity, Double(term.power)) * sin(angle.radians)
        }
    }

    private static let planets: [(angle: Double, perMonth: Double, factor: Double)] = [
        (299.77, 0.107_408, 0.000_325), (251.88, 0.016_321, 0.000_165), (251.83, 26.651_886, 0.000_164),
        (349.42, 36.412_478, 0.000_126), (84.66, 18.206_239, 0.000_110), (141.74, 53.303_771, 0.000_062),
        (207.14, 2.453_732, 0.000_060), (154.84, 7.306_860, 0.000_056), (34.52, 27.261_239, 0.000_047),
        (207.19, 0.121_824, 0.000_042), (291.34, 1.844_379, 0.000_040), (161.72, 24.198_154, 0.000_037),
        (239.56, 25.513_099, 0.000_035), (331.55, 3.592_518, 0.000_023),
    ]

    /// In days.
    private static func planetary(_ months: Double, _ centuries: Double) -> Double {
        planets.reduce(0) { sum, planet in
            let bent = planet.angle == 299.77 ? -0.009_173 * centuries * centuries : 0
            return sum + planet.factor * sin((planet.angle + planet.perMonth * months + bent).radians)
        }
    }
}
