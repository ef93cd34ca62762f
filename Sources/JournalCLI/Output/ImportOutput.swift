import Journal
import JournalExchange
import SurfLanguage

/// Reports the result of an import or of its preview.
struct ImportOutput {
    let file: String
    let isDryRun: Bool
    let context: CommandContext

    /// The file's name in messages.
    private var name: String { file == "-" ? "stdin" : file }

    /// Does part of the work. Adds the file's name to errors and reports each bad row.
    func reporting<Result>(_ work: () throws -> Result) throws -> Result {
        do {
            return try work()
        } catch ImportError.journal(let error) {
            throw error
        } catch ImportError.output(let error) {
            throw error
        } catch let error as ImportError {
            if case .badRows(let rows, let count, let unread) = error {
                if !unread.isEmpty { context.console.note(TerminalSafe.text(Sentences.ignoredColumns(unread))) }
                if count > 1 { for row in rows { report(row) } }
            }
            throw Complaint.importing(name, error)
        }
    }

    /// Reports how a table from another program was understood.
    func report(_ findings: SheetFindings) {
        for line in Sentences.found(findings, name, context.settings.units) {
            context.console.note(TerminalSafe.text(line))
        }
    }

    /// Reports a bad row.
    func report(_ row: BadRow) { context.console.remark(TerminalSafe.text(Sentences.badRow(row, in: name))) }

    /// Asks for the order of an ambiguous date. Returns nil if there is no answer.
    func askedOrder(_ column: String, _ cell: String, _ dates: DateParser) throws -> DateOrder? {
        let orders = [DateOrder.dmy, .mdy]
        context.console.note(TerminalSafe.text(Sentences.askOrder(column, cell)))
        for (index, order) in orders.enumerated() {
            var dates = dates
            dates.order = order
            context.console.note("  \(index + 1)  " + Sentences.order(order, dates.dayText(of: cell)))
        }
        let prompt = LinePrompt(text: Sentences.askLine(orders.count))
        let answer = try context.console.answer(to: prompt)?.trimmingCharacters(in: .whitespaces) ?? ""
        return Int(answer).flatMap { orders.indices.contains($0 - 1) ? orders[$0 - 1] : nil }
            ?? DateOrder(rawValue: answer)
    }

    func note(_ outcome: ImportOutcome) {
        let console = context.console
        if !outcome.fields.contains(.date), outcome.imported > 0 { console.note(Sentences.importedWithoutDate) }
        if !outcome.ignored.isEmpty { console.note(TerminalSafe.text(Sentences.ignoredColumns(outcome.ignored))) }
        if let line = Sentences.passed(outcome.passed) { console.note(line) }
        console.note(isDryRun ? Sentences.wouldImport(outcome) : Sentences.imported(outcome))
    }

    /// Shows how the first rows were understood.
    func showRows(_ outcome: ImportOutcome) throws {
        if outcome.first.isEmpty { return }
        let hasIDs = outcome.first.contains { $0.id > 0 }
        let columns = EntryColumn.csv(fields: EntryField.allCases.filter(outcome.fields.contains))
            .filter { hasIDs || $0 != .id }
        let table = context.text.table(outcome.first, columns: columns).fitted(to: context.console.width)
        for line in table.lines { try context.console.line(line) }
        try context.console.flush()
        if let cut = Sentences.cut(outcome.first.count, of: outcome.imported + outcome.present) {
            context.console.note(cut)
        }
        if !table.hidden.isEmpty { context.console.note(Sentences.hidden(table.hidden)) }
    }

    func writeJSON(_ outcome: ImportOutcome) throws {
        var json = JSONWriter()
        json.beginObject()
        json.key("dryRun")
        json.value(isDryRun)
        let counts = [
            ("imported", outcome.imported), ("present", outcome.present), ("skipped", outcome.skipped),
            ("empty", outcome.passed.empty), ("unwanted", outcome.passed.unwanted),
        ]
        for (name, count) in counts {
            json.key(name)
            json.value(Int64(count))
        }
        json.key("rejects")
        json.value(outcome.rejects)
        json.key("ignored")
        json.beginArray()
        for name in outcome.ignored { json.value(name) }
        json.endArray()
        json.key("beaten")
        json.beginArray()
        for column in outcome.findings?.beaten ?? [] { json.value(column.name) }
        json.endArray()
        if isDryRun { writeRows(outcome, &json) }
        json.endObject()
        json.endLine()
        try context.console.data(json.bytes)
    }

    private func writeRows(_ outcome: ImportOutcome, _ json: inout JSONWriter) {
        var dates = ISODateWriter(zone: context.zone)
        json.key("sessions")
        json.beginArray()
        for record in outcome.first {
            json.beginObject()
            json.key("id")
            json.value(record.id > 0 ? record.id : nil)
            for field in EntryField.allCases where outcome.fields.contains(field) {
                json.key(field.name)
                json.value(of: field, record.values, &dates)
            }
            json.endObject()
        }
        json.endArray()
    }
}
