import ArgumentParser
import Journal
import SurfLanguage

/// The names of an entry's fields as options: to set a field, and to filter by it.
struct FieldOptions: ParsableArguments {
    @Option(help: ArgumentHelp("When it was.", valueName: "date"))
    var date: [String] = []

    @Option(
        name: [.long, .customLong("spot"), .customLong("place")], help: ArgumentHelp("The place.", valueName: "place"))
    var location: [String] = []

    @Option(help: ArgumentHelp("The height of the waves, as 4ft, 1.2m, 4-6ft.", valueName: "height"))
    var height: [String] = []

    @Option(help: ArgumentHelp("The period of the swell, as 12s.", valueName: "period"))
    var period: [String] = []

    @Option(help: ArgumentHelp("The wind, as 'offshore 5kts'.", valueName: "wind"))
    var wind: [String] = []

    @Option(help: ArgumentHelp("1 to 5.", valueName: "rating"))
    var rating: [String] = []

    @Option(help: ArgumentHelp("What else there is to say.", valueName: "text"))
    var notes: [String] = []

    @Option(help: ArgumentHelp("The time zone, as America/Los_Angeles.", valueName: "zone"))
    var timeZone: [String] = []

    @Option(help: ArgumentHelp("The board.", valueName: "text"))
    var board: [String] = []

    @Option(help: ArgumentHelp("The tide, as 'low, rising' or 2.4ft.", valueName: "tide"))
    var tide: [String] = []

    @Option(help: ArgumentHelp("Who was out, as 12 or packed.", valueName: "crowd"))
    var crowd: [String] = []

    @Option(help: ArgumentHelp("How many waves were caught.", valueName: "count"))
    var waves: [String] = []

    @Option(help: ArgumentHelp("How long it took, as 90 (minutes) or 1h30.", valueName: "time"))
    var duration: [String] = []

    @Option(help: ArgumentHelp("The height of the swell, as 5ft or 1.5m.", valueName: "height"))
    var swellHeight: [String] = []

    @Option(help: ArgumentHelp("The period of the swell that was measured, as 14s.", valueName: "period"))
    var swellPeriod: [String] = []

    @Option(help: ArgumentHelp("Where the swell came from, as 290 (degrees) or WNW.", valueName: "direction"))
    var swellDirection: [String] = []

    @Option(help: ArgumentHelp("The temperature of the water, as 17C or 63F.", valueName: "temperature"))
    var waterTemperature: [String] = []

    /// What was typed for each field, in the order of columns.
    var typed: [(field: EntryField, texts: [String])] {
        [
            (.date, date), (.location, location), (.height, height), (.period, period), (.wind, wind),
            (.rating, rating), (.notes, notes), (.timeZone, timeZone), (.board, board), (.tide, tide), (.crowd, crowd),
            (.waves, waves), (.duration, duration), (.swellHeight, swellHeight), (.swellPeriod, swellPeriod),
            (.swellDirection, swellDirection), (.waterTemperature, waterTemperature),
        ].filter { !$0.1.isEmpty }
    }
}
