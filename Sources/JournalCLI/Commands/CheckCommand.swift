import ArgumentParser
import Foundation
import Journal

struct CheckCommand: JournalCommand {
    static let configuration = CommandConfiguration.command(
        "check", abstract: "Look for what is wrong with the journal.",
        discussion: """
            Reads all of the journal and of its drafts and changes nothing. Exit code 5 where something is wrong.
            A folder that is synchronised, or on another machine, is warned of.

            Every session has a checksum, by which a change by another program, or a single damaged bit, is found. With \
            --accept the sessions are taken for right as they are now, where nothing else is wrong.

              surfjournal check
              surfjournal check --store old.sqlite --json
              surfjournal check --accept
            """)

    @Flag(help: "Accept sessions that another program changed.") var accept = false
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in context: CommandContext) throws {
        let isJSON = try globals.isJSON("check")
        let place = try context.place()
        let isMissing = try !Journal.exists(at: place.url)
        if place.isDefault, isMissing { _ = try context.openJournal() }
        let report = try accept ? accepted(place.url, context) : Journal.check(at: place.url)
        if isJSON {
            try context.console.data(json(report, of: place.url))
        } else {
            for finding in report.findings { try context.console.line(Harmless.text(Sentences.finding(finding))) }
        }
        try context.console.flush()
        if let unchecked = Sentences.unchecked(report) { context.console.note(unchecked) }
        if let risk = report.risk { context.console.note(Sentences.warning(risk)) }
        context.console.note(Sentences.checked(report))
        if !report.findings.isEmpty { throw Complaint.told(.badData) }
    }

    /// Takes the sessions for right; what is wrong afterwards is told as ever.
    private func accepted(_ url: URL, _ context: CommandContext) throws -> JournalReport {
        let before = try Journal.accept(url)
        let report: JournalReport
        do {
            report = try Journal.check(at: url)
        } catch {
            // The sessions may be accepted already.
            throw Failure(cause: error, survived: .silent)
        }
        if report.findings.isEmpty { context.console.note(Sentences.accepted(before)) }
        return report
    }

    private func json(_ report: JournalReport, of url: URL) -> [UInt8] {
        var json = JSONWriter()
        json.beginObject()
        json.key("store")
        json.value(url.path)
        json.key("entries")
        if let count = report.entryCount { json.value(Int64(count)) } else { json.null() }
        json.key("drafts")
        json.value(Int64(report.draftCount))
        json.key("unchecked")
        json.value(Int64(report.uncheckedCount))
        json.key("findings")
        json.beginArray()
        for finding in report.findings { json.value(Sentences.finding(finding)) }
        json.endArray()
        json.key("warnings")
        json.beginArray()
        if let risk = report.risk { json.value(Sentences.warning(risk)) }
        json.endArray()
        json.endObject()
        json.endLine()
        return json.bytes
    }
}
