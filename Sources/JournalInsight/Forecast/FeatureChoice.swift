import Foundation

/// The squared distances of sessions in each feature, in spreads.
struct FeatureDistances: Sendable {
    /// The squared distance of two different places.
    private static let elsewhere = 4.0
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

    /// The squared distance of two places.
    static func squared(_ place: Int, _ other: Int) -> Double { place == other ? 0 : elsewhere }

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
    private static let pull = 0.5

    private(set) var features: [Int] = []
    private var width = FeatureChoice.widths[0]

    private static let widths = [0.4, 0.8]
    /// A feature matters if it makes the error at least this much smaller.
    private static let worthwhile = 0.98
    private static let most = 4

    /// Chooses by how well each of the sessions is expected from the others.
    init(_ sessions: [RatedSession], _ distances: FeatureDistances) {
        let means = PlaceMeans(sessions)
        var fixed = FeatureChoice.matrix(sessions) { FeatureDistances.squared($0.place, $1.place) }
        let matrices = distances.features.map { feature in
            FeatureChoice.matrix(sessions) { distances.squared(feature, $0.features, $1.features) }
        }
        let others = sessions.map { (rating: $0.rating, mean: means.mean(of: $0.place, without: $0.rating)) }
        var least = others.reduce(0) { $0 + abs($1.mean - $1.rating) }
        while features.count < FeatureChoice.most {
            var best: (index: Int, width: Double, error: Double)?
            for (index, matrix) in matrices.enumerated() where !features.contains(distances.features[index]) {
                for width in FeatureChoice.widths {
                    let error = FeatureChoice.error(fixed, matrix, width, others)
                    if error < best?.error ?? least * FeatureChoice.worthwhile { best = (index, width, error) }
                }
            }
            guard let best else { return }
            features.append(distances.features[best.index])
            (width, least) = (best.width, best.error)
            for index in fixed.indices { fixed[index] += matrices[best.index][index] }
        }
    }

    /// How much a session counts for features at a place.
    func weight(
        _ session: RatedSession, _ features: RatingFeatures, place: Int, _ distances: FeatureDistances
    ) -> Double {
        let apart = self.features.reduce(FeatureDistances.squared(session.place, place)) {
            $0 + distances.squared($1, features, session.features)
        }
        return FeatureChoice.weight(apart, width)
    }

    /// The mean of weighted numbers, drawn a little to another number.
    static func mean(_ weighted: some Sequence<(Double, Double)>, drawnTo other: Double) -> Double {
        var (sum, total) = (pull * other, pull)
        for (weight, number) in weighted {
            sum += weight * number
            total += weight
        }
        return sum / total
    }

    private static func weight(_ squared: Double, _ width: Double) -> Double { exp(-squared / (2 * width * width)) }

    private static func matrix(
        _ sessions: [RatedSession], _ distance: (RatedSession, RatedSession) -> Double
    ) -> [Double] {
        sessions.flatMap { first in sessions.map { distance(first, $0) } }
    }

    /// The sum of errors of each session from all others, in the distances of both matrices.
    private static func error(
        _ fixed: [Double], _ added: [Double], _ width: Double, _ sessions: [(rating: Double, mean: Double)]
    ) -> Double {
        var error = 0.0
        for (first, session) in sessions.enumerated() {
            let row = first * sessions.count
            let others = sessions.indices.lazy.filter { $0 != first }.map { second in
                (weight(fixed[row + second] + added[row + second], width), sessions[second].rating)
            }
            error += abs(mean(others, drawnTo: session.mean) - session.rating)
        }
        return error
    }
}
