/// One session of the sample journal: the six fields of an entry as a surfer typed them, and what a later model stores.
package struct SeedSession: Sendable, Equatable {
    /// Seconds since 2001-01-01T00:00:00Z, a whole minute.
    package var date: Double
    /// The break's name.
    package var location: String
    /// "3-4ft", "head high", "1.2m"; nil where none was noted.
    package var height: String?
    /// "12s"; nil where none was noted.
    package var period: String?
    /// "offshore 5kts", "NW 12mph", "glassy"; nil where none was noted.
    package var wind: String?
    /// 1...5.
    package var rating: Int

    /// The height of a wave's face, feet.
    package var swellHeight: Double
    /// Seconds.
    package var swellPeriod: Double
    /// The direction that the swell comes from, degrees of 0..<360.
    package var swellDirection: Double
    /// Knots.
    package var windSpeed: Double
    /// The direction that the wind comes from, degrees of 0..<360.
    package var windDirection: Double
    /// Degrees Celsius.
    package var waterTemperature: Double
    /// Feet above the mean low water.
    package var tide: Double
    /// How many people were in the water.
    package var crowd: Int
    /// The board ridden.
    package var board: String
    /// Minutes in the water.
    package var duration: Int
    /// Waves caught.
    package var waves: Int
    /// A remark; nil where there is none.
    package var notes: String?
}

extension SeedSession {
    /// The names of `fields`, in their order.
    package static let fieldNames = [
        "date", "location", "height", "period", "wind", "rating", "swellHeight", "swellPeriod", "swellDirection",
        "windSpeed", "windDirection", "waterTemperature", "tide", "crowd", "board", "duration", "waves", "notes",
    ]

    /// Every field as text, empty where there is none. None holds a tab or a line break.
    package var fields: [String] {
        let entry = ["\(Int(date))", location, height ?? "", period ?? "", wind ?? "", "\(rating)"]
        let sea = [swellHeight, swellPeriod, swellDirection, windSpeed, windDirection, waterTemperature, tide]
        return entry + sea.map { "\($0)" } + ["\(crowd)", board, "\(duration)", "\(waves)", notes ?? ""]
    }
}
