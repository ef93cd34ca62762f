import ArgumentParser
import Journal
import JournalInsight

struct SpotsCommand: JournalCommand {
    static let configuration = CommandConfiguration.command(
        "spots", abstract: "List places, rename them, or set their time zones.",
        discussion: """
            Lists places, those with the most sessions first. The column 'also' has names that differ only in \
            case, accents, spaces or one letter.

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
            """)

    @Argument(help: ArgumentHelp("What to do: rename OLD NEW, or zone PLACE ZONE.", valueName: "words"))
    var words: [String] = []
    @Flag(help: "Forget the time zone of a place.") var clear = false
    @OptionGroup(title: "Filter") var filter: FilterOptions
    @OptionGroup var picture: PictureOptions
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    static let formats = CommandFormats.rows
    static let operandKinds: [String: [CompletionKind]] = [
        "words": [.words(["rename", "zone"]), .place, .behind(["rename": .place, "zone": .zone]), .behind([:])]
    ]

    func run(in context: CommandContext) throws {
        if words.first == "zone" { return try zone(context) }
        if clear { throw Refusal.misplaced(option: "--clear", command: "spots", instead: "'spots zone PLACE' does") }
        if words.isEmpty { return try list(in: context) }
        try globals.checkFormat(of: "spots rename", printsRows: false)
        guard words.first == "rename", words.count == 3 else {
            throw Refusal.usage("To rename a place, use: surfjournal spots rename Malibu 'First Point'.")
        }
        if !filter.isEmpty { throw Refusal.exclusive(["rename", "a filter"]) }
        try rename(words[1], to: words[2], context)
    }

    private func list(in context: CommandContext) throws {
        let (journal, query) = try context.open(filter)
        let spots = try journal.spots(query)
        let output = SpotOutput(spots, zone: context.zone)
        switch context.format {
        case .json: try context.console.json(output.json)
        case .csv: try context.console.rows(output.csv)
        case .plain: try context.console.rows(output.plain)
        case .human:
            let glyphs = context.glyphs(picture)
            let fitted = output.table.fitted(to: context.console.width)
            if !spots.isEmpty { try context.console.lines(fitted.lines.map(glyphs.line)) }
            try context.console.flush()
            if !fitted.hidden.isEmpty { context.console.note(Messages.tooNarrow(fitted.hidden)) }
            context.console.note(footer(spots, journal, context))
        }
    }

    private func footer(_ spots: [Spot], _ journal: Journal, _ context: CommandContext) -> String {
        if !spots.isEmpty { return Messages.spots(spots) }
        return filter.isEmpty
            ? Messages.emptyJournal : Messages.noMatch(context.suggestedPlace(filter, in: journal))
    }
}

/// `spots rename OLD NEW`.
extension SpotsCommand {
    /// Renames a place in every entry with exactly that name.
    func rename(_ old: String, to new: String, _ context: CommandContext) throws {
        guard !new.isEmpty, old != new, !new.contains("\0") else {
            throw Refusal.usage("The new name must be different from the old one, and not empty.")
        }
        let journal = try context.openJournal()
        journal.act(for: "spots rename")
        let count = try journal.renameSpot(old, to: new)
        if count == 0 { throw Refusal.noSpot(old, context.suggestedPlace(old, in: journal)) }
        context.console.note("Renamed '\(old)' to '\(new)' in \(Messages.sessions(count)).")
        try context.report(json: ["renamed": JSONValue(count), "from": .string(old), "to": .string(new)])
    }
}
