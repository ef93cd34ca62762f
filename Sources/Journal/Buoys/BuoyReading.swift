/// What a buoy measured at one moment. Source: the National Data Buoy Center's standard meteorological files.
package struct BuoyReading: Equatable, Sendable {
    /// A column of a buoy's file that can fill a field.
    package enum Column: String, CaseIterable, Sendable {
        /// Where the wind comes from, degrees.
        case windDirection = "WDIR"
        /// Metres a second, the mean of eight minutes.
        case windSpeed = "WSPD"
        /// The significant height of the waves at sea, metres.
        case waveHeight = "WVHT"
        /// The dominant period, seconds.
        case period = "DPD"
        /// Where the dominant waves come from, degrees.
        case waveDirection = "MWD"
        /// The temperature of the sea's surface, °C.
        case waterTemperature = "WTMP"

        /// The name in older files.
        var olderName: String? { self == .windDirection ? "WD" : nil }

        /// What the column can say; anything else is missing.
        var range: ClosedRange<Double> {
            switch self {
            case .windDirection, .waveDirection: 0...360
            case .windSpeed: 0...98
            case .waveHeight: 0...40
            case .period: 0...60
            case .waterTemperature: -5...45
            }
        }
    }

    /// Seconds since 2001-01-01T00:00:00Z.
    package let date: Double
    /// What was measured, in the columns' order; nil is missing.
    private let numbers: [Double?]

    init(date: Double, _ numbers: [Column: Double]) {
        self.date = date
        self.numbers = Column.allCases.map { column in
            numbers[column].flatMap { column.range.contains($0) ? $0 : nil }
        }
    }

    /// What a column says; nil where it is missing.
    package subscript(_ column: Column) -> Double? {
        Column.allCases.firstIndex(of: column).flatMap { numbers[$0] }
    }
}
