import Foundation
import SurfLanguage

/// Formats entries' dates for people, each in the entry's own zone. The zone's name is added if its clock shows another
/// time than the machine's.
struct EntryDates: Sendable {
    /// Formats dates in the machine's zone.
    private(set) var here: DateWriter
    private let zone: String
    /// Writers by zone name. Nil for unknown names.
    private var others: [String: DateWriter?] = [:]

    init(zone: TimeZone) {
        here = DateWriter(zone: zone)
        self.zone = zone.identifier
    }

    /// The writer for the named zone, or for the machine's if that is nil or unknown.
    mutating func dates(in name: String?) -> DateWriter { elsewhere(name) ?? here }

    /// A date in the named zone, formatted by `write`.
    mutating func text(
        _ date: Double, in name: String?, _ write: (inout DateWriter, Double) -> String
    ) -> String {
        let hereText = write(&here, date)
        guard let name, var other = elsewhere(name) else { return hereText }
        let text = write(&other, date)
        return text == hereText ? text : "\(text) \(name)"
    }

    private mutating func elsewhere(_ name: String?) -> DateWriter? {
        guard let name, name != zone else { return nil }
        if let known = others[name] { return known }
        if others.count >= EntryDates.most { others = [:] }
        let dates = TimeZone(identifier: name).map { DateWriter(zone: $0) }
        others[name] = .some(dates)
        return dates
    }

    /// The largest number of zones cached. A file may have a different name in every row.
    private static let most = 500
}
