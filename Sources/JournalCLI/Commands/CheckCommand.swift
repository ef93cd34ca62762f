import ArgumentParser
import Foundation
import Journal

struct CheckCommand: JournalCommand {
    static let configuration = CommandConfiguration.command(
        "check", abstract: "Check the journal for damage.",
        discussion: """
            Reads the whole journal and its drafts without changing anything, and exits with 5 if it finds problems. It \
            warns about synced folders and folders on other machines.

            Every session has a checksum, which reveals changes by other programs and single damaged bits. --accept \
            accepts the sessions as they are now, if nothing else is wrong.

            A killed program leaves its last sessions in a log beside the journal, which the next command reads. If a \
            command says that the log does not match the journal, --with-log shows how many sessions the journal has \
            with the log and without it.

              surfjournal check
              surfjournal check --with-log
              surfjournal check --store old.sqlite --json
              surfjournal check --accept
            """)

    @Flag(help: "Accept sessions that another program changed.") var accept = false
    @Flag(help: "Show what the journal holds with the log beside it, and without.") var withLog = false
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    static let onlyReads = true

    func run(in context: CommandContext) throws {
        let place = try context.place.get()
        if withLog {
            if accept { throw Refusal.exclusive(["--with-log", "--accept"]) }
            return try showLog(of: place.url, in: context)
        }
        let isMissing = try !Journal.exists(at: place.url)
        if place.isDefault, isMissing { _ = try context.openJournal() }
        let report = try ActivityLine.showing("Checking the journal", on: context.console) {
            try accept ? accepted(place.url, context) : Journal.check(at: place.url)
        }
        let output = CheckOutput(report: report, console: context.console)
        try output.write(json: context.isJSON ? json(output, of: place.url) : nil)
        if let risk = report.risk { context.console.note(Messages.warning(risk)) }
        try output.end(Messages.checked(report))
    }

    /// Accepts the entries as they are. Damage that remains is reported as usual.
    private func accepted(_ url: URL, _ context: CommandContext) throws -> JournalReport {
        let before = try Journal.accept(url)
        if let open = context.prompt?.journal, open.url == url { open.noteOwnChange() }
        let report: JournalReport
        do {
            report = try Journal.check(at: url)
        } catch {
            // The entries may have been accepted already.
            throw Refusal(error).leaving(.silent)
        }
        if report.findings.isEmpty {
            let what = before.entryCount.map { Messages.sessions($0) } ?? "the journal"
            context.console.note("Accepted \(what) as stored.")
        }
        return report
    }

    private func json(_ output: CheckOutput, of url: URL) -> JSONValue {
        let place: JSONObject = ["store": .string(url.path), "drafts": JSONValue(output.report.draftCount)]
        let risk = output.report.risk.map { Messages.warning($0) }
        return .object(place + output.members + ["warnings": JSONValue(risk.map { [$0] } ?? [])])
    }
}
