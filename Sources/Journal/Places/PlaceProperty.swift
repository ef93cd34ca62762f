import SurfLanguage

/// A property that a journal saves for places. A place may have no value.
package struct PlaceProperty<Value: LosslessStringConvertible & Sendable>: Sendable {
    /// The key of its dictionary in the store's metadata.
    let key: String
    /// The field of sessions for which the property is used. In a journal without it, the property is ignored.
    var field: EntryField?
}

extension PlaceProperty<String> {
    /// The name of the tide station that is used for a place instead of the nearest one.
    package static var tideStation: Self { Self(key: JournalMetadata.tideStations) }

    /// The time zone of a place: an IANA name.
    package static var timeZone: Self { Self(key: JournalMetadata.zones, field: .timeZone) }
}

extension PlaceProperty<Coordinates> {
    /// Where a place is.
    package static var coordinates: Self { Self(key: JournalMetadata.coordinates) }
}
