/// How similar a session is to the wanted sea state, and why.
package struct Likeness: Equatable, Sendable {
    package struct Reason: Equatable, Sendable {
        package let aspect: SeaAspect
        /// 0...1
        package let similarity: Double
        /// The difference between the session and the wanted value, in the field's unit.
        package let difference: Double
        /// The session's value, in the field's unit.
        package let value: Double
    }

    /// 0...1
    package let similarity: Double
    /// The fraction of the wanted aspects that the session has, by weight, 0...1.
    package let known: Double
    /// The aspects known in both, in order of weight.
    package let reasons: [Reason]

    /// Compares by the weighted mean of the similarities of the aspects known in both.
    ///
    /// An aspect that the session lacks does not count. Nil if the session has less than half of the wanted aspects by
    /// weight.
    package init?(_ wanted: SeaState, _ session: SeaState) {
        var (sum, shared, all) = (0.0, 0.0, 0.0)
        var reasons: [Reason] = []
        for aspect in SeaAspect.allCases {
            guard let first = wanted[aspect] else { continue }
            all += aspect.weight
            guard let second = session[aspect] else { continue }
            let similarity = aspect.similarity(first, second)
            sum += aspect.weight * similarity
            shared += aspect.weight
            reasons.append(
                Reason(
                    aspect: aspect, similarity: similarity, difference: aspect.difference(from: first, to: second),
                    value: second))
        }
        guard shared > 0, shared >= all / 2 else { return nil }
        similarity = sum / shared
        known = shared / all
        self.reasons = reasons.sorted { $0.aspect.weight > $1.aspect.weight }
    }
}
