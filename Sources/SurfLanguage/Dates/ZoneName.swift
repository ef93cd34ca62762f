import Foundation

/// The names of time zones, such as `Australia/Sydney`.
enum ZoneName {
    /// The IANA name equal to the text except for case, or nil.
    static func known(_ text: String) -> String? {
        guard text.utf8.count <= longest else { return nil }
        if let zone = TimeZone(identifier: text) { return zone.identifier }
        let small = text.lowercased()
        return TimeZone.knownTimeZoneIdentifiers.first {
            $0.utf8.count == small.utf8.count && $0.lowercased() == small
        }
    }

    private static let longest = 60
}
