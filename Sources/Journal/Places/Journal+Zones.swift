import Persistence
import SurfLanguage

/// The zones of places. They stand in the store's metadata, so that copies of the journal have them.
extension Journal {
    /// The zones that are remembered; none in a journal of Core Data's own, or one whose sessions have no zone.
    package func placeZones() throws(JournalError) -> PlaceZones {
        guard remembersZones else { return PlaceZones() }
        return try rethrowing { PlaceZones(Journal.zones(in: try store.currentMetadata())) }
    }

    /// Remembers the zone of a place, or forgets it for nil, at once.
    /// - Returns: whether that changed anything.
    /// - Throws: `.notOwn` in a journal of Core Data's own, `.missingField` where sessions have no zone, `.tooManyZones`.
    @discardableResult
    package func setZone(_ zone: String?, of place: String) throws(JournalError) -> Bool {
        guard fields.contains(.timeZone) else { throw .missingField(.timeZone) }
        guard isOwn else { throw .notOwn(url) }
        if try placeZones().zone(of: place) == zone { return false }
        try rethrowing {
            try container.changeMetadata(of: store) { metadata in
                var zones = PlaceZones(Journal.zones(in: metadata))
                try zones.set(zone, of: place)
                metadata[JournalMetadata.zones] = zones.stored
            }
        }
        return true
    }

    /// Gives a place that has no zone yet that of another; the old name keeps it, as an undo brings it back.
    func copyZone(of old: String, to new: String) throws {
        let zones = try placeZones()
        guard let zone = zones.zone(of: old), zones.zone(of: new) == nil else { return }
        try setZone(zone, of: new)
    }

    private var remembersZones: Bool { isOwn && fields.contains(.timeZone) }

    /// Another program may have put anything there.
    private static func zones(in metadata: [String: any Sendable]) -> [String: String] {
        metadata[JournalMetadata.zones] as? [String: String] ?? [:]
    }
}
