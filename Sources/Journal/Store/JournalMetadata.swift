/// The keys in the store's metadata of our own journals.
enum JournalMetadata {
    /// Present in journals that surfjournal created; the value is the version of our additions.
    static let version = "SurfJournalVersion"
    /// The keys of the seeded entries, as ranges.
    static let sampleKeys = "SurfJournalSampleKeys"
    /// The time zones of places, by their names.
    static let zones = "SurfJournalZones"
    /// The coordinates of places, by their names.
    static let coordinates = "SurfJournalCoordinates"
    /// The tide stations of places, by their names.
    static let tideStations = "SurfJournalTideStations"

    static func samples(in metadata: [String: any Sendable]) -> SampleKeys {
        (metadata[sampleKeys] as? String).flatMap(SampleKeys.init) ?? SampleKeys()
    }

    /// The metadata of one of our own journals with these seeded entries.
    static func marking(_ metadata: [String: any Sendable], samples: SampleKeys) -> [String: any Sendable] {
        var metadata = metadata
        metadata[version] = 1
        metadata[sampleKeys] = samples.text
        return metadata
    }
}
