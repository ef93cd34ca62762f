import Journal
import JournalTransfer
import SurfLanguage

/// Reports the result of an import or of its preview.
struct ImportOutput {
    let file: String
    let isDryRun: Bool
    /// Whether `--where` chose the rows.
    let hasConditions: Bool
    let context: CommandContext

    /// The file's name in messages.
    private var name: String { file == "-" ? "stdin" : file }

    /// Does part of the work. Adds the file's name to errors and reports each bad row.
    /// - Parameter commands: The commands that import the file nevertheless.
    func reporting<Result>(
        trying commands: (ImportError) -> [String] = { _ in [] }, _ work: () throws -> Result
    ) throws -> Result {
        do {
            return try work()
        } catch let error as ImportError {
            if case .badRows(let rows, let facts) = error {
                if let ignored = Messages.ignoredColumns(facts.unread, facts.guesses) {
                    context.console.note(TerminalSafe.text(ignored))
                }
                if facts.count > 1 { for row in rows { report(row) } }
            }
            throw Refusal.importing(name, error, trying: commands(error))
        }
    }

    /// Reports how a table from another program was understood.
    func report(_ findings: SheetFindings) {
        for line in Messages.found(findings, name, context.settings.units.length) {
            context.console.note(TerminalSafe.text(line))
        }
    }

    /// Reports a bad row.
    func report(_ row: BadRow) { context.console.remark(TerminalSafe.text(Messages.badRow(row, in: name))) }

    /// Asks for the order of an ambiguous date. Returns nil if there is no answer.
    func askedOrder(_ column: String, _ cell: String, _ dates: DateReader) throws -> DateOrder? {
        let orders = [DateOrder.dmy, .mdy]
        context.console.note(TerminalSafe.text(Messages.askOrder(column, cell)))
        for (index, order) in orders.enumerated() {
            var dates = dates
            dates.order = order
            context.console.note("  \(index + 1)  " + Messages.order(order, dates.dayText(of: cell)))
        }
        let prompt = LinePrompt(text: Messages.askLine(orders.count))
        let answer = try context.console.answer(to: prompt)?.trimmingCharacters(in: .whitespaces) ?? ""
        return Int(answer).flatMap { orders.indices.contains($0 - 1) ? orders[$0 - 1] : nil }
            ?? DateOrder(rawValue: answer)
    }

    func note(_ outcome: ImportOutcome) {
        let console = context.console
        if !outcome.fields.contains(.date), outcome.imported > 0 {
            console.note("No column has dates. Name it with --map COLUMN=date.")
        }
        if let ignored = Messages.ignoredColumns(outcome.ignored, outcome.findings?.guesses ?? []) {
            console.note(TerminalSafe.text(ignored))
        }
        for line in Messages.passed(
            outcome.passed, areTracks: outcome.areTracks, isChosen: hasConditions,
            activity: outcome.findings?.columns.first { $0.meaning.target == .activity }?.name)
        { console.note(TerminalSafe.text(line)) }
        if outcome.areTracks,
            outcome.imported + outcome.present + outcome.skipped + outcome.passed.unwanted
                + outcome.passed.untimed == 0
        {
            console.note(TerminalSafe.text(Messages.noTracks(name)))
        }
        noteChanges(outcome)
        console.note(isDryRun ? Messages.wouldImport(outcome) : Messages.imported(outcome))
        if outcome.areTracks { noteTracks(outcome) }
    }

    /// Says what changes in sessions that were there.
    func noteChanges(_ outcome: ImportOutcome) {
        note(outcome.changes)
        if outcome.changes.older > 0 { context.console.note(Messages.olderRows(outcome.changes.older)) }
    }

    /// Says what changes. Many changes were listed in the question about them.
    private func note(_ changes: RowChanges) {
        let isListed = isDryRun || changes.count <= ChosenSessions.unasked
        for change in changes.first where isListed || !change.kept.isEmpty { note(change) }
        if isListed, let cut = Messages.cut(changes.first.count, of: changes.count) { context.console.note(cut) }
    }

    /// Says what changes in a session, field by field.
    private func note(_ change: RowChange) {
        let session = "  \(change.stored.id): \(context.text.name(change.stored.values))"
        if !change.fields.isEmpty {
            let changes = change.fields.map { words($0, change) }
            context.console.note("\(session): \(changes.joined(separator: ", "))")
        }
        if !change.kept.isEmpty {
            context.console.note("\(session): \(Messages.changedHereToo(change.kept))")
        }
    }

    /// Such as `rating ★★★★ instead of ★★★`.
    private func words(_ field: EntryField, _ change: RowChange) -> String {
        guard let new = change.values[field] else { return "\(field.words) cleared" }
        let old = change.stored.values[field].map { " instead of " + shown($0, field) }
        return "\(field.words) \(shown(new, field))\(old ?? "")"
    }

    private func shown(_ value: FieldValue, _ field: EntryField) -> String {
        Excerpt.start(of: context.text.short(value, of: field))
    }

    /// Asks before more than a few sessions are changed.
    func confirm(_ changes: RowChanges) throws {
        guard changes.count > ChosenSessions.unasked else { return }
        let text = Messages.sessions(changes.count)
        try context.confirm(
            "Change these \(text)?", "Changing \(text)", "change them without asking, or --new to import new ones"
        ) {
            for change in changes.first { note(change) }
            if let cut = Messages.cut(changes.first.count, of: changes.count) { context.console.remark(cut) }
        }
    }

    /// Says which sessions the tracks of a watch are. The table of a dry run shows the new ones.
    private func noteTracks(_ outcome: ImportOutcome) {
        for (index, record) in outcome.first.enumerated() {
            let summary = context.text.summary(record.values)
            if let id = outcome.known[index] {
                context.console.note("  " + Messages.isPresent(summary, id))
            } else if !isDryRun {
                context.console.note("  " + summary)
            }
        }
        if let cut = Messages.cut(outcome.first.count, of: outcome.imported + outcome.present), !isDryRun {
            context.console.note(cut)
        }
        for (place, position) in outcome.positions.sorted(by: { $0.key < $1.key }).prefix(ImportOutput.offered) {
            let name = TerminalSafe.text(place)
            context.console.note(
                "\(name) has no coordinates. You were near \(position): \(Messages.setCoordinates(of: name, to: position))."
            )
        }
    }

    /// The most places whose coordinates are offered.
    private static let offered = 3

    /// Shows how the first rows were understood.
    func showRows(_ outcome: ImportOutcome) throws {
        if outcome.first.isEmpty { return }
        let hasIDs = outcome.first.contains { $0.id > 0 }
        let columns = EntryColumn.csv(fields: EntryField.allCases.filter(outcome.fields.contains))
            .filter { hasIDs || $0 != .id }
        let table = context.text.table(outcome.first, columns: columns).fitted(to: context.console.width)
        try context.console.lines(table.lines)
        try context.console.flush()
        if let cut = Messages.cut(outcome.first.count, of: outcome.imported + outcome.present + outcome.changes.count) {
            context.console.note(cut)
        }
        if !table.hidden.isEmpty { context.console.note(Messages.hidden(table.hidden)) }
    }

    func writeJSON(_ outcome: ImportOutcome) throws {
        let members: JSONObject = [
            "dryRun": .bool(isDryRun), "imported": JSONValue(outcome.imported), "present": JSONValue(outcome.present),
            "skipped": JSONValue(outcome.skipped), "empty": JSONValue(outcome.passed.empty),
            "unwanted": JSONValue(outcome.passed.unwanted), "rejects": JSONValue(outcome.rejects),
            "ignored": JSONValue(outcome.ignored),
            "beaten": JSONValue((outcome.findings?.beaten ?? []).map(\.name)),
        ]
        let changed: JSONObject = outcome.changes.count > 0 ? ["changed": JSONValue(outcome.changes.count)] : [:]
        try context.console.json(
            .object(isDryRun ? members + changed + ["sessions": rows(outcome)] : members + changed))
    }

    /// The first rows as understood.
    private func rows(_ outcome: ImportOutcome) -> JSONValue {
        var dates = ISODateWriter(zone: context.zone)
        return .array(
            outcome.first.map { record in
                let id: JSONObject = ["id": JSONValue(record.id > 0 ? record.id : nil)]
                return .object(id + JSONObject(record.values, of: Array(outcome.fields), &dates))
            })
    }
}
