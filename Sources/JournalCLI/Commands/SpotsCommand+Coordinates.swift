import Journal
import SurfLanguage

/// `spots set`, `spots set PLACE` and `spots set PLACE --at LATITUDE,LONGITUDE`.
extension SpotsCommand {
    func set(_ context: CommandContext) throws {
        try globals.checkFormat(of: "spots set", printsRows: false)
        if !filter.isEmpty { throw Refusal.exclusive(["set", "a filter"]) }
        if clear, at != nil { throw Refusal.exclusive(["--clear", "--at"]) }
        guard words.count <= 2, words.count == 2 || (!clear && at == nil) else { throw Refusal.nothingToSet }
        guard words.count == 2 else { return try listCoordinates(context) }
        let place = words[1]
        if place.isEmpty || place.contains("\0") { throw Refusal.nothingToSet }
        let coordinates = try at.map(SpotsCommand.coordinates)
        let journal = try context.openJournal()
        if let coordinates {
            try requireNoOther(place, journal, context)
            try journal.setCoordinates(coordinates, of: place)
            context.console.note("\(TerminalSafe.text(place)) is at \(coordinates.text).")
        } else if clear {
            let isChanged = try journal.setCoordinates(nil, of: place)
            context.console.note(
                isChanged
                    ? "The coordinates of \(TerminalSafe.text(place)) are forgotten."
                    : SpotsCommand.noCoordinates(of: place))
        } else {
            try showCoordinates(of: place, journal, context)
        }
        if context.isJSON {
            try context.console.json(JSONValue(place: place, try journal.placeCoordinates()[place]))
        }
    }

    private func showCoordinates(of place: String, _ journal: Journal, _ context: CommandContext) throws {
        guard let coordinates = try journal.placeCoordinates()[place] else {
            try requireNoOther(place, journal, context)
            return context.console.note(SpotsCommand.noCoordinates(of: place))
        }
        if !context.isJSON { try context.console.line(coordinates.text) }
    }

    private func listCoordinates(_ context: CommandContext) throws {
        let all = try context.openJournal().placeCoordinates().all
        if context.isJSON { return try context.console.json(.array(all.map { JSONValue(place: $0, $1) })) }
        if all.isEmpty {
            return context.console.note(
                "No coordinates are known. 'surfjournal spots set PLACE --at LATITUDE,LONGITUDE' sets them.")
        }
        let columns = [Table.Column(title: "place", least: 10), Table.Column(title: "coordinates")]
        let table = Table(columns: columns, rows: all.map { [TerminalSafe.text($0), $1.text] })
        try context.console.lines(table.fitted(to: context.console.width).lines)
    }

    private static func coordinates(_ text: String) throws(Refusal) -> Coordinates {
        guard let coordinates = Coordinates(text) else { throw .notCoordinates(text) }
        return coordinates
    }

    private static func noCoordinates(of place: String) -> String {
        "No coordinates are known for \(TerminalSafe.text(place)). Set them with --at LATITUDE,LONGITUDE."
    }
}

extension JSONValue {
    /// A place and its coordinates, if they are known.
    init(place: String, _ coordinates: Coordinates?) {
        self = [
            "location": .string(place), "latitude": JSONValue(coordinates?.latitude),
            "longitude": JSONValue(coordinates?.longitude),
        ]
    }
}

extension Refusal {
    /// No place, or too many words.
    fileprivate static let nothingToSet = Refusal.usage(
        "Name a place and its coordinates, such as: surfjournal spots set 'Ocean Beach' --at 37.75,-122.51.")

    fileprivate static func notCoordinates(_ text: String) -> Refusal {
        .usage(
            "--at '\(text)' is not valid: use the latitude and the longitude in degrees, such as --at 37.75,-122.51, --at=-38.37,144.28 or --at '38.37S 144.28E'."
        )
    }
}
