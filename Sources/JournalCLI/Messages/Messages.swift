import Foundation
import Journal
import SurfLanguage

/// Messages to a person. Those of refusals are where the refusal is made.
enum Messages {
    // MARK: Notes

    static func made(path: String, entries: Int) -> String {
        entries == 0
            ? "Created an empty journal at \(path)."
            : "Created a journal at \(path) with \(sessions(entries, "sample ")). Remove them with 'surfjournal sample remove'."
    }

    /// - Parameter suggestion: A place with a similar name.
    static func noMatch(_ suggestion: String?) -> String {
        suggestion.map { "No sessions match. Did you mean '\(TerminalSafe.text($0))'?" } ?? "No sessions match."
    }
    static let emptyJournal = #"The journal has no sessions yet. Add one: surfjournal add "Malibu, 4ft, ****""#
    /// Asked about words that are no command but a session. Enter means yes.
    static let askToAdd = "This is not a command. Log it as a session? [Y/n] "
    static let noDrafts = "There are no drafts."

    /// - Parameter options: The options that show more.
    static func shown(_ shown: Int, of total: Int, by options: String = "--all or -n") -> String {
        shown < total
            ? "\(grouped(shown)) of \(sessions(total)). \(options) shows more."
            : "\(sessions(total))."
    }

    /// How much of a table is shown before a question, or nil if all of it is.
    static func cut(_ shown: Int, of total: Int) -> String? {
        shown < total ? "\(grouped(shown)) of \(sessions(total))." : nil
    }

    static func shown(_ shown: Int, ofMoreThan most: Int) -> String {
        "\(grouped(shown)) of more than \(sessions(most)). --all or -n shows more."
    }

    static func hidden(_ columns: [String]) -> String {
        "Hidden for lack of width: \(columns.joined(separator: ", ")). Choose columns with --columns."
    }

    // MARK: Reports of writes

    /// - Parameter name: The session's place and date.
    static func unchanged(_ id: Int64, _ name: String) -> String { "Nothing was changed in \(id): \(name)." }

    static func merged(_ id: Int64, _ fields: [EntryField]) -> String {
        "Session \(id) was changed since you began\(inBrackets(fields)). Both changes were saved."
    }

    static func decided(_ id: Int64, _ fields: [EntryField], theirs: Bool) -> String {
        "Session \(id) was changed since you began\(inBrackets(fields)). Kept \(theirs ? "the stored value" : "your value")."
    }

    /// - Parameter session: The session's number, place and date.
    static func draftKept(_ number: Int, of session: String?, _ summary: String) -> String {
        "Draft d\(number) of \(session ?? "a new session"): \(summary). "
            + "'surfjournal save d\(number)' saves it."
    }

    static func draftWaiting(_ numbers: [Int], of id: Int64) -> String {
        "Session \(id) also has \(drafts(numbers)) waiting."
    }

    static func exported(_ count: Int, to target: String) -> String { "Exported \(sessions(count)) to \(target)." }

    static func migrated(_ outcome: MigrationOutcome) -> String {
        guard let backup = outcome.backup else {
            return "The journal already has the latest version. Nothing was changed."
        }
        let fields = outcome.to.fields.filter { !outcome.from.fields.contains($0) }
        let additions = names(fields) + (fields.isEmpty ? "" : ", and ") + "a UUID for each session"
        let gained = outcome.from == outcome.to ? "is now a surf journal" : "now has \(additions)"
        return "The journal with its \(sessions(outcome.entries)) \(gained). "
            + "A verified copy of the old one is at \(backup.path)."
    }

    // MARK: Refusals

    /// What conflicts with a change that was not saved.
    /// - Parameter name: The draft or the entry as it is typed.
    static func conflict(_ report: ConflictReport, _ name: String) -> String {
        if report.isDeleted {
            return
                "Session \(report.id) was deleted elsewhere. 'surfjournal save \(name) --as-new' saves yours as a new one, "
                + "'surfjournal cancel \(name)' discards it."
        }
        return "Session \(report.id) was changed since you began\(inBrackets(report.fields.map(\.field))). "
            + "Decide with 'surfjournal save \(name) --on-conflict ANSWER', where ANSWER is mine, theirs, overwrite or discard."
    }

    static func unknownField(_ name: String, known: [String]) -> String {
        "There is no field '\(name)'. " + suggested(name, among: known, "The fields")
    }

    /// The nearest name as a suggestion, and all known names.
    static func suggested(_ name: String, among known: [String], _ all: String) -> String {
        let list = "\(all) are \(known.joined(separator: ", "))."
        guard let nearest = DidYouMean.nearest(to: name, among: known) else { return list }
        return "Did you mean '\(nearest)'? \(list)"
    }

    // MARK: Pieces

    /// The system's message for an error number.
    static func systemError(_ number: Int32) -> String { String(cString: strerror(number)).lowercased() }

    /// A text without full stops at its end.
    static func trimmed(_ text: String) -> String {
        var text = text
        while text.hasSuffix(".") { text.removeLast() }
        return text
    }

    /// A path quoted for a shell.
    static func quoted(_ path: String) -> String {
        let isPlain = path.utf8.allSatisfy { byte in
            byte >= 0x80 || Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber
                || "/._-+,:@%".utf8.contains(byte)
        }
        return isPlain && !path.isEmpty ? path : "'" + path.replacingOccurrences(of: "'", with: "'\\''") + "'"
    }

    static func sessions(_ count: Int, _ kind: String = "") -> String {
        "\(grouped(count)) \(kind)\(count == 1 ? "session" : "sessions")"
    }

    static func drafts(_ numbers: [Int]) -> String {
        (numbers.count == 1 ? "draft " : "drafts ") + numbers.map { "d\($0)" }.joined(separator: ", ")
    }

    static func names(_ fields: [EntryField]) -> String { fields.map(\.words).joined(separator: ", ") }

    /// The fields' names in parentheses after a space, or an empty string if there are none.
    static func inBrackets(_ fields: [EntryField]) -> String { fields.isEmpty ? "" : " (\(names(fields)))" }

    /// A number with commas between thousands.
    static func grouped(_ number: Int) -> String {
        var (text, rest) = ("", number.magnitude)
        while rest >= 1000 {
            let digits = String(rest % 1000)
            text = "," + String(repeating: "0", count: 3 - digits.utf8.count) + digits + text
            rest /= 1000
        }
        return (number < 0 ? "-" : "") + String(rest) + text
    }

    /// The time since something in its largest whole unit.
    static func age(seconds: Double) -> String {
        let units = [(86_400.0, "day"), (3600, "hour"), (60, "minute")]
        guard let (length, name) = units.first(where: { seconds >= $0.0 }) else { return "just now" }
        let count = Int(min(seconds / length, 1_000_000))
        return "\(count) \(name)\(count == 1 ? "" : "s") ago"
    }

    static let shortHelp = """
        surfjournal keeps a journal of your surf sessions.

          surfjournal list                                    the newest sessions
          surfjournal add "yesterday 7am: Malibu, 4ft @ 12s, offshore 5kts, ****"
          surfjournal edit last --rating 5
          surfjournal export sessions.csv

        'surfjournal help' lists the commands, 'surfjournal help list' explains one.
        """
}
