import Foundation
import Journal
import JournalInsight
import JournalTransfer
import SurfLanguage
import TidesAndLight

extension JSONValue {
    /// A high or low water: its time at the place, its kind and its height in metres above the datum.
    init(_ extreme: TideExtreme, _ dates: inout ISODateWriter) {
        self = [
            "time": JSONValue(extreme.time - PlaceSea.shift, &dates), "kind": .string(extreme.kind.rawValue),
            "metres": JSONValue(extreme.height.rounded(places: 3)),
        ]
    }

    /// The times of a day's light. All are null, but for the twilights, if the sun does not cross the horizon.
    init(_ sun: SunTimes?, _ dates: inout ISODateWriter) {
        func time(_ moment: Double?) -> JSONValue { JSONValue(moment.map { $0 - PlaceSea.shift }, &dates) }
        self = [
            "dawn": time(sun?.dawn), "sunrise": time(sun?.sunrise), "sunset": time(sun?.sunset),
            "dusk": time(sun?.dusk), "polar": JSONValue(sun?.polar?.rawValue),
        ]
    }

    /// The nearest full or new moon, and the days since then, negative before it.
    init(_ moon: MoonPhase) {
        self = ["phase": .string(moon.name.rawValue), "days": JSONValue(moon.days.rounded(places: 1))]
    }

    /// The station; null for none.
    init(_ station: PlaceStation?) {
        guard let station else {
            self = .null
            return
        }
        self = [
            "name": .string(station.station.name), "distanceKm": JSONValue(station.kilometres?.rounded(places: 1)),
            "datum": .string(station.station.datum),
        ]
    }

    /// What is computed about a session.
    init(_ sea: SessionSea, _ dates: inout ISODateWriter) {
        self = [
            "tide": JSONValue(sea.tide, &dates), "light": JSONValue(sea.daylight?.rawValue),
            "sun": sea.sun == nil ? .null : JSONValue(sea.sun, &dates), "moon": JSONValue(sea.moon),
        ]
    }

    private init(_ tide: TideState?, _ dates: inout ISODateWriter) {
        guard let tide else {
            self = .null
            return
        }
        self = [
            "metres": JSONValue(tide.height.rounded(places: 3)), "rising": .bool(tide.isRising),
            "level": .string(tide.third.rawValue), "last": tide.last.map { JSONValue($0, &dates) } ?? .null,
            "next": tide.next.map { JSONValue($0, &dates) } ?? .null,
        ]
    }
}

/// Writes what is computed about sessions into an export.
struct ComputedSea: ComputedMember {
    private var seas: SessionSeas
    private var dates: ISODateWriter

    init(_ sea: SeaOfPlaces, zone: TimeZone) {
        seas = SessionSeas(sea)
        dates = ISODateWriter(zone: zone)
    }

    mutating func append(_ row: Int, of block: RecordBlock, to json: inout JSONWriter) {
        guard let sea = seas.sea(SeaRow(row, of: block)) else { return }
        json.key(computedKey)
        json.value(JSONValue(sea, &dates))
    }
}
