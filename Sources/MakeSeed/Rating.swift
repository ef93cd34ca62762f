import SurfLanguage

/// The rating of a session, 1...5: from size, period and wind, and some chance.
enum Rating {
    /// The rating of conditions at a break. `luck` has a standard deviation of 1.
    static func rating(_ conditions: Conditions, at spot: SurfBreak, luck: Double) -> Int {
        let score =
            0.4 * size(conditions.height, best: spot.best) + 0.22 * period(conditions.period)
            + 0.38 * wind(conditions.quality, knots: conditions.wind.knots) + 0.07 * luck
        return min(max(Int(((score - 0.28) / 0.145).rounded(.down)), 1), 5)
    }

    private static func size(_ height: Double, best: ClosedRange<Double>) -> Double {
        if best.contains(height) { return 1 }
        let missed = height < best.lowerBound ? best.lowerBound / height : height / best.upperBound
        return max(0, 1 - 1.4 * (missed - 1))
    }

    private static func period(_ seconds: Double) -> Double {
        min(max((seconds - 7) / 8, 0), 1)
    }

    private static func wind(_ quality: Wind.Quality, knots: Double) -> Double {
        switch quality {
        case .glassy: 1
        case .offshore: max(0.5, 1.05 - 0.02 * knots)
        case .cross: max(0.1, 0.75 - 0.03 * knots)
        case .onshore: max(0, 0.5 - 0.035 * knots)
        }
    }
}
