import Foundation
import Journal
import SurfLanguage

/// `spots zone`, `spots zone PLACE` and `spots zone PLACE ZONE`.
extension SpotsCommand {
    func zone(_ context: CommandContext) throws {
        try globals.checkFormat(of: "spots zone", printsRows: false)
        if !filter.isEmpty { throw Refusal.exclusive(["zone", "a filter"]) }
        guard words.count <= 3, words.count > 1 || !clear, words.count < 3 || !clear else {
            throw Refusal.nothingToZone
        }
        guard words.count > 1 else { return try listZones(context) }
        let (place, typed) = (words[1], words.count > 2 ? words[2] : nil)
        if place.isEmpty || place.contains("\0") { throw Refusal.nothingToZone }
        if let typed, typed != "-", ZoneNames.zone(typed) == nil { throw Refusal.notAZone(typed) }
        let journal = try context.openJournal()
        if clear || typed == "-" {
            try forget(place, journal, context)
        } else if let typed {
            try remember(typed, of: place, journal, context)
        } else {
            try show(place, journal, context)
        }
        if context.isJSON { try write([(place, try journal.placeZones().zone(of: place))], isList: false, context) }
    }

    private func remember(_ zone: String, of place: String, _ journal: Journal, _ context: CommandContext) throws {
        try requireNoOther(place, journal, context)
        try journal.setZone(zone, of: place)
        context.console.note(Messages.zoneRemembered(zone, of: place))
    }

    private func forget(_ place: String, _ journal: Journal, _ context: CommandContext) throws {
        let isChanged = try journal.setZone(nil, of: place)
        let forgotten = "The time zone of \(TerminalSafe.text(place)) is forgotten."
        context.console.note(
            isChanged ? forgotten + " Times there are read in this computer's zone." : SpotsCommand.noZone(of: place))
    }

    private func show(_ place: String, _ journal: Journal, _ context: CommandContext) throws {
        guard let zone = try journal.placeZones().zone(of: place) else {
            try requireNoOther(place, journal, context)
            return context.console.note(SpotsCommand.noZone(of: place))
        }
        if !context.isJSON { try context.console.line(zone) }
    }

    private static func noZone(of place: String) -> String {
        "No time zone is remembered for \(TerminalSafe.text(place)). Times there are read in this computer's zone."
    }

    /// Refuses an unknown place if a known one is similar or begins with its words. A place without entries may have a
    /// zone.
    func requireNoOther(_ place: String, _ journal: Journal, _ context: CommandContext) throws {
        let names = JournalCompletions(journal: journal, zone: context.zone).names(.place)
        if names.contains(where: { $0.folded == place.folded }) { return }
        let longer = names.filter { $0.folded.hasPrefix(place.folded + " ") }
        let meant = longer.count == 1 ? longer[0] : context.suggestedName(.place, place, in: journal)
        if let meant { throw Refusal.noName(.place, place, meant) }
    }

    private func listZones(_ context: CommandContext) throws {
        let zones = try context.openJournal().placeZones().all
        if context.isJSON { return try write(zones.map { ($0.place, $0.zone) }, isList: true, context) }
        if zones.isEmpty {
            return context.console.note(
                "No time zones are remembered for places. 'surfjournal spots zone PLACE ZONE' sets one.")
        }
        let columns = [Table.Column(title: "place", least: 10), Table.Column(title: "time zone")]
        let table = Table(
            columns: columns, rows: zones.map { [TerminalSafe.text($0.place), TerminalSafe.text($0.zone)] })
        try context.console.lines(table.fitted(to: context.console.width).lines)
    }

    private func write(_ zones: [(place: String, zone: String?)], isList: Bool, _ context: CommandContext) throws {
        let objects = zones.map { place, zone -> JSONValue in ["location": .string(place), "timeZone": JSONValue(zone)]
        }
        if isList { return try context.console.json(.array(objects)) }
        for object in objects { try context.console.json(object) }
    }
}

extension Refusal {
    /// No place, or too many words.
    fileprivate static let nothingToZone = Refusal.usage(
        "Name a place and its zone, such as: surfjournal spots zone 'Bells Beach' Australia/Melbourne.")

    fileprivate static func notAZone(_ text: String) -> Refusal {
        Refusal(.usage, Messages.notAZone(text, "", try: "surfjournal spots zone PLACE"))
    }
}
