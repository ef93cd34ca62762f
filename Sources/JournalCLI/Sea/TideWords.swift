import JournalInsight
import TidesAndLight

/// The tides and the light of a day as text.
struct TideWords {
    private let forecast: TideForecast
    private let text: SeaText

    init(_ forecast: TideForecast, text: SeaText) { (self.forecast, self.text) = (forecast, text) }

    /// The high and low waters of a day.
    func tides(_ day: TideForecast.Day) -> String {
        if forecast.station == nil { return "no station within \(Int(TideTable.farthest)) km" }
        let shown = forecast.extremes(of: day).map { extreme in
            "\(extreme.kind.rawValue) \(forecast.clock(extreme.time)) \(text.height(extreme.height))"
        }
        return shown.isEmpty ? "no high or low water" : shown.joined(separator: ", ")
    }

    /// The times of a day's light.
    func light(_ day: TideForecast.Day) -> String {
        guard let sun = day.sun else { return "unknown without coordinates" }
        let times = sun.named.map { "\($0.name) \(forecast.clock($0.time))" }
        let polar = sun.polar.map { $0 == .day ? ["the sun does not set"] : ["the sun does not rise"] } ?? []
        return (polar + times).joined(separator: ", ")
    }
}
