import Journal
import SurfLanguage

/// Changing several sessions in one step.
extension EditCommand {
    /// Whether the options find sessions. While a session is open at the prompt, a place is one to set.
    func filters(_ context: CommandContext) -> Bool {
        !finding.isEmpty || context.prompt?.pad == nil && !set.finding.typed.isEmpty
    }

    /// Changes the named sessions, or those that the filter finds.
    func editMany(_ operands: [EntryOperand], _ context: CommandContext) throws {
        try requireForMany(operands)
        var filter = try FilterOptions.parse([])
        (filter.finding, filter.fields) = (finding, operands.isEmpty ? set.finding : filter.fields)
        let setting = operands.isEmpty ? set.setting : set
        var changes = try setting.changes(context.fieldReader)
        changes.assignments += try cleared(besides: changes.fields)
        if changes.isEmpty, !editor { throw Refusal.nothingToSet }
        if editor, !changes.isEmpty { throw Refusal.exclusive(["--editor", "options that set fields"]) }
        let (journal, query) = try context.open(filter, checking: changes.check)
        let sessions =
            try operands.isEmpty
            ? context.chosen(query, filter, in: journal) : context.chosen(operands, in: journal)
        if editor { return try editTable(of: sessions, in: journal, context) }
        try context.confirm(sessions, "Change", "Changing", in: journal)
        try change(sessions, changes, in: journal, context)
    }

    private func change(
        _ sessions: ChosenSessions, _ changes: FieldChanges, in journal: Journal, _ context: CommandContext
    ) throws {
        for typed in changes.typedValues(in: journal) { typed.reportUncounted(context) }
        let zones = try journal.placeValues(.timeZone)
        let changed = try journal.change(sessions.ids) { try changes.changes(of: $0, zones, in: journal.fields) }
        var reported = ChosenSessions()
        for id in changed { try reported.add(id, journal.record(id)) }
        if changed.isEmpty {
            context.console.note("\(Messages.sessions(sessions.ids.count)) already had that. Nothing was changed.")
        } else {
            let verb = "Changed the \(Messages.names(changes.fields)) of"
            context.report(reported, verb, undo: ("changes it back", "changes them back"))
        }
        if context.format != .human { try context.report(sessions.ids.map { try journal.record($0) }, of: journal) }
    }

    /// Refuses what is for one session only.
    private func requireForMany(_ operands: [EntryOperand]) throws {
        if !operands.isEmpty, !finding.isEmpty { throw Refusal.exclusive(["IDs", "a filter"]) }
        if operands.contains(where: { if case .draft = $0 { true } else { false } }) {
            throw Refusal.usage("Name one draft, or sessions by their IDs.")
        }
        let single = [("--draft", draft), ("--if-rev", ifRev != nil)].first(where: \.1)
        if let single { throw Refusal.usage("\(single.0) changes one session. Name one by its ID.") }
    }
}

extension FieldOptions {
    /// Those that find sessions rather than set a field, where no session is named: the place, and ranges.
    var finding: FieldOptions { keeping { field, text in field == .location || text.contains("..") } }

    /// Those that set a field, where no session is named.
    var setting: FieldOptions { keeping { field, text in field != .location && !text.contains("..") } }
}

extension Refusal {
    fileprivate static let nothingToSet = Refusal.usage(
        "Say what to change, such as: surfjournal edit --spot malibu --board \"5'10 twin\".")
}
