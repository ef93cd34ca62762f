/// Where in a command a word stands, and so what it may be.
struct CommandPosition {
    /// The commands that there are.
    let shapes: [CommandShape]
    /// What is typed of the word, behind `--name=` where that stands before it.
    private(set) var typed: String
    /// `--name=`, where the word begins so.
    private(set) var valuePrefix: String?
    /// What may stand there.
    private(set) var kind = CompletionKind.nothing
    /// The options that may stand there, where the word begins like one.
    private(set) var options: [CommandShape.Option]?
    /// How many operands stand right before the word, without an option between them.
    private(set) var operandsInARow = 0
    /// The word before.
    let before: String?
    /// The first operand behind the command; nil before it.
    let firstOperand: String?

    /// The position behind `words`.
    init(_ words: [String], current: String, _ shapes: [CommandShape]) {
        (self.shapes, typed, before) = (shapes, current, words.last)
        let global = shapes.first?.options ?? []
        let walk = Walk(words, shapes, global)
        (operandsInARow, firstOperand) = (walk.operandsInARow, walk.firstOperand)
        if let value = walk.pending {
            kind = value
        } else if !walk.isEnded, current.hasPrefix("-") {
            takeOption(walk.shape, words, global)
        } else if let shape = walk.shape {
            kind = shape.operand(walk.operands)
        } else {
            kind = walk.isUnknown ? .nothing : .command
        }
    }

    private mutating func takeOption(_ shape: CommandShape?, _ words: [String], _ global: [CommandShape.Option]) {
        let known = shape?.options ?? global.filter { $0.names.contains(where: GlobalNames.all.contains) }
        if let equals = typed.firstIndex(of: "="), typed.hasPrefix("--") {
            let option = known.first { $0.names.contains(String(typed[..<equals])) }
            valuePrefix = String(typed[...equals])
            typed = String(typed[typed.index(after: equals)...])
            kind = option?.value ?? .nothing
        } else {
            options = known.filter { option in option.isRepeatable || !option.names.contains(where: words.contains) }
        }
    }

    /// A walk over the words before.
    private struct Walk {
        var shape: CommandShape?
        /// Whether the first operand names no command.
        var isUnknown = false
        /// The kind of the value that the last word asks for.
        var pending: CompletionKind?
        /// Operands behind the command.
        var operands = 0
        var operandsInARow = 0
        var firstOperand: String?
        /// Whether `--` ended the options.
        var isEnded = false

        init(_ words: [String], _ shapes: [CommandShape], _ global: [CommandShape.Option]) {
            for word in words {
                if pending != nil {
                    pending = nil
                } else if !isEnded, word == "--" {
                    isEnded = true
                } else if !isEnded, word.hasPrefix("-"), word != "-" {
                    pending = (shape?.options ?? global).first { $0.names.contains(word) }?.value
                    operandsInARow = 0
                } else if shape == nil, !isUnknown {
                    shape = shapes.first { $0.names.contains(word) }
                    isUnknown = shape == nil
                } else {
                    if operands == 0 { firstOperand = word }
                    operands += 1
                    operandsInARow += 1
                }
            }
        }
    }
}

/// The options that every command takes.
enum GlobalNames {
    static let all: Set<String> = [
        "--store", "--json", "--csv", "--plain", "--date-order", "--color", "--units", "--no-input", "--yes", "--quiet",
        "--verbose", "--help", "--version",
    ]
}
