import Foundation
import Journal
import SurfLanguage

/// Formats row blocks as events of an iCalendar file.
///
/// An event has the session's start in UTC, its duration if it has one, its place, and a title with the place and the
/// stars. Its description has the other fields and the notes. Its UID is the session's UUID, so that a calendar that
/// imports a second export updates the event. An event does not make its time busy.
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
        stamp = CalendarRows.time(now)
        writer = FieldWriter(zone: zone)
    }

    /// The fields that have a line of their own, or are part of one.
    private static let inOtherLines: [EntryField] = [.date, .location, .rating, .notes, .timeZone, .duration]

    let separatorSize = 0

    var head: [UInt8] {
        var bytes: [UInt8] = []
        for line in ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//surfjournal//surfjournal//EN", "CALSCALE:GREGORIAN"] {
            CalendarRows.append(line, to: &bytes)
        }
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
            "DTSTAMP:" + stamp, "DTSTART:" + CalendarRows.time(date),
        ]
        if let minutes = values.duration, minutes >= 1, minutes < 1e9 {
            lines.append("DURATION:PT\(Int(minutes.rounded()))M")
        }
        lines.append("SUMMARY:" + CalendarRows.escaped(title))
        if let place { lines.append("LOCATION:" + CalendarRows.escaped(place)) }
        let description = description(of: values)
        if !description.isEmpty { lines.append("DESCRIPTION:" + CalendarRows.escaped(description)) }
        let tags = MentionMatch.names(.tag, in: values.notes)
        if !tags.isEmpty { lines.append("CATEGORIES:" + tags.map(CalendarRows.escaped).joined(separator: ",")) }
        for line in lines + ["TRANSP:TRANSPARENT", "END:VEVENT"] { CalendarRows.append(line, to: &bytes) }
    }

    private func description(of values: EntryValues) -> String {
        let texts = fields.filter { values[$0] != nil }.map { "\($0.words) \(writer.short(values[$0], of: $0))" }
        return ([texts.joined(separator: ", ")] + [values.notes ?? ""]).filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// A store date as `20140810T140000Z`.
    private static func time(_ date: Double) -> String {
        var writer = ISODateWriter(zone: .gmt)
        return writer.string(date).filter { $0 != "-" && $0 != ":" }
    }

    /// A text as a value. Control characters, which a value must not have, are omitted, but line breaks are kept.
    private static func escaped(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        var previous: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\", ";", ",": escaped.append(contentsOf: ["\\", scalar])
            case "\n": if previous != "\r" { escaped.append(contentsOf: "\\n".unicodeScalars) }
            case "\r", "\u{2028}", "\u{2029}", "\u{85}": escaped.append(contentsOf: "\\n".unicodeScalars)
            case "\t": escaped.append(scalar)
            case _ where scalar.properties.generalCategory == .control: break
            default: escaped.append(scalar)
            }
            previous = scalar
        }
        return String(escaped)
    }

    /// The longest line in bytes, without its end.
    private static let widest = 75

    /// Appends a line, folded where it is too long, but not within a character.
    private static func append(_ line: String, to bytes: inout [UInt8]) {
        var room = widest
        for scalar in line.unicodeScalars {
            let encoded = UTF8.encode(scalar).map(Array.init) ?? []
            if encoded.count > room {
                bytes += "\r\n ".utf8
                room = widest - 1
            }
            bytes += encoded
            room -= encoded.count
        }
        bytes += "\r\n".utf8
    }
}
