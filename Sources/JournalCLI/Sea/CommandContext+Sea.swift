import Foundation
import Journal
import JournalInsight
import SurfLanguage
import TidesAndLight

extension CommandContext {
    /// The table of tide stations.
    /// - Throws: A refusal if there is none, or if it cannot be used.
    func tideTable() throws(Refusal) -> TideTable {
        guard let path = TidePath.table(set: settings.tides, program: TidePath.program) else { throw .noTideTable }
        do throws(TideFileError) { return try TideFile.table(at: path) } catch { throw Refusal(error) }
    }

    /// What is known about the sea at the places of a journal, for a command that cannot do without tides.
    func sea(of journal: Journal) throws -> SeaOfPlaces {
        try SeaOfPlaces(journal, try tideTable(), home: zone)
    }

    /// The same for a command that has more to show. Without a table it knows the light only, and says why.
    /// - Returns: Nil if nothing is known about any place. The table is not read then.
    func seaIfKnown(of journal: Journal) throws -> SeaOfPlaces? {
        var places = try SeaOfPlaces(journal, nil, home: zone)
        if places.isEmpty { return nil }
        do throws(Refusal) { places.table = try tideTable() } catch { console.note(error.sentence ?? "") }
        return places
    }
}

extension CommandContext {
    /// The moments of light at places, for a reader of sentences.
    /// - Parameter place: The place of sentences without one.
    func light(
        at place: String?, _ coordinates: PlaceValues<Coordinates>, _ zones: PlaceValues<String>
    ) -> LightOfPlaces {
        let home = zone
        return { named, light, day in
            guard let place = named ?? place, let position = coordinates[place] else { return nil }
            let zone = zones[place].flatMap(TimeZone.init(identifier:)) ?? home
            return PlaceSea.moment(of: light, on: day, at: position, zone)
        }
    }
}
