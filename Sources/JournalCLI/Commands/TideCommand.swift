import ArgumentParser
import Foundation
import Journal
import JournalInsight
import JournalTransfer
import SurfLanguage
import TidesAndLight

struct TideCommand: JournalCommand {
    static let configuration = CommandConfiguration.command(
        "tide", abstract: "Tide, sun and moon at a place.",
        discussion: """
            Shows the high and low waters, the light and the moon of a day, today by default, at a place with coordinates. \
            Without a place it takes the one that you surf most. Several days are shown as a list. Everything is computed on \
            this computer, from the constants of the nearest tide station. It is not for navigation.

              surfjournal tide
              surfjournal tide Rincon tomorrow
              surfjournal tide Rincon 2026-07-01..2026-07-31 --format ics > tides.ics
              surfjournal tide 'Ocean Beach' --svg tide.svg
              surfjournal tide --station 'Santa Barbara' 2026-07-04 --json

            'surfjournal spots set PLACE --at LATITUDE,LONGITUDE' sets the coordinates of a place, and 'surfjournal spots \
            tide PLACE' shows which station it uses.
            """)

    /// The values of `--format`.
    enum FormatName: String, CaseIterable, ExpressibleByArgument {
        case ics
    }

    @Argument(
        help: ArgumentHelp("A place, and a day or a span of days.", valueName: "words"), completion: .value(.place))
    var words: [String] = []
    @Option(
        help: ArgumentHelp("A tide station instead of a place.", valueName: "name"), completion: .value(.nothing))
    var station: String?
    @Option(help: ArgumentHelp("Write the curve to an SVG file.", valueName: "file"), completion: .file())
    var svg: String?
    @Flag(help: "Replace an existing file.") var force = false
    @Option(help: ArgumentHelp("Print a calendar of the high and low waters.", valueName: "format"))
    var format: FormatName?
    @OptionGroup var picture: PictureOptions
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in context: CommandContext) throws {
        if format != nil, context.isJSON { throw Refusal.exclusive(["--format", "--json"]) }
        let journal = try context.openJournal()
        let (typed, days) = typedDays(context)
        if station != nil, let typed {
            throw Refusal.exclusive(["--station", "a place ('\(TerminalSafe.text(typed))')"])
        }
        var found = try request(typed, journal, context)
        let span = try found.days(days, context)
        let forecast = try TideForecast(place: found.place, sea: &found.sea, days: span)
        try write(forecast, &found.sea, journal, context)
    }

    /// Splits the words: the longest end of them that names days, and the place before it.
    private func typedDays(_ context: CommandContext) -> (place: String?, days: String?) {
        for index in words.indices {
            let days = words[index...].joined(separator: " ")
            guard (try? context.filterReader.term(.date, days)) != nil else { continue }
            return (index == 0 ? nil : words[..<index].joined(separator: " "), days)
        }
        return (words.isEmpty ? nil : words.joined(separator: " "), nil)
    }

    private func request(_ typed: String?, _ journal: Journal, _ context: CommandContext) throws -> TideRequest {
        if let station {
            let sea = try context.sea(of: journal)
            return TideRequest(place: nil, sea: sea.sea(at: try context.station(station, in: sea)))
        }
        guard let sea = try context.seaIfKnown(of: journal) else {
            if let typed { try context.requireNoOther(typed, in: journal) }
            throw typed.map { Refusal.noPlaceCoordinates($0) } ?? Refusal.noSea
        }
        guard let place = try typed ?? context.homePlaces(of: journal, sea).first else { throw Refusal.noSea }
        let found = try sea.sea(at: place)
        if found.position == nil, found.station == nil {
            try context.requireNoOther(place, in: journal)
            throw Refusal.noPlaceCoordinates(place)
        }
        return TideRequest(place: place, sea: found)
    }

    private func write(
        _ forecast: TideForecast, _ sea: inout PlaceSea, _ journal: Journal, _ context: CommandContext
    ) throws {
        if let svg { try draw(forecast, &sea, to: svg, sparing: journal.files, context) }
        if context.isJSON { return try context.console.json(forecast.json) }
        let text = SeaText(units: context.settings.units.length)
        if format == .ics { return try context.console.data(forecast.calendar(text, now: context.now)) }
        if let svg { return context.console.note("Drew \(svg).") }
        let lines = TideText(forecast, text: text, glyphs: context.glyphs(picture), width: context.pictureWidth)
        try context.console.lines(lines.lines(&sea))
    }

    private func draw(
        _ forecast: TideForecast, _ sea: inout PlaceSea, to path: String, sparing spared: JournalFiles,
        _ context: CommandContext
    ) throws {
        guard sea.station != nil else { throw Refusal.usage("There is no tide to draw: no tide station is nearby.") }
        guard forecast.days.count <= TideSVG.maxDays else {
            throw Refusal.usage("--svg draws at most \(TideSVG.maxDays) days.")
        }
        let picture = TideSVG(forecast, text: SeaText(units: context.settings.units.length)).text(&sea)
        let file = try OutputFile.replacing(path, force: force, sparing: spared)
        try file.write(Array(picture.utf8))
        try file.commit()
    }
}

/// A place or a station of which tides are asked.
private struct TideRequest {
    let place: String?
    var sea: PlaceSea

    /// The numbers of the days at the place.
    func days(_ typed: String?, _ context: CommandContext) throws -> ClosedRange<Int> {
        var sea = sea
        guard let typed else {
            let today = sea.dayNumber(at: context.now)
            return today...today
        }
        let dates = DateReader(now: context.now, zone: sea.zone, order: context.settings.dateOrder)
        let term: FilterTerm
        do throws(FieldError) {
            term = try FilterReader(dates: dates).term(.date, typed)
        } catch {
            throw Refusal.field(error, option: "The day")
        }
        guard case .date(let from?, let before?) = term else { throw Refusal.openSpan }
        let days = sea.dayNumber(at: from)...max(sea.dayNumber(at: from), sea.dayNumber(at: before - 1))
        if days.count > TideForecast.maxDays { throw Refusal.longSpan }
        if let years = sea.years {
            let asked = CivilDay(number: days.lowerBound).year...CivilDay(number: days.upperBound).year
            guard years.contains(asked.lowerBound), years.contains(asked.upperBound) else {
                throw Refusal.noTidesThen(years)
            }
        }
        return days
    }
}

extension CommandContext {
    /// The station with a name.
    /// - Throws: A refusal if there is none or if there are several.
    func station(_ name: String, in sea: SeaOfPlaces) throws -> TideStation {
        guard let table = sea.table else { throw Refusal.noTideTable }
        switch try table.search(name) {
        case .found(let station): return station
        case .current(let name): throw Refusal.stationOfCurrents(name)
        case .several(let names, let count): throw Refusal.severalStations(names, count: count)
        case .none: throw Refusal.noStation(name)
        }
    }

    /// The places about which something is known, those with the most sessions first.
    func homePlaces(of journal: Journal, _ sea: SeaOfPlaces) throws -> [String] {
        let used = try journal.names(.place, EntryQuery()).compactMap(\.name).filter { sea.knows($0) }
        return used.isEmpty ? sea.knownPlaces : used
    }
}

extension Refusal {
    /// A span without a beginning or an end.
    fileprivate static let openSpan = Refusal.usage(
        "A span of days needs both ends, such as 2026-07-01..2026-07-31.")

    fileprivate static let longSpan = Refusal.usage(
        "At most \(TideForecast.maxDays / 366) years can be shown at once.")
}
