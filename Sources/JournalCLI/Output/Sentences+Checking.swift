import Journal

extension Sentences {
    /// What checking a journal came to, in one line.
    static func checked(_ report: JournalReport) -> String {
        let drafts = report.draftCount == 1 ? "1 draft" : "\(grouped(report.draftCount)) drafts"
        let what = "\(report.entryCount.map { sessions($0) } ?? "the journal") and \(drafts)"
        switch report.findings.count {
        case 0: return "Checked \(what): nothing is wrong."
        case 1: return "Checked \(what): 1 thing is wrong."
        default: return "Checked \(what): \(grouped(report.findings.count)) things are wrong."
        }
    }

    /// Something that is wrong with a journal, and what to do.
    static func finding(_ finding: JournalFinding) -> String {
        switch finding {
        case .damage(let words):
            "The file is damaged (\(words.prefix(3).map(trimmed).joined(separator: "; "))); "
                + "keep a copy of it and of its -wal, and restore a backup."
        case .metadata: "The journal's metadata are damaged; restore a backup."
        case .noCounter: "Nothing counts the IDs, so nothing can be added; restore a backup."
        case .counter(let counter, let highest):
            "The counter of IDs says \(counter), but there is a session \(highest), so an ID would be given twice; "
                + "restore a backup."
        case .counterEnd(let counter, let isOfHistory):
            "The counter of \(isOfHistory ? "the history" : "IDs") says \(counter), its end, so nothing can be "
                + (isOfHistory ? "saved" : "added") + "; export the sessions, and import them into a new journal."
        case .versionEnd(let rows):
            "\(these(rows)) at the last revision that there is: changes by others may go unnoticed; restore a backup."
        case .historyCounter: "The counter of the history is too low, so nothing can be saved; restore a backup."
        case .strangers(let rows): "\(these(rows)) among the sessions \(say(rows)) no session; restore a backup."
        case .noVersion(let rows):
            "\(these(rows)) without a version: changes by others would go unnoticed; restore a backup."
        case .repeatedIDs(let rows):
            "\(these(rows)) with the ID of another session; restore a backup."
        case .type(let field, let rows):
            "\(these(rows)) with something of another kind as \(field); set it anew, or restore a backup."
        case .changedTables:
            "The journal's tables were changed by another program or are damaged; restore a backup, \(acceptance)."
        case .changedMetadata:
            "The journal's metadata was changed by another program or is damaged; restore a backup, \(acceptance)."
        case .changed(let found):
            "\(named(found)) changed by another program or damaged; restore a backup, or look with "
                + "'surfjournal show \(found.ids.first ?? 0)' \(acceptanceAfterwards)."
        case .added(let found):
            "\(named(found)) added by another program or damaged; restore a backup, or look with "
                + "'surfjournal show \(found.ids.first ?? 0)' \(acceptanceAfterwards)."
        case .lost(let found):
            "\(named(found)) lost: no command deleted \(found.count == 1 ? "it" : "them"); restore a backup, \(acceptance)."
        case .lostChecksums:
            "The checksums of the sessions are lost; restore a backup, \(acceptance)."
        case .unsavable(let detail): "Nothing can be saved (\(trimmed(detail))); restore a backup."
        case .samples:
            "The list of sample sessions cannot be read, so all sessions count as your own; nothing of yours is lost."
        case .unreadableDraft(let number):
            "Draft d\(number) cannot be read; look into its file d\(number).json beside the journal, then remove it."
        case .draftOfOtherJournal(let number):
            "Draft d\(number) belongs to another journal; move its file to that journal's drafts, or remove it."
        }
    }

    /// Why a journal is at risk where it lies, and what to do.
    static func warning(_ risk: FolderRisk) -> String {
        let next = "keep the journal in a folder of this machine and put its backups there: 'surfjournal backup FILE'."
        return switch risk {
        case .synced(let program):
            "The journal lies in a folder of \(program), which copies it while it is written and may spoil it; \(next)"
        case .network:
            "The journal lies on another machine, where two programs that write at once may spoil it; \(next)"
        }
    }

    private static let acceptance = "or accept the journal as it is with 'surfjournal check --accept'"
    private static let acceptanceAfterwards = "and accept the journal as it is with 'surfjournal check --accept'"

    /// `Session 3 was`, `3 sessions (1, 2, 3) were`.
    private static func named(_ found: FoundEntries) -> String {
        if found.count == 1, let id = found.ids.first { return "Session \(id) was" }
        let ids = found.ids.map(String.init).joined(separator: ", ")
        return "\(sessions(found.count)) (\(ids)\(found.count > found.ids.count ? " ..." : "")) were"
    }

    /// What is said of sessions that have no checksum yet.
    static func unchecked(_ report: JournalReport) -> String? {
        if report.uncheckedCount == 0 { return nil }
        let fact =
            "\(sessions(report.uncheckedCount)) \(report.uncheckedCount == 1 ? "has" : "have") no checksum yet, "
            + "so that not every damage is found; "
        return fact
            + (report.isOwn
                ? "the next change adds them, or 'surfjournal check --accept'."
                : "'surfjournal migrate' adds them.")
    }

    static func accepted(_ report: JournalReport) -> String {
        "Accepted \(report.entryCount.map { sessions($0) } ?? "the journal") as they are."
    }

    private static func these(_ rows: Int) -> String { rows == 1 ? "1 row" : "\(grouped(rows)) rows" }

    private static func say(_ rows: Int) -> String { rows == 1 ? "is" : "are" }

    /// What checking a backup came to, in one line.
    static func verified(_ backup: VerifiedBackup, written: String) -> String {
        let what = backup.report.entryCount.map { sessions($0) } ?? "the file"
        let found = backup.report.findings.count
        let end =
            found == 0 ? "nothing is wrong" : found == 1 ? "1 thing is wrong" : "\(grouped(found)) things are wrong"
        return "Checked \(what) of \(written) in \(backup.file.path): \(end)."
    }

    static func askRestore(_ plan: RestorePlan) -> String {
        "Replace the journal at \(plan.journal.path) by the \(sessions(plan.entryCount)) of \(plan.file.path)? [y/N] "
    }

    static func restored(_ restored: RestoredJournal, from path: String) -> String {
        var text = "Restored \(sessions(restored.entryCount)) from \(path) to \(restored.journal.path)."
        if let kept = restored.kept { text += " The journal as it was is at \(kept.path)." }
        return text
    }

    static func otherDrafts(_ count: Int) -> String {
        let drafts = count == 1 ? "1 draft belongs" : "\(grouped(count)) drafts belong"
        return "\(drafts) to another journal than the restored one and \(count == 1 ? "is" : "are") kept."
    }

    static func backedUp(_ count: Int, to path: String) -> String {
        "Backed up \(sessions(count)) to \(path); 'surfjournal list --store \(quoted(path))' reads it."
    }
}
