/// The position of a word in a command, which determines what it may be.
struct CommandPosition {
    /// The available commands.
    let shapes: [CommandShape]
    /// The part of the word that is typed, after `--name=` if the word starts with that.
    private(set) var typed: String
    /// `--name=` if the word starts with it.
    private(set) var valuePrefix: String?
    /// What the word may be.
    private(set) var kind = CompletionKind.nothing
    /// The options that the word may become, if it starts like one.
    private(set) var options: [CommandShape.Option]?
    /// The number of operands directly before the word, without an option between them.
    private(set) var operandsInARow = 0
    /// The word before this one.
    let before: String?
    /// The first operand of the command, or nil if there is none before this word.
    let firstOperand: String?

    /// The position after `words`.
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
        let known = shape?.options ?? global.filter { $0.names.contains(where: GlobalOptions.names.contains) }
        if let equals = typed.firstIndex(of: "="), typed.hasPrefix("--") {
            let option = known.first { $0.names.contains(String(typed[..<equals])) }
            valuePrefix = String(typed[...equals])
            typed = String(typed[typed.index(after: equals)...])
            kind = option?.value ?? .nothing
        } else {
            options = known.filter { option in option.isRepeatable || !option.names.contains(where: words.contains) }
        }
    }

    /// Walks over the words before the position.
    private struct Walk {
        var shape: CommandShape?
        /// Whether the first operand is not a command.
        var isUnknown = false
        /// The kind of value that the last word requires.
        var pending: CompletionKind?
        /// The number of operands of the command.
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
