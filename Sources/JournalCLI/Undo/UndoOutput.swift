import Foundation
import Journal
import JournalTransfer
import SurfLanguage

/// Reports the results of `undo` and `redo`, and lists what they could do.
struct UndoOutput {
    let context: CommandContext

    /// The number of commands listed, and of entries of one command.
    private static let shown = 20
    /// The number of entries reported individually.
    private static let reported = 5
    /// The number of entries shown per listed command. JSON contains more.
    private static let listed = 3

    /// The number of entries needed individually. JSON contains all.
    var limit: Int { context.isJSON ? .max : UndoOutput.shown }

    func report(_ undone: UndoOutcome, in journal: Journal) throws {
        context.console.note(Messages.undone(undone))
        for entry in undone.entries.prefix(UndoOutput.reported) { context.console.note(line(entry, journal.fields)) }
        let rest = undone.count - UndoOutput.reported
        if rest > 0 {
            context.console.note("  and \(Messages.grouped(rest)) more \(rest == 1 ? "session" : "sessions")")
        }
        guard context.isJSON else { return }
        var dates = ISODateWriter(zone: context.zone)
        let columns = EntryColumn.json(fields: journal.fields)
        let entries = undone.entries.map { JSONValue($0, columns, &dates) }
        let name = undone.isRedone ? "redone" : "undone"
        try context.console.json([
            name: .object(JSONObject(undone.command, &dates)), "entries": .array(entries),
        ])
    }

    func report(_ cancel: DraftCancel) throws {
        context.console.note(Messages.cancelUndone(cancel))
        let numbers = JSONValue(cancel.numbers.map { "d\($0)" })
        try context.report(json: [cancel.isUndone ? "cancelled" : "restored": numbers])
    }

    /// Lists the commands that changed entries.
    func list(_ journal: Journal) throws {
        guard context.isJSON else { return try table(journal) }
        let commands = try journal.listedCommands(reporting: UndoOutput.shown).commands
        var dates = ISODateWriter(zone: context.zone)
        try context.console.json(.array(commands.map { JSONValue($0, &dates) }))
    }

    private func table(_ journal: Journal) throws {
        let (commands, total) = try journal.listedCommands(UndoOutput.shown, reporting: UndoOutput.listed)
        if commands.isEmpty { return context.console.note("No command has changed sessions yet.") }
        var dates = DateWriter(zone: context.zone)
        let rows = commands.map { listed in
            [
                String(listed.number), dates.minute(listed.command.date), Messages.name(listed),
                Messages.changes(listed.command), Messages.sessions(of: listed),
            ]
        }
        let columns = [
            Table.Column(title: "number", alignment: .right), Table.Column(title: "date", shortWidth: 10),
            Table.Column(title: "command"), Table.Column(title: "changes", hidePriority: 1),
            Table.Column(title: "sessions", minWidth: 12),
        ]
        try context.console.lines(Table(columns: columns, rows: rows).fitted(to: context.console.width).lines)
        try context.console.flush()
        context.console.note(Messages.commandsShown(rows.count, of: total))
    }

    private func line(_ entry: UndoOutcome.Entry, _ fields: [EntryField]) -> String {
        switch (entry.before, entry.after) {
        case (nil, let after?): "  \(entry.id) is back: \(context.text.name(after.values))."
        case (let before?, nil): "  \(entry.id) is gone: \(context.text.name(before.values))."
        case (let before?, let after?): "  \(entry.id): \(changes(before.values, after.values, fields))."
        case (nil, nil): ""
        }
    }

    private func changes(_ before: EntryValues, _ after: EntryValues, _ fields: [EntryField]) -> String {
        fields.filter { before[$0] != after[$0] }.map { field in
            let (old, new) = (context.text.short(before[field], of: field), context.text.short(after[field], of: field))
            return "\(field.words) \(old) \u{2192} \(new)"
        }.joined(separator: ", ")
    }
}

extension JSONValue {
    /// An entry before and after; null where it did not exist.
    fileprivate init(_ entry: UndoOutcome.Entry, _ columns: [EntryColumn], _ dates: inout ISODateWriter) {
        let records = [entry.before, entry.after].map { record in
            record.map { JSONValue.object(JSONObject($0, columns: columns, &dates)) } ?? .null
        }
        self = ["id": JSONValue(entry.id), "before": records[0], "after": records[1]]
    }

    /// A listed command as an object.
    fileprivate init(_ listed: UndoListItem, _ dates: inout ISODateWriter) {
        let entries = listed.entries.map { entry -> JSONValue in
            ["id": JSONValue(entry.id), "location": JSONValue(entry.location)]
        }
        let number: JSONObject = ["number": JSONValue(listed.number)]
        self = .object(
            number + JSONObject(listed.command, &dates) + [
                "undone": .bool(listed.isUndone), "sessionCount": JSONValue(listed.count), "sessions": .array(entries),
            ])
    }
}

extension JSONObject {
    /// A command's name, date and counts. The name is null for another program's change.
    fileprivate init(_ command: HistoryCommand, _ dates: inout ISODateWriter) {
        self = [
            "command": JSONValue(command.name.isEmpty ? nil : command.name), "date": JSONValue(command.date, &dates),
            "added": JSONValue(command.added), "changed": JSONValue(command.changed),
            "deleted": JSONValue(command.deleted),
        ]
    }
}
