/// What the manual page says beside the commands' own help.
extension Sentences {
    static let manualDescription = """
        surfjournal keeps a journal of surf sessions in one SQLite file, which Apple's Core Data opens as well. What it says it \
        saved is on the disk; adding and editing happen on scratchpads that leave no trace unless they are saved; an export \
        sees one moment of the journal; two people who edit one session are told, and asked, and lose nothing.

        Without a command on a terminal it opens a session (see SESSIONS); with standard input from elsewhere it carries out the \
        commands there. The first command that needs a journal makes one, with sample sessions to try things on; \
        'surfjournal sample remove' takes them out.

        Data goes to standard output, everything else to standard error. 'sj' is a short name of the installed program: \
        'sj add Malibu, 4ft'.
        """

    static let manualFields = """
        A session has a place and a date, and of the others what you write down. 'add', 'edit' and 'like' set them, 'edit' \
        empties one with --clear. Heights are in feet unless they or --units say otherwise. A value that begins with a hyphen \
        is written --wind=-4.
        """

    static let manualFilter = """
        The fields' options find sessions where a command takes a FILTER: by a part of a text, whatever case and accents, or by \
        a number or a range of numbers, both ends included: 4.., 3..6ft, ..8s. Directions go clockwise. Further options:
        """

    static let manualGlobals = "They stand before or behind the command; -- ends options."

    static let manualChapters = [
        (
            "DATES",
            """
            2026-09-12, 2026-09-12T07:00-07:00, today, yesterday 7am, friday 19:30, 3 days ago, 12 Sep, Sep 12 2025. A day \
            alone is its noon, and 2014-08 all of a month where a filter takes it. 03/04 and 3/4/25 need --date-order. A date \
            in the future is refused. A time is read in the zone that --time-zone gives, else in that of its place (see 'spots'), \
            else in the computer's. 'surfjournal help dates' has more.
            """
        ),
        (
            "SESSIONS",
            """
            At the prompt the same commands work without the program's name, with line editing, history and Tab. 'edit' and \
            'add' open a scratchpad, which is on the disk before the next prompt; inside it 'set FIELD VALUE', 'show', \
            'diff', 'undo', 'redo', 'save' and 'cancel' work on it. An 'export FILE &' runs in the background; 'jobs', \
            'wait %1' and 'cancel %1' see to it. 'exit' or Ctrl-D leaves, and an open scratchpad stays as a draft.
            """
        ),
    ]

    /// Every exit code, and what it means.
    static let exitCodes = [
        ("0", "Done; a list or an export of nothing is done too."),
        ("1", "A failure: a full disk, no permission, a target that exists."),
        ("2", "A command, option or value that cannot be understood, or a question that cannot be asked."),
        ("3", "A session, a draft or the journal that --store names is not there."),
        ("4", "The session changed meanwhile; nothing was saved."),
        ("5", "A file's fault: no journal, damaged, rows that cannot be read; or 'check' found something."),
        ("6", "The journal stayed in use by another process for 5 seconds."),
        (
            "129, 130, 143",
            "Ended by a hang-up, by Ctrl-C, by SIGTERM; what was not saved is kept as a draft or was not begun."
        ),
    ]

    /// The variables that the program looks at.
    static let environment = [
        ("SURFJOURNAL_STORE", "The journal to use in the place of the default one; made if missing."),
        ("XDG_DATA_HOME", "Where the default journal's folder lies; ~/.local/share where it is not set."),
        ("XDG_CONFIG_HOME", "Where the settings' folder lies; ~/.config where it is not set."),
        ("XDG_STATE_HOME", "Where the history of sessions lies; ~/.local/state where it is not set."),
        ("TZ", "The time zone in which dates are read and shown; UTC, with a note, where it names none."),
        ("VISUAL, EDITOR", "The editor of --editor."),
        ("NO_COLOR, CLICOLOR_FORCE", "Never, or always, use colour; --color beats them."),
        ("TERM, LANG, LC_ALL, LC_CTYPE", "A dumb terminal, or one outside UTF-8, gets ASCII pictures."),
        ("COLUMNS", "How wide tables and pictures may be, where no terminal says it."),
    ]

    /// The files that the program reads and writes.
    static let files = [
        (
            "~/.local/share/surfjournal/SurfJournalModel.sqlite",
            "The journal, with its -wal and -shm while it is in use or was last used by a program that was killed."
        ),
        ("~/.local/share/surfjournal/SurfJournalModel.sqlite-drafts", "The drafts, one file each."),
        (
            "~/.config/surfjournal/config",
            "The settings, as lines of 'units = m', 'color = never', 'date-order = dmy' or 'goal = 100'; 'config' writes them."
        ),
        ("~/.local/state/surfjournal/history", "The lines that were typed in sessions."),
    ]

    static let manualExamples = [
        (
            "Add what happened this morning, and say more about it:",
            [
                "surfjournal add \"7am: Malibu, 4ft @ 12s, offshore 5kts, ****\"",
                "surfjournal edit last --board 'the blue fish' --duration 1h30",
            ]
        ),
        (
            "See when a place is at its best, and what days like tomorrow were like:",
            [
                "surfjournal stats --by place --last 2y",
                "surfjournal like --height 5ft --period 14s --wind 'offshore 5kts'",
            ]
        ),
        (
            "Give a program the best sessions of a year:",
            ["surfjournal list --on 2026 --rating 5 --json | jq -r '.[].location'"]
        ),
        (
            "Think twice:",
            ["surfjournal edit last --draft --rating 2", "surfjournal save", "surfjournal undo", "surfjournal redo"]
        ),
    ]
}
