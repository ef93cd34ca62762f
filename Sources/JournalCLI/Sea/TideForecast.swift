import Foundation
import Journal
import JournalInsight
import SurfLanguage
import TidesAndLight

/// Tide, sun and moon of some days at a place.
struct TideForecast {
    struct Day {
        let civil: CivilDay
        /// Nil without a position.
        let sun: SunTimes?
        /// At the middle of the day.
        let moon: MoonPhase
        /// As store dates.
        let span: Range<Double>
        /// Its extremes, among those of all days.
        var extremes = 0..<0
    }

    /// Nil for a station.
    let place: String?
    let station: PlaceStation?
    let zone: TimeZone
    let days: [Day]
    let extremes: [TideExtreme]

    /// Forty years and a few days.
    static let maxDays = 366 * 50

    /// - Parameter numbers: The days, counted from 1970 at the place.
    init(place: String?, sea: inout PlaceSea, days numbers: ClosedRange<Int>) throws {
        (self.place, station, zone) = (place, sea.station, sea.zone)
        var days: [Day] = []
        days.reserveCapacity(numbers.count)
        for number in numbers {
            let span = sea.span(ofCivilDay: number)
            let middle = (span.lowerBound + span.upperBound) / 2
            days.append(
                Day(
                    civil: CivilDay(number: number), sun: sea.sun(ofCivilDay: number),
                    moon: MoonPhase(at: middle + PlaceSea.shift), span: span))
        }
        let found = sea.extremes(in: days[0].span.lowerBound..<days[days.count - 1].span.upperBound)
        var next = 0
        for index in days.indices {
            let first = next
            while next < found.count, found[next].time - PlaceSea.shift < days[index].span.upperBound { next += 1 }
            days[index].extremes = first..<next
        }
        (self.days, extremes) = (days, found)
    }

    /// The extremes of a day.
    func extremes(of day: Day) -> [TideExtreme] { Array(extremes[day.extremes]) }

    /// The name of the place, or of the station.
    var title: String { place ?? station?.station.name ?? "" }

    /// The time of day at the place.
    func clock(_ time: Double) -> String {
        var dates = DateWriter(zone: zone)
        // Rounded to the minute, as tide tables are.
        return String(dates.minute((time - PlaceSea.shift + 30).rounded(.down)).dropFirst(11).prefix(5))
    }

    /// One object. Several days have a list of their own, each with its light and its moon.
    var json: JSONValue {
        var dates = ISODateWriter(zone: zone)
        var members: JSONObject = [
            "place": JSONValue(place), "station": JSONValue(station),
            "extremes": .array(extremes.map { JSONValue($0, &dates) }), "sun": JSONValue(days[0].sun, &dates),
            "moon": JSONValue(days[0].moon),
        ]
        if days.count > 1 {
            let list = days.map { day -> JSONValue in
                [
                    "date": .string(day.civil.text), "sun": JSONValue(day.sun, &dates), "moon": JSONValue(day.moon),
                ]
            }
            members = members + ["days": .array(list)]
        }
        return .object(members)
    }
}
