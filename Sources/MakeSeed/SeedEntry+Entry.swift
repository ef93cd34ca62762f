import Journal
import SurfLanguage

extension SeedEntry {
    /// The values of the entry: what the surfer noted about the session.
    ///
    /// Which later fields are blank depends only on the session's date, so that a new field does not change the
    /// sessions.
    var entryValues: EntryValues {
        var random = RandomSource(name: "\(Int(date))")
        let coast = SeedEntry.coasts[location]
        var values = EntryValues(
            date: date, location: location, height: height, period: period, wind: wind, rating: Int16(clamping: rating),
            notes: notes)
        values.timeZone = coast?.timeZone
        if random.chance(0.9) { values.board = board }
        if random.chance(0.75) { values.tide = Wording.tide(tide, isMetric: coast?.isMetric ?? false, &random) }
        if random.chance(0.8) { values.crowd = Wording.crowd(crowd, &random) }
        if random.chance(0.7) { values.waves = Int16(clamping: waves) }
        if random.chance(0.85) { values.duration = Double(duration) }
        if random.chance(0.75) { addSwell(to: &values) }
        if random.chance(0.75) { values.waterTemperature = waterTemperature }
        return values
    }

    /// Adds the swell that a buoy would report: in deep water, before the break raises it by half.
    private func addSwell(to values: inout EntryValues) {
        values.swellHeight = (swellHeight * 0.3048 / 1.5 * 10).rounded() / 10
        values.swellPeriod = swellPeriod
        values.swellDirection = swellDirection
    }

    private static let coasts = Dictionary(
        Coast.all.flatMap { coast in coast.breaks.map { ($0.name, coast) } }, uniquingKeysWith: { first, _ in first })
}
