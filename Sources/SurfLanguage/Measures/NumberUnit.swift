/// The unit that a number field is stored and exported in, whatever it was typed in.
package enum NumberUnit: Equatable, Sendable {
    case metres
    case seconds
    /// Clockwise from north, 0..<360.
    case degrees
    case celsius
    case minutes

    /// The unit as it is written behind a number.
    package var symbol: String {
        switch self {
        case .metres: "m"
        case .seconds: "s"
        case .degrees: "°"
        case .celsius: "°C"
        case .minutes: "min"
        }
    }

    /// The numbers that a field of this unit may hold.
    package var range: ClosedRange<Double> {
        switch self {
        case .metres: 0...100
        case .seconds: 0...100
        case .degrees: 0...360
        case .celsius: -5...45
        case .minutes: 0...1440
        }
    }

    /// A number in the unit of that name as one in this unit; nil for a unit of something else. A length without a unit is in
    /// `length`, everything else without one in this unit.
    func number(_ number: Double, in name: String, length: LengthUnit) -> Double? {
        switch (self, name) {
        case (.metres, ""): length == .metres ? number : number * 0.3048
        case (.metres, "m"), (.metres, "meter"), (.metres, "meters"), (.metres, "metre"), (.metres, "metres"): number
        case (.metres, "ft"), (.metres, "foot"), (.metres, "feet"), (.metres, "'"), (.metres, "′"): number * 0.3048
        case (.metres, "cm"): number / 100
        case (.seconds, ""), (.seconds, "s"), (.seconds, "sec"), (.seconds, "secs"): number
        case (.seconds, "second"), (.seconds, "seconds"): number
        case (.degrees, ""), (.degrees, "°"), (.degrees, "deg"), (.degrees, "degree"), (.degrees, "degrees"): number
        case (.celsius, ""), (.celsius, "c"), (.celsius, "°c"), (.celsius, "°"), (.celsius, "celsius"): number
        case (.celsius, "f"), (.celsius, "°f"), (.celsius, "fahrenheit"): (number - 32) / 1.8
        case (.minutes, ""), (.minutes, "m"), (.minutes, "min"), (.minutes, "mins"): number
        case (.minutes, "minute"), (.minutes, "minutes"): number
        case (.minutes, "s"), (.minutes, "sec"), (.minutes, "secs"), (.minutes, "seconds"): number / 60
        case (.minutes, "h"), (.minutes, "hr"), (.minutes, "hrs"), (.minutes, "hour"), (.minutes, "hours"): number * 60
        default: nil
        }
    }
}
