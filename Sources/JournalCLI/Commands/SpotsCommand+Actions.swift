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
