import ArgumentParser
import Journal

struct SpotsCommand: JournalCommand {
    static let configuration = CommandConfiguration.command(
        "spots", abstract: "List places, rename them, or set their time zones, coordinates and tides.",
        discussion: """
            Lists your places, most surfed first. The column 'also' shows similar names, which may be the same place.

              surfjournal spots
              surfjournal spots --last 1y
              surfjournal spots --json
              surfjournal spots rename Malibu 'First Point'

            'rename OLD NEW' renames a place in all sessions that have exactly that name, in one step.

              surfjournal spots zone 'Bells Beach' Australia/Melbourne
              surfjournal spots zone 'Bells Beach'
              surfjournal spots zone 'Bells Beach' --clear

            'zone PLACE ZONE' sets the time zone of a place, 'zone PLACE' prints it, and --clear, or - as the zone, \
            forgets it. 'zone' alone lists all. The --time-zone of a session is remembered for its place too.

              surfjournal spots set 'Ocean Beach' --at 37.75,-122.51
              surfjournal spots set 'Bells Beach' --at '38.37S 144.28E'

            'set PLACE --at LATITUDE,LONGITUDE' sets the coordinates of a place, so that 'import' finds the place of \
            a watch's track and 'fill' says where its buoys are. 'set PLACE' prints them, --clear forgets them, and \
            'set' alone lists all.

              surfjournal spots tide 'Ocean Beach'
              surfjournal spots tide 'Ocean Beach' 'San Francisco'

            'tide PLACE' says which station the tides of a place are from: the nearest within 60 km of its coordinates, \
            or the one that 'tide PLACE STATION' chooses. --clear forgets that choice, and 'tide' alone lists all.
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
