import Journal
import SurfLanguage
import TidesAndLight

/// The station whose tides are a place's.
package struct PlaceStation: Sendable {
    package let station: TideStation
    /// How far it is from the place; nil if either position is unknown.
    package let kilometres: Double?
    /// Whether a person chose it.
    package let isChosen: Bool
}

/// Why a place has no tides.
package enum NoStation: Error, Equatable, Sendable {
    case noCoordinates
    /// No station is within `TideTable.farthest`.
    case noneNear
    /// The chosen station is not in the table.
    case unknown(String)
}

/// What a station's name found in a table.
package enum StationSearch: Sendable {
    case found(TideStation)
    /// It is a station of currents.
    case current(String)
    /// Several names contain it: some of them, and how many there are.
    case several([String], count: Int)
    case none
}

extension TideTable {
    /// The station with a name, ignoring case and accents; or else the one whose name begins with it up to a comma, of
    /// which a reference station counts before others; or else the only one whose name contains it from the beginning of a word. Stations of currents
    /// count only by their whole name.
    /// - Complexity: Linear in the number of stations.
    package func search(_ name: String) throws(TideTableError) -> StationSearch {
        let (wanted, names) = (name.folded, try names())
        let same = names.filter { $0.name.folded == wanted }
        for candidate in same { if let station = try station(candidate.number) { return .found(station) } }
        if let current = same.first { return .current(current.name) }
        var found: [TideStation] = []
        let words = TideTable.words(name)
        for candidate in names where TideTable.words(candidate.name).contains(words) {
            if let station = try station(candidate.number) { found.append(station) }
        }
        let beginning = found.filter { $0.name.folded.hasPrefix(wanted + ",") }
        for group in [beginning.filter { $0.offsets == nil }, beginning, found] where group.count == 1 {
            return .found(group[0])
        }
        return found.isEmpty ? .none : .several(found.prefix(TideTable.shown).map(\.name), count: found.count)
    }

    /// The words of a name, each after a blank.
    private static func words(_ name: String) -> String {
        " " + name.folded.split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
    }

    /// How many names a search returns.
    private static let shown = 5
}
