import Journal
import SurfLanguage

/// The positions of buoys: the National Data Buoy Center's `station_table.txt` or `activestations.xml`.
package struct StationTable: Sendable {
    /// The positions by the station's ID in capitals.
    private var positions: [String: Coordinates] = [:]

    /// The largest size of a file, in bytes. The whole list has less than one MiB.
    package static let largest = 16 << 20

    package init() {}

    /// Whether a file with these first bytes is a list of stations.
    package static func recognizes(_ bytes: ArraySlice<UInt8>) -> Bool {
        let text = String(decoding: bytes.prefix(1 << 10), as: UTF8.self).folded
        return text.contains("station_id") && text.contains("|") || text.contains("<stations")
    }

    /// Adds the stations of a list. Lines without a position are skipped.
    package mutating func add(_ bytes: [UInt8]) {
        for line in bytes.split(separator: 0x0A) {
            let text = String(decoding: line, as: UTF8.self)
            if let (id, position) = StationTable.fields(text) ?? StationTable.element(text) {
                positions[id.uppercased()] = position
            }
        }
    }

    package var isEmpty: Bool { positions.isEmpty }

    /// The position of a station; nil if it is not in the list.
    package subscript(id: String) -> Coordinates? { positions[id] }

    /// The station nearest to a position, and its distance in kilometres; nil if none is within `StationReach`.
    /// - Complexity: Linear in the number of stations.
    package func nearest(to place: Coordinates) -> (id: String, kilometres: Double)? {
        positions.map { ($0.key, $0.value.kilometres(to: place)) }.filter { $0.1 <= StationReach.kilometres }
            .min { ($0.1, $0.0) < ($1.1, $1.0) }
    }

    /// `46221|SC|Waverider Buoy||Santa Monica Bay, CA||33.860 N 118.641 W (33&#176;51'37" N ...)|P|| |`
    private static func fields(_ line: String) -> (String, Coordinates)? {
        let fields = line.split(separator: "|", omittingEmptySubsequences: false)
        guard fields.count > 6, let location = fields[6].firstMatch(of: /([0-9.]+) ([NS]) +([0-9.]+) ([EW])/),
            let position = Coordinates("\(location.1)\(location.2) \(location.3)\(location.4)")
        else { return nil }
        return (String(fields[0]).trimmingBlanks(), position)
    }

    /// `<station id="46221" lat="33.86" lon="-118.641" .../>`
    private static func element(_ line: String) -> (String, Coordinates)? {
        guard let found = line.firstMatch(of: /<station id="([^"]+)" lat="([-0-9.]+)" lon="([-0-9.]+)"/),
            let position = Coordinates("\(found.2),\(found.3)")
        else { return nil }
        return (String(found.1), position)
    }
}

/// How far a station may be from a place for its values to be the place's.
package enum StationReach {
    package static let kilometres = 100.0
    /// The longest time between a session and an observation used for it, in seconds.
    package static let seconds = 5400.0
}
