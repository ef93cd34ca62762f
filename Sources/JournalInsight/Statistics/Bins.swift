import Foundation
import Journal
import SurfLanguage

/// Groups numbers into at most seventeen ranges with round ends.
enum Bins {
    private static let wanted = 16.0

    /// The bars for some numbers, from the lowest to the highest range, including empty ones. No range is narrower than
    /// `least`.
    static func bars(_ numbers: [Double], isWhole: Bool, least: Double = 0) -> [BarPlot.Bar] {
        guard let low = numbers.min(), let high = numbers.max() else { return [] }
        let step = max(least, step((high - low) / wanted, isWhole: isWhole))
        let first = (low / step).rounded(.down)
        var counts = Array(repeating: 0, count: Int((high / step).rounded(.down) - first) + 1)
        for number in numbers {
            counts[min(Int((number / step).rounded(.down) - first), counts.count - 1)] += 1
        }
        return counts.enumerated().map { index, count in
            BarPlot.Bar(key: key((first + Double(index)) * step, step, isWhole), sessions: count)
        }
    }

    /// The bars for some directions: all sixteen compass points.
    static func compass(_ directions: [Double]) -> [BarPlot.Bar] {
        var counts = Array(repeating: 0, count: 16)
        for direction in directions {
            let turns = Int((direction / 22.5).rounded())
            counts[turns.flooredRemainder(16)] += 1
        }
        return counts.enumerated().map { BarPlot.Bar(key: .direction(Double($0) * 22.5), sessions: $1) }
    }

    private static func key(_ low: Double, _ step: Double, _ isWhole: Bool) -> BarKey {
        isWhole ? .whole(Int(low), Int(low + step) - 1) : .range(tidy(low), tidy(low + step))
    }

    /// 1, 2 or 5 times a power of ten, at least `width`.
    private static func step(_ width: Double, isWhole: Bool) -> Double {
        if isWhole, width <= 1 { return 1 }
        guard width > 1e-6 else { return 1 }
        let power = pow(10, log10(width).rounded(.down))
        return [1, 2, 5, 10].map { $0 * power }.first { $0 >= width * 0.999_999 } ?? 10 * power
    }

    private static func tidy(_ number: Double) -> Double { number.rounded(places: 6) }
}
