/// What a command does if its first operand is a certain word, such as `rename`. It has help of its own.
struct CommandAction: Sendable {
    let name: String
    /// What follows its name, as in a usage line.
    let usage: String
    let abstract: String
    /// More sentences and examples, as in a command's discussion.
    var discussion: String
    /// The command's options that it takes.
    let options: [String]
}

extension CommandAction {
    /// The help, not wrapped, made of its command's.
    func help(_ command: String, ofCommand text: String) -> String {
        let taken = CommandHelp.options(in: text).filter { options.contains($0.name) }.flatMap(\.lines)
        let list = taken.isEmpty ? "" : "\n\nOPTIONS:\n" + taken.joined(separator: "\n")
        return """
            OVERVIEW: \(abstract)

            \(discussion)

            USAGE: surfjournal \(command) \(name) \(usage)\(list)
            """
    }
}

extension SpotsCommand {
    static let actions = [
        CommandAction.renaming(
            "spots", "a place", "in all sessions that have exactly that name", "Malibu 'First Point'"),
        CommandAction(
            name: "zone", usage: "[<place>] [<zone>] [--clear]",
            abstract: "Show or set the time zones of places.",
            discussion: """
                'zone PLACE ZONE' sets the time zone of a place, 'zone PLACE' prints it, and --clear, or - as the zone, \
                forgets it. 'zone' alone lists all. The --time-zone of a session is remembered for its place too.

                  surfjournal spots zone 'Bells Beach' Australia/Melbourne
                  surfjournal spots zone 'Bells Beach'
                  surfjournal spots zone 'Bells Beach' --clear
                """, options: ["--clear"]),
        CommandAction(
            name: "set", usage: "[<place>] [--at <latitude,longitude>] [--clear]",
            abstract: "Show or set the coordinates of places.",
            discussion: """
                'set PLACE --at LATITUDE,LONGITUDE' sets the coordinates of a place, so that 'import' finds the place of \
                a watch's track and 'fill' says where its buoys are. 'set PLACE' prints them, --clear forgets them, and \
                'set' alone lists all.

                  surfjournal spots set 'Ocean Beach' --at 37.75,-122.51
                  surfjournal spots set 'Bells Beach' --at '38.37S 144.28E'
                """, options: ["--at", "--clear"]),
        CommandAction(
            name: "tide", usage: "[<place>] [<station>] [--clear]",
            abstract: "Show or choose the stations that the tides of places are from.",
            discussion: """
                'tide PLACE' says which station the tides of a place are from: the nearest within 60 km of its coordinates, \
                or the one that 'tide PLACE STATION' chooses. --clear forgets that choice, and 'tide' alone lists all.

                  surfjournal spots tide 'Ocean Beach'
                  surfjournal spots tide 'Ocean Beach' 'San Francisco'
                """, options: ["--clear"]),
    ]
}

extension BoardsCommand {
    static let actions = [
        CommandAction.renaming(
            "boards", "a board", "in all sessions that have exactly that name", "'9 noserider' \"9'2 noserider\"")
    ]
}

extension TagsCommand {
    static let actions = [
        CommandAction.renaming(
            "tags", "a tag", "in the notes of all sessions that have it", "dawnie dawnpatrol",
            note: " Quote a # in a shell, because an unquoted one begins a comment there.")
    ]
}

extension PeopleCommand {
    static let actions = [
        CommandAction.renaming("people", "a person", "in the notes of all sessions that mention them", "ana ana-maria")
    ]
}

extension CommandAction {
    fileprivate static func renaming(
        _ command: String, _ thing: String, _ where: String, _ example: String, note: String = ""
    ) -> CommandAction {
        CommandAction(
            name: "rename", usage: "<old> <new> [--dry-run]", abstract: "Rename \(thing).",
            discussion: """
                'rename OLD NEW' renames \(thing) \(`where`), in one step. 'undo' brings the old name back.\(note)

                  surfjournal \(command) rename \(example)
                  surfjournal \(command) rename \(example) --dry-run
                """, options: ["--dry-run"])
    }
}
