/// The parts of the manual page that do not come from the commands' help.
extension Messages {
    static let manualDescription = """
        surfjournal keeps a journal of your surf sessions in one SQLite file, which Apple's Core Data can open too. When \
        it says that a session is saved, the session is on the disk. At the prompt, what you are editing is a draft until \
        you save it. An export shows the journal at one moment. If two people edit the same session, both are told and \
        nothing is lost.

        Without a command, it opens the prompt on a terminal (see THE PROMPT), and otherwise runs the commands that it reads from \
        standard input. The first command creates a journal with sample sessions to try things on. Remove them with \
        'surfjournal sample remove'.

        Data goes to standard output, everything else to standard error. 'sj' is a short name of the installed program: \
        'sj add Malibu, 4ft'.
        """

    static let manualFields = """
        A session has a place, a date, and whatever else you record. 'add', 'edit' and 'like' take these options, and 'edit' \
        clears a field with --clear. Heights are in feet unless they or --units say otherwise. Write a value that begins with a \
        hyphen as in --wind=-4.
        """

    static let manualFilter = """
        Commands that take a FILTER find sessions by their fields: by part of a text, ignoring case and accents, by \
        a number, or by a range such as 4.., 3..6ft or ..8s, which includes both ends. Ranges of directions go clockwise. --tag \
        and --with find a #tag or an @person in the notes, as a whole word. More options:
        """

    static let manualGlobals = "They can come before or after the command. -- ends the options."

    static let manualChapters = [
        (
            "DATES",
            """
            2026-09-12, 2026-09-12T07:00-07:00, today, yesterday 7am, friday 19:30, 3 days ago, 12 Sep, Sep 12 2025. A day \
            alone means noon. In a filter, 2014-08 means the whole month. 03/04 and 3/4/25 need --date-order. A date \
            in the future is refused. A time is read in the zone that --time-zone gives, else in that of its place (see 'spots'), \
            else in the computer's. 'surfjournal help dates' has more.
            """
        ),
        (
            "IMPORTED FILES",
            """
            'import' works out and reports a table's separators, its encoding, lines above the header, the order of dates, and \
            units in headers. Use --map to say what another column is. That is remembered for the next file with the same \
            header. A session that you already have is skipped if it is equal in every field. A row of an earlier export that \
            you changed in a spreadsheet changes its session, unless you add --new; what was changed here since stays. \
            Heights without a unit are in feet, or in the unit of --units or 'config units'. Bare numbers for swell are in \
            metres, periods in seconds, temperatures in °C.

              surfjournal import old.csv --map Break=location --map Remarks=
              surfjournal import old.csv --map 'Rating=rating:POOR=1,FAIR=3,GOOD=4'
              surfjournal import old.csv --date-order mdy --skip-bad

            A track of a watch becomes a session with its start, its duration, and as its place the nearest one within 3 km \
            that has coordinates. Waves and conditions stay empty, because a track does not record them. Tracks of other \
            sports, such as running, are skipped, and so are tracks whose session you already have: it begins within a \
            minute, or is at the same place at the same time. Of Apple Health's export.xml the surf sessions are imported.

              surfjournal spots set 'Ocean Beach' --at 37.75,-122.51
              surfjournal import activity.gpx
              surfjournal import apple_health_export/export.xml --location 'Ocean Beach'

            Other diaries are jrnl's text and JSON, Day One's JSON and CSV, tables in Markdown, notes with front matter, and \
            texts with a sentence on each line. Entries that are not about surfing are skipped. Any file may be compressed \
            with gzip.
            """
        ),
        (
            "THE PROMPT",
            """
            At the prompt, the same commands work without the program's name, with line editing, history and Tab. 'add' and \
            'edit ID' alone start a draft, which is on the disk before the next prompt. Then 'set FIELD VALUE', 'show', \
            'diff', 'undo', 'redo', 'save' and 'cancel' work on it. 'export FILE &' runs in the background. 'jobs', \
            'wait %1' and 'cancel %1' control it. 'exit' or Ctrl-D quits, and what you are editing stays as a draft.
            """
        ),
    ]

    /// All exit codes and their meanings.
    static let exitCodes = [
        ("0", "Success, also for an empty list or export."),
        ("1", "Failure: a full disk, missing permission, an existing target."),
        ("2", "A command, option or value was not understood, or a question could not be asked."),
        ("3", "A session, draft or journal does not exist."),
        ("4", "The session was changed elsewhere. Nothing was saved."),
        ("5", "A file is not a journal, is damaged, or has bad rows, or 'check' found problems."),
        ("6", "The journal was in use by another process for 5 seconds."),
        (
            "129, 130, 143",
            "Stopped by a hang-up, Ctrl-C or SIGTERM. Unsaved changes are kept as drafts."
        ),
    ]

    /// The environment variables that the program uses.
    static let environment = [
        ("SURFJOURNAL_STORE", "The journal to use instead of the default one. Created if missing."),
        ("XDG_DATA_HOME", "Where the folder of the default journal is (default: ~/.local/share)."),
        ("XDG_CONFIG_HOME", "Where the folder of the settings is (default: ~/.config)."),
        ("XDG_STATE_HOME", "Where the folder of the prompt's history is (default: ~/.local/state)."),
        ("TZ", "The time zone of dates (UTC, with a note, if it is unknown)."),
        ("VISUAL, EDITOR", "The editor that --editor opens."),
        ("PAGER", "What shows a list that is longer than the terminal (default: less -FRX). Empty or cat: nothing."),
        ("NO_PAGER", "Never use a pager."),
        ("NO_COLOR, CLICOLOR_FORCE, FORCE_COLOR", "Never, or always, use colour. --color overrides them."),
        ("TERM, LANG, LC_ALL, LC_CTYPE", "Dumb terminals, and those without UTF-8, get ASCII pictures."),
        ("LANG, LC_ALL, LC_MEASUREMENT", "Temperatures are in °F where the locale is of the USA, otherwise in °C."),
        ("PERSISTENCE_SQLDEBUG", "Shows SQL on standard error as -v does: 1 or 2, or 3 with its values."),
        ("COLUMNS", "The width of tables and pictures, if there is no terminal."),
    ]

    /// The files that the program reads and writes.
    static let files = [
        (
            "~/.local/share/surfjournal/SurfJournalModel.sqlite",
            "The journal, with its -wal and -shm while it is in use or after a crash."
        ),
        ("~/.local/share/surfjournal/SurfJournalModel.sqlite-drafts", "The drafts."),
        (
            "~/.config/surfjournal/config",
            "The settings, as lines of 'units = m', 'color = never', 'date-order = dmy' or 'goal = 100'. 'config' changes them."
        ),
        ("~/.local/state/surfjournal/history", "The lines typed at the prompt."),
        (
            "share/doc/surfjournal",
            "README.md and the documentation, in the folder in which the program is installed: /usr, /usr/local or ~/.local."
        ),
    ]

    static let manualExamples = [
        (
            "Add this morning's session, then more about it:",
            [
                "surfjournal add \"7am: Malibu, 4ft @ 12s, offshore 5kts, ****\"",
                "surfjournal edit last --board 'the blue fish' --duration 1h30",
            ]
        ),
        (
            "See when each place is best, and what similar days were like:",
            [
                "surfjournal stats --by place --last 2y",
                "surfjournal like --height 5ft --period 14s --wind 'offshore 5kts'",
            ]
        ),
        (
            "Pass the best sessions of a year to another program:",
            ["surfjournal list --on 2026 --rating 5 --json | jq -r '.[].location'"]
        ),
        (
            "Change your mind:",
            ["surfjournal edit last --draft --rating 2", "surfjournal save", "surfjournal undo", "surfjournal redo"]
        ),
    ]
}
