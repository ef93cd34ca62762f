import Foundation
import Journal
import JournalTransfer
import SurfLanguage

extension CheckCommand {
    /// Shows what the journal holds with the log beside it, and without. Nothing is changed.
    func showLog(of url: URL, in context: CommandContext) throws {
        try context.requireClosed(url)
        let comparison = try ActivityLine.showing("Checking the journal", on: context.console) {
            try LogComparison.read(url)
        }
        var dates = ISODateWriter(zone: context.zone)
        let (with, without) = (
            LogLine(comparison.withLog, &dates), LogLine(comparison.withoutLog, &dates)
        )
        if context.isJSON {
            try context.console.json([
                "store": .string(comparison.journal.path), "inDoubt": .bool(comparison.isInDoubt),
                "withLog": with.json, "withoutLog": without.json,
            ])
        } else {
            try context.console.line("With the log: \(with.text).")
            try context.console.line("Without it: \(without.text).")
            for finding in with.findings { try context.console.line(TerminalSafe.text(finding)) }
        }
        try context.console.flush()
        context.console.note(Messages.nextStep(comparison, isSound: with.findings.isEmpty))
        if !with.findings.isEmpty { throw Refusal.alreadyReported(.badData) }
    }
}

/// What a journal holds, for one line of text.
private struct LogLine {
    let text: String
    let findings: [String]
    let json: JSONValue

    init(_ content: LogComparison.Content, _ dates: inout ISODateWriter) {
        switch content {
        case .unreadable(let error):
            text = "no journal that can be read"
            findings = [Refusal(error).sentence ?? ""]
            json = ["entries": .null, "newest": .null, "findings": JSONValue(findings)]
        case .readable(let report, let newest):
            let date = newest.map { dates.string($0) }
            let count = report.entryCount.map { Messages.sessions($0) } ?? "an unknown number of sessions"
            let day = date.map { ", the newest of \($0.prefix(16).replacing("T", with: " "))" } ?? ""
            text = count + day
            findings = report.findings.map { Messages.finding($0) }
            json = [
                "entries": JSONValue(report.entryCount), "newest": JSONValue(date), "findings": JSONValue(findings),
            ]
        }
    }
}

extension Messages {
    /// What to do about a journal that is not opened because of its log.
    static func nextStep(_ comparison: LogComparison, isSound: Bool) -> String {
        let url = comparison.journal
        if !comparison.isInDoubt { return "The log belongs to the journal. Every command reads both together." }
        let leavingOut = leavingOutLog(of: url)
        if !isSound { return leavingOut }
        return "Put the log into the journal with 'surfjournal restore --with-log --store \(quoted(url.path))'. "
            + leavingOut
    }

    /// How to see what is in a log that does not match its journal.
    static func showingLog(of url: URL) -> String {
        "'surfjournal check --with-log --store \(quoted(url.path))' shows what the log holds."
    }

    /// How to open a journal without its log, which is kept.
    static func leavingOutLog(of url: URL) -> String {
        "Leave the log out with 'surfjournal restore --without-log --store \(quoted(url.path))', which keeps both files "
            + "under another name."
    }
}
