import Foundation
import Journal

/// Adds or edits an entry by questions or in an editor, outside the prompt.
struct PromptedEdit {
    let open: OpenScratchpad
    let context: CommandContext
    /// Whether to keep the change as a draft.
    let keepsDraft: Bool

    /// Asks for the fields or opens the form, then saves. If interrupted, the change is kept as a draft.
    func run(inEditor: Bool, _ answer: ConflictAnswer) throws {
        guard let end = try filled(inEditor) else { return }
        switch end {
        case .done, .save: break
        case .interrupted: throw stopped(by: SIGINT)
        case .hungUp: throw stopped(by: context.interruption.ending ?? SIGHUP)
        }
        if keepsDraft || (open.isResumed && end != .save) { return try keep() }
        let outcome = try save(answer)
        try context.report(outcome.record, of: open.journal)
    }

    /// How the questions or the editor ended; nil if the editor may still have the form open.
    private func filled(_ inEditor: Bool) throws -> FieldForm.End? {
        guard inEditor else { return try FieldForm(open: open, context: context).run() }
        do {
            return try EntryForm(open: open, context: context).run() ? .done : nil
        } catch {
            throw leaving(error)
        }
    }

    private func save(_ answer: ConflictAnswer) throws -> SaveOutcome {
        do {
            return try open.save(InteractiveSave(context: context, answer: answer))
        } catch {
            throw leaving(error)
        }
    }

    private func keep() throws {
        guard let draft = try open.leave() else {
            return context.console.note(
                open.entryID.map { Messages.unchanged($0, context.text.name(open.pad.values)) }
                    ?? "Nothing was typed, so nothing was kept.")
        }
        try context.reportKept(draft, in: open.journal)
    }

    private func stopped(by signal: Int32) -> Refusal {
        leaving(Refusal.interrupted(signal: signal))
    }

    /// The error, with the draft that is kept.
    private func leaving(_ error: any Error) -> Refusal {
        let refusal = Refusal(error)
        if refusal.survived.saysWhatIsKept { return refusal.leaving(refusal.survived) }
        do {
            guard let draft = try open.leave() else { return refusal }
            return Refusal(error, keeping: draft.number)
        } catch {
            return Refusal(error).leaving(.draftLost)
        }
    }
}
