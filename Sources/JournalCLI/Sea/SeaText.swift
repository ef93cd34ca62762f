import Foundation
import JournalInsight
import SurfLanguage
import TidesAndLight

/// Says what the sea was like, in the user's units.
struct SeaText {
    let units: LengthUnit

    /// A height in metres above the datum.
    func height(_ metres: Double) -> String {
        let text = ShownNumber.decimal(number(metres))
        return (text == "-0" ? "0" : text) + unit
    }

    /// A height in metres in the user's unit.
    func number(_ metres: Double) -> Double { units == .metres ? metres : metres / 0.3048 }

    var unit: String { units == .metres ? "m" : "ft" }

    /// All that is computed about a session: its tide, its light and the moon.
    func line(_ sea: SessionSea) -> String {
        [
            sea.tide.map { tide($0, at: sea.time) }, sea.sun.map { SeaText.light($0, at: sea.time) },
            SeaText.moon(sea.moon),
        ]
        .compactMap(\.self).joined(separator: " · ")
    }

    /// The height, whether it rises, and the nearer of the extremes around it.
    func tide(_ tide: TideState, at time: Double) -> String {
        let extremes = [tide.last, tide.next].compactMap(\.self)
        let nearest = extremes.min { abs($0.time - time) < abs($1.time - time) }
        let motion = tide.isRising ? "rising" : "falling"
        return "tide \(height(tide.height)), \(motion)"
            + (nearest.map { ", " + SeaText.distance(from: $0.time, to: time, $0.kind.rawValue) } ?? "")
    }

    /// The nearest of sunrise, noon and sunset.
    static func light(_ sun: SunTimes, at time: Double) -> String {
        if let polar = sun.polar { return "polar \(polar.rawValue)" }
        let moments = [(sun.sunrise, "sunrise"), (sun.noon, "noon"), (sun.sunset, "sunset")]
            .compactMap { moment, name in moment.map { (time: $0, name: name) } }
        let nearest = moments.min { abs($0.time - time) < abs($1.time - time) } ?? (sun.noon, "noon")
        return distance(from: nearest.time, to: time, nearest.name)
    }

    private static func moon(_ moon: MoonPhase) -> String {
        phase(moon) == moon.name.rawValue ? "\(moon.name.rawValue) moon" : "moon " + phase(moon)
    }

    /// The days since or until the nearest full or new moon.
    static func phase(_ moon: MoonPhase) -> String {
        let days = Int(abs(moon.days).rounded())
        if days == 0 { return moon.name.rawValue }
        return "\(Messages.count(days, "day")) \(moon.days > 0 ? "after" : "before") \(moon.name.rawValue)"
    }

    /// How long before or after a moment, to the minute.
    private static func distance(from moment: Double, to time: Double, _ name: String) -> String {
        let minutes = Int((abs(time - moment) / 60).rounded())
        return minutes == 0 ? "at \(name)" : "\(length(minutes)) \(time > moment ? "after" : "before") \(name)"
    }

    /// Minutes, such as `25 min`, `3 h` or `1 h 20`.
    private static func length(_ minutes: Int) -> String {
        if minutes < 60 { return "\(minutes) min" }
        let rest = minutes % 60
        return "\(minutes / 60) h" + (rest == 0 ? "" : " \(rest < 10 ? "0" : "")\(rest)")
    }
}

extension SunTimes {
    /// The times of a day's light that it has, with their names.
    var named: [(name: String, time: Double)] {
        [("dawn", dawn), ("sunrise", sunrise), ("sunset", sunset), ("dusk", dusk)]
            .compactMap { name, time in time.map { (name, $0) } }
    }
}
