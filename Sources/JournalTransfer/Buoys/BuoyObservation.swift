/// One measurement of a buoy. Source: the National Data Buoy Center's standard meteorological files.
package struct BuoyObservation: Equatable, Sendable {
    /// A column of a buoy's file that can fill a field.
    package enum Column: String, CaseIterable, Sendable {
        /// The direction that the wind comes from, in degrees.
        case windDirection = "WDIR"
        /// The wind speed in metres per second, averaged over eight minutes.
        case windSpeed = "WSPD"
        /// The significant wave height, in metres.
        case waveHeight = "WVHT"
        /// The dominant wave period, in seconds.
        case period = "DPD"
        /// The direction that the dominant waves come from, in degrees.
        case waveDirection = "MWD"
        /// The sea surface temperature, in °C.
        case waterTemperature = "WTMP"

        /// The column's name in older files.
        var olderName: String? { self == .windDirection ? "WD" : nil }

        /// The column's name in files with waves in detail (`.spec`), which have the swell apart from all waves.
        var swellName: String? {
            switch self {
            case .waveHeight: "SwH"
            case .period: "SwP"
            case .waveDirection: "SwD"
            case .windDirection, .windSpeed, .waterTemperature: nil
            }
        }

        /// The possible values. A value outside is treated as missing.
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
    /// The values in the columns' order; nil if missing.
    private let numbers: [Double?]

    init(date: Double, _ numbers: [Column: Double]) {
        self.date = date
        self.numbers = Column.allCases.map { column in
            numbers[column].flatMap { column.range.contains($0) ? $0 : nil }
        }
    }

    /// The value in a column; nil if missing.
    package subscript(_ column: Column) -> Double? {
        Column.allCases.firstIndex(of: column).flatMap { numbers[$0] }
    }
}
