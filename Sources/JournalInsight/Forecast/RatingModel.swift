import Foundation

/// Expects a rating from the rated sessions that were most alike, in the features that have mattered.
///
/// The expected rating is a mean of the ratings, weighted by likeness and drawn a little to the place's mean. Distances are
/// in spreads of each feature over the sessions. Which features matter is chosen one by one, as long as each makes the
/// error smaller.
package struct RatingModel: Sendable {
    /// An expected rating.
    package struct Expectation: Sendable {
        package let rating: Double
        /// The standard deviation of the ratings it is made of.
        package let spread: Double
        /// The sessions that count most, the most alike first.
        package let nearest: [RatedSession]
    }

    /// How wrong expectations were, in stars: the mean difference from the rating, of each session from all others.
    package struct Accuracy: Equatable, Sendable {
        package let error: Double
        /// That of always expecting the mean of the place's other sessions.
        package let errorOfMean: Double
        /// Whether the difference between the two is more than chance would make it.
        package let isBetterThanMean: Bool
    }

    /// The fewest rated sessions, and the most that are used, the newest.
    package static let (least, most) = (8, 300)

    package let sessions: [RatedSession]
    package let accuracy: Accuracy
    /// The features that matter, those first that matter most.
    package var features: [RatingFeature] { choice.features.map { RatingFeature.all[$0] } }

    private let distances: FeatureDistances
    private let choice: FeatureChoice
    private let means: PlaceMeans

    /// Nil if there are fewer than `least` sessions.
    /// - Parameter known: The features that the forecast has; others are of no use.
    package init?(_ sessions: [RatedSession], known: Set<RatingFeature>) {
        guard sessions.count >= RatingModel.least else { return nil }
        let newest = Array(sessions.sorted { ($0.date, $0.id) < ($1.date, $1.id) }.suffix(RatingModel.most))
        let distances = FeatureDistances(newest, known: known)
        (self.sessions, self.distances, means) = (newest, distances, PlaceMeans(newest))
        choice = FeatureChoice(newest, distances)
        accuracy = RatingModel.accuracy(newest, distances, means)
    }

    /// The rating to expect at a place.
    package func expectation(_ features: RatingFeatures, place: Int) -> Expectation {
        let weights = sessions.map { choice.weight($0, features, place: place, distances) }
        let mean = means.mean(of: place)
        let rating = FeatureChoice.mean(zip(weights, sessions.map(\.rating)), drawnTo: mean)
        let squares = zip(weights, sessions.map { pow($0.rating - rating, 2) })
        let variance = FeatureChoice.mean(squares, drawnTo: pow(mean - rating, 2))
        let order = sessions.indices.sorted {
            (weights[$0], sessions[$0].date) > (weights[$1], sessions[$1].date)
        }
        return Expectation(
            rating: rating, spread: variance.squareRoot(),
            nearest: order.prefix(RatingModel.shown).map { sessions[$0] })
    }

    private static let shown = 3
    /// The number of parts whose sessions are expected by features that were chosen without them.
    private static let parts = 5
    /// How many standard errors the mean must be worse.
    private static let certainty = 2.0

    /// Each session is expected from all others, by features that were chosen without it: otherwise the best of many
    /// features would look good by chance.
    private static func accuracy(
        _ sessions: [RatedSession], _ distances: FeatureDistances, _ means: PlaceMeans
    ) -> Accuracy {
        var (errors, gains): ([Double], [Double]) = ([], [])
        for part in 0..<parts {
            let inPart = { (index: Int) in index % parts == part }
            let choice = FeatureChoice(sessions.indices.filter { !inPart($0) }.map { sessions[$0] }, distances)
            for index in sessions.indices where inPart(index) {
                let session = sessions[index]
                let mean = means.mean(of: session.place, without: session.rating)
                let others = sessions.indices.lazy.filter { $0 != index }.map { other in
                    let weight = choice.weight(sessions[other], session.features, place: session.place, distances)
                    return (weight, sessions[other].rating)
                }
                let expected = FeatureChoice.mean(others, drawnTo: mean)
                errors.append(abs(expected - session.rating))
                gains.append(abs(mean - session.rating) - abs(expected - session.rating))
            }
        }
        let count = Double(sessions.count)
        let (error, gain) = (errors.reduce(0, +) / count, gains.reduce(0, +) / count)
        let variance = gains.reduce(0) { $0 + ($1 - gain) * ($1 - gain) } / (count - 1)
        let isBetter = gain > 0.02 && gain > certainty * (variance / count).squareRoot()
        return Accuracy(error: error, errorOfMean: error + gain, isBetterThanMean: isBetter)
    }
}

/// The mean rating of each place.
struct PlaceMeans: Sendable {
    private var sums: [Int: (sum: Double, count: Double)] = [:]
    private let all: (sum: Double, count: Double)

    init(_ sessions: [RatedSession]) {
        for session in sessions {
            let known = sums[session.place] ?? (0, 0)
            sums[session.place] = (known.sum + session.rating, known.count + 1)
        }
        all = (sessions.reduce(0) { $0 + $1.rating }, Double(sessions.count))
    }

    /// The mean of a place, or of all if it has no other session.
    /// - Parameter rating: The rating of a session of the place that does not count.
    func mean(of place: Int, without rating: Double? = nil) -> Double {
        let less = rating == nil ? 0.0 : 1.0
        if let known = sums[place], known.count > less { return (known.sum - (rating ?? 0)) / (known.count - less) }
        return all.count > less ? (all.sum - (rating ?? 0)) / (all.count - less) : 3
    }
}
