import Persistence
import SurfLanguage

/// The saved values of places. They are in the store's metadata, so that copies of the journal have them.
extension Journal {
    /// The saved values of a property; empty for a journal made by Core Data, or one whose sessions lack the property's
    /// field.
    package func placeValues<Value>(_ property: PlaceProperty<Value>) throws(JournalError) -> PlaceValues<Value> {
        guard isOwn, property.field.map(fields.contains) ?? true else { return PlaceValues() }
        return try rethrowing { PlaceValues(Journal.texts(in: try store.currentMetadata(), property.key)) }
    }

    /// Saves a place's value, or removes it if it is nil.
    /// - Returns: Whether this changed anything.
    /// - Throws: `.notOwn` for a journal made by Core Data, `.missingField` if sessions lack the property's field,
    ///   `.tooManyPlaces`.
    @discardableResult
    package func set<Value>(
        _ property: PlaceProperty<Value>, of place: String, to value: Value?
    ) throws(JournalError) -> Bool {
        if let field = property.field { try fields.require([field]) }
        guard isOwn else { throw .notOwn(url) }
        let text = value?.description
        if try placeValues(property).text(of: place) == text { return false }
        try rethrowing {
            try coordinator.changeMetadata(of: store) { metadata in
                var values = PlaceValues<Value>(Journal.texts(in: metadata, property.key))
                try values.set(text, of: place)
                metadata[property.key] = values.stored
            }
        }
        return true
    }

    /// Remembers a saved session's zone for its place if a person chose the zone. That is so if an option named it, or
    /// if it is not the machine's.
    /// - Parameters:
    ///   - changes: The changes that were saved. The zone must be one of them.
    ///   - isGiven: Whether an option named the zone.
    ///   - machine: The name of the machine's zone.
    /// - Returns: The zone, if the place had another one or none.
    package func rememberZone(
        of record: EntryRecord, _ changes: [EntryField: FieldValue?], isGiven: Bool, machine: String?
    ) throws(JournalError) -> String? {
        guard isOwn, let place = record.values.location, let zone = record.values.timeZone,
            changes[.timeZone] == .some(.text(zone)), isGiven || zone != machine
        else { return nil }
        return try set(.timeZone, of: place, to: zone) ? zone : nil
    }

    /// Copies each saved value of a place to another place that has none. The old name keeps its values, because an
    /// undo restores that name.
    func copyPlaceValues(of old: String, to new: String) throws {
        for key in [JournalMetadata.zones, JournalMetadata.coordinates, JournalMetadata.tideStations] {
            let property = PlaceProperty<String>(key: key)
            let values = try placeValues(property)
            guard let text = values[old], values[new] == nil else { continue }
            try set(property, of: new, to: text)
        }
    }

    /// The stored texts. Another program may have written any value.
    private static func texts(in metadata: [String: any Sendable], _ key: String) -> [String: String] {
        metadata[key] as? [String: String] ?? [:]
    }
}
