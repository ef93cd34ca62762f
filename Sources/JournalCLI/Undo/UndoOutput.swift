import Foundation
import Journal
import SurfLanguage

/// Reports the results of `undo` and `redo`, and lists what they could do.
struct UndoOutput {
    let context: CommandContext
    let isJSON: Bool

    /// The number of entries reported individually, and of commands listed.
    private static let shown = 20
    /// The number of entries shown per listed command. JSON contains more.
    private static let listed = 3

    /// The number of entries needed individually. JSON contains all.
    var limit: Int { isJSON ? .max : UndoOutput.shown }

    func report(_ undone: UndoneCommand, in journal: Journal) throws {
        context.console.note(Sentences.undone(undone))
        for entry in undone.entries.prefix(UndoOutput.shown) { context.console.note(line(entry, journal.fields)) }
        let rest = undone.count - UndoOutput.shown
        if rest > 0 { context.console.note(Sentences.moreEntries(rest)) }
        guard isJSON else { return }
        var (json, dates) = (JSONWriter(), ISODateWriter(zone: context.zone))
        json.beginObject()
        json.key(undone.isRedone ? "redone" : "undone")
        json.beginObject()
        json.members(of: undone.command, &dates)
        json.endObject()
        json.key("entries")
        json.beginArray()
        for entry in undone.entries { write(entry, journal.fields, &json, &dates) }
        json.endArray()
        json.endObject()
        try end(&json)
    }

    func report(_ cancel: DraftCancel) throws {
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

    /// Lists the commands that changed entries.
    func list(_ journal: Journal) throws {
        guard isJSON else { return try table(journal) }
        let commands = try journal.listedCommands(reporting: UndoOutput.shown).commands
        var (json, dates) = (JSONWriter(), ISODateWriter(zone: context.zone))
        json.beginArray()
        for command in commands { json.command(command, &dates) }
        json.endArray()
        try end(&json)
    }

    private func table(_ journal: Journal) throws {
        let (commands, total) = try journal.listedCommands(UndoOutput.shown, reporting: UndoOutput.listed)
        if commands.isEmpty { return context.console.note(Sentences.noHistory) }
        var dates = HumanDate(zone: context.zone)
        let rows = commands.map { listed in
            [
                String(listed.number), dates.minute(listed.command.date), Sentences.name(listed),
                Sentences.changes(listed.command), Sentences.sessions(of: listed),
            ]
        }
        let columns = [
            Table.Column(title: "number", alignment: .right), Table.Column(title: "date", short: 10),
            Table.Column(title: "command"), Table.Column(title: "changes", yields: 1),
            Table.Column(title: "sessions", least: 12),
        ]
        for line in Table(columns: columns, rows: rows).fitted(to: context.console.width).lines {
            try context.console.line(line)
        }
        try context.console.flush()
        context.console.note(Sentences.commandsShown(rows.count, of: total))
    }

    private func line(_ entry: UndoneCommand.Entry, _ fields: [EntryField]) -> String {
        switch (entry.before, entry.after) {
        case (nil, let after?): Sentences.back(entry.id, context.text.summary(after.values))
        case (let before?, nil): Sentences.gone(entry.id, context.text.summary(before.values))
        case (let before?, let after?): Sentences.changed(entry.id, changes(before.values, after.values, fields))
        case (nil, nil): ""
        }
    }

    private func changes(_ before: EntryValues, _ after: EntryValues, _ fields: [EntryField]) -> String {
        fields.filter { before[$0] != after[$0] }.map { field in
            let (old, new) = (context.text.short(before[field], of: field), context.text.short(after[field], of: field))
            return "\(field.words) \(old) \u{2192} \(new)"
        }.joined(separator: ", ")
    }

    private func write(
        _ entry: UndoneCommand.Entry, _ fields: [EntryField], _ json: inout JSONWriter, _ dates: inout ISODateWriter
    ) {
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
    /// Writes a listed command as an object.
    fileprivate mutating func command(_ listed: ListedCommand, _ dates: inout ISODateWriter) {
        beginObject()
        key("number")
        value(Int64(listed.number))
        members(of: listed.command, &dates)
        key("undone")
        value(listed.isUndone)
        key("sessionCount")
        value(Int64(listed.count))
        key("sessions")
        beginArray()
        for entry in listed.entries {
            beginObject()
            key("id")
            value(entry.id)
            key("location")
            value(entry.location)
            endObject()
        }
        endArray()
        endObject()
    }

    /// Writes a command's name, date and counts. The name is null for another program's change.
    fileprivate mutating func members(of command: ChangeCommand, _ dates: inout ISODateWriter) {
        key("command")
        value(command.name.isEmpty ? nil : command.name)
        key("date")
        value(command.date, &dates)
        for (name, count) in [("added", command.added), ("changed", command.changed), ("deleted", command.deleted)] {
            key(name)
            value(Int64(count))
        }
    }
}
