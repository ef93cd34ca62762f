import ArgumentParser
import Journal

/// The names of an entry's fields as options: to set a field, and to filter by it.
struct FieldOptions: ParsableArguments {
    @Option(help: ArgumentHelp("When it was.", valueName: "date"))
    var date: [String] = []

    @Option(name: [.long, .customLong("spot")], help: ArgumentHelp("The place.", valueName: "place"))
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

    /// What was typed for each field, in the order of columns.
    var typed: [(field: EntryField, texts: [String])] {
        [
            (.date, date), (.location, location), (.height, height), (.period, period), (.wind, wind),
            (.rating, rating), (.notes, notes),
        ].filter { !$0.1.isEmpty }
    }
}
