import Journal
import JournalInsight
import SurfLanguage

extension SpotsCommand {
    /// `spots zone`, `spots zone PLACE` and `spots zone PLACE ZONE`.
    func zone(_ context: CommandContext) throws {
        let typed = words.count > 2 ? words[2] : nil
        let clears = clear || typed == "-"
        guard words.count <= 3, !clear || words.count == 2 else { throw Refusal.nothingToZone }
        if let typed, !clears, ZoneNames.zone(typed) == nil { throw Refusal.notAZone(typed, of: words[1]) }
        try run(.timeZone, clears ? .forget : typed.map { .save($0) } ?? .print, or: .nothingToZone, context)
    }

    /// `spots set`, `spots set PLACE` and `spots set PLACE --at LATITUDE,LONGITUDE`.
    func set(_ context: CommandContext) throws {
        if clear, at != nil { throw Refusal.exclusive(["--clear", "--at"]) }
        guard words.count <= 2, words.count == 2 || (!clear && at == nil) else { throw Refusal.nothingToSet }
        let position = try at.map(SpotsCommand.coordinates)
        let journal = try run(
            .coordinates, clear ? .forget : position.map { .save($0) } ?? .print, or: .nothingToSet, context)
        if words.count == 1, !context.isJSON { try offer(journal, context) }
    }

    /// Offers the coordinates of places that the sample journal knows.
    private func offer(_ journal: Journal, _ context: CommandContext) throws {
        let saved = try journal.placeValues(.coordinates)
        let known = try journal.latestNames(.place, of: EntryQuery(limit: SpotsCommand.searched)).filter {
            saved[$0] == nil && SurfSpot.position(of: $0) != nil
        }
        for place in known.prefix(SpotsCommand.offered) {
            context.console.note(
                "\(TerminalSafe.text(place)) is known: \(Messages.setCoordinates(of: TerminalSafe.text(place))).")
        }
    }

    /// The newest sessions whose places are looked at, and the most places offered.
    private static let (searched, offered) = (1_000, 5)

    /// - Parameter refusal: What an invalid place is refused with.
    /// - Returns: The journal.
    @discardableResult
    private func run<Value>(
        _ setting: PlaceSetting<Value>, _ action: PlaceSetting<Value>.Action, or refusal: Refusal,
        _ context: CommandContext
    ) throws -> Journal {
        try globals.checkFormat(of: "spots \(words[0])", printsRows: false)
        if !filter.isEmpty { throw Refusal.exclusive([words[0], "a filter"]) }
        if words.count > 1, words[1].isEmpty || words[1].contains("\0") { throw refusal }
        let journal = try context.openJournal()
        if words.count > 1 {
            try setting.run(action, words[1], in: journal, context)
        } else {
            try setting.list(journal, context)
        }
        return journal
    }

    private static func coordinates(_ text: String) throws(Refusal) -> Coordinates {
        guard let coordinates = Coordinates(text) else { throw .notCoordinates(text) }
        return coordinates
    }
}

extension Refusal {
    /// No place, or too many words.
    fileprivate static let nothingToZone = Refusal.usage(
        "Name a place and its zone, such as: surfjournal spots zone 'Bells Beach' Australia/Melbourne.")

    fileprivate static func notAZone(_ text: String, of place: String) -> Refusal {
        Refusal(.usage, Messages.notAZone(text, "", try: "surfjournal spots zone \(Messages.quoted(place))"))
    }

    /// No place, or too many words.
    fileprivate static let nothingToSet = Refusal.usage(
        "Name a place and its coordinates, such as: surfjournal spots set 'Ocean Beach' --at 37.75,-122.51.")

    fileprivate static func notCoordinates(_ text: String) -> Refusal {
        .usage(
            "--at '\(text)' is not valid: use the latitude and the longitude in degrees, such as --at 37.75,-122.51, --at=-38.37,144.28 or --at '38.37S 144.28E'."
        )
    }
}
