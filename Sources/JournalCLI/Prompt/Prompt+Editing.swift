import Journal

/// `add`, `edit` and `cancel` at the prompt.
extension Prompt {
    /// Opens a scratchpad for a new entry. At a terminal, asks for its fields.
    func add(_ open: OpenScratchpad, inEditor: Bool, _ context: CommandContext) throws {
        try open.keep()
        pads.append(open)
        try fill(inEditor: inEditor, context)
    }

    /// Opens a scratchpad if there is an operand. Otherwise edits the open one.
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
        if let pad, !changes.isEmpty {
            try pad.set(changes)
            for typed in changes.typedValues(in: pad.journal) { typed.report(context) }
        }
        if inEditor { try fill(inEditor: true, context) }
    }

    /// Performs `cancel` as far as it differs at the prompt: for a job, or the open scratchpad.
    /// - Returns: False if `cancel` works as outside the prompt.
    func cancel(_ operand: String?, all: Bool, _ context: CommandContext) throws -> Bool {
        if let operand, operand.hasPrefix("%") {
            try job(operand).cancel()
            return true
        }
        guard operand == nil, !all, let pad else { return false }
        if pad.depth > 0 {
            try pad.endNested(keeping: false)
        } else {
            if let number = pad.number { try context.cancel(drafts: [number], of: pad.journal) } else { drop(pad) }
        }
        context.console.note(
            pad.entryID.map { "Discarded the change to session \($0)." } ?? "Discarded the new session.")
        return true
    }

    /// Asks for the fields of the open scratchpad, or opens them in the editor. An interrupted edit stays on the
    /// scratchpad.
    private func fill(inEditor: Bool, _ context: CommandContext) throws {
        guard let pad, context.console.canAsk else { return }
        if inEditor {
            try EntryForm(open: pad, context: context).run()
            return
        }
        switch try FieldForm(open: pad, context: context).run() {
        case .done: context.console.note(Messages.filled(pad.entryID))
        case .save: _ = try saveInnermost(pad, InteractiveSave(context: context, answer: .auto))
        case .interrupted:
            let answers = pad.number.map { "Your answers are in draft d\($0). " } ?? ""
            context.console.note("Stopped asking. \(answers)'edit' asks again, 'cancel' discards it.")
        case .hungUp: hangUp()
        }
    }
}
