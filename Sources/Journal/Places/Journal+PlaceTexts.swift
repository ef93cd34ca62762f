import Persistence
import SurfLanguage

/// The time zones and coordinates of places. They are in the store's metadata, so that copies of the journal have them.
extension Journal {
    /// The saved zones; empty for a journal made by Core Data, or one whose sessions have no time zone.
    package func placeZones() throws(JournalError) -> PlaceZones {
        fields.contains(.timeZone) ? PlaceZones(try placeTexts(JournalMetadata.zones)) : PlaceZones()
    }

    /// The saved coordinates; empty for a journal made by Core Data.
    package func placeCoordinates() throws(JournalError) -> PlaceCoordinates {
        PlaceCoordinates(try placeTexts(JournalMetadata.coordinates))
    }

    /// Saves the zone of a place, or removes it if `zone` is nil.
    /// - Returns: Whether this changed anything.
    /// - Throws: `.notOwn` for a journal made by Core Data, `.missingField` if sessions have no time zone,
    ///   `.tooManyPlaces`.
    @discardableResult
    package func setZone(_ zone: String?, of place: String) throws(JournalError) -> Bool {
        try fields.require([.timeZone])
        return try setText(zone, of: place, JournalMetadata.zones)
    }

    /// Saves the coordinates of a place, or removes them if they are nil.
    /// - Returns: Whether this changed anything.
    /// - Throws: `.notOwn` for a journal made by Core Data, `.tooManyPlaces`.
    @discardableResult
    package func setCoordinates(_ coordinates: Coordinates?, of place: String) throws(JournalError) -> Bool {
        try setText(coordinates?.text, of: place, JournalMetadata.coordinates)
    }

    /// Copies what is saved about a place to another that has nothing. The old name keeps it, because an undo restores
    /// that name.
    func copyTexts(of old: String, to new: String) throws {
        for key in [JournalMetadata.zones, JournalMetadata.coordinates] {
            let texts = try placeTexts(key)
            guard let text = texts.text(of: old), texts.text(of: new) == nil else { continue }
            try setText(text, of: new, key)
        }
    }

    /// - Parameter key: The key in the metadata.
    private func placeTexts(_ key: String) throws(JournalError) -> PlaceTexts {
        guard isOwn else { return PlaceTexts() }
        return try rethrowing { PlaceTexts(Journal.texts(in: try store.currentMetadata(), key)) }
    }

    @discardableResult
    private func setText(_ text: String?, of place: String, _ key: String) throws(JournalError) -> Bool {
        guard isOwn else { throw .notOwn(url) }
        if try placeTexts(key).text(of: place) == text { return false }
        try rethrowing {
            try coordinator.changeMetadata(of: store) { metadata in
                var texts = PlaceTexts(Journal.texts(in: metadata, key))
                try texts.set(text, of: place)
                metadata[key] = texts.stored
            }
        }
        return true
    }

    /// The stored texts. Another program may have written any value.
    private static func texts(in metadata: [String: any Sendable], _ key: String) -> [String: String] {
        metadata[key] as? [String: String] ?? [:]
    }
}
