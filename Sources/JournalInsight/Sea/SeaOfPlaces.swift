import Foundation
import Journal
import SurfLanguage
import TidesAndLight

/// What is known about the sea at places: where they are, their stations and zones, and the table of stations.
///
/// A value that is read once for a command. Without a table it still knows the light.
package struct SeaOfPlaces: Sendable {
    package var table: TideTable?
    let coordinates: PlaceValues<Coordinates>
    private let stations: PlaceValues<String>
    private let zones: PlaceValues<String>
    private let home: TimeZone

    /// - Parameter home: The zone of places without one.
    package init(_ journal: Journal, _ table: TideTable?, home: TimeZone) throws(JournalError) {
        (self.table, self.home) = (table, home)
        coordinates = try journal.placeValues(.coordinates)
        stations = try journal.placeValues(.tideStation)
        zones = try journal.placeValues(.timeZone)
    }

    /// Whether no place has a position or a station, so that nothing can be computed.
    package var isEmpty: Bool { coordinates.isEmpty && stations.isEmpty }

    /// Whether something is known about a place.
    package func knows(_ place: String) -> Bool { coordinates[place] != nil || stations[place] != nil }

    /// The places about which something is known, in order of name.
    package var knownPlaces: [String] {
        Set(coordinates.all.map(\.place) + stations.all.map(\.place)).sorted()
    }

    /// The position of a place; nil if none is saved.
    package func position(of place: String) -> Coordinates? { coordinates[place] }

    /// The station of a place, or why it has none.
    package func station(of place: String) throws(TideTableError) -> Result<PlaceStation, NoStation> {
        guard let table else { return .failure(.noneNear) }
        let position = position(of: place)
        if let name = stations[place] {
            guard case .found(let station) = try table.search(name) else {
                return .failure(.unknown(name))
            }
            let kilometres = position.flatMap { here in station.position.map { here.kilometres(to: $0) } }
            return .success(PlaceStation(station: station, kilometres: kilometres, isChosen: true))
        }
        guard let position else { return .failure(.noCoordinates) }
        guard let near = try table.nearest(to: position) else {
            return .failure(.noneNear)
        }
        return .success(PlaceStation(station: near.station, kilometres: near.kilometres, isChosen: false))
    }

    /// The sea at a place.
    package func sea(at place: String) throws(TideTableError) -> PlaceSea {
        let found = try station(of: place)
        let station = try? found.get()
        return PlaceSea(
            position: position(of: place) ?? station?.station.position, station: station, table: table,
            zone: zone(of: place, station?.station))
    }

    /// The sea at a station itself.
    package func sea(at station: TideStation) -> PlaceSea {
        PlaceSea(
            position: station.position, station: PlaceStation(station: station, kilometres: nil, isChosen: true),
            table: table, zone: TimeZone(identifier: station.timeZone) ?? home)
    }

    /// A place's own zone, or else its station's.
    private func zone(of place: String, _ station: TideStation?) -> TimeZone {
        let names = [zones[place], station?.timeZone].compactMap(\.self)
        return names.lazy.compactMap { TimeZone(identifier: $0) }.first ?? home
    }
}
