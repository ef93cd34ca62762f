import Journal

extension SeedSession {
    /// The session as the journal's model keeps it.
    var entryValues: EntryValues {
        EntryValues(
            date: date, location: location, height: height, period: period, wind: wind, rating: Int16(clamping: rating))
    }
}
