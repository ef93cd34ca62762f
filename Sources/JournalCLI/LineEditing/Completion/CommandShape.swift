import Journal

/// The options and operands of a command, as far as completion needs them.
struct CommandShape: Equatable, Sendable {
    /// An option and the kind of its value, which is nil for flags.
    struct Option: Equatable, Sendable {
        /// Names such as `--spot` and `-n`, the preferred one first.
        var names: [String]
        var value: CompletionKind?
        var note: String?
        var isRepeatable = false
    }

    /// The command's name and its aliases.
    var names: [String]
    var note: String?
    /// The kinds of the operands. If `repeatsLast` is true, the last kind also applies to all further operands.
    var operands: [CompletionKind] = []
    var repeatsLast = false
    var options: [Option] = []

    /// The kind of the operand at an index, which starts at 0.
    func operand(_ index: Int) -> CompletionKind {
        if index < operands.count { return operands[index] }
        return repeatsLast ? operands.last ?? .nothing : .nothing
    }

    /// The option with a name such as `--spot`.
    func option(_ name: String) -> Option? { options.first { $0.names.contains(name) } }
}

/// The kind of text at a position of a command line.
indirect enum CompletionKind: Equatable, Sendable {
    case nothing
    case command
    /// A command or a topic of `help`.
    case commandOrTopic
    /// A name of this kind in the journal.
    case name(NameKind)
    /// An entry's ID, or `last`.
    case entry
    case draft
    case entryOrDraft
    case draftOrJob
    case job
    case file
    case field
    /// Names separated by commas.
    case list([String])
    case words([String])
    /// A time zone.
    case zone
    /// The kind depends on the command's first operand. Nothing for operands not listed.
    case after([String: CompletionKind])
    /// Part of a sentence, of which places, tags and people can be completed.
    case sentence
    /// A value of the field that the previous word names.
    case valueOfField
}
