import Journal
import JournalSync

/// Texts about exchanges with other machines.
extension Messages {
    static func syncIsReadable(by remote: String?) -> String {
        "Whoever can read \(remote ?? "the remote") can read every session and the names of your machines. "
            + "Deleted text stays in git's history there."
    }

    static let askSyncStart = "Sync this journal with it? [y/N] "

    static let askSyncDeletions = "Delete them here too? [y/N] "

    static func manyDeleted(_ deletions: ManyDeletions) -> String {
        "\(sessions(deletions.count)) of \(grouped(deletions.total)) were deleted elsewhere, such as"
    }

    static func changedOnBoth(_ id: Int64) -> String { "Session \(id) was changed here and elsewhere:" }

    static func exchanged(_ report: ExchangeReport, with remote: String) -> String {
        if report.isFirst { return firstExchange(report, with: remote) }
        var parts: [String] = []
        if !report.sent.isEmpty { parts.append("sent \(amount(report.sent))") }
        if !report.received.isEmpty {
            parts.append("received \(amount(report.received, isNamed: report.sent.written > 0))")
        }
        return parts.isEmpty ? "Nothing new on either side." : capitalized(parts.joined(separator: ", ")) + "."
    }

    private static func firstExchange(_ report: ExchangeReport, with remote: String) -> String {
        let next = "'surfjournal sync' keeps both up to date from now on."
        let (sent, received) = (report.sent.added, report.received.added)
        if received == 0, report.paired == 0 {
            return sent == 0
                ? "\(remote) was reached. Neither side has sessions yet. \(next)"
                : "Sent \(sessions(sent)) to \(remote). \(next)"
        }
        var parts: [String] = []
        if received > 0 { parts.append("received \(sessions(received))") }
        if report.paired > 0 {
            let count = parts.isEmpty ? sessions(report.paired) : grouped(report.paired)
            let differing = report.differing == 0 ? "" : ", \(grouped(report.differing)) with other values"
            parts.append("\(count) \(report.paired == 1 ? "was" : "were") here already\(differing)")
        }
        if sent > 0 { parts.append("sent \(grouped(sent))") }
        return capitalized(parts.joined(separator: "; ")) + "."
    }

    /// An amount such as `5 sessions and 1 deletion`, or `5 and 1 deletion` where sessions were named just before.
    private static func amount(_ counts: ExchangeReport.Counts, isNamed: Bool = false) -> String {
        var parts: [String] = []
        if counts.written > 0 { parts.append(isNamed ? grouped(counts.written) : sessions(counts.written)) }
        if counts.deleted > 0 { parts.append("\(grouped(counts.deleted)) deletion\(counts.deleted == 1 ? "" : "s")") }
        return parts.joined(separator: " and ")
    }

    /// The counts of a commit, such as `2 added, 1 deleted`.
    static func changes(_ counts: ExchangeReport.Counts) -> String {
        [(counts.added, "added"), (counts.changed, "changed"), (counts.deleted, "deleted")].filter { $0.0 > 0 }
            .map { "\(grouped($0.0)) \($0.1)" }.joined(separator: ", ")
    }

    /// What else there is to say about an exchange.
    static func remarks(_ report: ExchangeReport) -> [String] {
        var lines: [String] = []
        if report.comparedAll {
            lines.append("The history does not reach back to the last sync. All sessions were compared.")
        }
        // The draft of a session says what became of it.
        let merged = report.merged.filter { !report.drafts.values.contains($0) }
        if !merged.isEmpty {
            lines.append("Changed here and elsewhere: \(numbers(merged)). Both changes were kept.")
        }
        if !report.kept.isEmpty {
            lines.append("Deleted elsewhere, but changed here: \(numbers(report.kept)). The change was kept.")
        }
        if !report.revived.isEmpty {
            lines.append("Deleted, but back because they were changed or kept elsewhere: \(numbers(report.revived)).")
        }
        if !report.renumbered.isEmpty {
            let pairs = report.renumbered.sorted { $0.key < $1.key }.map { "\($0.key) is now \($0.value)" }
            lines.append("Received under other numbers, because theirs are taken here: \(first(pairs)).")
        }
        if report.separated > 0 {
            let count = sessions(report.separated)
            lines.append(
                "\(count) came from a copy of one journal, but were changed since. They count as different ones.")
        }
        if !report.irregular.isEmpty {
            lines.append("Received with missing or unusual values: \(numbers(report.irregular)).")
        }
        return lines
    }

    static func syncDrafts(_ drafts: [Int: Int64]) -> String {
        let pairs = drafts.sorted { $0.key < $1.key }.map { "d\($0.key) of session \($0.value)" }
        return "Changed here and elsewhere: the other machine's values are stored, and yours are kept as drafts: "
            + "\(first(pairs)). \(drafts.count > 1 ? "For each, " : "")"
            + "'surfjournal save \(drafts.count > 1 ? "DRAFT" : "d\(drafts.keys.min() ?? 1)")' stores yours."
    }

    static let nothingExchanged = "Nothing was synced yet."

    static func syncStopped(_ remote: String) -> String {
        "This journal is no longer synced with \(remote). Nothing was removed, here or there."
    }

    static func lines(_ status: SyncStatus, now: Double) -> [String] {
        let date = status.date.map { age(seconds: now - $0) } ?? "never"
        var lines = [
            "remote     \(TerminalSafe.text(status.remote.url))", "synced     \(date)",
            "waiting    \(status.waiting == 0 ? "nothing" : sessions(status.waiting))",
        ]
        if !status.drafts.isEmpty { lines.append("conflicts  \(drafts(status.drafts.map(\.number)))") }
        return lines
    }

    /// What the first exchange after a restore does.
    static func next(_ exchange: NextExchange) -> String {
        let start = "The next 'surfjournal sync' will "
        return switch exchange {
        case .sends(nil):
            start + "send everything that the restore changes to the other machines, deletions too."
        case .sends(let counts?) where counts.isEmpty: start + "change nothing on the other machines."
        case .sends(let counts?): start + "\(changing(counts)) on the other machines."
        case .receives: start + "bring what other machines changed since the backup, deletions too."
        case .first: start + "compare all sessions with the remote's. It deletes none, here or there."
        }
    }

    /// What an exchange does, such as `add 2 sessions, change 1 and delete 3`.
    private static func changing(_ counts: ExchangeReport.Counts) -> String {
        let parts = [("add", counts.added), ("change", counts.changed), ("delete", counts.deleted)].filter { $0.1 > 0 }
        let words = parts.enumerated().map { index, part in
            "\(part.0) \(index == 0 ? sessions(part.1) : grouped(part.1))"
        }
        return words.dropLast().joined(separator: ", ") + (words.count > 1 ? " and " : "") + (words.last ?? "")
    }

    /// What an exchange that failed left.
    static func nothingLost(waiting count: Int) -> String {
        switch count {
        case 0: "Nothing was lost."
        case 1: "Nothing was lost; 1 change waits."
        default: "Nothing was lost; \(grouped(count)) changes wait."
        }
    }

    static func numbers(_ ids: [Int64]) -> String { first(ids.map(String.init)) }

    /// A list of at most ten parts, and how many more there are.
    private static func first(_ parts: [String]) -> String {
        parts.prefix(10).joined(separator: ", ") + (parts.count > 10 ? " and \(grouped(parts.count - 10)) more" : "")
    }
}
