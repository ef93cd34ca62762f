import Foundation
import SurfLanguage

/// The parts of an iCalendar file's lines.
///
/// Source: RFC 5545, sections 3.1 (folding) and 3.3.11 (escaping).
package enum CalendarLines {
    /// The first lines.
    package static let head = [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//surfjournal//surfjournal//EN", "CALSCALE:GREGORIAN",
    ]

    /// A store date as `20140810T140000Z`.
    package static func time(_ date: Double) -> String {
        var writer = ISODateWriter(zone: .gmt)
        return writer.string(date).filter { $0 != "-" && $0 != ":" }
    }

    /// A text as a value. Control characters, which a value must not have, are omitted, but line breaks are kept.
    package static func escaped(_ text: String) -> String {
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
    package static func append(_ line: String, to bytes: inout [UInt8]) {
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
