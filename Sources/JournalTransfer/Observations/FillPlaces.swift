import Journal
import SurfLanguage

/// Where places and stations are, which tells whose values are used for which place.
package struct FillPlaces: Sendable {
    private let coordinates: PlaceValues<Coordinates>
    /// The positions of buoys.
    private let stations: StationTable
    /// The only station whose values are used, however far it is; nil for all that are near enough.
    private let chosen: String?
    /// Whether all files are of one station, which a person chose by that.
    private let isAlone: Bool

    /// - Parameters:
    ///   - files: The names of all files that will be read.
    ///   - chosen: The ID of the station to use, however far it is; nil for all.
    package init(
        _ journal: Journal, _ stations: StationTable, files: [String], chosen: String?
    ) throws(JournalError) {
        coordinates = try journal.placeValues(.coordinates)
        (self.stations, self.chosen) = (stations, chosen?.uppercased())
        isAlone = Set(files.map { ObservationSource(file: $0).name }).count == 1
    }

    /// The position of a place; nil if none is saved.
    func position(of place: String) -> Coordinates? { coordinates[place] }

    /// The same source with its position, if it is known.
    func placed(_ source: ObservationSource) -> ObservationSource {
        var source = source
        source.position = source.position ?? stations[source.name]
        return source
    }

    /// Whether nothing of a source is used because it has no position.
    func isUnplaced(_ source: ObservationSource) -> Bool { source.position == nil && chosen == nil && !isAlone }

    /// Whether a source's values are a place's: it is within 100 km, or a person chose it and it may be.
    func reach(of source: ObservationSource, at place: String?) -> FillReach {
        let position = place.flatMap(position)
        let kilometres = position.flatMap { here in source.position.map { here.kilometres(to: $0) } }
        if let chosen { return source.name == chosen ? .within(kilometres) : .out }
        guard let kilometres else { return isAlone ? .within(nil) : .out }
        return kilometres <= StationReach.kilometres ? .within(kilometres) : .out
    }
}
