import SurfLanguage

/// What the sea was like in a session: a number for each aspect that the session says.
package struct SeaState: Equatable, Sendable {
    /// By the aspects' order; nil is not known.
    private var numbers: [Double?]

    package init() { numbers = Array(repeating: nil, count: SeaAspect.allCases.count) }

    /// What the values of an entry say.
    package init(_ values: EntryValues) {
        self.init()
        let wind = values.wind.map(WindState.init)
        for aspect in SeaAspect.allCases {
            self[aspect] = SeaState.number(aspect, values, wind)
        }
    }

    package subscript(_ aspect: SeaAspect) -> Double? {
        get { numbers[aspect.index] }
        set { numbers[aspect.index] = newValue.flatMap { $0.isFinite ? $0 : nil } }
    }

    /// The aspects that are known.
    package var known: [SeaAspect] { SeaAspect.allCases.filter { self[$0] != nil } }

    private static func number(
        _ aspect: SeaAspect, _ values: EntryValues, _ wind: WindState?
    ) -> Double? {
        switch aspect {
        case .windSpeed: wind?.knots
        case .windDirection: wind?.from
        case .windKind: wind?.kind
        case .height: middle(.height, values.height)
        case .period: middle(.period, values.period)
        case .tide: middle(.height, values.tide)
        case .swellHeight, .swellPeriod, .swellDirection, .waterTemperature: values.number(aspect.field)
        }
    }

    private static func middle(_ kind: MeasureKind, _ text: String?) -> Double? {
        text.flatMap { MeasureText.range(kind, in: $0) }.map { ($0.lowerBound + $0.upperBound) / 2 }
    }
}

extension SeaAspect {
    fileprivate var index: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// How alike a session is to the sea that is wanted, and in what.
package struct Likeness: Equatable, Sendable {
    package struct Reason: Equatable, Sendable {
        package let aspect: SeaAspect
        /// 0...1
        package let alike: Double
        /// How far the session lies from what is wanted, in the field's unit.
        package let difference: Double
    }

    /// 0...1
    package let alike: Double
    /// How much of what is wanted the session says, 0...1.
    package let known: Double
    /// Each aspect that both know, what counts most first.
    package let reasons: [Reason]

    /// The weighted mean of how alike the two are in what both know.
    ///
    /// What a session does not say counts neither for nor against it; but one that says less than half of what is wanted
    /// is not compared at all, and nil.
    package init?(_ wanted: SeaState, _ session: SeaState) {
        var (sum, shared, all) = (0.0, 0.0, 0.0)
        var reasons: [Reason] = []
        for aspect in SeaAspect.allCases {
            guard let first = wanted[aspect] else { continue }
            all += aspect.weight
            guard let second = session[aspect] else { continue }
            let alike = aspect.alike(first, second)
            sum += aspect.weight * alike
            shared += aspect.weight
            reasons.append(
                Reason(aspect: aspect, alike: alike, difference: aspect.difference(from: first, to: second)))
        }
        guard shared > 0, shared >= all / 2 else { return nil }
        alike = sum / shared
        known = shared / all
        self.reasons = reasons.sorted { $0.aspect.weight > $1.aspect.weight }
    }
}
