import ArgumentParser
import Foundation
import Journal

/// What a session says to a person.
extension Sentences {
    /// A sentence as it is said in a session, where commands are typed without the program's name.
    static func inSession(_ text: String) -> String {
        text.replacingOccurrences(of: "'surfjournal ", with: "'")
            .replacingOccurrences(of: "as in: surfjournal ", with: "as in: ")
            .replacingOccurrences(of: "USAGE: surfjournal ", with: "USAGE: ")
    }

    // MARK: Coming and going

    static func greeting(sessions count: Int?) -> String {
        let journal = count.map { "\(sessions($0)) in your journal." } ?? "Your journal is made with the first command."
        return "\(journal) 'help' lists the commands, Ctrl-D leaves."
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

    // MARK: Questions field by field

    static let formHelp = "Enter keeps, - clears, < goes back; Ctrl-C stops and keeps a draft."
    static let placeNeeded = "A session needs a place."
    static let oneOfTheLetters = "Type one of the letters in brackets."
    static let nothingTyped = "Nothing was typed, so nothing is kept."

    static func ask(_ field: EntryField) -> String { "\(field.words): " }

    static func date(_ understood: String) -> String { "That is \(understood)." }

    static func filled(_ id: Int64?) -> String {
        id == nil ? "'save' adds it; 'show' shows it." : "'save' saves it; 'diff' shows what changed."
    }

    static func stopped(_ draft: Int?) -> String {
        "Stopped asking. " + (draft.map { "Draft d\($0) keeps your answers; " } ?? "")
            + "'edit' asks again, 'cancel' drops it."
    }

    /// The comment that a form begins with.
    static func formHead(_ id: Int64?) -> [String] {
        [
            "# \(id.map { "Session \($0)" } ?? "A new session"): one field a line, as 'rating: 5'.",
            "# An empty value clears the field; lines with # in front do not count.",
            "# A line break in a text is written \\n, a backslash \\\\.",
        ]
    }

    static func sentence(_ mistake: FormMistake) -> String {
        switch mistake.reason {
        case .noField: "This line is no 'field: value'."
        case .unknownField(let name, let known): sentence(.unknownField(name, known: known))
        case .twice(let field): "The \(field.name) is there twice; keep one of them."
        case .value(let error, let field): sentence(error, field.name)
        }
    }

    // MARK: Jobs

    static func started(_ job: Job) -> String {
        "Job %\(job.number) exports to \(job.path); 'jobs' shows how far it is."
    }

    static func progress(_ job: Job) -> String {
        let state = job.state
        let share = state.total.map { $0 > 0 ? ", \(min(100, state.done * 100 / $0)) %" : "" } ?? ""
        let total = state.total.map { " of \(grouped($0))" } ?? ""
        let end =
            switch job.end {
            case nil: "running"
            case .exported?: "done"
            case .cancelled?: "cancelled"
            case .failed?: "failed"
            }
        return "%\(job.number)  \(end)  \(grouped(state.done))\(total)\(share)  \(Harmless.text(job.path))"
    }

    static func ended(_ job: Job) -> String {
        switch job.end {
        case nil: "Job %\(job.number) runs."
        case .exported(let count)?: "Job %\(job.number) is done: \(lowercased(exported(count, to: job.path)))"
        case .cancelled?: "Job %\(job.number) is cancelled; \(job.path) not changed."
        case .failed(let error)?: "Job %\(job.number) failed: \(report(error).line ?? "its reader is gone.")"
        }
    }

    static let noJobs = "No job runs."

    static func askJobs(_ count: Int) -> String {
        let jobs = count == 1 ? "1 export is" : "\(count) exports are"
        return "\(jobs) not done. [w]ait, [c]ancel, or [s]tay? "
    }

    // MARK: Refusals

    static func sentence(session complaint: Complaint) -> String {
        switch complaint {
        case .noScratchpad(let command): "'\(command)' works on an open scratchpad; 'edit ID' or 'add' opens one."
        case .noValue(let field): "Say what to set, as in: set \(field.name) VALUE."
        case .unfinished(let field, let error):
            sentence(error, field.name) + " 'set \(field.name) VALUE' mends it, 'cancel' drops everything."
        case .form(let mistake): "Line \(mistake.line + 1) of the form: \(sentence(mistake))"
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
        }
    }

    private static func sentence(_ mistake: ScriptMistake) -> String {
        switch mistake {
        case .unclosedQuote: "A quote is never closed; close it, or put a \\ before a quote inside \"...\"."
        case .containsNUL: "The line has a NUL character, which no command takes."
        }
    }

    // MARK: Help

    /// The commands of a session in lines of at most so many columns.
    static func sessionHelp(to width: Int) -> [String] {
        var lines = ["COMMANDS"]
        for command in Commands.configuration.subcommands { lines += help(command, width) }
        lines += [""] + Wrapped.text("IN A SCRATCHPAD, with show, edit, save, cancel without operand", to: width)
        for command in SessionCommands.own.prefix(4) { lines += help(command, width) }
        lines += [""] + Wrapped.text("JOBS, which 'export FILE &' begins and 'cancel %1' ends", to: width)
        for command in SessionCommands.own.dropFirst(4) { lines += help(command, width) }
        let end = "'help COMMAND' explains one. Quotes keep words together, # begins a comment."
        return lines + [""] + Wrapped.text(end, to: width)
    }

    private static func help(_ command: any ParsableCommand.Type, _ width: Int) -> [String] {
        let name = ([command.configuration.commandName ?? ""] + command.configuration.aliases).joined(separator: ", ")
        let column = 14
        guard width > column + 20 else {
            return Wrapped.text("  \(name): \(command.configuration.abstract)", to: width)
        }
        let lines = Wrapped.text(command.configuration.abstract, to: width - column)
        return lines.enumerated().map { index, line in
            DisplayWidth.padded(index == 0 ? "  \(name)" : "", to: column) + line
        }
    }

    private static func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
    private static func lowercased(_ text: String) -> String { text.prefix(1).lowercased() + text.dropFirst() }
}
