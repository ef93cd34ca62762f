import ArgumentParser
import Journal
import SurfLanguage
import TidesAndLight

/// The options that only find sessions and set no field.
struct FindOptions: ParsableArguments {
    @Option(help: ArgumentHelp("From this day, month or year on.", valueName: "date"), completion: .value(.nothing))
    var from: [String] = []

    @Option(
        help: ArgumentHelp("Up to and including this day, month or year.", valueName: "date"),
        completion: .value(.nothing))
    var to: [String] = []

    @Option(
        help: ArgumentHelp("On this day, or in this month or year.", valueName: "date"), completion: .value(.nothing))
    var on: [String] = []

    @Option(help: ArgumentHelp("In the last 30d, 2w, 6m or 1y.", valueName: "length"), completion: .value(.nothing))
    var last: [String] = []

    @Option(help: ArgumentHelp("The notes have this #tag.", valueName: "tag"), completion: .value(.tag))
    var tag: [String] = []

    @Option(help: ArgumentHelp("The notes mention this @person.", valueName: "person"), completion: .value(.person))
    var with: [String] = []

    @Option(
        help: ArgumentHelp("The height of the tide, such as 1..3ft.", valueName: "range"), completion: .value(.nothing))
    var tideHeight: [String] = []

    @Option(help: ArgumentHelp("The part of the day by its light.", valueName: "part")) var light: [Daylight] = []

    @Option(
        name: .customLong("where"), help: ArgumentHelp("A predicate, such as 'rating >= 4'.", valueName: "predicate"),
        completion: .value(.nothing)
    )
    var condition: [String] = []

    @Option(help: ArgumentHelp("Whether to include the sample sessions.", valueName: "choice"))
    var samples: SampleChoice?

    /// Whether there is none.
    var isEmpty: Bool {
        samples == nil && light.isEmpty && [from, to, on, last, tag, with, tideHeight, condition].allSatisfy(\.isEmpty)
    }

    /// The spelled names of the options.
    static let names = Set(HelpDump.options(of: FindOptions.self).flatMap(\.spelledNames))
}
