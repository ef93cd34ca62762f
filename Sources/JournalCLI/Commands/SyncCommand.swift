import ArgumentParser
import Foundation
import Journal
import JournalTransfer
import JournalSync
import SurfLanguage

struct SyncCommand: JournalCommand {
    static let configuration = CommandConfiguration.command(
        "sync", abstract: "Keep one journal on several machines.",
        discussion: """
            Machines sync through a git repository: a private one on a host, a folder on a server, or a USB \
            stick. Sessions that were changed on two machines are merged field by field. Sample sessions, drafts and \
            settings stay on their machine.

              surfjournal sync start git@example.org:me/surf.git
              surfjournal sync start /media/stick/surf.git
              surfjournal sync
              surfjournal sync status
              surfjournal sync log -n 10
              surfjournal sync stop

            If one field was changed on two machines, you are asked. Where nobody can be asked, the other machine's \
            value is stored, yours is kept as a draft, and the exit code is 4. 'start --again' compares everything \
            with the remote again, for example after the remote was emptied. Nothing is deleted then. 'stop' forgets \
            the remote and removes nothing.
            """)

    @Argument(
        help: ArgumentHelp("What to do: start REMOTE, status, log or stop (default: sync).", valueName: "words"))
    var words: [String] = []
    @Flag(help: "Compare everything with the remote again.") var again = false
    @OptionGroup var limit: LimitOption
    @Option(help: ArgumentHelp("What to do if a field was changed on two machines.", valueName: "answer"))
    var onConflict: SyncAnswer?
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    /// The number of commits shown without `--limit`.
    private static let commits = 100

    static let operandKinds: [CompletionKind] = [
        .words(["start", "status", "log", "stop"]), .after(["start": .file]), .after([:]),
    ]

    func run(in context: CommandContext) throws {
        let isStart = words.first == "start"
        if again, !isStart { throw Refusal.misplaced(option: "--again", command: "sync", instead: "'sync start' does") }
        if limit.limit != nil, words.first != "log" {
            throw Refusal.misplaced(option: "--limit", command: "sync", instead: "'sync log' does")
        }
        switch words {
        case []: try exchange(context)
        case ["start"] where again: try start(nil, context)
        case ["status"]: try status(context)
        case ["log"]: try log(context)
        case ["stop"]: try stop(context)
        case _ where isStart && words.count == 2: try start(words[1], context)
        case ["start"]:
            throw Refusal.usage(
                "Name a git repository, such as: surfjournal sync start git@example.org:me/surf.git, or a folder on a USB stick."
            )
        default:
            throw Refusal.usage("'sync' takes start REMOTE, status, log or stop. Alone, it syncs.")
        }
    }

    // MARK: Exchanging

    private func start(_ name: String?, _ context: CommandContext) throws {
        let remote = try name.map { try GitRemote(GitRemote.absolute(context.path($0))) }
        let journal = try context.openJournal(making: .empty)
        try journal.remoteToStart(with: remote, fromScratch: again)
        if !globals.yes {
            guard context.console.canAsk else {
                throw Refusal.usage(
                    "Whoever can read the remote can read every session. Add --yes to start without being asked.")
            }
            context.console.remark(Messages.syncIsReadable(by: remote?.url))
            guard try context.console.confirm(Messages.askSyncStart) else { throw Refusal.declined }
        }
        try exchange(journal, with: remote ?? journal.syncRemote(), context) {
            try journal.startSync(with: remote, fromScratch: again, $0, $1)
        }
    }

    private func exchange(_ context: CommandContext) throws {
        let journal = try context.openJournal()
        try exchange(journal, with: journal.syncRemote(), context) { try journal.sync($0, $1) }
    }

    private func exchange(
        _ journal: Journal, with remote: GitRemote, _ context: CommandContext,
        _ body: (GitProgram, ExchangeOptions) throws -> ExchangeReport
    ) throws {
        let answer = onConflict ?? (context.console.canAsk ? .ask : .draft)
        if answer == .ask, !context.console.canAsk {
            throw Refusal.usage("Nobody can be asked here. Use --on-conflict here, elsewhere or draft.")
        }
        let cancel = CancelToken()
        do {
            let report = try context.interruption.cancelling(target: nil, cancel.cancel) {
                try body(git(context, cancel), options(answer, context))
            }
            try show(report, remote, context)
        } catch let error where error is SyncError || error is GitError {
            if case .notStarted? = unstarted(journal) { throw error }
            throw Refusal(error).inExchange(waiting: journal.waitingCount())
        }
    }

    /// Why there is no remote. Before one is chosen, nothing can have been changed.
    private func unstarted(_ journal: Journal) -> SyncError? {
        do throws(SyncError) {
            _ = try journal.syncRemote()
            return nil
        } catch {
            return error
        }
    }

    private func git(_ context: CommandContext, _ cancel: CancelToken) throws -> GitProgram {
        try GitProgram(
            environment: ProcessInfo.processInfo.environment, terminal: context.console.canAsk ? STDIN_FILENO : nil,
            isCancelled: { cancel.isCancelled })
    }

    private func options(_ answer: SyncAnswer, _ context: CommandContext) -> ExchangeOptions {
        var options = ExchangeOptions(machine: Machine.name, now: context.now)
        let questions = SyncQuestions(context: context)
        options.decide = { fields, session in
            switch answer {
            case .here: ConflictChoice.local.of(fields)
            case .elsewhere: ConflictChoice.remote.of(fields)
            case .draft: ConflictChoice.draft.of(fields)
            case .ask: try questions.ask(fields, of: session)
            }
        }
        options.confirmDeletions = { deletions, sessions in
            if globals.yes { return true }
            guard context.console.canAsk else { return false }
            context.console.remark(Messages.manyDeleted(deletions) + ":")
            for session in sessions {
                context.console.remark("  \(session.id): \(context.text.summary(session.values))")
            }
            guard try context.console.confirm(Messages.askSyncDeletions) else {
                throw Refusal.declined
            }
            return true
        }
        return options
    }

    private func show(_ report: ExchangeReport, _ remote: GitRemote, _ context: CommandContext) throws {
        context.console.note(Messages.exchanged(report, with: remote.url))
        for line in Messages.remarks(report) { context.console.note(line) }
        try context.report(json: JSONValue(report))
        if report.drafts.isEmpty { return }
        throw Refusal.note(.conflict, Messages.syncDrafts(report.drafts))
    }

    // MARK: Looking

    private func status(_ context: CommandContext) throws {
        let status = try context.openJournal().syncStatus()
        var dates = ISODateWriter(zone: context.zone)
        if context.isJSON {
            return try context.console.json([
                "remote": .string(status.remote.url), "exchanged": JSONValue(status.date, &dates),
                "waiting": JSONValue(status.waiting), "drafts": JSONValue(status.drafts.map { "d\($0.number)" }),
            ])
        }
        for line in Messages.lines(status, now: context.now) { try context.console.line(line) }
    }

    private func log(_ context: CommandContext) throws {
        let limit = try limit.count() ?? SyncCommand.commits
        let sent = try context.openJournal().syncLog(git(context, CancelToken()), limit: limit)
        var dates = ISODateWriter(zone: context.zone)
        if context.isJSON {
            return try context.console.json(
                .array(
                    sent.map { sent in
                        [
                            "machine": .string(sent.machine), "date": JSONValue(sent.date, &dates),
                            "added": JSONValue(sent.counts.added), "changed": JSONValue(sent.counts.changed),
                            "deleted": JSONValue(sent.counts.deleted),
                        ]
                    }))
        }
        if sent.isEmpty { return context.console.note(Messages.nothingExchanged) }
        for sent in sent {
            try context.console.line(
                "\(dates.string(sent.date))  \(TerminalSafe.text(sent.machine))  \(Messages.changes(sent.counts))")
        }
    }

    private func stop(_ context: CommandContext) throws {
        let remote = try context.openJournal().stopSync()
        context.console.note(Messages.syncStopped(remote.url))
        try context.report(json: ["remote": .string(remote.url)])
    }
}

/// What to do with a field that was changed on two machines.
enum SyncAnswer: String, ArgumentChoice {
    /// Keep this machine's value.
    case here
    /// Take the other machine's value.
    case elsewhere
    /// Take the other machine's value, and keep this one's as a draft.
    case draft
    /// Ask.
    case ask

    /// The answers `mine` and `theirs` of other commands are understood too.
    init?(argument: String) {
        switch argument {
        case "mine": self = .here
        case "theirs": self = .elsewhere
        default: self.init(rawValue: argument)
        }
    }
}

/// This machine.
enum Machine {
    /// Its name without the domain.
    static let name: String = {
        var bytes = [CChar](repeating: 0, count: 256)
        guard gethostname(&bytes, bytes.count - 1) == 0 else { return "unknown" }
        let name = String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return name.split(separator: ".").first.map(String.init) ?? "unknown"
    }()
}

/// Asks a person to resolve the conflicts of an exchange.
struct SyncQuestions {
    let context: CommandContext

    /// Shows the values of a session's fields that were changed on two machines, and asks about each.
    func ask(_ fields: [FieldConflict], of session: IdentifiedSession) throws -> [EntryField: ConflictChoice] {
        let dialog = ConflictDialog(context: context)
        context.console.remark(Messages.changedOnBoth(session.id))
        dialog.show(
            context.text.table(fields, [("before", \.began), ("here", \.yours), ("elsewhere", \.stored)]))
        var choices: [EntryField: ConflictChoice] = [:]
        for field in fields.map(\.field) {
            switch try dialog.choose(field, [.here, .elsewhere, .draft]) {
            case .here: choices[field] = .local
            case .draft: choices[field] = .draft
            default: choices[field] = .remote
            }
        }
        return choices
    }
}

extension JSONValue {
    fileprivate init(_ report: ExchangeReport) {
        func counts(_ counts: ExchangeReport.Counts) -> JSONValue {
            [
                "added": JSONValue(counts.added), "changed": JSONValue(counts.changed),
                "deleted": JSONValue(counts.deleted),
            ]
        }
        self = [
            "first": .bool(report.isFirst), "sent": counts(report.sent), "received": counts(report.received),
            "paired": JSONValue(report.paired), "differing": JSONValue(report.differing),
            "merged": .array(report.merged.map { JSONValue($0) }),
            "kept": .array(report.kept.map { JSONValue($0) }),
            "revived": .array(report.revived.map { JSONValue($0) }),
            "drafts": JSONValue(report.drafts.keys.sorted().map { "d\($0)" }),
            "comparedAll": .bool(report.comparedAll), "retries": JSONValue(report.retries),
        ]
    }
}
