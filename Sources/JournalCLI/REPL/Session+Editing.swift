import Journal
import SurfLanguage

/// What `add`, `edit` and `cancel` do in a session.
extension Session {
    /// Works on the scratchpad of a new entry and, at a terminal, asks for its fields.
    func add(_ open: OpenPad, inEditor: Bool, _ context: CommandContext) throws {
        try open.keep()
        pads.append(open)
        try fill(inEditor: inEditor, context)
    }

    /// `edit` with an operand opens a scratchpad; without one it works on the open one.
    func edit(
        _ operand: EntryOperand?, _ changes: FieldChanges, inEditor: Bool, _ context: CommandContext
    ) throws {
        switch operand {
        case .draft(let number)?: try resume(number, context)
        case let operand?: try edit(try context.id(operand, in: try context.openJournal()), context)
        case nil:
            _ = try requirePad("edit")
            if changes.isEmpty { return try fill(inEditor: inEditor, context) }
        }
        if let pad, !changes.isEmpty { try pad.set(changes) }
        if inEditor { try fill(inEditor: true, context) }
    }

    /// Cancels what `cancel` means in a session alone: a job, or the open scratchpad.
    /// - Returns: false where it means what it means in the shell.
    func cancel(_ operand: String?, all: Bool, _ context: CommandContext) throws -> Bool {
        if let operand, operand.hasPrefix("%") {
            try job(operand).cancel()
            return true
        }
        guard operand == nil, !all, let pad else { return false }
        if pad.depth > 0 {
            try pad.endNested(keeping: false)
        } else {
            try DraftCancelling(desk: pad.desk, context: context).cancel([pad])
        }
        context.console.note(Sentences.scratchpadCancelled(pad.entryID))
        return true
    }

    /// Asks for the fields of the open scratchpad, or opens them in the editor. What is interrupted stays on it.
    private func fill(inEditor: Bool, _ context: CommandContext) throws {
        guard let pad, context.console.canAsk else { return }
        if inEditor { return try EntryForm(open: pad, context: context).run() }
        switch try FieldForm(open: pad, context: context).run() {
        case .done: context.console.note(Sentences.filled(pad.entryID))
        case .save: _ = try saveInnermost(pad, Saving(context: context, answer: .auto))
        case .interrupted: context.console.note(Sentences.stopped(pad.number))
        case .hungUp: hangUp()
        }
    }
}

extension CommandContext {
    /// The words of a sentence; those that were quoted on a session's line are not cut.
    func sentenceWords(_ sentence: [String]) -> [SentenceWord] {
        guard let line else { return sentence.map(SentenceWord.plain) }
        return line.sentenceWords(sentence) { index in
            index > 0 && line.words[index - 1].quoting == .none && line.words[index - 1].text.hasPrefix("--")
                && !line.words[index - 1].text.contains("=")
                && !CommandContext.flags.contains(line.words[index - 1].text)
        }
    }

    /// Options of `add` that no value follows.
    private static let flags: Set<String> = [
        "--draft", "--editor", "--json", "--csv", "--plain", "--no-input", "--yes", "--quiet", "--verbose", "--help",
    ]
}
