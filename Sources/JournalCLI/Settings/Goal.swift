import JournalInsight

/// A goal that the settings can have: sessions, waves or hours in a year or a month. The raw value is its key.
enum Goal: String, CaseIterable, Sendable {
    case sessionsOfYear = "goal"
    case sessionsOfMonth = "goal-month"
    case wavesOfYear = "goal-waves"
    case wavesOfMonth = "goal-waves-month"
    case hoursOfYear = "goal-hours"
    case hoursOfMonth = "goal-hours-month"

    /// What is counted.
    enum Unit: String { case sessions, waves, hours }

    var unit: Unit {
        switch self {
        case .sessionsOfYear, .sessionsOfMonth: .sessions
        case .wavesOfYear, .wavesOfMonth: .waves
        case .hoursOfYear, .hoursOfMonth: .hours
        }
    }

    var isMonthly: Bool {
        switch self {
        case .sessionsOfYear, .wavesOfYear, .hoursOfYear: false
        case .sessionsOfMonth, .wavesOfMonth, .hoursOfMonth: true
        }
    }

    /// What has been reached of it.
    func reached(_ today: Today) -> Double {
        let tally = isMonthly ? today.month : today.year
        return switch unit {
        case .sessions: Double(tally.sessions)
        case .waves: tally.waves.sum
        case .hours: tally.minutes.sum / 60
        }
    }

    /// What would be reached by now at an even pace.
    func expected(_ today: Today, of goal: Int) -> Double {
        Double(goal) * (isMonthly ? today.partOfMonth : today.partOfYear)
    }
}
