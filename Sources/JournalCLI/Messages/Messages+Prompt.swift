import Foundation
import Journal

/// Texts of the prompt.
extension Messages {
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
        let place = "\(names.count == 1 ? "another machine" : "other machines"): "
        return sessions(names.count) + (changes.areExchanged ? " came from \(place)" : " changed in another terminal: ")
            + shown
    }

    static func changedUnderScratchpad(_ id: Int64, isDeleted: Bool) -> String {
        isDeleted
            ? "You are editing session \(id), which was deleted. 'save' offers to save yours as a new one."
            : "You are editing session \(id), which changed. 'diff' shows both versions, 'save' merges them or asks."
    }

    /// The lines of a paste that were not run are on the line again.
    static func notRun(_ count: Int) -> String {
        let lines = count == 1 ? "1 pasted line was" : "\(count) pasted lines were"
        return
            "\(lines) not run and \(count == 1 ? "is" : "are") back on the line. Ctrl-C discards \(count == 1 ? "it" : "them")."
    }

    // MARK: Scratchpads

    static func opened(_ id: Int64?, _ summary: String) -> String {
        "Editing \(scratchpad(id, article: ""))\(summary.isEmpty ? "" : ": \(summary)"). "
            + "'set FIELD VALUE' changes one field, 'edit' asks for each, then 'save' or 'cancel'."
    }

    static func keptInOuter(_ id: Int64?, _ summary: String) -> String {
        "Kept in the edit of \(scratchpad(id, article: "")): \(summary). Nothing is saved yet."
    }

    static func scratchpadHead(_ id: Int64?, rev: Int64) -> String {
        id.map { "Session \($0) (from revision \(rev)), not saved" } ?? "New session, not saved"
    }

    static func undone(_ summary: String) -> String { "Undone. Now: \(summary)." }
    static func redone(_ summary: String) -> String { "Redone. Now: \(summary)." }
    private static func scratchpad(_ id: Int64?, article: String = "the change to ") -> String {
        id.map { "\(article)session \($0)" } ?? (article.isEmpty ? "a new session" : "the new session")
    }

    static func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
}
