import Foundation
import Journal
import JournalInsight
import JournalTransfer
import SurfLanguage
import TidesAndLight

extension TideForecast {
    /// An iCalendar file with an event for each high and low water, which does not mark its time as busy.
    /// - Parameter now: The time at which it is made, as a store date.
    func calendar(_ text: SeaText, now: Double) -> [UInt8] {
        var bytes: [UInt8] = []
        for line in CalendarLines.head { CalendarLines.append(line, to: &bytes) }
        for extreme in extremes {
            for line in event(extreme, text, now) { CalendarLines.append(line, to: &bytes) }
        }
        CalendarLines.append("END:VCALENDAR", to: &bytes)
        return bytes
    }

    private func event(_ extreme: TideExtreme, _ text: SeaText, _ now: Double) -> [String] {
        let moment = CalendarLines.time(extreme.time - PlaceSea.shift)
        let kind = extreme.kind == .high ? "High" : "Low"
        let number = station.map { String($0.station.number) } ?? ""
        return [
            "BEGIN:VEVENT", "UID:tide-\(number)-\(moment)-\(extreme.kind.rawValue)@surfjournal.invalid",
            "DTSTAMP:" + CalendarLines.time(now), "DTSTART:" + moment,
            "SUMMARY:" + CalendarLines.escaped("\(kind) tide \(text.height(extreme.height))"),
            "LOCATION:" + CalendarLines.escaped(title), "TRANSP:TRANSPARENT", "END:VEVENT",
        ]
    }
}
