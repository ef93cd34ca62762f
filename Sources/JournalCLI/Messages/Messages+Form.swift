import Journal
import SurfLanguage

/// Texts for asking for fields, one by one or in an editor.
extension Messages {
    static let formHelp =
        "Enter keeps the value shown, typing replaces it, - clears it. < goes back, . saves now, Ctrl-C stops."
    static let placeNeeded = "A session needs a place."

    /// - Parameters:
    ///   - known: The suggested place.
    ///   - typed: A place that no entry has.
    static func placeMeant(_ known: String, _ typed: String) -> String {
        "'\(typed)' is a new place. Press Enter for \(known), or type '\(typed)' again to keep it."
    }

    static func newPlace(_ name: String, meant: String?) -> String {
        "'\(name)' is a new place." + (meant.map { " Did you mean \($0)?" } ?? "")
    }

    static func noNumber(_ text: String, _ field: EntryField) -> String {
        "'\(text)' has no number for the \(field.words). It is kept as text and not counted."
    }

    static let oneOfTheLetters = "Type one of the letters in brackets."
    static let nothingTyped = "Nothing was typed, so nothing was kept."

    static func ask(_ field: EntryField) -> String { "\(field.words): " }

    static func date(_ understood: String) -> String { "That is \(understood)." }

    static func filled(_ id: Int64?) -> String {
        id == nil ? "'save' adds it, 'show' shows it." : "'save' saves it, 'diff' shows what changed."
    }

    static func stopped(_ draft: Int?) -> String {
        "Stopped asking. " + (draft.map { "Your answers are in draft d\($0). " } ?? "")
            + "'edit' asks again, 'cancel' discards it."
    }

    /// The comment at the start of a form.
    static func formHead(_ id: Int64?, hasNotes: Bool) -> [String] {
        [
            "# \(id.map { "Session \($0)" } ?? "A new session"): one field on each line, such as 'rating: 5'.",
            "# An empty value clears the field. Lines that begin with # are ignored.",
            hasNotes
                ? "# All lines below 'notes:' are notes. In other fields \\n is a line break, \\\\ a backslash."
                : "# A line break in a text is written \\n, a backslash \\\\.",
        ]
    }

    static let askForm = "The same mistake is still there: [e]dit again, [k]eep as a draft, [d]iscard? "

    static func formKept(_ path: String, draft: Int) -> String {
        "What you wrote is kept in \(path). 'surfjournal edit d\(draft) --editor' opens it again."
    }

    static func formTakenOver(_ draft: Int) -> String {
        "Draft d\(draft) keeps what you wrote in the editor before it was closed."
    }

    static func sentence(_ mistake: FormMistake) -> String {
        switch mistake.reason {
        case .noField: "This line is not 'field: value'."
        case .unknownField(let name, let known): unknownField(name, known: known)
        case .twice(let field): "There are two lines for \(field.name). Keep one of them."
        case .value(let error, let field): sentence(error, field.name)
        }
    }
}
