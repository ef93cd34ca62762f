/// A session of the sample journal: six fields as a surfer typed them, and the fields of later models.
package struct SeedEntry: Sendable, Equatable {
    /// In seconds since 2001-01-01T00:00:00Z; a whole minute.
    package var date: Double
    /// The break's name.
    package var location: String
    /// "3-4ft", "head high", "1.2m"; nil if not noted.
    package var height: String?
    /// "12s"; nil if not noted.
    package var period: String?
    /// "offshore 5kts", "NW 12mph", "glassy"; nil if not noted.
    package var wind: String?
    /// 1...5
    package var rating: Int

    /// The face height, in feet.
    package var swellHeight: Double
    /// In seconds.
    package var swellPeriod: Double
    /// The direction that the swell comes from, in degrees, 0..<360.
    package var swellDirection: Double
    /// In knots.
    package var windSpeed: Double
    /// The direction that the wind comes from, in degrees, 0..<360.
    package var windDirection: Double
    /// In degrees Celsius.
    package var waterTemperature: Double
    /// The height above mean low water, in feet.
    package var tide: Double
    /// The number of people in the water.
    package var crowd: Int
    /// The board ridden.
    package var board: String
    /// The minutes in the water.
    package var duration: Int
    /// The number of waves caught.
    package var waves: Int
    /// A remark; nil if there is none.
    package var notes: String?
}

extension SeedEntry {
    /// The names of `fields`, in order.
    package static let fieldNames = [
        "date", "location", "height", "period", "wind", "rating", "swellHeight", "swellPeriod", "swellDirection",
        "windSpeed", "windDirection", "waterTemperature", "tide", "crowd", "board", "duration", "waves", "notes",
    ]

    /// The fields as text, empty for nil. None contains a tab or a line break.
    package var fields: [String] {
        let entry = ["\(Int(date))", location, height ?? "", period ?? "", wind ?? "", "\(rating)"]
        let sea = [swellHeight, swellPeriod, swellDirection, windSpeed, windDirection, waterTemperature, tide]
        return entry + sea.map { "\($0)" } + ["\(crowd)", board, "\(duration)", "\(waves)", notes ?? ""]
    }
}
