import Journal
import SurfLanguage

/// Ratings by range of a measure: how a board, for example, did in small and in big waves.
package struct RatingBands: Equatable, Sendable {
    package struct Band: Equatable, Sendable {
        /// The ends of the range, of which the upper one is not included; nil means no limit.
        package let from: Double?
        package let below: Double?
        /// All sessions in the range, rated or not.
        package internal(set) var sessions = 0
        package internal(set) var ratings = RatingTally()
    }

    package private(set) var bands: [Band]

    /// By height, in feet.
    static let heights = RatingBands([2, 4, 6, 8, 12])
    /// By period, in seconds.
    static let periods = RatingBands([8, 11, 14, 17])

    private init(_ ends: [Double]) {
        bands = zip([nil] + ends.map(Optional.some), ends.map(Optional.some) + [nil]).map { Band(from: $0, below: $1) }
    }

    mutating func add(_ number: Double?, rating: Double?) {
        guard let number, let index = bands.firstIndex(where: { $0.below.map { number < $0 } ?? true }) else { return }
        bands[index].sessions += 1
        if let rating { bands[index].ratings.add(Int(rating)) }
    }
}
