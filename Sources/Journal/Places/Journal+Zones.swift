import Persistence
import SurfLanguage

/// The time zones of places. They are in the store's metadata, so that copies of the journal have them.
extension Journal {
    /// The saved zones; empty for a journal made by Core Data, or one whose sessions have no time zone.
    package func placeZones() throws(JournalError) -> PlaceZones {
        guard remembersZones else { return PlaceZones() }
        return try rethrowing { PlaceZones(Journal.zones(in: try store.currentMetadata())) }
    }

    /// Saves the zone of a place, or removes it if `zone` is nil.
    /// - Returns: Whether this changed anything.
    /// - Throws: `.notOwn` for a journal made by Core Data, `.missingField` if sessions have no time zone,
    ///   `.tooManyZones`.
    @discardableResult
    package func setZone(_ zone: String?, of place: String) throws(JournalError) -> Bool {
        try fields.require([.timeZone])
        guard isOwn else { throw .notOwn(url) }
        if try placeZones().zone(of: place) == zone { return false }
        try rethrowing {
            try coordinator.changeMetadata(of: store) { metadata in
                var zones = PlaceZones(Journal.zones(in: metadata))
                try zones.set(zone, of: place)
                metadata[JournalMetadata.zones] = zones.stored
            }
        }
        return true
    }

    /// Copies the zone of a place to another that has none. The old name keeps it, because an undo restores that name.
    func copyZone(of old: String, to new: String) throws {
        let zones = try placeZones()
        guard let zone = zones.zone(of: old), zones.zone(of: new) == nil else { return }
        try setZone(zone, of: new)
    }

    private var remembersZones: Bool { isOwn && fields.contains(.timeZone) }

    /// The stored zones. Another program may have written any value.
    private static func zones(in metadata: [String: any Sendable]) -> [String: String] {
        metadata[JournalMetadata.zones] as? [String: String] ?? [:]
    }
}
