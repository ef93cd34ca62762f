import SurfLanguage

/// The conditions as a surfer types them, in varying forms.
enum Wording {
    /// "3-4ft", "4ft", "head high", or "1.2m" for metric surfers, from feet.
    static func height(_ feet: Double, isMetric: Bool, _ random: inout RandomSource) -> String {
        if isMetric, random.chance(0.75) { return metres(feet) }
        if random.chance(0.1), let words = bodyHeight(feet) { return words }
        let whole = max(1, Int(feet.rounded()))
        guard random.chance(0.55) else { return "\(whole)ft" }
        let low = max(1, Int(feet.rounded(.down)))
        return "\(low)-\(low + (feet < 7 ? 1 : 2))ft"
    }

    /// "12s".
    static func period(_ seconds: Double) -> String {
        "\(Int(seconds))s"
    }

    /// "offshore 5kts", "NW 12mph", "glassy".
    static func wind(_ wind: Wind, _ quality: Wind.Quality, _ random: inout RandomSource) -> String {
        if quality == .glassy { return "glassy" }
        let knots = Int(wind.knots.rounded())
        if random.chance(0.6) { return "\(quality.rawValue) \(knots)kts" }
        if random.chance(0.5) { return "\(wind.compassPoint) \(knots)kts" }
        return "\(wind.compassPoint) \(Int((wind.knots * 1.150_78).rounded()))mph"
    }

    /// "low", "2.4ft", or "0.7m" for metric surfers, from feet.
    static func tide(_ feet: Double, isMetric: Bool, _ random: inout RandomSource) -> String {
        if random.chance(0.4) { return feet < 1.7 ? "low" : feet < 3.9 ? "mid" : "high" }
        let tenths = Int((feet * (isMetric ? 3.048 : 10)).rounded())
        let sign = tenths < 0 ? "-" : ""
        return "\(sign)\(abs(tenths) / 10).\(abs(tenths) % 10)\(isMetric ? "m" : "ft")"
    }

    /// "12", "empty", "packed".
    static func crowd(_ people: Int, _ random: inout RandomSource) -> String {
        guard random.chance(0.4) else { return "\(people)" }
        return people < 4 ? "empty" : people > 45 ? "packed" : "\(people)"
    }

    private static func metres(_ feet: Double) -> String {
        let tenths = max(3, Int((feet * 3.048).rounded()))
        return tenths % 10 == 0 ? "\(tenths / 10)m" : "\(tenths / 10).\(tenths % 10)m"
    }

    private static func bodyHeight(_ feet: Double) -> String? {
        switch feet {
        case 1.5..<2.3: "knee high"
        case 2.3..<3.3: "waist high"
        case 3.3..<4.5: "chest high"
        case 4.5..<6: "head high"
        case 6..<8: "overhead"
        case 10..<13: "double overhead"
        default: nil
        }
    }
}
