import Journal
import JournalInsight
import SurfLanguage
import TidesAndLight

extension SpotsCommand {
    /// `spots tide`, `spots tide PLACE` and `spots tide PLACE STATION`.
    func tide(_ context: CommandContext) throws {
        try globals.checkFormat(of: "spots tide", printsRows: false)
        if !filter.isEmpty { throw Refusal.exclusive(["tide", "a filter"]) }
        guard words.count <= 3, !clear || words.count == 2, !words.dropFirst().contains(where: Self.isNoName) else {
            throw Refusal.nothingToTide
        }
        let journal = try context.openJournal()
        guard words.count > 1 else { return try listTides(journal, context) }
        let place = words[1]
        try context.requireNoOther(place, in: journal)
        if words.count == 3 {
            let station = try context.station(words[2], in: try context.sea(of: journal))
            try journal.set(.tideStation, of: place, to: station.name)
        } else if clear {
            try journal.set(.tideStation, of: place, to: nil)
        }
        try report(place, journal, context)
    }

    private static func isNoName(_ word: String) -> Bool { word.isEmpty || word.contains("\0") }

    /// Says which station a place has.
    private func report(_ place: String, _ journal: Journal, _ context: CommandContext) throws {
        let found = try context.sea(of: journal).station(of: place)
        if context.isJSON { return try context.console.json(SpotsCommand.json(place, try? found.get())) }
        switch found {
        case .success(let station): try context.console.line(Messages.station(station, of: place))
        case .failure(let reason): context.console.note(Messages.noStation(reason, of: place))
        }
    }

    private func listTides(_ journal: Journal, _ context: CommandContext) throws {
        let sea = try context.sea(of: journal)
        let found = try sea.knownPlaces.map { (place: $0, station: try sea.station(of: $0)) }
        if context.isJSON {
            return try context.console.json(.array(found.map { SpotsCommand.json($0.place, try? $0.station.get()) }))
        }
        if found.isEmpty { return context.console.note(Messages.noTides) }
        let columns = [
            Table.Column(title: "place", minWidth: 10), Table.Column(title: "station", minWidth: 10),
            Table.Column(title: "km", alignment: .right),
        ]
        let rows = found.map { place, station -> [String] in
            let station = try? station.get()
            return [
                TerminalSafe.text(place), station.map { TerminalSafe.text($0.station.name) } ?? "-",
                station?.kilometres.map { ShownNumber.decimal($0, 0) } ?? "-",
            ]
        }
        try context.console.lines(Table(columns: columns, rows: rows).fitted(to: context.console.width).lines)
    }

    private static func json(_ place: String, _ station: PlaceStation?) -> JSONValue {
        ["location": .string(place), "station": JSONValue(station), "chosen": JSONValue(station?.isChosen)]
    }
}

extension JSONValue {
    fileprivate init(_ flag: Bool?) { self = flag.map { .bool($0) } ?? .null }
}

extension Messages {
    fileprivate static let noTides =
        "No place has coordinates yet. 'surfjournal spots set PLACE --at LATITUDE,LONGITUDE' sets them."

    fileprivate static func station(_ found: PlaceStation, of place: String) -> String {
        let station = found.station
        let distance = found.kilometres.map { ", \(ShownNumber.decimal($0)) km away" } ?? ""
        let derived = station.reference.map { " Its tides are derived from \(TerminalSafe.text($0))." } ?? ""
        return "Tides at \(TerminalSafe.text(place)) are those of \(TerminalSafe.text(station.name))\(distance)"
            + (found.isChosen ? ", as you chose" : "") + ". Heights are above "
            + "\(TerminalSafe.text(station.datum).lowercased()).\(derived)"
    }

    fileprivate static func noStation(_ reason: NoStation, of place: String) -> String {
        let place = TerminalSafe.text(place)
        switch reason {
        case .noCoordinates:
            return Messages.noCoordinates(of: place) + " Or choose a station."
        case .noneNear:
            return "No tide station is within \(Int(TideTable.farthest)) km of \(place)."
        case .unknown(let name):
            return
                "The station of \(place), \(TerminalSafe.text(name)), is not in the table of tide stations. Choose another."
        }
    }
}

extension Refusal {
    /// No place, or too many words.
    fileprivate static let nothingToTide = Refusal.usage(
        "Name a place, and a station to choose it, such as: surfjournal spots tide 'Ocean Beach' 'San Francisco'.")
}
