import Foundation

/// The tide at a reference station in one year: a sum of cosines.
///
/// Node factors and equilibrium arguments are those of the year, as in NOAA's and XTide's predictions. At the turn of a
/// year the height jumps by what they change, which is less than 3 cm at nearly all stations.
struct TideYear: Sendable {
    /// When the year begins and ends, in seconds since 1970-01-01, UTC.
    let start: Double
    let end: Double
    private let mean: Double
    /// Four constituents each, the last of them filled with zeros.
    private var amplitudes: [SIMD4<Double>] = []
    private var phases: [SIMD4<Double>] = []
    /// In radians per second.
    private var speeds: [SIMD4<Double>] = []

    /// - Precondition: The year is one of the table's.
    init(_ constants: HarmonicConstants, _ year: Int, in table: TideTable) {
        (start, end, mean) = (UTCYear.start(year), UTCYear.start(year + 1), constants.mean)
        for (place, constituent) in constants.constituents.enumerated() {
            if place % 4 == 0 {
                amplitudes.append(.zero)
                phases.append(.zero)
                speeds.append(.zero)
            }
            let number = constituent.number
            amplitudes[place / 4][place % 4] = constituent.amplitude * table.nodeFactor(number, year: year)
            phases[place / 4][place % 4] =
                (table.equilibriumArgument(number, year: year) - constituent.phase).radians
            speeds[place / 4][place % 4] = table.speed(number).radians / 3600
        }
    }

    /// The height, in metres above the datum.
    func height(at time: Double) -> Double {
        var sum = mean
        for index in amplitudes.indices {
            let angles = speeds[index] * (time - start) + phases[index]
            for lane in 0..<4 { sum += amplitudes[index][lane] * cos(angles[lane]) }
        }
        return sum
    }

    /// How fast the height changes, in metres per second, and how fast that changes.
    func slope(at time: Double) -> (first: Double, second: Double) {
        var (first, second) = (0.0, 0.0)
        for index in amplitudes.indices {
            let angles = speeds[index] * (time - start) + phases[index]
            for lane in 0..<4 {
                let turning = amplitudes[index][lane] * speeds[index][lane]
                first -= turning * sin(angles[lane])
                second -= turning * speeds[index][lane] * cos(angles[lane])
            }
        }
        return (first, second)
    }

    /// How fast the height changes at instants of equal distance, in metres per second.
    ///
    /// Each constituent is a vector that is turned from one instant to the next, without a sine.
    func slopes(from time: Double, step: Double, count: Int) -> [Double] {
        var across = amplitudes
        var along = amplitudes
        var sines = amplitudes
        var cosines = amplitudes
        for index in amplitudes.indices {
            let angles = speeds[index] * (time - start) + phases[index]
            let turning = amplitudes[index] * speeds[index]
            for lane in 0..<4 {
                across[index][lane] = -turning[lane] * sin(angles[lane])
                along[index][lane] = -turning[lane] * cos(angles[lane])
                sines[index][lane] = sin(speeds[index][lane] * step)
                cosines[index][lane] = cos(speeds[index][lane] * step)
            }
        }
        return (0..<count).map { _ in
            var sum = SIMD4<Double>.zero
            for index in across.indices {
                let (sine, cosine) = (across[index], along[index])
                sum += sine
                across[index] = sine * cosines[index] + cosine * sines[index]
                along[index] = cosine * cosines[index] - sine * sines[index]
            }
            return sum.sum()
        }
    }
}
