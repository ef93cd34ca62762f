import Foundation
import Journal
import SurfLanguage

/// Tells what `undo` took back, before and after, and what it could take back.
struct UndoOutput {
    let context: CommandContext
    let fields: [EntryField]
    let isJSON: Bool

    /// So many sessions are told of one by one.
    private static let shown = 20

    /// How many entries have to be known one by one; JSON has all.
    var limit: Int { isJSON ? .max : UndoOutput.shown }

    func tell(_ undone: UndoneCommand) throws {
        context.console.note(Sentences.undone(undone.command, undone.count))
        for entry in undone.entries.prefix(UndoOutput.shown) { context.console.note(line(entry)) }
        let rest = undone.count - UndoOutput.shown
        if rest > 0 { context.console.note(Sentences.moreEntries(rest)) }
        guard isJSON else { return }
        var (json, dates) = (JSONWriter(), ISODateWriter(zone: context.zone))
        json.beginObject()
        json.key("undone")
        json.command(undone.command, &dates)
        json.key("entries")
        json.beginArray()
        for entry in undone.entries { write(entry, &json, &dates) }
        json.endArray()
        json.endObject()
        try end(&json)
    }

    func tell(_ cancel: DraftCancel) throws {
        context.console.note(Sentences.cancelUndone(cancel))
        guard isJSON else { return }
        var json = JSONWriter()
        json.beginObject()
        json.key(cancel.isUndone ? "cancelled" : "restored")
        json.beginArray()
        for number in cancel.numbers { json.value("d\(number)") }
        json.endArray()
        json.endObject()
        try end(&json)
    }

    func list(_ commands: [ChangeCommand]) throws {
        guard isJSON else { return try table(commands) }
        var (json, dates) = (JSONWriter(), ISODateWriter(zone: context.zone))
        json.beginArray()
        for command in commands { json.command(command, &dates) }
        json.endArray()
        try end(&json)
    }

    private func table(_ commands: [ChangeCommand]) throws {
        if commands.isEmpty { return context.console.note(Sentences.noHistory) }
        var dates = HumanDate(zone: context.zone)
        let rows = commands.prefix(UndoOutput.shown).map { command in
            [
                dates.minute(command.date), command.name.isEmpty ? Sentences.otherProgram : Harmless.text(command.name),
                Sentences.changes(command),
            ]
        }
        let columns = ["date", "command", "sessions"].map { Table.Column(title: $0) }
        for line in Table(columns: columns, rows: rows).fitted(to: context.console.width).lines {
            try context.console.line(line)
        }
        try context.console.flush()
        context.console.note(Sentences.commandsShown(rows.count, of: commands.count))
    }

    private func line(_ entry: UndoneCommand.Entry) -> String {
        switch (entry.before, entry.after) {
        case (nil, let after?): Sentences.back(entry.id, context.text.summary(after.values))
        case (let before?, nil): Sentences.gone(entry.id, context.text.summary(before.values))
        case (let before?, let after?): Sentences.changed(entry.id, changes(before.values, after.values))
        case (nil, nil): ""
        }
    }

    private func changes(_ before: EntryValues, _ after: EntryValues) -> String {
        fields.filter { before[$0] != after[$0] }.map { field in
            let (old, new) = (context.text.short(before[field], of: field), context.text.short(after[field], of: field))
            return "\(field.name) \(old) \u{2192} \(new)"
        }.joined(separator: ", ")
    }

    private func write(_ entry: UndoneCommand.Entry, _ json: inout JSONWriter, _ dates: inout ISODateWriter) {
        let columns = EntryColumn.json(fields: fields)
        json.beginObject()
        json.key("id")
        json.value(entry.id)
        for (name, record) in [("before", entry.before), ("after", entry.after)] {
            json.key(name)
            if let record { json.entry(record, columns: columns, &dates) } else { json.null() }
        }
        json.endObject()
    }

    private func end(_ json: inout JSONWriter) throws {
        json.endLine()
        try context.console.data(json.bytes)
    }
}

extension JSONWriter {
    /// Writes a command of the history as an object; its name is null for another program's.
    fileprivate mutating func command(_ command: ChangeCommand, _ dates: inout ISODateWriter) {
        beginObject()
        key("command")
        value(command.name.isEmpty ? nil : command.name)
        key("date")
        value(command.date, &dates)
        for (name, count) in [("added", command.added), ("changed", command.changed), ("deleted", command.deleted)] {
            key(name)
            value(Int64(count))
        }
        endObject()
    }
}
