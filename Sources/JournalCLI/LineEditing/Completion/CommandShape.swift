/// What a command takes, as completion has to know it.
struct CommandShape: Equatable, Sendable {
    /// An option and the kind of its value; flags have none.
    struct Option: Equatable, Sendable {
        /// `--spot`, `-n`, the preferred one first.
        var names: [String]
        var value: CompletionKind?
        var note: String?
        var isRepeatable = false
    }

    /// The command's name and its aliases.
    var names: [String]
    var note: String?
    /// What stands at its operands; the last kind also counts for those behind it where `repeatsLast` is true.
    var operands: [CompletionKind] = []
    var repeatsLast = false
    var options: [Option] = []

    /// The kind of the operand at an index from 0.
    func operand(_ index: Int) -> CompletionKind {
        if index < operands.count { return operands[index] }
        return repeatsLast ? operands.last ?? .nothing : .nothing
    }

    /// The option with a name, as `--spot`.
    func option(_ name: String) -> Option? { options.first { $0.names.contains(name) } }
}

/// What stands at a place of a command line.
indirect enum CompletionKind: Equatable, Sendable {
    case nothing
    case command
    /// A command, or another thing that `help` explains.
    case commandOrTopic
    case place
    /// An entry's ID, or `last`.
    case entry
    case draft
    case entryOrDraft
    case draftOrJob
    case job
    case file
    case field
    /// Names with commas between them.
    case list([String])
    case words([String])
    /// A time zone.
    case zone
    /// A kind by the command's first operand; nothing behind another one.
    case behind([String: CompletionKind])
    /// A part of a sentence: a place, as far as that can be told.
    case sentence
    /// The value of the field that the word before names.
    case valueOfField
}
