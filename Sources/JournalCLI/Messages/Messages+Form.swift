import SurfLanguage

/// Texts for asking for fields, one by one or in an editor.
extension Messages {
    static let placeNeeded = "A session needs a place."

    static func newPlace(_ name: String, meant: String?) -> String {
        "'\(name)' is a new place." + (meant.map { " Did you mean \($0)?" } ?? "")
    }

    /// What a field is, and the keys that are no value.
    static func helpOf(_ field: EntryField) -> String {
        "\(field.definition.help) Enter keeps the value, - clears it, < goes back, . saves now, quit stops."
    }

    static let oneOfTheLetters = "Type one of the letters in brackets."
    static func filled(_ id: Int64?) -> String {
        "Not saved yet: "
            + (id == nil ? "'save' adds it, 'show' shows it." : "'save' saves it, 'diff' shows what changed.")
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

    static func sentence(_ mistake: FormMistake) -> String {
        switch mistake.reason {
        case .noField: "This line is not 'field: value'."
        case .unknownField(let name, let known): unknownField(name, known: known)
        case .twice(let field): "There are two lines for \(field.name). Keep one of them."
        case .value(let error, let field): sentence(error, field.name)
        }
    }
}
