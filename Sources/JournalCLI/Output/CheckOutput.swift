import Journal

/// Prints the findings of a check for `check` and `backup --verify`.
struct CheckOutput {
    let report: JournalReport
    let console: Console

    /// Prints the JSON, or one line per finding if it is nil. Then reports what could not be checked.
    func write(json: JSONValue?) throws {
        if let json {
            try console.json(json)
        } else {
            for finding in report.findings { try console.line(TerminalSafe.text(Messages.finding(finding))) }
        }
        try console.flush()
        if let unchecked = Messages.unchecked(report) { console.note(unchecked) }
    }

    /// The report's members of a JSON object.
    var members: JSONObject {
        [
            "entries": JSONValue(report.entryCount), "unchecked": JSONValue(report.uncheckedCount),
            "findings": JSONValue(report.findings.map { Messages.finding($0) }),
        ]
    }

    /// Prints the final remark and ends with the exit code.
    /// - Throws: `.alreadyReported` if there are findings.
    func end(_ remark: String) throws {
        console.note(remark)
        if !report.findings.isEmpty { throw Refusal.alreadyReported(.badData) }
    }
}
