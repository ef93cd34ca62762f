/// A goal that the settings can have: sessions, waves or hours in a year or a month. The raw value is its key.
package enum Goal: String, CaseIterable, Sendable {
    case sessionsOfYear = "goal"
    case sessionsOfMonth = "goal-month"
    case wavesOfYear = "goal-waves"
    case wavesOfMonth = "goal-waves-month"
    case hoursOfYear = "goal-hours"
    case hoursOfMonth = "goal-hours-month"

    /// What is counted.
    package enum Unit: String, Sendable { case sessions, waves, hours }

    package var unit: Unit {
        switch self {
        case .sessionsOfYear, .sessionsOfMonth: .sessions
        case .wavesOfYear, .wavesOfMonth: .waves
        case .hoursOfYear, .hoursOfMonth: .hours
        }
    }

    package var isMonthly: Bool {
        switch self {
        case .sessionsOfYear, .wavesOfYear, .hoursOfYear: false
        case .sessionsOfMonth, .wavesOfMonth, .hoursOfMonth: true
        }
    }

    /// The progress towards a target until today.
    package func progress(_ today: Today, of target: Int) -> GoalProgress {
        GoalProgress(
            reached: reached(today), target: target,
            expected: Double(target) * (isMonthly ? today.partOfMonth : today.partOfYear))
    }

    private func reached(_ today: Today) -> Double {
        let tally = isMonthly ? today.month : today.year
        return switch unit {
        case .sessions: Double(tally.sessions)
        case .waves: tally.waves.sum
        case .hours: tally.minutes.sum / 60
        }
    }
}

/// How much of a goal has been reached.
package struct GoalProgress: Equatable, Sendable {
    package let reached: Double
    /// At least 1.
    package let target: Int
    /// What would be reached by now at an even pace.
    package let expected: Double

    package init(reached: Double, target: Int, expected: Double) {
        (self.reached, self.target, self.expected) = (reached, target, expected)
    }

    /// The percentage, rounded down, so that 100 means that the goal is reached.
    package var percent: Int { Int(min((reached / Double(target) * 100).rounded(.down), 1e9)) }

    package var isReached: Bool { reached >= Double(target) }

    /// What is missing; not positive if the goal is reached.
    package var rest: Double { Double(target) - reached }

    /// How far it is ahead of an even pace; negative if behind, and 0 if by less than a half.
    package var ahead: Double {
        let ahead = reached - expected
        return abs(ahead) < 0.5 ? 0 : ahead
    }
}
