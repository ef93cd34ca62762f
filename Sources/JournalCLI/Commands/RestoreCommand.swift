import ArgumentParser
import Foundation
import Journal
import JournalTransfer
import JournalSync

struct RestoreCommand: JournalCommand {
    static let configuration = CommandConfiguration.command(
        "restore", abstract: "Replace the journal with a backup.",
        discussion: """
            Checks the backup, keeps the old journal beside it under another name, and replaces it in one step. It asks \
            first, unless you add --yes. Drafts stay. After that, 'undo' steps back through the commands that the backup remembers. It fails \
            while another program has the journal open.

            If the journal is synced with other machines, what the restore changes counts as changed now: it says \
            what the next 'sync' will do there.

            If a journal is not opened because its log does not match it, 'surfjournal check --with-log' shows what the \
            log holds. --with-log then puts the log into the journal, and --without-log leaves it out. Both check the \
            result first, and keep the journal and its log under another name.

              surfjournal restore SurfJournalModel-2026-09-12T070000.sqlite
              surfjournal restore ~/backups/surf.sqlite --dry-run
              surfjournal restore ~/backups/surf.sqlite --yes
              surfjournal restore --with-log
            """)

    @Argument(help: ArgumentHelp("The backup to restore.", valueName: "file"), completion: .file()) var file: String?
    @Flag(help: "Put a log that does not match into the journal.") var withLog = false
    @Flag(help: "Leave a log that does not match out of the journal.") var withoutLog = false
    @Flag(help: "Check the backup and show what would be restored, without restoring.") var dryRun = false
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in context: CommandContext) throws {
        let place = try context.place.get()
        if let prompt = context.prompt, !prompt.pads.isEmpty { throw Refusal.scratchpadsOpen }
        if let choice = try logChoice() { return try restoreLog(choice, at: place, in: context) }
        guard let file = file.map(context.path) else { throw Refusal.noBackupNamed }
        try context.requireOtherInput(file)
        let replaces = try Journal.exists(at: place.url)
        if !replaces, !place.isDefault, !dryRun { try confirmNew(at: place.url, file, context) }
        let cancel = CancelToken()
        let plan = try cancelling(cancel, context) {
            try RestorePlan.make(URL(fileURLWithPath: file), at: place.url, cancel: cancel)
        }
        let next = nextExchange(after: plan, cancel, context)
        if dryRun { return try preview(plan, next, context) }
        if plan.replacesJournal {
            let backup = "the \(Messages.sessions(plan.entryCount)) in \(plan.file.path)"
            try context.confirm(
                "Replace the journal at \(plan.journal.path) with \(backup)?", "Replacing the journal",
                "restore without asking"
            ) { if let next { context.console.remark(Messages.next(next)) } }
        }
        if let open = context.prompt?.journal(at: place, context.settings) {
            context.prompt?.forget(open)
            try open.close()
        }
        let restored = try cancelling(cancel, context) { try plan.restore(cancel: cancel) }
        context.console.note(Messages.restored(restored, from: file))
        if restored.otherDrafts > 0 { context.console.note(Messages.otherDrafts(restored.otherDrafts)) }
        if let next, !plan.replacesJournal || globals.yes { context.console.note(Messages.next(next)) }
        try context.report(json: json(restored, next))
    }

    /// Asks before a journal is created at a path that may be mistyped. Drafts or exchanges beside it show that one was
    /// there.
    /// - Throws: An error if the system cannot tell what is there.
    private func confirmNew(at journal: URL, _ file: String, _ context: CommandContext) throws {
        let isThere = { (path: String) throws(JournalError) -> Bool in
            do throws(SystemError) { return try OpenFolder.isTaken(path) } catch {
                throw JournalError(error, at: journal)
            }
        }
        // The dot makes the system follow a link to the folder.
        guard try isThere(journal.deletingLastPathComponent().path + "/.") else { throw JournalError.noStore(journal) }
        if try ["-drafts", "-sync"].contains(where: { try isThere(journal.path + $0) }) { return }
        try context.confirm(
            "There is no journal at \(journal.path). Restore \(file) there?", "Creating a journal at \(journal.path)",
            "restore without asking")
    }

    private func preview(_ plan: RestorePlan, _ next: NextExchange?, _ context: CommandContext) throws {
        context.console.note(Messages.wouldRestore(plan))
        if let next { context.console.note(Messages.next(next)) }
        try context.report(json: json(plan, next))
    }

    /// What the next exchange will do; nil if the journal is not exchanged.
    private func nextExchange(
        after plan: RestorePlan, _ cancel: CancelToken, _ context: CommandContext
    ) -> NextExchange? {
        switch plan.sync {
        case .anew: return .first
        case .fromBackup: return plan.isExchanged ? .receives : nil
        case .fromReplaced(let state):
            // A restore does not need git, or the copy of the remote.
            return .sends(try? changes(plan, since: state, cancel))
        }
    }

    private func changes(
        _ plan: RestorePlan, since state: SyncState, _ cancel: CancelToken
    ) throws -> ExchangeReport.Counts? {
        let git = try GitProgram(
            environment: ProcessInfo.processInfo.environment, terminal: nil, isCancelled: { cancel.isCancelled })
        let backup = try Journal.open(plan.copy)
        defer { try? backup.close() }
        return try backup.restoredChanges(since: state, inPlaceOf: plan.journal, git)
    }

    func cancelling<Result>(
        _ cancel: CancelToken, _ context: CommandContext, _ work: () throws -> Result
    ) throws -> Result {
        try ActivityLine.showing("Copying and checking the backup", on: context.console) {
            try context.interruption.cancelling(target: Messages.cancelledJournal, cancel.cancel, work)
        }
    }

    func json(_ restored: RestoredJournal, _ next: NextExchange?) -> JSONValue {
        [
            "store": .string(restored.journal.path), "file": JSONValue(file), "entries": JSONValue(restored.entryCount),
            "kept": JSONValue(restored.kept?.path), "otherDrafts": JSONValue(restored.otherDrafts),
            "nextExchange": RestoreCommand.json(next),
        ]
    }

    private func json(_ plan: RestorePlan, _ next: NextExchange?) -> JSONValue {
        [
            "store": .string(plan.journal.path), "file": JSONValue(file), "entries": JSONValue(plan.entryCount),
            "dryRun": .bool(true), "nextExchange": RestoreCommand.json(next),
        ]
    }

    private static func json(_ next: NextExchange?) -> JSONValue {
        guard case .sends(let counts?)? = next else { return .null }
        return [
            "added": JSONValue(counts.added), "changed": JSONValue(counts.changed),
            "deleted": JSONValue(counts.deleted),
        ]
    }
}

/// What the first exchange after a restore does.
enum NextExchange {
    /// It sends what the restore changed; nil if the numbers are unknown.
    case sends(ExchangeReport.Counts?)
    /// It brings what was changed since the backup.
    case receives
    /// It is a first exchange.
    case first
}
