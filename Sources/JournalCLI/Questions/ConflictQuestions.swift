import Foundation
import Journal
import SurfLanguage

/// Asks a person to resolve a conflict, field by field where both sides changed one.
struct ConflictQuestions {
    /// The resolution.
    enum Decision {
        /// Save this edit, which is based on the stored entry.
        case save(EntryEdit)
        /// Save all values as a new entry.
        case saveAsNew
        /// Keep the stored entry and discard the change.
        case discard
        /// Save nothing and keep the change as a draft.
        case draft
    }

    let context: CommandContext
    let edit: EntryEdit
    let report: ConflictReport

    private var dialog: ConflictDialog { ConflictDialog(context: context) }

    /// Shows the three values of each field and asks.
    /// - Throws: `.interrupted` on Ctrl-C, Ctrl-D, or if the terminal is closed.
    func ask() throws -> Decision {
        dialog.show(context.text.table(ConflictValues(report: report)))
        if report.isDeleted { return try askDeleted() }
        if report.overlapping.isEmpty { return try askApart() }
        var changes = edit.changes
        for field in report.overlapping {
            switch try decide(field) {
            case .value(let value): changes.updateValue(value, forKey: field.field)
            case .theirs: changes[field.field] = nil
            case .draft: return .draft
            case .cancel: return .discard
            }
        }
        let apart = report.fields.filter { !$0.overlaps }.map(\.field)
        if !apart.isEmpty { context.console.note(Messages.merged(report.id, apart)) }
        return .save(edit.rebased(report, changes: changes))
    }

    private func askDeleted() throws -> Decision {
        try dialog.confirm("The session was deleted elsewhere. Save yours as a new one?")
            ? .saveAsNew : .draft
    }

    /// Asks whether to merge changes of different fields.
    private func askApart() throws -> Decision {
        try dialog.confirm("The other change is in different fields. Save both?")
            ? .save(edit.rebased(report, changes: edit.changes)) : .draft
    }

    /// The resolution of one field.
    private enum FieldDecision {
        case value(FieldValue?)
        case theirs, draft, cancel
    }

    private func decide(_ field: FieldConflict) throws -> FieldDecision {
        while true {
            switch try dialog.choose(field.field, [.mine, .theirs, .edit, .draft, .cancel]) {
            case .theirs: return .theirs
            case .draft: return .draft
            case .cancel: return .cancel
            case .edit: if let value = try edit(field) { return .value(value) }
            default: return .value(field.yours)
            }
        }
    }

    /// Asks for a value. Outer nil returns to the question.
    private func edit(_ field: FieldConflict) throws -> FieldValue?? {
        let reader = context.fieldReader.inZone(named: edit.values.timeZone)
        var typed: String?
        while true {
            let question = FieldQuestion(field.field, value: field.yours, reader, typed: typed)
            guard let reply = try context.console.answer(to: question.prompt) else {
                throw Refusal.interrupted(signal: SIGINT)
            }
            switch question.answer(to: reply) {
            case .keep, .save: return .some(field.yours)
            case .clear: return .some(nil)
            case .value(let value): return .some(value)
            case .back, .stop: return nil
            case .help: context.console.remark(Messages.helpOf(field.field))
            case .refused(let error, let line):
                context.console.remark(question.reason(error))
                typed = line
            }
        }
    }
}
