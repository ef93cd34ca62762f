import Journal
import JournalTransfer

extension Messages {
    /// The result of checking a journal in one line.
    static func checked(_ report: JournalReport) -> String {
        let drafts = report.draftCount == 1 ? "1 draft" : "\(grouped(report.draftCount)) drafts"
        let what = "\(report.entryCount.map { sessions($0) } ?? "the journal") and \(drafts)"
        switch report.findings.count {
        case 0: return "Checked \(what): no problems found."
        case 1: return "Checked \(what): 1 problem found."
        default: return "Checked \(what): \(grouped(report.findings.count)) problems found."
        }
    }

    /// A finding and what to do about it.
    static func finding(_ finding: JournalFinding) -> String {
        switch finding {
        case .store(.damage(let words)):
            "The file is damaged (\(words.prefix(3).map(trimmed).joined(separator: "; "))). "
                + "Keep a copy of it and of its -wal, and restore a backup."
        case .store(.metadata): "The journal's metadata is damaged. Restore a backup."
        case .store(.noCounter): "The counter of IDs is missing, so nothing can be added. Restore a backup."
        case .store(.counter(_, let counter, let highest)):
            "The counter of IDs says \(counter), but there is a session \(highest), so an ID would be used twice. "
                + "Restore a backup."
        case .store(.counterEnd(let table, let counter)):
            "The counter of \(table == nil ? "the history" : "IDs") says \(counter), the highest, so nothing can be "
                + (table == nil ? "saved" : "added") + ". Export the sessions, and import them into a new journal."
        case .store(.versionEnd(_, let rows)):
            "\(these(rows)) at the highest revision: changes elsewhere may go unnoticed. Restore a backup."
        case .store(.historyCounter):
            "The counter of the history is too low, so nothing can be saved. Restore a backup."
        case .store(.entity(_, let rows)):
            "\(these(rows)) among the sessions \(say(rows)) not \(rows == 1 ? "a session" : "sessions"). Restore a backup."
        case .store(.version(_, let rows)):
            "\(these(rows)) without a version: changes elsewhere would go unnoticed. Restore a backup."
        case .store(.repeatedKeys(_, let rows)):
            "\(these(rows)) with the ID of another session. Restore a backup."
        case .store(.type(_, let field, let rows)):
            "\(these(rows)) with a value of the wrong type for \(field). Set it again, or restore a backup."
        case .store(.changedSchema):
            "The journal's tables were changed by another program or are damaged. Restore a backup, \(acceptance)."
        case .store(.changedMetadata):
            "The journal's metadata was changed by another program or is damaged. Restore a backup, \(acceptance)."
        case .store(.changedRows(_, let found)):
            "\(named(found.keys, found.count)) changed by another program or damaged. Restore a backup, or look with "
                + "'surfjournal show \(found.keys.first ?? 0)' \(acceptanceAfterwards)."
        case .store(.addedRows(_, let found)):
            "\(named(found.keys, found.count)) added by another program or damaged. Restore a backup, or look with "
                + "'surfjournal show \(found.keys.first ?? 0)' \(acceptanceAfterwards)."
        case .store(.lostRows(_, let found)):
            "\(named(found.keys, found.count)) lost: no command deleted \(found.count == 1 ? "it" : "them"). Restore a backup, \(acceptance)."
        case .store(.lostChecksums):
            "The checksums of the sessions are lost. Restore a backup, \(acceptance)."
        case .unsavable(let detail): "Nothing can be saved (\(trimmed(detail))). Restore a backup."
        case .samples:
            "The list of sample sessions cannot be read, so all sessions count as your own. Nothing of yours is lost."
        case .unreadableDraft(let number):
            "Draft d\(number) cannot be read. 'surfjournal cancel d\(number)' discards it."
        case .damagedDrafts(let file): Refusal(DraftError.damaged(file)).sentence ?? ""
        case .draftOfOtherJournal(let number):
            "Draft d\(number) belongs to another journal, perhaps one that was restored. 'surfjournal cancel d\(number)' "
                + "discards it."
        }
    }

    /// Why the journal's location puts it at risk, and what to do about it.
    static func warning(_ risk: FolderRisk) -> String {
        let next = "Keep the journal on this computer, and put backups there with 'surfjournal backup FILE'."
        return switch risk {
        case .synced(let program):
            "The journal is in a folder that \(program) syncs. Syncing it while it is being written can damage it. \(next)"
        case .network:
            "The journal is on another machine, where two programs that write at once can damage it. \(next)"
        }
    }

    private static let acceptance = "or accept the journal as it is with 'surfjournal check --accept'"
    private static let acceptanceAfterwards = "and accept the journal as it is with 'surfjournal check --accept'"

    /// `Session 3 was`, `3 sessions (1, 2, 3) were`.
    private static func named(_ first: [Int64], _ count: Int) -> String {
        if count == 1, let id = first.first { return "Session \(id) was" }
        let ids = first.map(String.init).joined(separator: ", ")
        return "\(sessions(count)) (\(ids)\(count > first.count ? " ..." : "")) were"
    }

    /// The note about entries without a checksum.
    static func unchecked(_ report: JournalReport) -> String? {
        if report.uncheckedCount == 0 { return nil }
        let fact =
            "\(sessions(report.uncheckedCount)) \(report.uncheckedCount == 1 ? "has" : "have") no checksum yet, "
            + "so some damage may go unnoticed. "
        return fact
            + (report.isOwn
                ? "The next change adds them, or 'surfjournal check --accept'."
                : "'surfjournal migrate' adds them.")
    }

    private static func these(_ rows: Int) -> String { rows == 1 ? "1 row" : "\(grouped(rows)) rows" }

    private static func say(_ rows: Int) -> String { rows == 1 ? "is" : "are" }

    /// The result of checking a backup in one line.
    static func verified(_ backup: VerifiedBackup, written: String) -> String {
        let what = backup.report.entryCount.map { sessions($0) } ?? "the file"
        let found = backup.report.findings.count
        let end =
            found == 0 ? "no problems found" : found == 1 ? "1 problem found" : "\(grouped(found)) problems found"
        return "Checked \(what) in \(backup.file.path), written \(written): \(end)."
    }

    static func restored(_ restored: RestoredJournal, from path: String) -> String {
        var text = "Restored \(sessions(restored.entryCount)) from \(path) to \(restored.journal.path)."
        if let kept = restored.kept { text += " The old journal is kept at \(kept.path)." }
        return text
    }

    static func wouldRestore(_ plan: RestorePlan) -> String {
        let kept = plan.replacesJournal ? " The old journal would be kept beside it." : ""
        return "Would restore \(sessions(plan.entryCount)) from \(plan.file.path) to \(plan.journal.path).\(kept)"
    }

    static func otherDrafts(_ count: Int) -> String {
        let drafts = count == 1 ? "1 draft belongs" : "\(grouped(count)) drafts belong"
        return "\(drafts) to another journal than the restored one and \(count == 1 ? "is" : "are") kept."
    }
}
