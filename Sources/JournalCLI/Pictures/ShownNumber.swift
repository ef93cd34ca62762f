import Foundation
import SurfLanguage

/// Formats numbers for pictures.
enum ShownNumber {
    /// A number with at most `places` decimals and no trailing zeros.
    static func decimal(_ number: Double, _ places: Int = 1) -> String { number.decimal(places) }

    /// A range with its unit, such as `3-4.5ft`, or `4ft` if both ends are equal.
    static func range(_ low: Double, _ high: Double, _ unit: String, _ places: Int = 1) -> String {
        let (first, second) = (decimal(low, places), decimal(high, places))
        return (first == second ? first : first + "-" + second) + unit
    }

    /// A number of minutes in hours, or in minutes if below one hour.
    static func hours(_ minutes: Double) -> String {
        if minutes < 60 { return decimal(minutes, 0) + "min" }
        return minutes < 6_000
            ? decimal(minutes / 60) + "h" : Messages.grouped(Int(min(minutes / 60, 1e15).rounded())) + "h"
    }

    /// A compass point and its degrees.
    static func direction(_ degrees: Double) -> String {
        CompassPoint.nearest(to: degrees) + " " + decimal(degrees, 0).replacing("360", with: "0") + "°"
    }
}
