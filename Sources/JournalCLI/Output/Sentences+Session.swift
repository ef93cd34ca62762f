import Foundation
import Journal

/// What a session says to a person.
extension Sentences {
    /// A sentence as it is said in a session, where commands are typed without the program's name.
    static func inSession(_ text: String) -> String {
        let pieces = text.components(separatedBy: "surfjournal ")
        return pieces.dropFirst().reduce(pieces[0]) { before, piece in
            let name = piece.prefix { $0.isLetter || $0 == "-" }
            let isWord = before.last.map { $0.isWhitespace || "'(".contains($0) } ?? true
            let isCommand = before.hasSuffix("'") || SessionCommands.named(String(name)) != nil
            return before + (isWord && isCommand ? "" : "surfjournal ") + piece
        }
    }

    // MARK: Coming and going

    static func greeting(sessions count: Int?) -> String {
        let journal = count.map { "\(sessions($0)) in your journal." } ?? "Your journal is made with the first command."
        return "\(journal) 'help' lists the commands, Ctrl-D leaves."
    }

    /// - Parameter terminal: what TERM says.
    static func linesNotEdited(_ terminal: String) -> String {
        "Lines cannot be edited: this system does not know how the terminal '\(Echo.start(of: terminal))' moves its cursor. "
            + "If it is like most, start surfjournal with TERM=xterm-256color."
    }

    static func draftsWaiting(_ numbers: [Int]) -> String {
        let verb = numbers.count == 1 ? "waits" : "wait"
        return capitalized(drafts(numbers)) + " \(verb); 'drafts' shows, 'edit d\(numbers[0])' goes on."
    }

    /// `surf 5001*> `, or `surf 5001/2> ` for one inside it.
    static func prompt(_ pad: (id: Int64?, depth: Int, isDirty: Bool)?) -> String {
        guard let pad else { return "surf> " }
        let level = pad.depth > 0 ? "/\(pad.depth + 1)" : ""
        return "surf \(pad.id.map(String.init) ?? "new")\(level)\(pad.isDirty ? "*" : "")> "
    }

    static func leftAsDraft(_ number: Int, of id: Int64?) -> String {
        "Kept \(scratchpad(id)) as draft d\(number); 'surfjournal edit d\(number)' goes on, "
            + "'surfjournal save d\(number)' saves it."
    }

    static func changedElsewhere(_ changes: OutsideChanges) -> String {
        let names = changes.ids.map { id in
            changes.inserted.contains(id) ? "\(id) (new)" : changes.deleted.contains(id) ? "\(id) (deleted)" : "\(id)"
        }
        let shown = names.prefix(10).joined(separator: ", ") + (names.count > 10 ? " ..." : "")
        return "\(sessions(names.count)) changed in another terminal: \(shown)."
    }

    static func changedUnderScratchpad(_ id: Int64, isDeleted: Bool) -> String {
        isDeleted
            ? "You are editing \(id), which is deleted; 'save' offers to save yours as a new one."
            : "You are editing \(id), which changed; 'diff' shows both, 'save' merges or asks."
    }

    // MARK: Scratchpads

    static func opened(_ id: Int64?, _ summary: String) -> String {
        "Editing \(scratchpad(id, article: ""))\(summary.isEmpty ? "" : ": \(summary)"). "
            + "'set FIELD VALUE' changes, 'edit' asks for all, then 'save' or 'cancel'."
    }

    static func nested(_ id: Int64) -> String {
        "Trying something inside the edit of \(id); 'save' keeps it there, 'cancel' drops it."
    }

    static func inFront(_ number: Int) -> String { "Draft d\(number) is open already; going on with it." }

    static func keptInOuter(_ id: Int64?, _ summary: String) -> String {
        "Kept in the edit of \(scratchpad(id, article: "")): \(summary). Nothing is saved yet."
    }

    static func scratchpadCancelled(_ id: Int64?) -> String {
        "Threw away the change of \(scratchpad(id, article: ""))."
    }

    static func scratchpadHead(_ id: Int64?, rev: Int64) -> String {
        id.map { "Session \($0) (begun from revision \(rev)), not saved" } ?? "New session, not saved"
    }

    static func noDifference(_ id: Int64?) -> String {
        id.map { "Nothing differs from session \($0)." } ?? "The new session has no values yet."
    }

    static func undone(_ summary: String) -> String { "Undone: \(summary)." }
    static func redone(_ summary: String) -> String { "Done again: \(summary)." }
    static let noStep = "There is no such step on this scratchpad."

    private static func scratchpad(_ id: Int64?, article: String = "the change of ") -> String {
        id.map { "\(article)session \($0)" } ?? (article.isEmpty ? "a new session" : "the new session")
    }

    // MARK: Refusals

    static func sentence(session complaint: Complaint) -> String {
        switch complaint {
        case .noScratchpad(let command): "'\(command)' works on an open scratchpad; 'edit ID' or 'add' opens one."
        case .noValue(let field): "Say what to set, as in: set \(field.name) VALUE."
        case .form(let mistake): "Line \(mistake.line + 1) of the form: \(sentence(mistake))"
        case .formDropped: "The text was dropped."
        case .notInBackground: "Only 'export FILE' runs in the background; leave the & out."
        case .backgroundNeedsFile: "An export in the background needs a file; name one before the &."
        case .backgroundNeedsReader(let path): "Nobody reads the pipe \(path); start its reader first."
        case .noJob(let name): "There is no job \(name); 'jobs' lists them."
        case .editor(let command):
            "The editor '\(command)' ended with an error, or cannot be started; set VISUAL or EDITOR."
        case .cannotMakeForm(let number): "The form for the editor cannot be kept: \(systemError(number))."
        case .scriptInItself(let path): "\(path) runs itself; take that line out."
        case .script(let failure, let path): sentence(failure, path)
        case .scriptLine(let mistake): sentence(mistake)
        default: ""
        }
    }

    private static func sentence(_ failure: ScriptLineSource.Failure, _ path: String) -> String {
        switch failure {
        case .unreadable(let number): "\(path) cannot be read: \(systemError(number))."
        case .notUTF8: "This line is no UTF-8 text; the script stops here."
        case .lineTooLong: "This line is longer than 1 MiB; the script stops here."
        }
    }

    private static func sentence(_ mistake: ScriptMistake) -> String {
        switch mistake {
        case .tooLong: "This line is longer than 1 MiB; use several commands, or import a file."
        case .unclosedQuote: "A quote is never closed; close it, or put a \\ before a quote inside \"...\"."
        case .containsNUL: "The line has a NUL character, which no command takes."
        }
    }

    private static func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
}
