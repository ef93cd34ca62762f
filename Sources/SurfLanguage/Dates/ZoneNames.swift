import Foundation

/// The names of time zones as people type them.
package enum ZoneNames {
    /// Suggestions for an unknown zone's name, the most likely first. They match by city, by abbreviation, or by a name
    /// that differs in a letter.
    package static func suggestions(for typed: String) -> [String] {
        let key = ZoneNames.key(typed)
        guard !key.isEmpty, key.utf8.count <= longest else { return [] }
        if let zones = abbreviated[key] { return zones }
        let known = TimeZone.knownTimeZoneIdentifiers
        let exact = known.filter { ZoneNames.key($0) == key || ZoneNames.city($0) == key }
        if !exact.isEmpty { return exact }
        let nearest = known.filter { isNear(key, ZoneNames.key($0)) || isNear(key, ZoneNames.city($0)) }
        return Array(nearest.prefix(most))
    }

    /// The zone with that name. Nil for unknown names and for abbreviations.
    package static func zone(_ name: String) -> TimeZone? {
        abbreviated[key(name)] == nil ? TimeZone(identifier: name) : nil
    }

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
    private static let most = 3

    private static func key(_ name: some StringProtocol) -> String {
        name.folded.replacingOccurrences(of: " ", with: "_")
    }

    private static func city(_ identifier: String) -> String { key(identifier.split(separator: "/").last ?? "") }

    /// Whether two words of at least five letters differ by one letter.
    private static func isNear(_ first: String, _ second: String) -> Bool {
        let (first, second) = (Array(first.utf8), Array(second.utf8))
        guard min(first.count, second.count) >= 5, abs(first.count - second.count) <= 1 else { return false }
        return first.isOneChange(from: second)
    }

    /// Abbreviations used on coasts. Some are shared by several zones, and none states when summer time begins.
    private static let abbreviated: [String: [String]] = {
        let coasts: [(names: [String], zones: [String])] = [
            (["aest"], ["Australia/Melbourne", "Australia/Sydney", "Australia/Brisbane"]),
            (["aedt"], ["Australia/Melbourne", "Australia/Sydney"]), (["awst"], ["Australia/Perth"]),
            (["acst", "acdt"], ["Australia/Adelaide"]), (["nzst", "nzdt"], ["Pacific/Auckland"]),
            (["pst", "pdt", "pt"], ["America/Los_Angeles"]), (["mdt"], ["America/Denver"]),
            (["cdt", "ct"], ["America/Chicago"]), (["edt", "et"], ["America/New_York"]),
            (["akst", "akdt"], ["America/Anchorage"]), (["hdt"], ["Pacific/Honolulu"]),
            (["bst"], ["Europe/London"]), (["west"], ["Europe/Lisbon"]),
            (["cest"], ["Europe/Paris", "Europe/Madrid", "Europe/Berlin"]), (["eest"], ["Europe/Athens"]),
            (["sast"], ["Africa/Johannesburg"]), (["wib"], ["Asia/Jakarta"]), (["wita"], ["Asia/Makassar"]),
            (["wit"], ["Asia/Jayapura"]), (["jst"], ["Asia/Tokyo"]), (["brt"], ["America/Sao_Paulo"]),
            (["clt", "clst"], ["America/Santiago"]), (["pet"], ["America/Lima"]), (["ist"], ["Asia/Kolkata"]),
        ]
        return Dictionary(coasts.flatMap { coast in coast.names.map { ($0, coast.zones) } }) { first, _ in first }
    }()
}
