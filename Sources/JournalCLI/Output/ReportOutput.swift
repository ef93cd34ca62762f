import Journal

/// Prints the findings of a check for `check` and `backup --verify`.
struct ReportOutput {
    let report: JournalReport
    let console: Console

    /// Prints the JSON, or one line per finding if it is nil. Then reports what could not be checked.
    func write(json: [UInt8]?) throws {
        if let json {
            try console.data(json)
        } else {
            for finding in report.findings { try console.line(TerminalSafe.text(Sentences.finding(finding))) }
        }
        try console.flush()
        if let unchecked = Sentences.unchecked(report) { console.note(unchecked) }
    }

    /// Writes the report's members of a JSON object.
    func writeMembers(to json: inout JSONWriter) {
        json.key("entries")
        if let count = report.entryCount { json.value(Int64(count)) } else { json.null() }
        json.key("unchecked")
        json.value(Int64(report.uncheckedCount))
        json.key("findings")
        json.beginArray()
        for finding in report.findings { json.value(Sentences.finding(finding)) }
        json.endArray()
    }

    /// Prints the final remark and ends with the exit code.
    /// - Throws: `.told` if there are findings.
    func end(_ remark: String) throws {
        console.note(remark)
        if !report.findings.isEmpty { throw Complaint.alreadyReported(.badData) }
    }
}
