import ArgumentParser
import Foundation
import Journal
import JournalInsight
import JournalTransfer
import SurfLanguage
import TidesAndLight

struct FillCommand: JournalCommand {
    static let configuration = CommandConfiguration.command(
        "fill", abstract: "Fill empty swell, wind and water fields from buoys and models.",
        discussion: """
            FILE is a buoy's file of the National Data Buoy Center (recent, yearly or with waves in detail), CSV of a CO-OPS \
            station with times in GMT and metric units, or Open-Meteo's CSV or JSON. Without one, it says where to find \
            stations and their files. Each empty field is filled from the observation nearest in time, at most 90 minutes \
            away, of the nearest station within 100 km. Measured values are preferred to a model's. It shows what it would \
            fill, and asks unless you add --yes. 'show' says where each value came from.

              surfjournal spots set malibu --at 34.03,-118.68
              surfjournal fill --plan
              surfjournal fill station_table.txt 46221h2024.txt.gz --dry-run
              surfjournal fill malibu-2024-*.csv --yes

            --plan prints the commands that fetch the files for your sessions. The files of buoys do not say where they \
            are: name the center's station_table.txt with them. If all files are of one station, or --station names it, \
            every session of the filter is filled from it.

              surfjournal fill --plan station_table.txt
              surfjournal fill *.txt.gz --station 46221 --replace-filled
            """)

    @Argument(
        help: ArgumentHelp("Files of observations, and lists of stations. '-' is standard input.", valueName: "file"),
        completion: .file())
    var files: [String] = []
    @Flag(help: "Print how to fetch the files that you need.") var plan = false
    @Option(
        help: ArgumentHelp("Use this station alone, however far it is.", valueName: "id"), completion: .value(.nothing))
    var station: String?
    @Flag(help: "Also replace filled values by better ones.") var replaceFilled = false
    @OptionGroup(title: "Filter") var filter: FilterOptions
    @Flag(help: "Show what would be filled, without saving.") var dryRun = false
    @OptionGroup var picture: PictureOptions
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    /// The largest number of entries listed before the question.
    private static let shown = 20

    func run(in context: CommandContext) throws {
        for file in files { try context.requireOtherInput(context.path(file)) }
        if plan { return try printPlan(context) }
        if files.isEmpty { return try sayWhere(context) }
        let opened = try observations(context)
        if opened.observations.isEmpty { throw Refusal.noObservations }
        let (journal, query) = try context.open(filter)
        let search = try ActivityLine.showing("Reading the observations", on: context.console) {
            try self.search(opened, query, journal, context)
        }
        let fillings = search.fillings
        context.console.note(
            "Wind is converted to knots; swell is the significant height at sea, not the face of a wave.")
        if !fillings.isEmpty, !dryRun { try confirm(fillings, context) }
        if !dryRun { try context.backUpFirst(journal, changing: fillings.count) }
        let count = fillings.isEmpty || dryRun ? 0 : try journal.fill(fillings)
        if context.isJSON {
            try context.console.json(FillOutput(fillings, context.text).json(filled: count, zone: context.zone))
        } else if dryRun {
            try context.console.lines(table(fillings, context))
            try context.console.flush()
        }
        for note in Messages.unfilled(search) { context.console.note(note) }
        context.console.note(fillings.isEmpty || dryRun ? Messages.wouldFill(fillings.count) : Messages.filled(count))
    }

    /// The files, whose lists of stations have been read.
    func observations(_ context: CommandContext) throws(Refusal) -> ObservationFiles {
        do throws(ObservationFiles.Failure) { return try ObservationFiles(files.map(context.path)) } catch {
            throw .observations(error.path, error.error)
        }
    }

    private func search(
        _ opened: ObservationFiles, _ query: EntryQuery, _ journal: Journal, _ context: CommandContext
    ) throws -> FillSearch {
        let places = try FillPlaces(journal, opened.stations, files: opened.observations, chosen: station)
        var search = try FillSearch(query, of: journal, places, replacesFilled: replaceFilled)
        let cancel = CancelToken()
        try context.interruption.cancelling(target: Messages.cancelledJournal, cancel.cancel) {
            do throws(ObservationFiles.Failure) {
                try opened.read(into: &search, cancel)
            } catch {
                throw Refusal.observations(error.path, error.error)
            }
        }
        return search
    }

    private func table(_ fillings: [Filling], _ context: CommandContext) -> [String] {
        if fillings.isEmpty { return [] }
        let glyphs = context.glyphs(picture)
        return FillOutput(fillings, context.text).table.fitted(to: context.console.width).lines.map(glyphs.line)
    }

    private func confirm(_ fillings: [Filling], _ context: CommandContext) throws {
        let action = "Filling \(Messages.sessions(fillings.count))"
        let without = "fill without asking, or --dry-run to see what would change"
        try context.confirm("Fill these fields of \(Messages.sessions(fillings.count))?", action, without) {
            let shown = Array(fillings.prefix(FillCommand.shown))
            for line in table(shown, context) { context.console.remark(line) }
            if let cut = Messages.cut(shown.count, of: fillings.count) { context.console.remark(cut) }
        }
    }
}

/// Texts about what is filled.
extension Messages {
    fileprivate static func wouldFill(_ count: Int) -> String {
        count == 0
            ? "No session has an empty field with an observation within 90 minutes. Nothing was changed."
            : "\(sessions(count)) would be filled. Nothing was changed."
    }

    fileprivate static func filled(_ count: Int) -> String { "Filled empty fields of \(sessions(count))." }

    /// Why sessions were left that could perhaps be filled.
    fileprivate static func unfilled(_ search: FillSearch) -> [String] {
        let places = unplaced(search.unplaced, ", so only a station that you name with --station is used there")
        let stations = search.unplacedStations.sorted()
        guard let first = stations.first.map(TerminalSafe.text) else { return [places].compactMap(\.self) }
        let subject = stations.count == 1 ? "\(first) is" : "\(count(stations.count, "station")) are"
        return [places].compactMap(\.self) + [
            "No file says where \(subject), so nothing of that was used. Add the center's list, \(Stations.table), or name a station with --station."
        ]
    }
}

extension Refusal {
    fileprivate static var noObservations: Refusal {
        .usage("These are lists of stations. Name a file with observations too, or add --plan.")
    }
}
