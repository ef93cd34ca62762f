import SurfLanguage

/// A tide station as its table describes it. Stations of currents are none: their values are speeds, not heights.
package struct TideStation: Sendable {
    /// Its number in the table, from 0.
    package let number: Int
    package let name: String
    /// Nil if the table does not know it.
    package let position: Coordinates?
    /// The IANA name of its time zone, such as `America/New_York`; empty if the table has none.
    package let timeZone: String
    /// What heights are measured from, such as `Mean Lower Low Water`. That of the reference station for a subordinate one.
    package let datum: String
    /// The constants of the station, or of its reference station.
    package let constants: HarmonicConstants
    /// Nil for a reference station.
    package let offsets: TideOffsets?
    /// The name of the station from whose tides its own are derived; nil for a reference station.
    package let reference: String?
}

/// The harmonic constants of a station, in metres. Times are UTC.
package struct HarmonicConstants: Equatable, Sendable {
    /// One periodic part of a tide.
    package struct Constituent: Equatable, Sendable {
        /// Its number in the table.
        package let number: Int
        /// In metres.
        package let amplitude: Double
        /// How far it is behind the equilibrium tide at Greenwich, in degrees.
        package let phase: Double
    }

    /// The mean water level above the datum, in metres.
    package let mean: Double
    package let constituents: [Constituent]
}

/// How the tides of a subordinate station differ from those of its reference station.
package struct TideOffsets: Equatable, Sendable {
    /// The difference at a high or a low water. The height there is that of the reference times `factor`, plus `metres`.
    package struct Offset: Equatable, Sendable {
        /// How much later than at the reference station, in seconds.
        package let seconds: Double
        package let factor: Double
        package let metres: Double
    }

    package let high: Offset
    package let low: Offset
}
