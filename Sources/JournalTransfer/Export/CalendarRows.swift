import Foundation
import Journal
import SurfLanguage

/// Formats row blocks as events of an iCalendar file.
///
/// An event has the session's start in UTC, its duration if it has one, its place, and a title with the place and the
/// stars. Its description has the other fields and the notes. Its UID is the session's UUID, so that a calendar that
/// imports a second export updates the event. An event does not mark its time as busy.
///
/// Source: RFC 5545, sections 3.1 (folding), 3.3.11 (escaping) and 3.6.1 (events).
struct CalendarRows: RowFormatter {
    /// The time of the export, as iCalendar writes it.
    private let stamp: String
    private let fields: [EntryField]
    private let writer: FieldWriter

    /// - Parameter now: The time of the export, in seconds since 2001-01-01T00:00:00Z.
    init(fields: [EntryField], zone: TimeZone, now: Double) {
        self.fields = EntryField.allCases.filter { fields.contains($0) && !CalendarRows.inOtherLines.contains($0) }
        stamp = CalendarLines.time(now)
        writer = FieldWriter(zone: zone)
    }

    /// The fields that have a line of their own, or are part of one.
    private static let inOtherLines: [EntryField] = [.date, .location, .rating, .notes, .timeZone, .duration]

    let separatorSize = 0

    var head: [UInt8] {
        var bytes: [UInt8] = []
        for line in CalendarLines.head { CalendarLines.append(line, to: &bytes) }
        return bytes
    }

    func tail(hasEntries: Bool) -> [UInt8] { Array("END:VCALENDAR\r\n".utf8) }

    mutating func append(_ block: RecordBlock, to bytes: inout [UInt8]) {
        for row in 0..<block.count { append(block.record(row), block.uuid(row), to: &bytes) }
    }

    private func append(_ record: EntryRecord, _ uuid: UUID?, to bytes: inout [UInt8]) {
        let values = record.values
        guard let date = values.date else { return }
        let place = values.location.flatMap { $0.isEmpty ? nil : $0 }
        let stars = values.rating.map { String(repeating: "★", count: max(0, min(5, Int($0)))) }
        let title = [place ?? "Surf session", stars].compactMap(\.self).joined(separator: " ")
        var lines = [
            "BEGIN:VEVENT",
            "UID:" + (uuid.map { $0.uuidString.lowercased() } ?? "session-\(record.id)@surfjournal.invalid"),
            "DTSTAMP:" + stamp, "DTSTART:" + CalendarLines.time(date),
        ]
        if let minutes = values.duration, minutes >= 1, minutes < 1e9 {
            lines.append("DURATION:PT\(Int(minutes.rounded()))M")
        }
        lines.append("SUMMARY:" + CalendarLines.escaped(title))
        if let place { lines.append("LOCATION:" + CalendarLines.escaped(place)) }
        let description = description(of: values)
        if !description.isEmpty { lines.append("DESCRIPTION:" + CalendarLines.escaped(description)) }
        let tags = MentionMatch.names(.tag, in: values.notes)
        if !tags.isEmpty { lines.append("CATEGORIES:" + tags.map(CalendarLines.escaped).joined(separator: ",")) }
        for line in lines + ["TRANSP:TRANSPARENT", "END:VEVENT"] { CalendarLines.append(line, to: &bytes) }
    }

    private func description(of values: EntryValues) -> String {
        let texts = fields.filter { values[$0] != nil }.map { "\($0.words) \(writer.short(values[$0], of: $0))" }
        return ([texts.joined(separator: ", ")] + [values.notes ?? ""]).filter { !$0.isEmpty }.joined(separator: "\n")
    }
}
