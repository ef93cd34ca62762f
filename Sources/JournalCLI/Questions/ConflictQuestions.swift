import Foundation
import Journal
import SurfLanguage

/// Asks a person to resolve a conflict, field by field where both sides changed one.
struct ConflictQuestions {
    /// The resolution.
    enum Decision {
        /// Save this scratchpad, which is based on the stored entry.
        case save(Scratchpad)
        /// Keep the stored entry and discard the change.
        case discard
        /// Save nothing and keep the change as a draft.
        case draft
    }

    /// The resolution of one field.
    private enum FieldDecision {
        case mine, theirs, draft, cancel
        case value(FieldValue?)
    }

    let context: CommandContext
    let pad: Scratchpad
    let report: ConflictReport

    /// Shows the three values of each field and asks.
    /// - Throws: `.interrupted` on Ctrl-C, Ctrl-D, or if the terminal is closed.
    func ask() throws -> Decision {
        let table = context.text.table(ConflictValues(report: report))
        context.console.show(table.fitted(to: context.console.remarkWidth).lines)
        if report.isDeleted { return try askDeleted() }
        if report.overlapping.isEmpty { return try askApart() }
        var changes = pad.changes
        for field in report.overlapping {
            switch try decide(field) {
            case .mine: break
            case .theirs: changes[field.field] = nil
            case .value(let value): changes.updateValue(value, forKey: field.field)
            case .draft: return .draft
            case .cancel: return .discard
            }
        }
        let apart = report.fields.filter { !$0.overlaps }.map(\.field)
        if !apart.isEmpty { context.console.note(Messages.merged(report.id, apart)) }
        return .save(try pad.rebased(report, changes: changes))
    }

    private func askDeleted() throws -> Decision {
        let question = "The session was deleted elsewhere. Save yours as a new one? [y/N] "
        return try answer(question).first == "y" ? .save(pad.asNew()) : .draft
    }

    /// Asks whether to merge changes of different fields.
    private func askApart() throws -> Decision {
        let question = "The other change is in different fields. Save both? [y/N] "
        return try answer(question).first == "y" ? .save(try pad.rebased(report, changes: pad.changes)) : .draft
    }

    private func decide(_ field: FieldConflict) throws -> FieldDecision {
        while true {
            let question = "\(field.field.name): [m]ine, [t]heirs, [e]dit, keep a [d]raft, [c]ancel mine? "
            switch try answer(question) {
            case "m", "mine": return .mine
            case "t", "theirs": return .theirs
            case "d", "draft": return .draft
            case "c", "cancel": return .cancel
            case "e", "edit": if let value = try edit(field) { return .value(value) }
            default: context.console.remark(Messages.oneOfTheLetters)
            }
        }
    }

    /// Asks for a value. Outer nil returns to the question.
    private func edit(_ field: FieldConflict) throws -> FieldValue?? {
        let reader = context.fieldReader.inZone(named: pad.values.timeZone)
        var typed: String?
        while true {
            let question = FieldQuestion(field.field, value: field.yours, reader, typed: typed)
            switch question.answer(to: try reply(question.prompt)) {
            case .keep, .save: return .some(field.yours)
            case .clear: return .some(nil)
            case .value(let value): return .some(value)
            case .back: return nil
            case .refused(let error, let line):
                context.console.remark(question.reason(error))
                typed = line
            }
        }
    }

    private func answer(_ question: String) throws -> String { try given(context.console.ask(question)) }

    private func reply(_ prompt: LinePrompt) throws -> String { try given(context.console.answer(to: prompt)) }

    /// The answer. The end of input counts as Ctrl-C.
    private func given(_ answer: String?) throws -> String {
        guard let answer else { throw Refusal.interrupted(signal: SIGINT) }
        return answer
    }
}
