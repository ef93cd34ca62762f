import SurfLanguage

/// What a journal saves about places: a value for each of some places.
package struct PlaceProperty<Value: LosslessStringConvertible & Sendable>: Sendable {
    /// The key of its dictionary in the store's metadata.
    let key: String
    /// The field of sessions without which the property has no use.
    var field: EntryField?
}

extension PlaceProperty<String> {
    /// The name of the station whose tides are a place's, if it is not the nearest one.
    package static var tideStation: Self { Self(key: JournalMetadata.tideStations) }

    /// The time zone of a place: an IANA name.
    package static var timeZone: Self { Self(key: JournalMetadata.zones, field: .timeZone) }
}

extension PlaceProperty<Coordinates> {
    /// Where a place is.
    package static var coordinates: Self { Self(key: JournalMetadata.coordinates) }
}
