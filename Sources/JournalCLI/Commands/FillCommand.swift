import ArgumentParser
import Foundation
import Journal
import JournalTransfer
import SurfLanguage

struct FillCommand: JournalCommand {
    static let configuration = CommandConfiguration.command(
        "fill", abstract: "Fill empty swell, wind and water fields from a buoy's file.",
        discussion: """
            FILE is a standard meteorological file of the National Data Buoy Center. Each empty field of a session is \
            filled from the nearest reading within an hour that has it. Fields with a value stay as they are. It shows \
            what it would fill, and asks unless you add --yes. It saves all or nothing.

              surfjournal fill 46254.txt --dry-run
              surfjournal fill 46254.txt --location malibu --last 45d
              surfjournal fill 46254.txt --yes

            The file of a station is at https://www.ndbc.noaa.gov/data/realtime2/STATION.txt, with the ID of the \
            station in capitals. It has the last 45 days. Without FILE, this command says where to find stations and \
            their files, and where your places are, if 'spots set PLACE --at LATITUDE,LONGITUDE' gave their coordinates.

              surfjournal spots set malibu --at 34.03,-118.68
              surfjournal fill
              curl -O https://www.ndbc.noaa.gov/data/realtime2/46221.txt
            """)

    @Argument(
        help: ArgumentHelp("The buoy's file (default: say where to get one).", valueName: "file"), completion: .file())
    var file: String?
    @OptionGroup(title: "Filter") var filter: FilterOptions
    @Flag(help: "Show what would be filled, without saving.") var dryRun = false
    @OptionGroup var picture: PictureOptions
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    /// The largest number of entries listed before the question.
    private static let shown = 20

    func run(in context: CommandContext) throws {
        guard let file else { return try sayWhere(context) }
        try context.requireOtherInput(file)
        let buoy = try readings(file)
        let (journal, query) = try context.open(filter)
        let fillings = try journal.fillings(query, from: buoy)
        context.console.note(
            "The buoy's wind is converted from m/s to knots; "
                + "its swell is the significant height at sea, not the face of a wave.")
        if !fillings.isEmpty, !dryRun { try confirm(fillings, context) }
        let count = fillings.isEmpty || dryRun ? 0 : try journal.fill(fillings)
        if context.isJSON {
            try context.console.json(FillOutput(fillings, context.text).json(filled: count, zone: context.zone))
        } else if dryRun {
            try context.console.lines(table(fillings, context))
            try context.console.flush()
        }
        context.console.note(
            fillings.isEmpty || dryRun ? Messages.wouldFill(fillings.count) : Messages.filled(count))
    }

    /// Says where the files of stations are.
    private func sayWhere(_ context: CommandContext) throws {
        if dryRun { throw Refusal.exclusive(["--dry-run", "no file"]) }
        let places = try context.openJournal().placeValues(.coordinates).all.filter { place, _ in
            filter.fields.location.allSatisfy { TextMatch($0).occurs(in: place) }
        }
        if context.isJSON {
            return try context.console.json([
                "file": .string(Stations.file), "older": .string(Stations.older), "map": .string(Stations.map),
                "station": .string(Stations.page),
                "places": .array(places.map { PlaceSetting.coordinates.json($0, $1) }),
            ])
        }
        let lines = [
            "The file of a station has the last 45 days. STATION is its ID in capitals, such as 46221:",
            "  " + Stations.file, "Files of earlier years, which 'gunzip' unpacks:", "  " + Stations.older,
            "A map of all stations, and the page of one:", "  " + Stations.map, "  " + Stations.page,
        ]
        try context.console.lines(lines)
        if !places.isEmpty { try context.console.lines(["Choose the stations on the map that are near your places:"]) }
        for (place, position) in places {
            try context.console.line("  \(TerminalSafe.text(place)) at \(position)")
        }
        try context.console.flush()
        if places.isEmpty {
            context.console.note(
                "Set a place's coordinates to see them here: surfjournal spots set PLACE --at LATITUDE,LONGITUDE."
            )
        }
        context.console.note("Then fill in the readings: surfjournal fill STATION.txt --dry-run.")
    }

    private func readings(_ file: String) throws -> BuoyFile {
        let bytes: [UInt8]
        do throws(BoundedFile.Failure) {
            bytes = try BoundedFile.bytes(at: file, atMost: BuoyFile.sizeLimit, waits: true)
        } catch {
            if error == .tooLarge { throw Refusal.buoy(file, .tooLarge) }
            throw Refusal.failure(
                "\(file) does not exist or cannot be read. Name a buoy's file. 'surfjournal fill' alone says where to get one."
            )
        }
        do throws(BuoyError) {
            return try BuoyFile(bytes)
        } catch {
            throw Refusal.buoy(file, error)
        }
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

/// The addresses of the National Data Buoy Center. The program never connects to them.
private enum Stations {
    static let file = "https://www.ndbc.noaa.gov/data/realtime2/STATION.txt"
    static let older = "https://www.ndbc.noaa.gov/data/historical/stdmet/"
    static let map = "https://www.ndbc.noaa.gov/"
    static let page = "https://www.ndbc.noaa.gov/station_page.php?station=STATION"
}

extension Refusal {
    fileprivate static func buoy(_ path: String, _ error: BuoyError) -> Refusal {
        switch error {
        case .noHeader:
            .badData("\(path) is not a buoy's file: its first line has no columns such as YY MM DD hh mm WVHT.")
        case .line(let line):
            .badData(
                "\(path):\(line): this line has no date, or a value that is not a number. Download the file again.")
        case .lineTooLong(let line):
            .badData(
                "\(path):\(line): this line is longer than \(BuoyFile.lineLimit >> 10) KiB, so this is not a buoy's file. Download it again."
            )
        case .tooLarge:
            .badData("\(path) is larger than \(BuoyFile.sizeLimit >> 20) MiB. Split it into smaller files.")
        case .damaged: .badData("\(path) is compressed, and damaged or incomplete. Download it again.")
        }
    }
}
