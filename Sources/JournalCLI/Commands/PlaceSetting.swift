import Journal
import SurfLanguage

/// A property of places as a command lists, prints, saves and forgets it.
struct PlaceSetting<Value: LosslessStringConvertible & Sendable> {
    /// What to do with the value of one place.
    enum Action {
        case print, save(Value), forget
    }

    let property: PlaceProperty<Value>
    /// The title of the values' column.
    let title: String
    let json: @Sendable (String, Value?) -> JSONValue
    /// The message that a value was saved for a place, whose name is safe to print.
    let saved: @Sendable (String, Value) -> String
    let forgotten: @Sendable (String) -> String
    let missing: @Sendable (String) -> String
    /// The message if no place has a value.
    let noneSaved: String

    /// Lists the values of all places.
    func list(_ journal: Journal, _ context: CommandContext) throws {
        let all = try journal.placeValues(property).all
        if context.isJSON { return try context.console.json(.array(all.map(json))) }
        if all.isEmpty { return context.console.note(noneSaved) }
        let columns = [Table.Column(title: "place", minWidth: 10), Table.Column(title: title)]
        let table = Table(
            columns: columns, rows: all.map { [TerminalSafe.text($0), TerminalSafe.text($1.description)] })
        try context.console.lines(table.fitted(to: context.console.width).lines)
    }

    func run(_ action: Action, _ place: String, in journal: Journal, _ context: CommandContext) throws {
        let name = TerminalSafe.text(place)
        switch action {
        case .save(let value):
            try context.requireNoOther(place, in: journal)
            try journal.set(property, of: place, to: value)
            context.console.note(saved(name, value))
        case .forget:
            context.console.note(try journal.set(property, of: place, to: nil) ? forgotten(name) : missing(name))
        case .print:
            if let value = try journal.placeValues(property)[place] {
                if !context.isJSON { try context.console.line(TerminalSafe.text(value.description)) }
            } else {
                try context.requireNoOther(place, in: journal)
                context.console.note(missing(name))
            }
        }
        if context.isJSON { try context.console.json(json(place, try journal.placeValues(property)[place])) }
    }
}

extension PlaceSetting<String> {
    static var timeZone: Self {
        Self(
            property: .timeZone, title: "time zone",
            json: { ["location": .string($0), "timeZone": JSONValue($1)] },
            saved: { "Times at \($0) are read in \($1) from now on." },
            forgotten: { "The time zone of \($0) is forgotten. Times there are read in this computer's zone." },
            missing: { "No time zone is remembered for \($0). Times there are read in this computer's zone." },
            noneSaved: "No time zones are remembered for places. 'surfjournal spots zone PLACE ZONE' sets one.")
    }
}

extension PlaceSetting<Coordinates> {
    static var coordinates: Self {
        Self(
            property: .coordinates, title: "coordinates",
            json: {
                [
                    "location": .string($0), "latitude": JSONValue($1?.latitude),
                    "longitude": JSONValue($1?.longitude),
                ]
            },
            saved: { "\($0) is at \($1)." }, forgotten: { "The coordinates of \($0) are forgotten." },
            missing: { Messages.noCoordinates(of: $0) },
            noneSaved: "No coordinates are known. 'surfjournal spots set PLACE --at LATITUDE,LONGITUDE' sets them.")
    }
}

extension Messages {
    /// That places have no coordinates, and how to set those of the first; nil without a place.
    /// - Parameter consequence: What follows from it, such as ", so nothing was filled there".
    static func unplaced(_ places: [String], _ consequence: String = "") -> String? {
        guard let first = places.first.map(TerminalSafe.text) else { return nil }
        let subject = places.count == 1 ? "\(first) has" : "\(count(places.count, "place")) have"
        return "\(subject) no coordinates\(consequence). To set them: \(setCoordinates(of: first))."
    }

    /// - Parameter place: A place's name that is safe to print.
    static func noCoordinates(of place: String) -> String {
        "No coordinates are known for \(place). Set them with: \(setCoordinates(of: place))."
    }

    /// The command that sets a place's coordinates.
    /// - Parameters:
    ///   - place: A place's name that is safe to print.
    ///   - position: Where it is; nil for that of the sample journal's spot with that name, if there is one.
    static func setCoordinates(of place: String, to position: Coordinates? = nil) -> String {
        let known = (position ?? SurfSpot.position(of: place))?.description ?? "LATITUDE,LONGITUDE"
        return "surfjournal spots set \(quoted(place)) --at \(known)"
    }
}

extension CommandContext {
    /// Refuses an unknown place if a known one is similar or begins with its words. A place without entries may have
    /// values.
    func requireNoOther(_ place: String, in journal: Journal) throws {
        let names = JournalCompletions(journal: journal, zone: zone).names(.place)
        if names.contains(where: { $0.folded == place.folded }) { return }
        let longer = names.filter { $0.folded.hasPrefix(place.folded + " ") }
        let meant = longer.count == 1 ? longer[0] : suggestedName(.place, place, in: journal)
        if let meant { throw Refusal.noName(.place, place, meant) }
    }
}
