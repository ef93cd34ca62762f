import Foundation
import SurfLanguage

/// Writes dates of sessions for people, each in the session's own zone, with the zone's name where its clock shows another
/// time than the machine's.
struct SessionDates: Sendable {
    /// In the machine's zone.
    private(set) var here: HumanDate
    private let zone: String
    /// Zones by their names; nil for those that nobody knows.
    private var others: [String: HumanDate?] = [:]

    init(zone: TimeZone) {
        here = HumanDate(zone: zone)
        self.zone = zone.identifier
    }

    /// Dates in the zone of that name, or in the machine's where there is none.
    mutating func dates(in name: String?) -> HumanDate { elsewhere(name) ?? here }

    /// A date as `write` writes it, in the zone of that name.
    mutating func text(
        _ date: Double, in name: String?, _ write: (inout HumanDate, Double) -> String
    ) -> String {
        let hereText = write(&here, date)
        guard let name, var other = elsewhere(name) else { return hereText }
        let text = write(&other, date)
        return text == hereText ? text : "\(text) \(name)"
    }

    private mutating func elsewhere(_ name: String?) -> HumanDate? {
        guard let name, name != zone else { return nil }
        if let known = others[name] { return known }
        if others.count >= SessionDates.most { others = [:] }
        let dates = TimeZone(identifier: name).map { HumanDate(zone: $0) }
        others[name] = .some(dates)
        return dates
    }

    /// So many zones are remembered; a file may have a name of its own on every row.
    private static let most = 500
}
