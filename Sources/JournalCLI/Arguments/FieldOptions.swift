import ArgumentParser
import Journal
import SurfLanguage

/// An entry's fields as options, which set a field or filter by it.
struct FieldOptions: ParsableArguments {
    @Option(help: ArgumentHelp("When it was.", valueName: "date"))
    var date: [String] = []

    @Option(
        name: [.long, .customLong("spot"), .customLong("place")], help: ArgumentHelp("The place.", valueName: "place"))
    var location: [String] = []

    @Option(help: ArgumentHelp("The height of the waves, such as 4ft, 1.2m or 4-6ft.", valueName: "height"))
    var height: [String] = []

    @Option(help: ArgumentHelp("The wave period, such as 12s.", valueName: "period"))
    var period: [String] = []

    @Option(help: ArgumentHelp("The wind, such as 'offshore 5kts'.", valueName: "wind"))
    var wind: [String] = []

    @Option(help: ArgumentHelp("The rating, from 1 to 5 stars.", valueName: "rating"))
    var rating: [String] = []

    @Option(help: ArgumentHelp("Anything else.", valueName: "text"))
    var notes: [String] = []

    @Option(help: ArgumentHelp("The time zone, such as America/Los_Angeles.", valueName: "zone"))
    var timeZone: [String] = []

    @Option(help: ArgumentHelp("The board.", valueName: "text"))
    var board: [String] = []

    @Option(help: ArgumentHelp("The tide, such as 'low, rising' or 2.4ft.", valueName: "tide"))
    var tide: [String] = []

    @Option(help: ArgumentHelp("How many people were out, such as 12 or packed.", valueName: "crowd"))
    var crowd: [String] = []

    @Option(help: ArgumentHelp("How many waves you caught.", valueName: "count"))
    var waves: [String] = []

    @Option(help: ArgumentHelp("How long you surfed, such as 90 (minutes) or 1h30.", valueName: "time"))
    var duration: [String] = []

    @Option(help: ArgumentHelp("The swell height, such as 5ft or 1.5m.", valueName: "height"))
    var swellHeight: [String] = []

    @Option(help: ArgumentHelp("The measured swell period, such as 14s.", valueName: "period"))
    var swellPeriod: [String] = []

    @Option(
        help: ArgumentHelp("The direction the swell came from, such as 290 (degrees) or WNW.", valueName: "direction"))
    var swellDirection: [String] = []

    @Option(help: ArgumentHelp("The water temperature, such as 17C or 63F.", valueName: "temperature"))
    var waterTemperature: [String] = []

    /// What was typed for each field, in column order.
    var typed: [(field: EntryField, texts: [String])] {
        [
            (.date, date), (.location, location), (.height, height), (.period, period), (.wind, wind),
            (.rating, rating), (.notes, notes), (.timeZone, timeZone), (.board, board), (.tide, tide), (.crowd, crowd),
            (.waves, waves), (.duration, duration), (.swellHeight, swellHeight), (.swellPeriod, swellPeriod),
            (.swellDirection, swellDirection), (.waterTemperature, waterTemperature),
        ].filter { !$0.1.isEmpty }
    }
}
