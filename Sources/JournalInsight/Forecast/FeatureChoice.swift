import Foundation

/// The squared distances of sessions in each feature, in spreads.
struct FeatureDistances: Sendable {
    /// The squared distance of two places.
    static let elsewhere = 4.0
    /// That of a number that is not known: the mean of two sessions drawn at random would be 2.
    private static let unknown = 1.0

    /// The features that may matter, by their indices.
    let features: [Int]
    private let spreads: [Double?]

    init(_ sessions: [RatedSession], known: Set<RatingFeature>) {
        let spreads = RatingFeature.all.enumerated().map { index, feature in
            known.contains(feature)
                ? feature.spread(of: sessions.compactMap { $0.features.numbers[index] }) : nil
        }
        self.spreads = spreads
        // A feature that few sessions have says little.
        features = RatingFeature.all.indices.filter { index in
            spreads[index] != nil
                && 2 * sessions.count { $0.features.numbers[index] != nil } >= sessions.count
        }
    }

    func squared(_ feature: Int, _ first: RatingFeatures, _ second: RatingFeatures) -> Double {
        guard let spread = spreads[feature], let one = first.numbers[feature], let other = second.numbers[feature]
        else { return FeatureDistances.unknown }
        let distance = RatingFeature.all[feature].apart(one, other) / spread
        return distance * distance
    }
}

/// The features that matter, and how fast likeness falls with distance in them.
struct FeatureChoice: Sendable {
    /// How much the place's mean counts beside the sessions, each of which counts up to 1.
    static let pull = 0.5

    private(set) var features: [Int] = []
    private var width = FeatureChoice.widths[0]

    private static let widths = [0.4, 0.8]
    /// A feature matters if it makes the error at least this much smaller.
    private static let worthwhile = 0.98
    private static let most = 4

    /// Chooses from sessions.
    /// - Parameter part: Of five parts the one that is left out; nil for none.
    init(_ sessions: [RatedSession], _ distances: FeatureDistances, without part: Int?) {
        let used = sessions.indices.filter { part == nil || $0 % 5 != part }
        let means = PlaceMeans(used.map { sessions[$0] })
        var fixed = FeatureChoice.matrix(used, sessions) { $0.place == $1.place ? 0 : FeatureDistances.elsewhere }
        let matrices = distances.features.map { feature in
            FeatureChoice.matrix(used, sessions) { distances.squared(feature, $0.features, $1.features) }
        }
        let ratings = used.map { (rating: sessions[$0].rating, place: sessions[$0].place) }
        var least = ratings.reduce(0) { $0 + abs(means.mean(of: $1.place, without: $1.rating) - $1.rating) }
        while features.count < FeatureChoice.most {
            var best: (index: Int, width: Double, error: Double)?
            for (index, matrix) in matrices.enumerated() where !features.contains(distances.features[index]) {
                for width in FeatureChoice.widths {
                    let error = FeatureChoice.error(fixed, matrix, width, ratings, means)
                    if error < best?.error ?? least * FeatureChoice.worthwhile { best = (index, width, error) }
                }
            }
            guard let best else { return }
            features.append(distances.features[best.index])
            (width, least) = (best.width, best.error)
            for index in fixed.indices { fixed[index] += matrices[best.index][index] }
        }
    }

    /// How much a session counts at a squared distance.
    func weight(_ squared: Double) -> Double { FeatureChoice.weight(squared, width) }

    /// The rating expected of one session from others.
    func expected(
        _ index: Int, from others: [Int], _ sessions: [RatedSession], _ distances: FeatureDistances, mean: Double
    ) -> Double {
        var (sum, total) = (FeatureChoice.pull * mean, FeatureChoice.pull)
        for other in others {
            let start = sessions[other].place == sessions[index].place ? 0 : FeatureDistances.elsewhere
            let weight = weight(
                features.reduce(start) {
                    $0 + distances.squared($1, sessions[index].features, sessions[other].features)
                })
            sum += weight * sessions[other].rating
            total += weight
        }
        return sum / total
    }

    private static func weight(_ squared: Double, _ width: Double) -> Double { exp(-squared / (2 * width * width)) }

    private static func matrix(
        _ used: [Int], _ sessions: [RatedSession], _ distance: (RatedSession, RatedSession) -> Double
    ) -> [Double] {
        used.flatMap { first in used.map { distance(sessions[first], sessions[$0]) } }
    }

    /// The sum of errors of each session from all others, in the distances of both matrices.
    private static func error(
        _ fixed: [Double], _ added: [Double], _ width: Double, _ ratings: [(rating: Double, place: Int)],
        _ means: PlaceMeans
    ) -> Double {
        var error = 0.0
        for first in ratings.indices {
            var (sum, total) = (0.0, pull)
            let row = first * ratings.count
            for second in ratings.indices where second != first {
                let weight = weight(fixed[row + second] + added[row + second], width)
                sum += weight * ratings[second].rating
                total += weight
            }
            let mean = means.mean(of: ratings[first].place, without: ratings[first].rating)
            error += abs((sum + pull * mean) / total - ratings[first].rating)
        }
        return error
    }
}
