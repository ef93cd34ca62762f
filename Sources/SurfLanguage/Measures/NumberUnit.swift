/// The unit in which a number field is stored and exported, in whichever unit it was typed.
package enum NumberUnit: Equatable, Sendable {
    case metres
    case seconds
    /// Degrees clockwise from north, in `0..<360`.
    case degrees
    case celsius
    case minutes

    /// The unit as it is written after a number.
    package var symbol: String {
        switch self {
        case .metres: "m"
        case .seconds: "s"
        case .degrees: "°"
        case .celsius: "°C"
        case .minutes: "min"
        }
    }

    /// The valid numbers of a field with this unit.
    package var range: ClosedRange<Double> {
        switch self {
        case .metres: 0...100
        case .seconds: 0...100
        case .degrees: 0...360
        case .celsius: -5...45
        case .minutes: 0...1440
        }
    }

    /// Converts a number from the named unit to this one. Nil if that is another kind of unit. Without a name, lengths
    /// are in `length` and other numbers in this unit.
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
        case (.minutes, ""): number
        case (.minutes, _): NumberUnit.times[name].map { number * 60 / $0 }
        default: nil
        }
    }

    /// The names of units of time in five languages, and how many of the unit an hour has.
    private static let times = named([
        (60, "m,min,mins,mn,minute,minutes,minuten,minuto,minutos,',′,’"),
        (1, "h,hr,hrs,hour,hours,std,stunde,stunden,heure,heures,hora,horas"),
    ])

    /// The names of seconds. They are accepted only after a larger unit, because `90s` is a misplaced period.
    static let secondNames = Set(
        "s,sec,secs,second,seconds,sek,sekunde,sekunden,seconde,secondes,seg,segundo,segundos,\",″,”".split(
            separator: ","
        )
        .map(String.init))

    private static func named(_ names: [(Double, String)]) -> [String: Double] {
        var times: [String: Double] = [:]
        for (count, names) in names {
            for name in names.split(separator: ",") { times[String(name)] = count }
        }
        return times
    }
}
