import Foundation
import Journal

/// Texts of the prompt.
extension Sentences {
    /// A message as it is shown at the prompt, where commands are typed without the program's name.
    static func inSession(_ text: String) -> String {
        let pieces = text.components(separatedBy: "surfjournal ")
        return pieces.dropFirst().reduce(pieces[0]) { before, piece in
            let name = piece.prefix { $0.isLetter || $0 == "-" }
            let isWord = before.last.map { $0.isWhitespace || "'(".contains($0) } ?? true
            let isCommand = before.hasSuffix("'") || PromptCommands.named(String(name)) != nil
            return before + (isWord && isCommand ? "" : "surfjournal ") + piece
        }
    }

    // MARK: Start and end

    static func greeting(sessions count: Int?) -> String {
        let journal = count.map { "\(sessions($0)) in your journal." } ?? "The first command creates your journal."
        return "\(journal) 'help' lists the commands, Ctrl-D quits."
    }

    /// - Parameter terminal: The value of TERM.
    static func linesNotEdited(_ terminal: String) -> String {
        "Line editing is off: this system does not know the terminal '\(Echo.start(of: terminal))'. "
            + "Most terminals work with TERM=xterm-256color."
    }

    static func draftsWaiting(_ numbers: [Int]) -> String {
        let verb = numbers.count == 1 ? "is waiting" : "are waiting"
        return capitalized(drafts(numbers)) + " \(verb). See 'drafts', or continue with 'edit d\(numbers[0])'."
    }

    /// The prompt, such as `surf 5001*> `, or `surf 5001/2> ` for a nested scratchpad.
    static func prompt(_ pad: (id: Int64?, depth: Int, isDirty: Bool)?) -> String {
        guard let pad else { return "surf> " }
        let level = pad.depth > 0 ? "/\(pad.depth + 1)" : ""
        return "surf \(pad.id.map(String.init) ?? "new")\(level)\(pad.isDirty ? "*" : "")> "
    }

    static func leftAsDraft(_ number: Int, of id: Int64?) -> String {
        "Kept \(scratchpad(id)) as draft d\(number). Continue with 'surfjournal edit d\(number)', "
            + "or save it with 'surfjournal save d\(number)'."
    }

    static func changedElsewhere(_ changes: OutsideChanges) -> String {
        if changes.isUnlisted { return "The journal was changed elsewhere." }
        let names = changes.ids.map { id in
            changes.inserted.contains(id) ? "\(id) (new)" : changes.deleted.contains(id) ? "\(id) (deleted)" : "\(id)"
        }
        let shown = names.prefix(10).joined(separator: ", ") + (names.count > 10 ? ", ..." : ".")
        return "\(sessions(names.count)) changed in another terminal: \(shown)"
    }

    static func changedUnderScratchpad(_ id: Int64, isDeleted: Bool) -> String {
        isDeleted
            ? "You are editing session \(id), which was deleted. 'save' offers to save yours as a new one."
            : "You are editing session \(id), which changed. 'diff' shows both versions, 'save' merges them or asks."
    }

    // MARK: Scratchpads

    static func opened(_ id: Int64?, _ summary: String) -> String {
        "Editing \(scratchpad(id, article: ""))\(summary.isEmpty ? "" : ": \(summary)"). "
            + "'set FIELD VALUE' changes one field, 'edit' asks for each, then 'save' or 'cancel'."
    }

    static func nested(_ id: Int64) -> String {
        "Trying a change inside the edit of \(id). 'save' keeps it there, 'cancel' discards it."
    }

    static func inFront(_ number: Int) -> String { "Draft d\(number) is already open. Continuing with it." }

    static func keptInOuter(_ id: Int64?, _ summary: String) -> String {
        "Kept in the edit of \(scratchpad(id, article: "")): \(summary). Nothing is saved yet."
    }

    static func scratchpadCancelled(_ id: Int64?) -> String {
        id.map { "Discarded the change to session \($0)." } ?? "Discarded the new session."
    }

    static func scratchpadHead(_ id: Int64?, rev: Int64) -> String {
        id.map { "Session \($0) (from revision \(rev)), not saved" } ?? "New session, not saved"
    }

    static func noDifference(_ id: Int64?) -> String {
        id.map { "No changes to session \($0)." } ?? "The new session has no values yet."
    }

    static func undone(_ summary: String) -> String { "Undone. Now: \(summary)." }
    static func redone(_ summary: String) -> String { "Redone. Now: \(summary)." }
    static let noStep = "There is no such step in this edit."

    private static func scratchpad(_ id: Int64?, article: String = "the change to ") -> String {
        id.map { "\(article)session \($0)" } ?? (article.isEmpty ? "a new session" : "the new session")
    }

    // MARK: Refusals

    static func sentence(session complaint: Complaint) -> String {
        switch complaint {
        case .noScratchpad(let command):
            "'\(command)' needs a session that you are editing. Start with 'edit ID' or 'add'."
        case .noValue(let field): "Say what to set, such as: set \(field.name) VALUE."
        case .form(let mistake): "Line \(mistake.line + 1) of the form: \(sentence(mistake))"
        case .formDropped: "The text was discarded."
        case .notInBackground: "Only 'export FILE' can run in the background. Leave out the &."
        case .backgroundNeedsFile: "An export in the background needs a file. Name one before the &."
        case .backgroundNeedsReader(let path): "Nothing reads the pipe \(path). Start its reader first."
        case .noJob(let name): "There is no job \(name). See 'jobs'."
        case .editor(let command):
            "The editor '\(command)' failed or could not be started. Set VISUAL or EDITOR."
        case .cannotMakeForm(let number): "The form for the editor cannot be written: \(systemError(number))."
        case .scriptInItself(let path): "\(path) runs itself. Remove that line."
        case .script(let failure, let path): sentence(failure, path)
        case .scriptLine(let mistake): sentence(mistake)
        default: ""
        }
    }

    private static func sentence(_ failure: ScriptLineSource.Failure, _ path: String) -> String {
        switch failure {
        case .unreadable(let number): "\(path) cannot be read: \(systemError(number))."
        case .notUTF8: "This line is not UTF-8. The script stops here."
        case .lineTooLong: "This line is longer than 1 MiB. The script stops here."
        }
    }

    private static func sentence(_ mistake: ScriptMistake) -> String {
        switch mistake {
        case .tooLong: "This line is longer than 1 MiB. Use several commands, or import a file."
        case .unclosedQuote: "A quote is not closed. Close it, or put a \\ before a quote inside \"...\"."
        case .containsNUL: "The line contains a NUL character, which no command accepts."
        }
    }

    private static func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
}
