import Foundation
import Journal
import JournalInsight
import SurfLanguage

/// Similar entries and their places as one JSON object. Differences are in base units: feet for `height` and `tide`,
/// metres for `swellHeight`, seconds, knots, degrees, °C.
struct LikeJSON {
    private var json = JSONWriter()
    private var dates: ISODateWriter

    var bytes: [UInt8] { json.bytes }

    init(_ result: LikeResult, _ wanted: SeaState, fields: [EntryField], zone: TimeZone) {
        dates = ISODateWriter(zone: zone)
        json.beginObject()
        json.key("conditions")
        json.beginObject()
        for aspect in wanted.known {
            json.key(aspect.rawValue)
            json.value(wanted[aspect])
        }
        json.endObject()
        json.key("sessions")
        json.beginArray()
        for match in result.matches { self.match(match, fields) }
        json.endArray()
        json.key("alike")
        json.value(Int64(result.alike))
        json.key("spots")
        json.beginArray()
        for spot in result.spots { self.spot(spot) }
        json.endArray()
        json.endObject()
        json.endLine()
    }

    private mutating func match(_ match: LikeResult.Match, _ fields: [EntryField]) {
        json.beginObject()
        json.key("alike")
        json.value(LikeJSON.rounded(match.likeness.alike))
        json.key("known")
        json.value(LikeJSON.rounded(match.likeness.known))
        json.key("why")
        json.beginArray()
        for reason in match.likeness.reasons {
            json.beginObject()
            json.key("aspect")
            json.value(reason.aspect.rawValue)
            json.key("alike")
            json.value(LikeJSON.rounded(reason.alike))
            json.key("difference")
            json.value(LikeJSON.rounded(reason.difference))
            json.endObject()
        }
        json.endArray()
        json.key("entry")
        json.entry(match.record, columns: EntryColumn.json(fields: fields), &dates)
        json.endObject()
    }

    private mutating func spot(_ spot: EntryGroup) {
        json.beginObject()
        json.key("location")
        json.value(spot.key.text)
        json.key("sessions")
        json.value(Int64(spot.tally.sessions))
        json.key("rated")
        json.value(Int64(spot.tally.ratings.rated))
        json.key("median")
        json.value(spot.tally.ratings.rated >= Evidence.least ? spot.tally.ratings.median : nil)
        json.endObject()
    }

    private static func rounded(_ number: Double) -> Double { (number * 1e4).rounded() / 1e4 }
}
