import ArgumentParser
import Foundation
import Journal
import JournalExchange

struct RestoreCommand: JournalCommand {
    static let configuration = CommandConfiguration.command(
        "restore", abstract: "Replace the journal with a backup.",
        discussion: """
            Checks the backup, keeps the old journal beside it under another name, and replaces it in one step. It asks \
            first, unless you add --yes. Drafts stay, and 'undo' then undoes commands of the backup's history. It fails \
            while another program has the journal open.

            If a journal is not opened because its log does not match it, 'surfjournal check --with-log' shows what the \
            log holds. --with-log then puts the log into the journal, and --without-log leaves it out. Both check the \
            result first, and keep the journal and its log under another name.

              surfjournal restore SurfJournalModel-2026-09-12T070000.sqlite
              surfjournal restore ~/backups/surf.sqlite --yes
              surfjournal restore --with-log
            """)

    @Argument(help: ArgumentHelp("The backup to restore.", valueName: "file")) var file: String?
    @Flag(help: "Put a log that does not match into the journal.") var withLog = false
    @Flag(help: "Leave a log that does not match out of the journal.") var withoutLog = false
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in context: CommandContext) throws {
        let place = try context.place()
        if let prompt = context.prompt, !prompt.pads.isEmpty { throw Refusal.scratchpadsOpen }
        if let choice = try logChoice() { return try restoreLog(choice, at: place, in: context) }
        guard let file else { throw Refusal.noBackupNamed }
        try context.requireOtherInput(file)
        let replaces = try Journal.exists(at: place.url)
        if !replaces, !place.isDefault { throw JournalError.noStore(place.url) }
        let cancel = CancelToken()
        let plan = try cancelling(cancel, context) {
            try RestorePlan.make(URL(fileURLWithPath: file), at: place.url, cancel: cancel)
        }
        if plan.replacesJournal {
            let backup = "the \(Messages.sessions(plan.entryCount)) in \(plan.file.path)"
            try context.confirm(
                "Replace the journal at \(plan.journal.path) with \(backup)?", "Replacing the journal",
                "restore without asking")
        }
        if let open = context.prompt?.journal(at: place, context.settings) {
            context.prompt?.forget(open)
            try open.close()
        }
        let restored = try cancelling(cancel, context) { try plan.carryOut(cancel: cancel) }
        context.console.note(Messages.restored(restored, from: file))
        if restored.otherDrafts > 0 { context.console.note(Messages.otherDrafts(restored.otherDrafts)) }
        try context.report(json: json(restored, from: file))
    }

    func cancelling<Result>(
        _ cancel: CancelToken, _ context: CommandContext, _ work: () throws -> Result
    ) throws -> Result {
        try context.interruption.cancelling(target: Messages.cancelledJournal, cancel.cancel, work)
    }

    func json(_ restored: RestoredJournal, from file: String?) -> JSONValue {
        [
            "store": .string(restored.journal.path), "file": JSONValue(file), "entries": JSONValue(restored.entryCount),
            "kept": JSONValue(restored.kept?.path), "otherDrafts": JSONValue(restored.otherDrafts),
        ]
    }
}
