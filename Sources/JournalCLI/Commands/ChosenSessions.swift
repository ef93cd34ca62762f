import Journal
import SurfLanguage

/// The sessions that a command acts on. Only the first are kept in memory.
struct ChosenSessions {
    private(set) var ids: [Int64] = []
    private(set) var first: [EntryRecord] = []

    /// The largest number of sessions that a command acts on without a question.
    static let unasked = 3
    /// The largest number of sessions listed before the question.
    private static let shown = 20
    /// The largest number of IDs in a message.
    private static let named = 10

    mutating func add(_ id: Int64, _ record: @autoclosure () throws -> EntryRecord) rethrows {
        ids.append(id)
        if first.count < ChosenSessions.shown { first.append(try record()) }
    }

    /// The IDs for a message about many.
    var someIDs: String {
        let shown = ids.prefix(ChosenSessions.named).map { String($0) }.joined(separator: ", ")
        return shown + (ids.count > ChosenSessions.named ? ", ..." : ".")
    }
}

extension CommandContext {
    /// The sessions that a filter selects.
    /// - Throws: A refusal if there are none.
    func chosen(_ query: EntryQuery, _ filter: FilterOptions, in journal: Journal) throws -> ChosenSessions {
        var sessions = ChosenSessions()
        try journal.blocks(query) { block in
            for row in 0..<block.count { sessions.add(block.id(row), block.record(row)) }
        }
        if sessions.ids.isEmpty { throw Refusal.notFound(Messages.noMatch(suggestion(filter, in: journal))) }
        return sessions
    }

    /// The sessions that operands name, each once.
    func chosen(_ operands: [EntryOperand], in journal: Journal) throws -> ChosenSessions {
        var sessions = ChosenSessions()
        for operand in operands {
            let id = try id(operand, in: journal)
            if !sessions.ids.contains(id) { try sessions.add(id, journal.record(id)) }
        }
        return sessions
    }

    /// Asks before a command acts on more than a few sessions, and backs the journal up if the settings say so.
    /// - Parameters:
    ///   - verb: What it does, such as "Delete".
    ///   - action: The same for the refusal, such as "Deleting".
    func confirm(_ sessions: ChosenSessions, _ verb: String, _ action: String, in journal: Journal) throws {
        let count = sessions.ids.count
        guard count > ChosenSessions.unasked else { return }
        let text = Messages.sessions(count)
        try confirm("\(verb) these \(text)?", "\(action) \(text)", "\(verb.lowercased()) without asking") {
            let table = self.text.table(sessions.first, columns: EntryColumn.csv(fields: EntryField.firstModel))
            console.show(table.fitted(to: console.remarkWidth).lines)
            if let cut = Messages.cut(sessions.first.count, of: count) { console.remark(cut) }
        }
        try backUpFirst(journal, changing: count)
    }

    /// Reports on the sessions that a command acted on: each of a few, the IDs of many.
    /// - Parameters:
    ///   - verb: What was done, such as "Deleted".
    ///   - undo: What `undo` does to one, and to several.
    func report(_ sessions: ChosenSessions, _ verb: String, undo: (one: String, several: String)) {
        let count = sessions.ids.count
        if count == 1, let only = sessions.first.first {
            return console.note("\(verb) \(only.id): \(text.name(only.values)). 'surfjournal undo' \(undo.one).")
        }
        let all = "\(verb) \(Messages.sessions(count))"
        if count > ChosenSessions.unasked {
            return console.note("\(all): \(sessions.someIDs) 'surfjournal undo' \(undo.several).")
        }
        console.note("\(all). 'surfjournal undo' \(undo.several).")
        for record in sessions.first { console.note("  \(record.id): \(text.name(record.values))") }
    }
}
