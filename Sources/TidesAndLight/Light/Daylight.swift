/// The part of a day by its light.
package enum Daylight: String, CaseIterable, Sendable {
    /// From dawn to an hour after sunrise.
    case dawn
    /// Until two hours before the sun is highest.
    case morning
    /// Until two hours after the sun is highest.
    case midday
    /// Until dusk.
    case evening
    /// Before dawn and after dusk.
    case night
}

extension SunTimes {
    private static let afterSunrise = 3_600.0
    private static let aroundNoon = 7_200.0

    /// The part of the day at an instant.
    package func daylight(at time: Double) -> Daylight {
        if isDark(at: time) { return .night }
        if let sunrise, time < min(sunrise + SunTimes.afterSunrise, noon) { return .dawn }
        if polar == .night { return .midday }
        if time < noon - SunTimes.aroundNoon { return .morning }
        return time <= noon + SunTimes.aroundNoon ? .midday : .evening
    }

    /// On a day without dawn and dusk it is never dark, unless the sun stays far below the horizon.
    private func isDark(at time: Double) -> Bool {
        if dawn == nil, dusk == nil { return polar == .night }
        return dawn.map { time < $0 } ?? false || dusk.map { time > $0 } ?? false
    }
}
