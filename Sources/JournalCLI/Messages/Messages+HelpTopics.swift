import SurfLanguage

/// The pages of help. Tests run their examples and compare the results.
extension Messages {
    static let helpSentence = HelpPage(
        title: "SENTENCES",
        blocks: [
            .words(
                "'add' takes a session in one line, as you would say it to a friend. Only the place is required. The rest can "
                    + "come in any order. 'add' prints what it understood, and with --dry-run it saves nothing."),
            .examples(
                [
                    (
                        "yesterday 6am Malibu 3-4ft 14s offshore 4/5",
                        "place Malibu, height 3-4ft, period 14s, wind offshore, rating \u{2605}\u{2605}\u{2605}\u{2605}"
                    ),
                    (
                        "Rincon, waist to chest, glassy, low tide, crowded, 12 waves, 1h30",
                        "place Rincon, height waist to chest, wind glassy, tide low tide, crowd crowded, waves 12, duration 1h30"
                    ),
                    (
                        "\"Trestles, better than yesterday, hurt my knee, ***\"",
                        "place Trestles, rating \u{2605}\u{2605}\u{2605}, notes better than yesterday, hurt my knee"
                    ),
                    ("'\"Sunset Point\" 6ft, on the twin'", "place Sunset Point, height 6ft, board twin"),
                ], column: 0),
            .words(
                "Commas, semicolons and dashes between spaces separate parts. A part is a field only if all of it is one. "
                    + "Otherwise it becomes notes. Quotes keep a name together. A place that you have surfed is found despite a "
                    + "typo, or by its beginning. #tags and "
                    + "@people are notes. In a shell, double-quote the sentence."
            ),
            .words(
                "If something could mean two things, you are asked, or shown a line to copy. See also 'surfjournal help "
                    + "dates' and 'surfjournal help heights'."),
        ])

    static let helpDates = HelpPage(
        title: "DATES AND TIMES",
        blocks: [
            .words(
                "The words can come in any order, and can be English, Spanish, Portuguese, French or German. On Sunday, 22 "
                    + "November 2026, at 10:15, these mean:"),
            .examples(
                [
                    ("yesterday 6am", "Sat 2026-11-21 06:00"), ("dawn", "Sun 2026-11-22 06:00"),
                    ("last friday evening", "Fri 2026-11-20 18:00"), ("tuesday 0730", "Tue 2026-11-17 07:30"),
                    ("3 days ago", "Thu 2026-11-19 12:00"),
                    ("12 Sep 7am", "Sat 2026-09-12 07:00"), ("12.9.25 17h30", "Fri 2025-09-12 17:30"),
                    ("gestern um 9 Uhr", "Sat 2026-11-21 09:00"),
                ], column: 28),
            .words("Filters (--on, --from, --to) also take spans:"),
            .examples(
                [
                    ("last week", "from Mon 2026-11-09 through Sun 2026-11-15"),
                    ("october", "from Thu 2026-10-01 through Sat 2026-10-31"),
                    ("2025", "from Wed 2025-01-01 through Wed 2025-12-31"),
                ], column: 28),
            .words(
                "Without a year, the latest such day is meant. 3/4 could be two days, so you are asked, unless 'surfjournal "
                    + "config date-order dmy' decides. Times are in the zone of their place: see 'surfjournal help spots'."
            ),
        ])

    static let helpHeights = HelpPage(
        title: "HEIGHTS",
        blocks: [
            .words(
                "A height is stored as you type it. In filters, 'like', 'stats' and pictures it counts as feet of the wave's "
                    + "face:"),
            .examples(
                BodyHeight.all.map { ($0.name, feet($0.feet)) } + [
                    ("waist to chest", "2-4 ft"), ("head high+", "5-8 ft"), ("8ft Hawaiian", "16 ft"),
                ], column: 28),
            .words(
                "Find them with 'surfjournal list --height waist..overhead'. A bare number gets the unit of 'config units'."
            ),
        ])

    private static func feet(_ feet: ClosedRange<Double>) -> String {
        let (low, high) = (ShownNumber.decimal(feet.lowerBound), ShownNumber.decimal(feet.upperBound))
        return low == high ? "\(low) ft" : "\(low)-\(high) ft"
    }

    static let helpImport = HelpPage(
        title: "SPREADSHEETS",
        blocks: [
            .words(
                "'import' works out how a file is written, and reports it: the separator, the encoding, titles above the "
                    + "header, decimal commas, units, the order of dates, and headers in five languages. It imports "
                    + "all rows or none, and skips sessions that you already have. --dry-run shows what it would do. If old.csv is:"
            ),
            .text(["date,place,height,Fun", "2025-09-12 07:00,Malibu,1.5,4", "2025-09-13 08:00,,2,9"]),
            .examples(
                [
                    ("surfjournal import old.csv --skip-bad", "1 session; place Malibu, height 1.5ft"),
                    ("surfjournal import old.csv --location Rincon", "2 sessions; place Malibu, place Rincon"),
                    ("surfjournal import old.csv --allow-missing --units m", "2 sessions; height 1.5m, height 2m"),
                    (
                        "surfjournal import old.csv --map Fun=rating --skip-bad",
                        "1 session; rating \u{2605}\u{2605}\u{2605}\u{2605}"
                    ),
                ], column: 0),
            .words(
                "Bad rows go to old.csv.rejects.csv, to be corrected and imported. --map Fun= skips a column, --where 'Sport "
                    + "= Surfing' selects rows, --date-order dmy decides what 3/4 means. 'surfjournal import --help' lists all options."
            ),
        ])

    static let helpFields = HelpPage(
        title: "FIELDS",
        blocks: [
            .words("'add' and 'edit' set these, 'like' compares them, and filters find by them:"),
            .examples(
                EntryField.allCases.map { field in
                    let names = [field.flag] + field.definition.otherNames.map { "--" + $0 }
                    return (names.joined(separator: ", "), field.definition.help)
                }, column: 24),
        ])

    static let helpFilters = HelpPage(
        title: "FILTERS",
        blocks: [
            .words("'list', 'stats', 'plot', 'export', 'delete' and others take filters. All of them must match:"),
            .examples(
                [
                    ("surfjournal list malibu", "the place, wind, board or notes contain 'malibu'"),
                    ("surfjournal list --location 'bells'", "the place contains 'bells'"),
                    ("surfjournal list --rating 4..", "4 stars or more, also --rating 4+"),
                    ("surfjournal list --height 3..6ft", "3 to 6 feet, also in words: waist..overhead"),
                    ("surfjournal list --wind ..10kts", "10 knots at most"),
                    ("surfjournal list --swell-direction W..NNW", "from W clockwise to NNW"),
                    ("surfjournal list --on 2025-10", "in October 2025"),
                    ("surfjournal list --from friday", "since Friday"),
                    ("surfjournal list --last 6m", "in the last 6 months: also 30d, 2w, 1y"),
                    ("surfjournal list --where 'waves > 10'", "a predicate, as in Core Data"),
                ], column: 44),
            .words("A text matches if it contains what you type, ignoring case and accents. Ranges include both ends."),
        ])

    static let helpDrafts = HelpPage(
        title: "DRAFTS",
        blocks: [
            .words(
                "A draft is a change that is not saved yet. It survives a crash and a closed terminal, and no other command "
                    + "sees it:"),
            .examples(
                [
                    ("surfjournal edit last --rating 2 --draft", "start a draft"),
                    ("surfjournal drafts", "show your drafts"),
                    ("surfjournal edit d1 --wind glassy", "change a draft"),
                    ("surfjournal cancel d1", "discard it"),
                    ("surfjournal undo", "bring it back"), ("surfjournal save d1", "save it"),
                ], column: 44),
            .words(
                "At the prompt, 'add' alone and 'edit ID' alone work on a draft until 'save' or 'cancel'. If the session was "
                    + "changed elsewhere in the meantime, 'save' merges changes to different fields and asks about the others. "
                    + "'surfjournal drafts --help' explains the command."),
        ])

    static let helpOptions = HelpPage(
        title: "OPTIONS OF EVERY COMMAND",
        blocks: [
            .words(manualGlobals),
            .examples(GlobalOptions.explained, column: 24),
        ])
}
