import Foundation
import Journal
import SurfLanguage

/// Everything the program says to a person, apart from its errors.
enum Sentences {
    // MARK: Notes

    static func firstLaunch(samples: Int, path: String) -> String {
        "Made your journal with \(sessions(samples, "sample ")) at \(path); "
            + "'surfjournal sample remove' takes the samples out."
    }

    static func made(path: String, entries: Int) -> String {
        entries == 0
            ? "Made an empty journal at \(path)."
            : "Made a journal with \(sessions(entries, "sample ")) at \(path); 'surfjournal sample remove' takes them out."
    }

    static func unknownZone(_ name: String) -> String {
        "TZ is '\(name)', which is no time zone here; dates are read and shown in UTC."
    }

    /// - Parameter suggestion: a place that was nearly named.
    static func noMatch(_ suggestion: String?) -> String {
        suggestion.map { "No sessions match; did you mean '\(Harmless.text($0))'?" } ?? "No sessions match."
    }
    static let emptyJournal = #"The journal has no sessions yet; 'surfjournal add "Malibu, 4ft, ****"' adds one."#
    static let noDrafts = "Nothing is on the scratchpad."

    static func draftsBesideLink(_ folder: String, own: String) -> String {
        "\(folder) is not read: a journal has its drafts beside its own file. Move what is in it to \(own), under numbers "
            + "that are free there."
    }

    /// - Parameter options: what shows more of them.
    static func shown(_ shown: Int, of total: Int, by options: String = "--all or -n") -> String {
        shown < total
            ? "\(grouped(shown)) of \(sessions(total)); \(options) shows more."
            : "\(sessions(total))."
    }

    /// How much of a table stands before a question; nil where it is all.
    static func cut(_ shown: Int, of total: Int) -> String? {
        shown < total ? "\(grouped(shown)) of \(sessions(total))." : nil
    }

    static func shown(_ shown: Int, ofMoreThan most: Int) -> String {
        "\(grouped(shown)) of more than \(sessions(most)); --all or -n shows more."
    }

    static func hidden(_ columns: [String]) -> String {
        "Too narrow for \(columns.joined(separator: ", ")); --columns chooses."
    }

    static func understood(from: String?, before: String?) -> String {
        switch (from, before) {
        case (let from?, let before?): "Dates from \(from) until before \(before)."
        case (let from?, nil): "Dates from \(from) on."
        case (nil, let before?): "Dates before \(before)."
        case (nil, nil): "All dates."
        }
    }

    static func more(_ count: Int) -> String { "... and \(grouped(count)) more." }

    // MARK: What a write did

    static func added(_ id: Int64, _ summary: String) -> String { "Added \(id): \(summary)." }

    static func sameHour(_ id: Int64, _ summary: String) -> String {
        "You already have a session there at that hour, \(id): \(summary). 'surfjournal undo' removes the new one."
    }

    static func zoneRemembered(_ zone: String, of place: String) -> String {
        "Times at \(Harmless.text(place)) are read in \(zone) from now on."
    }

    static func zoneForgotten(of place: String) -> String {
        "The time zone of \(Harmless.text(place)) is forgotten. Times there are read in this computer's zone."
    }

    static func noZone(of place: String) -> String {
        "No time zone is remembered for \(Harmless.text(place)). Times there are read in this computer's zone."
    }

    static let noZones =
        "No time zones are remembered for places. 'surfjournal spots zone PLACE ZONE' sets one."

    static func saved(_ id: Int64, _ fields: [EntryField], _ summary: String) -> String {
        "Saved \(id)\(inBrackets(fields)): \(summary)."
    }

    static func unchanged(_ id: Int64) -> String { "Session \(id) says so already; nothing was written." }

    static func keptStored(_ id: Int64) -> String {
        "Kept session \(id) as it is stored; nothing of yours was left to save."
    }

    static func savedAlready(_ id: Int64, _ summary: String) -> String {
        "Session \(id) was added from this draft already: \(summary). The draft is done."
    }

    static func merged(_ id: Int64, _ fields: [EntryField]) -> String {
        "Session \(id) had changed meanwhile\(inBrackets(fields)); both changes are in."
    }

    static func decided(_ id: Int64, _ fields: [EntryField], theirs: Bool) -> String {
        "Session \(id) had changed meanwhile\(inBrackets(fields)); \(theirs ? "the stored" : "your") value is kept."
    }

    static func discarded(_ id: Int64?) -> String {
        "Kept session \(id.map(String.init) ?? "") as it is stored; your change is gone."
    }

    static func discardedDeleted(_ id: Int64?) -> String {
        "Session \(id.map(String.init) ?? "") stays deleted; your change is gone."
    }

    static func draftKept(_ number: Int, of id: Int64?, _ summary: String) -> String {
        "Draft d\(number) of \(id.map { "session \($0)" } ?? "a new session"): \(summary). "
            + "'surfjournal save d\(number)' saves it."
    }

    static func draftWaiting(_ numbers: [Int], of id: Int64) -> String {
        "Session \(id) also has \(drafts(numbers)) waiting."
    }

    static func cancelled(_ numbers: [Int]) -> String {
        numbers.isEmpty ? noDrafts : "Threw away \(drafts(numbers))."
    }

    static func deleted(_ ids: [Int64]) -> String { "Deleted \(sessions(ids.count)): \(list(ids))." }

    static func exported(_ count: Int, to target: String) -> String { "Exported \(sessions(count)) to \(target)." }

    static func samplesRemoved(_ count: Int) -> String { "Removed \(sessions(count, "sample "))." }

    static func samplesRestored(_ count: Int) -> String { "Restored \(sessions(count, "sample "))." }

    static func migrated(_ outcome: MigrationOutcome) -> String {
        guard let backup = outcome.backup else {
            return "The journal is of the latest version already; nothing was written."
        }
        let fields = outcome.to.fields.filter { !outcome.from.fields.contains($0) }
        let gained = fields.isEmpty ? "is your own now" : "has \(names(fields)) now"
        return "The journal with its \(sessions(outcome.entries)) \(gained). "
            + "A checked copy of it as it was is at \(backup.path)."
    }

    // MARK: Questions

    static func askDelete(_ count: Int) -> String { "Delete these \(sessions(count))? [y/N] " }

    static func askField(_ name: String) -> String {
        "\(name): [m]ine, [t]heirs, [e]dit, keep a [d]raft, [c]ancel mine? "
    }

    static let askMerge = "You changed different fields. Save both changes? [y/N] "

    static let askSaveAsNew = "The session was deleted meanwhile. Save yours as a new one? [y/N] "

    // MARK: Pieces

    static func sessions(_ count: Int, _ kind: String = "") -> String {
        "\(grouped(count)) \(kind)\(count == 1 ? "session" : "sessions")"
    }

    static func drafts(_ numbers: [Int]) -> String {
        (numbers.count == 1 ? "draft " : "drafts ") + numbers.map { "d\($0)" }.joined(separator: ", ")
    }

    static func names(_ fields: [EntryField]) -> String { fields.map(\.words).joined(separator: ", ") }

    /// The fields' names behind a blank, in brackets; nothing where there is none.
    static func inBrackets(_ fields: [EntryField]) -> String { fields.isEmpty ? "" : " (\(names(fields)))" }

    /// A number with commas between its thousands.
    static func grouped(_ number: Int) -> String {
        var (text, rest) = ("", number.magnitude)
        while rest >= 1000 {
            let digits = String(rest % 1000)
            text = "," + String(repeating: "0", count: 3 - digits.utf8.count) + digits + text
            rest /= 1000
        }
        return (number < 0 ? "-" : "") + String(rest) + text
    }

    private static func list(_ ids: [Int64]) -> String {
        let shown = ids.prefix(10).map(String.init).joined(separator: ", ")
        return ids.count > 10 ? shown + " ..." : shown
    }

    /// How long ago something was, in the largest whole unit.
    static func age(seconds: Double) -> String {
        let units = [(86_400.0, "day"), (3600, "hour"), (60, "minute")]
        guard let (length, name) = units.first(where: { seconds >= $0.0 }) else { return "just now" }
        let count = Int(min(seconds / length, 1_000_000))
        return "\(count) \(name)\(count == 1 ? "" : "s") ago"
    }

    static let shortHelp = """
        surfjournal keeps a journal of surf sessions.

          surfjournal list                                    the newest sessions
          surfjournal add "yesterday 7am: Malibu, 4ft @ 12s, offshore 5kts, ****"
          surfjournal edit last --rating 5
          surfjournal export sessions.csv

        'surfjournal help' lists the commands, 'surfjournal help list' explains one.
        """
}
