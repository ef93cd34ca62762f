import Journal
import JournalTransfer
import JournalInsight
import SurfLanguage

/// Texts of statistics and pictures.
extension Messages {
    static let notEnough = "not enough"

    static func tooNarrow(_ columns: [String]) -> String {
        "Too narrow for \(columns.joined(separator: ", ")). A wider terminal or --json shows all."
    }

    /// - Parameter all: The option that shows all of them.
    static func namesShown(_ shown: Int, of all: Int, _ kind: NameKind, all option: String) -> String {
        "\(grouped(shown)) of \(count(all, kind.word, kind.words)). \(option) shows all."
    }

    static func places(_ count: Int) -> String { "\(grouped(count)) \(count == 1 ? "place" : "places")" }

    static func count(_ count: Int, _ one: String, _ many: String? = nil) -> String {
        "\(grouped(count)) \(count == 1 ? one : many ?? one + "s")"
    }

    /// The progress towards a goal of sessions in a year.
    static func goal(_ progress: GoalProgress) -> String {
        if progress.isReached { return "goal of \(grouped(progress.target)) reached" }
        let rest = "\(grouped(progress.target - Int(progress.reached))) to go"
        return "\(grouped(progress.percent))% of your goal of \(grouped(progress.target)), \(rest)"
    }

    /// The progress towards a goal of sessions, waves or hours, with its pace.
    static func goal(_ progress: GoalProgress, _ unit: Goal.Unit) -> String {
        let amount = "\(grouped(progress.percent))% of your goal of \(grouped(progress.target)) \(unit.rawValue)"
        if progress.isReached { return "goal of \(grouped(progress.target)) \(unit.rawValue) reached" }
        let ahead = progress.ahead
        let pace =
            ahead == 0 ? "on pace" : "\(ShownNumber.decimal(abs(ahead), 0)) \(ahead > 0 ? "ahead of" : "behind") pace"
        return "\(amount), \(ShownNumber.decimal(progress.rest)) to go, \(pace)"
    }

    /// The sessions before the year that a calendar shows.
    static func earlier(_ count: Int) -> String {
        "\(sessions(count, "earlier ")) \(count == 1 ? "is" : "are") not shown. Choose a year with --on."
    }

    static func without(_ count: Int, _ what: String) -> String { "Skipped \(sessions(count)) without \(what)." }

    static func correlation(_ correlation: Double?, _ sessions: Int) -> String {
        guard sessions >= Evidence.least else { return "Whether they go together: \(notEnough) (\(sessions))." }
        guard let correlation else { return "" }
        let strength =
            abs(correlation) < 0.2
            ? "hardly go together" : abs(correlation) < 0.5 ? "go together loosely" : "go together closely"
        let way = correlation < 0 && abs(correlation) >= 0.2 ? ", one falls as the other rises" : ""
        return "They \(strength) (r = \(ShownNumber.decimal(correlation, 2))\(way))."
    }
}

/// Texts in pictures.
extension Messages {
    static let monthNames = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    static let dayNames = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

    /// The label of a bar.
    static func label(_ key: BarKey) -> String {
        switch key {
        case .month(let month): monthNames[month - 1]
        case .rating(let stars): String(repeating: "★", count: stars)
        case .whole(let low, let high): low == high ? String(low) : "\(low)-\(high)"
        case .range(let low, let high): "\(ShownNumber.decimal(low, 6))-\(ShownNumber.decimal(high, 6))"
        case .direction(let degrees): CompassPoint.nearest(to: degrees)
        }
    }

    /// A field's name and unit.
    static func axis(_ scale: FieldScale) -> String {
        scale.unit.isEmpty ? scale.field.words : "\(scale.field.words) (\(scale.unit))"
    }

    /// The title of a picture.
    static func title(_ kind: PlotKind) -> String {
        switch kind {
        case .calendar: "Sessions by day"
        case .months: "Sessions by month of the year"
        case .rating: "Sessions by rating"
        case .histogram(let field): "Sessions by \(field.words)"
        case .scatter(let x, let y): "\(y.words.prefix(1).uppercased() + y.words.dropFirst()) by \(x.words)"
        }
    }
}

/// Texts about similar sessions.
extension Messages {
    /// The difference between an entry and the wanted conditions.
    static func difference(_ reason: Likeness.Reason, _ units: MeasureUnits) -> String {
        let number = ShownNumber.decimal(abs(reason.difference))
        let isMore = reason.difference > 0
        switch reason.aspect {
        case .height: return "\(length(reason, in: units)) \(isMore ? "higher" : "lower")"
        case .swellHeight: return "swell \(length(reason, in: units)) \(isMore ? "higher" : "lower")"
        case .period, .swellPeriod: return "\(number)s \(isMore ? "longer" : "shorter")"
        case .windSpeed: return "wind \(number)kts \(isMore ? "stronger" : "weaker")"
        case .windKind: return windKind(reason)
        case .windDirection: return "wind \(number)° off"
        case .swellDirection: return "swell \(number)° off"
        case .tide: return "tide \(length(reason, in: units)) \(isMore ? "higher" : "lower")"
        case .waterTemperature:
            return "water \(temperature(reason, in: units.temperature)) \(isMore ? "warmer" : "colder")"
        }
    }
}

extension Messages {
    /// The difference between two lengths, which are feet except for a swell's metres.
    private static func length(_ reason: Likeness.Reason, in units: MeasureUnits) -> String {
        let metres = abs(reason.difference) * (reason.aspect == .swellHeight ? 1 : 0.3048)
        return NumberWords(units: units).words(metres, .metres)
    }

    private static func temperature(_ reason: Likeness.Reason, in unit: TemperatureUnit) -> String {
        ShownNumber.decimal(unit.difference(abs(reason.difference))) + unit.symbol
    }

    /// The difference in the kind of wind, which goes from glassy through offshore and cross-shore to onshore.
    private static func windKind(_ reason: Likeness.Reason) -> String {
        if reason.difference < 0 { return reason.value < 0.5 ? "wind glassier" : "wind more offshore" }
        return reason.value - reason.difference < 0.5 && reason.value < 1.5 ? "wind less glassy" : "wind more onshore"
    }
}
