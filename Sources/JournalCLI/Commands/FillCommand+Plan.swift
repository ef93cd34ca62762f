import Foundation
import Journal
import JournalInsight
import JournalTransfer
import SurfLanguage

/// Where the files are that `fill` reads. The program never connects to these addresses.
enum Stations {
    static let file = "https://www.ndbc.noaa.gov/data/realtime2/STATION.txt"
    static let older = "https://www.ndbc.noaa.gov/data/historical/stdmet/"
    static let table = "https://www.ndbc.noaa.gov/data/stations/station_table.txt"
    static let map = "https://www.ndbc.noaa.gov/"
    static let page = "https://www.ndbc.noaa.gov/station_page.php?station=STATION"
}

extension FillCommand {
    /// Says where the files of stations are.
    func sayWhere(_ context: CommandContext) throws {
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
            "A station's file covers the last 45 days. STATION is its ID, any letters in capitals, such as 46221:",
            "  " + Stations.file, "Files of earlier years, which may stay compressed:", "  " + Stations.older,
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
        } else {
            context.console.note("To fetch the files for all your sessions: surfjournal fill --plan.")
        }
        context.console.note("Then fill in the values: surfjournal fill STATION.txt --dry-run.")
    }

    /// Prints a command for each station or position, which fetches its files, and then the one that fills.
    func printPlan(_ context: CommandContext) throws {
        for (option, isGiven) in [
            ("--dry-run", dryRun), ("--replace-filled", replaceFilled), ("--station", station != nil),
        ] where isGiven {
            throw Refusal.exclusive(["--plan", option])
        }
        let opened = try observations(context)
        if let other = opened.observations.first { throw Refusal.notForPlan(other) }
        let (journal, query) = try context.open(filter)
        let today = CivilDay(number: StoreTime.unixSecond(context.now).flooredQuotient(86_400))
        let plan = try FillPlan(query, of: journal, opened.stations, today: today)
        if context.isJSON {
            try context.console.json(FillPlanOutput.json(plan))
        } else {
            try context.console.lines(FillPlanOutput.lines(plan, lists: files))
            try context.console.flush()
        }
        for note in FillPlanOutput.notes(plan, hasStations: !opened.stations.isEmpty) { context.console.note(note) }
    }
}

extension Refusal {
    fileprivate static func notForPlan(_ path: String) -> Refusal {
        .usage("\(path) is not a list of stations. --plan takes no files but the center's station_table.txt.")
    }
}

/// How to fetch the files of a plan.
private enum FillPlanOutput {
    static func lines(_ plan: FillPlan, lists: [String]) -> [String] {
        if plan.groups.isEmpty { return [] }
        let commands = plan.groups.flatMap { group in
            [comment(group), "curl --location --fail" + group.files.map(output).joined()]
        }
        let files = lists + plan.groups.flatMap(\.files).map(\.name)
        return commands + [
            "# Then:", "surfjournal fill \(files.map(Messages.quoted).joined(separator: " ")) --dry-run",
        ]
    }

    static func notes(_ plan: FillPlan, hasStations: Bool) -> [String] {
        var notes = [Messages.unplaced(plan.unplaced)].compactMap(\.self)
        if plan.groups.isEmpty {
            notes.append("No session at a place with coordinates lacks a value that could be fetched.")
        } else if !hasStations {
            notes.append(
                "For measured values, fetch the list of buoys too: curl -O \(Stations.table), then 'surfjournal fill --plan station_table.txt'."
            )
        }
        return notes
    }

    static func json(_ plan: FillPlan) -> JSONValue {
        let groups = plan.groups.map { group -> JSONValue in
            [
                "station": .string(group.station), "distanceKm": JSONValue(group.kilometres?.rounded(places: 1)),
                "places": JSONValue(group.places), "sessions": JSONValue(group.sessions),
                "files": .array(
                    group.files.map { ["name": .string($0.name), "address": .string($0.address)] }),
            ]
        }
        return ["groups": .array(groups), "withoutCoordinates": JSONValue(plan.unplaced)]
    }

    private static func comment(_ group: FillPlan.Group) -> String {
        let distance = group.kilometres.map { ", \(Int($0.rounded())) km" } ?? ""
        let places = group.places.map(TerminalSafe.text).joined(separator: ", ")
        return "# \(group.station)\(distance): \(Messages.sessions(group.sessions)) at \(places)"
    }

    private static func output(_ file: FillPlan.File) -> String {
        " --output \(Messages.quoted(file.name)) '\(file.address)'"
    }
}
