import Foundation

/// One workload, ours and the baseline's, measured in turns.
struct Measurement {
    let name: String
    let target: Double
    /// Seconds of each round.
    private(set) var ours: [Double] = []
    private(set) var baseline: [Double] = []

    init(_ name: String, target: Double) {
        self.name = name
        self.target = target
    }

    /// Runs both sides once to warm up, then `rounds` times in turns. Each side returns a checksum; they must agree.
    mutating func run(rounds: Int, ours: () throws -> Int, baseline: () throws -> Int) rethrows {
        check(try ours(), try baseline())
        for _ in 0..<rounds {
            let first = try Measurement.timed(ours)
            let second = try Measurement.timed(baseline)
            check(first.answer, second.answer)
            self.ours.append(first.seconds)
            self.baseline.append(second.seconds)
        }
    }

    /// The median of ours by the median of the baseline.
    var ratio: Double { Measurement.median(ours) / Measurement.median(baseline) }
    var medianOurs: Double { Measurement.median(ours) }
    var medianBaseline: Double { Measurement.median(baseline) }

    private func check(_ first: Int, _ second: Int) {
        precondition(first == second, "\(name): the two sides do not agree (\(first) and \(second)).")
    }

    private static func timed(_ body: () throws -> Int) rethrows -> (seconds: Double, answer: Int) {
        let start = ContinuousClock.now
        let answer = try body()
        let components = start.duration(to: .now).components
        return (Double(components.seconds) + Double(components.attoseconds) * 1e-18, answer)
    }

    static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        guard !sorted.isEmpty else { return .nan }
        return sorted.count % 2 == 1
            ? sorted[sorted.count / 2] : (sorted[sorted.count / 2 - 1] + sorted[sorted.count / 2]) / 2
    }
}
