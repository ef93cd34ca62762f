import Foundation
import Journal
import SurfLanguage
import TidesAndLight

/// Tide, sun and moon at one place. Times are store dates: seconds since 2001-01-01T00:00:00Z.
///
/// It keeps what it has computed, so that a day costs once. A value; use one on one thread at a time.
package struct PlaceSea: Sendable {
    package let position: Coordinates?
    package let station: PlaceStation?
    /// The zone of the place's clocks.
    package let zone: TimeZone

    private var predictor: TidePredictor?
    private var offsets: ZoneOffsets
    /// By the number of days since 1970 at the place's longitude.
    private var suns: [Int: SunTimes] = [:]
    /// The civil days at the place, in seconds since 1970, by their number.
    private var days: [Int: Range<Double>] = [:]

    /// All are forgotten when this is reached.
    private static let maxKept = 20_000

    init(position: Coordinates?, station: PlaceStation?, table: TideTable?, zone: TimeZone) {
        (self.position, self.station, self.zone) = (position, station, zone)
        predictor = station.flatMap { station in table.map { TidePredictor(station.station, in: $0) } }
        offsets = ZoneOffsets(zone)
    }

    /// The years for which there are tides; nil without a station.
    package var years: ClosedRange<Int>? { predictor?.years }

    // MARK: At an instant

    /// The tide; nil without a station, or outside its table's years.
    package mutating func tide(at date: Double) -> TideState? {
        guard predictor != nil, date.isFinite else { return nil }
        let day = span(ofDay: dayNumber(at: date))
        return predictor?.state(at: date + PlaceSea.shift, day: day)
    }

    /// The light of the day around the noon that is nearest to an instant; nil without a position.
    package mutating func sun(at date: Double) -> SunTimes? {
        guard let position, abs(date) < PlaceSea.farthest else { return nil }
        let local = date + PlaceSea.shift + position.longitude * PlaceSea.secondsPerDegree
        let number = Int((local / PlaceSea.day).rounded(.down))
        if let sun = suns[number] { return sun }
        if suns.count >= PlaceSea.maxKept { suns.removeAll() }
        let middle = (Double(number) + 0.5) * PlaceSea.day - position.longitude * PlaceSea.secondsPerDegree
        let sun = SunTimes(at: position, middle: middle)
        suns[number] = sun
        return sun
    }

    /// The part of the day by its light; nil without a position.
    package mutating func daylight(at date: Double) -> Daylight? {
        sun(at: date)?.daylight(at: date + PlaceSea.shift)
    }

    // MARK: Days

    /// The high and low waters in a span of store dates, without its end. Their times are seconds since 1970.
    package mutating func extremes(in span: Range<Double>) -> [TideExtreme] {
        predictor?.extremes(in: span.lowerBound + PlaceSea.shift..<span.upperBound + PlaceSea.shift) ?? []
    }

    /// The height in metres above the datum; nil without a station, or outside its table's years.
    package mutating func height(at date: Double) -> Double? { predictor?.height(at: date + PlaceSea.shift) }

    /// The number of the civil day of an instant.
    package mutating func dayNumber(at date: Double) -> Int {
        let second = StoreTime.unixSecond(date)
        return (second + offsets.offset(at: second)).flooredQuotient(86_400)
    }

    /// A civil day as a span of store dates.
    package mutating func span(ofCivilDay number: Int) -> Range<Double> {
        let span = span(ofDay: number)
        return span.lowerBound - PlaceSea.shift..<span.upperBound - PlaceSea.shift
    }

    /// The light of a civil day; nil without a position.
    package mutating func sun(ofCivilDay number: Int) -> SunTimes? {
        let span = span(ofDay: number)
        return position.map { SunTimes(at: $0, middle: (span.lowerBound + span.upperBound) / 2) }
    }

    /// The minute at which a light comes or goes at a position on a civil day, as a store date; nil if the sun does not
    /// cross that height.
    package static func moment(
        of light: Twilight, on day: CivilDay, at position: Coordinates, _ zone: TimeZone
    ) -> Double? {
        var sea = PlaceSea(position: position, station: nil, table: nil, zone: zone)
        let sun = sea.sun(ofCivilDay: day.number)
        let moment =
            switch light {
            case .dawn: sun?.dawn
            case .sunrise: sun?.sunrise
            case .sunset: sun?.sunset
            case .dusk: sun?.dusk
            }
        return moment.map { ($0 / 60).rounded() * 60 - shift }
    }

    private mutating func span(ofDay number: Int) -> Range<Double> {
        if let span = days[number] { return span }
        if days.count >= PlaceSea.maxKept { days.removeAll() }
        let span = Double(midnight(number))..<Double(midnight(number + 1))
        days[number] = span
        return span
    }

    /// The first second of a civil day, counted from 1970. Where clocks skip midnight, it is when they do.
    private mutating func midnight(_ number: Int) -> Int {
        let local = number * 86_400
        let first = local - offsets.offset(at: local - 86_400)
        let second = local - offsets.offset(at: first)
        return offsets.offset(at: second) == offsets.offset(at: first) ? second : max(first, second)
    }

    /// Between the scale of the store and the seconds since 1970.
    package static let shift = Double(StoreTime.reference)
    private static let day = 86_400.0
    private static let secondsPerDegree = 240.0
    /// No calendar goes farther.
    private static let farthest = 1e12
}
