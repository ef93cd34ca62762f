import Foundation
import Journal
import JournalTransfer

/// Restoring a journal with or without a log that does not match it.
extension RestoreCommand {
    /// What to do with the log; nil to restore a backup.
    func logChoice() throws -> LogRestore.Choice? {
        let given = [withLog ? "--with-log" : nil, withoutLog ? "--without-log" : nil, file.map { _ in "a backup" }]
            .compactMap(\.self)
        if given.count > 1 { throw Refusal.exclusive(Array(given.prefix(2))) }
        if dryRun, withLog || withoutLog {
            throw Refusal.misplaced(
                option: "--dry-run", command: "restore \(given[0])",
                instead: "'surfjournal check --with-log' shows what the log holds")
        }
        return withLog ? .with : withoutLog ? .without : nil
    }

    func restoreLog(_ choice: LogRestore.Choice, at place: JournalPath.Choice, in context: CommandContext) throws {
        try context.requireClosed(place.url)
        let cancel = CancelToken()
        let restore = try cancelling(cancel, context) {
            try LogRestore.make(at: place.url, choice, cancel: cancel)
        }
        try context.confirm(
            Messages.question(about: restore), "Replacing the journal", "restore without asking")
        let restored = try restore.restore()
        context.console.note(Messages.restored(restored, choice))
        if restored.otherDrafts > 0 { context.console.note(Messages.otherDrafts(restored.otherDrafts)) }
        try context.report(json: json(restored, nil))
    }
}

extension CommandContext {
    /// Refuses to copy a journal that this process has open: closing the file would release its locks. Its log belongs to
    /// it.
    /// - Throws: `.ownLog`.
    func requireClosed(_ url: URL) throws {
        for journal in prompt?.openJournals ?? [] where try JournalFiles(of: journal).isOne(at: url.path) {
            throw JournalError.ownLog(url)
        }
    }
}

extension Messages {
    fileprivate static func question(about restore: LogRestore) -> String {
        let log = restore.choice == .with ? "with the log" : "without the log"
        return
            "Replace the journal at \(restore.journal.path) with the \(sessions(restore.entryCount)) that it has \(log)?"
    }

    fileprivate static func restored(_ restored: RestoredJournal, _ choice: LogRestore.Choice) -> String {
        let log = choice == .with ? "with the log" : "without the log"
        let kept = restored.kept.map { " The old journal and its log are kept at \($0.path)." } ?? ""
        return "\(restored.journal.path) has the \(sessions(restored.entryCount)) \(log) now.\(kept)"
    }
}

extension Refusal {
    /// The command was given neither a backup nor what to do with a log.
    static let noBackupNamed = Refusal.usage(
        "Name the backup to restore, such as 'surfjournal restore surf.sqlite'.")
}
