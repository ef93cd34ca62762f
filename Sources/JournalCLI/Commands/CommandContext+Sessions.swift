import Journal
import SurfLanguage

/// The sessions that a command names.
extension CommandContext {
    /// The ID of the operand's entry.
    func id(_ operand: EntryOperand, in journal: Journal) throws -> Int64 {
        switch operand {
        case .id(let id): return id
        case .draft(let number): throw try notASession(number, in: journal)
        case .last:
            if let last = try journal.lastTouched() { return last.id }
            return try newest(in: journal)
        case .newest: return try newest(in: journal)
        case .words(let words): return try id(words: words, in: journal)
        }
    }

    private func newest(in journal: Journal) throws -> Int64 {
        guard let newest = try journal.newest(samples: journal.sampleState().ordinaryChoice) else {
            throw Refusal.noEntries
        }
        return newest.id
    }

    private func notASession(_ number: Int, in journal: Journal) throws -> Refusal {
        let isThere = try journal.drafts.list().numbers.contains(number)
        return isThere ? .isDraft(number) : Refusal(DraftError.noDraft(number))
    }

    // MARK: Words

    /// The most sessions that are listed to choose from.
    private static let maxChoices = 10

    /// The session that matches a date, or words from its place, board or notes. If several match, asks which one.
    private func id(words: String, in journal: Journal) throws -> Int64 {
        let found = try sessions(found(by: words, in: journal), atMost: CommandContext.maxChoices + 1, in: journal)
        guard let first = found.first else {
            throw Refusal.noSession(words, suggestedName(.place, words, in: journal))
        }
        if found.count == 1 {
            console.note("'\(words)' is \(first.id): \(text.name(first.values)).")
            return first.id
        }
        let title = "'\(words)' could be several sessions"
        guard console.canAsk else { throw Refusal.severalSessions(title, list(found)) }
        return try choose(found, title: title + ":")
    }

    private func found(by words: String, in journal: Journal) throws -> EntryQuery {
        let samples = try journal.sampleState().ordinaryChoice
        let term = (try? filterReader.on(words)) ?? filterReader.anyText(words)
        return EntryQuery(filter: [term], samples: samples)
    }

    /// The first sessions of a query, newest first.
    private func sessions(_ query: EntryQuery, atMost count: Int, in journal: Journal) throws -> [EntryRecord] {
        var limited = query
        limited.limit = count
        var found: [EntryRecord] = []
        try journal.records(limited) { found.append($0) }
        return found
    }

    /// Lets a person choose one of the newest sessions.
    func chooseNewest(in journal: Journal) throws -> Int64 {
        let samples = try journal.sampleState().ordinaryChoice
        let found = try sessions(EntryQuery(samples: samples), atMost: CommandContext.maxChoices, in: journal)
        if found.isEmpty { throw Refusal.noEntries }
        return try choose(found, title: "Your newest sessions:")
    }

    private func choose(_ found: [EntryRecord], title: String) throws -> Int64 {
        let shown = found.prefix(CommandContext.maxChoices)
        console.remark(title)
        let width = String(shown.count).count
        for (index, record) in shown.enumerated() {
            let number = String(index + 1)
            let blanks = String(repeating: " ", count: 2 + width - number.count)
            console.remark("\(blanks)\(number)  \(text.name(record.values)) (\(record.id))")
        }
        if found.count > shown.count { console.remark("  ...") }
        while true {
            guard let answer = try console.ask("Which one, 1 to \(shown.count)? Or q to quit: "), answer != "q" else {
                throw Refusal.notChosen
            }
            if let number = Int(answer), (1...shown.count).contains(number) { return shown[number - 1].id }
        }
    }

    private func list(_ found: [EntryRecord]) -> String {
        let shown = found.prefix(CommandContext.maxChoices)
        return shown.map { "\($0.id) \(text.name($0.values))" }.joined(separator: "; ")
            + (found.count > shown.count ? "; and more" : "")
    }
}

extension Refusal {
    /// - Parameter suggestion: A known place with a similar name.
    fileprivate static func noSession(_ words: String, _ suggestion: String?) -> Refusal {
        let next =
            suggestion.map { "Did you mean '\(TerminalSafe.text($0))'?" }
            ?? "Use a number from 'surfjournal list', 'last' or 'newest'."
        return .usage("No session matches '\(words)'. \(next)")
    }

    /// A person left the list of sessions.
    fileprivate static let notChosen = Refusal.failure("No session was chosen.")

    fileprivate static func severalSessions(_ title: String, _ list: String) -> Refusal {
        .usage("\(title): \(list). Use the number of one.")
    }
}
