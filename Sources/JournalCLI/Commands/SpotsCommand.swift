import ArgumentParser
import Journal

struct SpotsCommand: JournalCommand {
    static let configuration = CommandConfiguration.command(
        "spots", abstract: "List or rename places, or set their time zones and coordinates.",
        discussion: """
            Lists your places, most surfed first. The column 'also' shows similar names, which may be the same place.

              surfjournal spots
              surfjournal spots --last 1y
              surfjournal spots rename Malibu 'First Point'
              surfjournal spots zone 'Bells Beach' Australia/Melbourne
              surfjournal spots set 'Ocean Beach' --at 37.75,-122.51
              surfjournal spots tide 'Ocean Beach'
            """)

    @Argument(
        help: ArgumentHelp("What to do: rename OLD NEW, zone PLACE ZONE, set PLACE, or tide PLACE.", valueName: "words")
    )
    var words: [String] = []
    @Option(
        help: ArgumentHelp("The coordinates of a place, in degrees.", valueName: "latitude,longitude"),
        completion: .value(.nothing))
    var at: String?
    @Flag(help: "Forget the time zone, the coordinates or the station of a place.") var clear = false
    @Flag(help: "Show what 'rename' would change, without changing it.") var dryRun = false
    @OptionGroup(title: "Filter") var filter: FilterOptions
    @OptionGroup var picture: PictureOptions
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    static let formats = CommandFormats.rows
    static let operandKinds: [CompletionKind] = [
        .words(["rename", "set", "tide", "zone"]), .name(.place), .after(["rename": .name(.place), "zone": .zone]),
        .after([:]),
    ]

    func run(in context: CommandContext) throws {
        if words.first == "set" { return try set(context) }
        if at != nil { throw Refusal.misplaced(option: "--at", command: "spots", instead: "'spots set PLACE' does") }
        if words.first == "zone" { return try zone(context) }
        if words.first == "tide" { return try tide(context) }
        if clear { throw Refusal.misplaced(option: "--clear", command: "spots", instead: "'spots zone PLACE' does") }
        try NameWords(.place, words, filter, picture, globals, isDryRun: dryRun).run(context)
    }
}
