import SurfLanguage

/// A station, and how far it is from where it was asked for.
package struct NearStation: Sendable {
    package let station: TideStation
    package let kilometres: Double
}

extension TideTable {
    /// A station farther away than this, in kilometres, says nothing about a place.
    package static let farthest = 60.0

    /// The nearest tide station; nil if none is within `farthest`. Of two at the same distance a reference station is
    /// preferred, then the one that is first in the table. Stations of currents are none.
    /// - Throws: `.damaged`
    /// - Complexity: Linear in the number of stations.
    package func nearest(to position: Coordinates) throws(TideTableError) -> NearStation? {
        let near = index.indices.compactMap { number in
            index[number].position.map { (number: number, kilometres: $0.kilometres(to: position)) }
        }.filter { $0.kilometres <= TideTable.farthest }
        let ordered = near.sorted {
            ($0.kilometres, index[$0.number].isReference ? 0 : 1, $0.number)
                < ($1.kilometres, index[$1.number].isReference ? 0 : 1, $1.number)
        }
        for candidate in ordered {
            if let station = try station(candidate.number) {
                return NearStation(station: station, kilometres: candidate.kilometres)
            }
        }
        return nil
    }
}
