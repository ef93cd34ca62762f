import Journal

/// What a check found, as `check` and `backup --verify` tell it.
struct ReportOutput {
    let report: JournalReport
    let console: Console

    /// The findings, a line each, or the JSON instead; then what could not be checked.
    func write(json: [UInt8]?) throws {
        if let json {
            try console.data(json)
        } else {
            for finding in report.findings { try console.line(Harmless.text(Sentences.finding(finding))) }
        }
        try console.flush()
        if let unchecked = Sentences.unchecked(report) { console.note(unchecked) }
    }

    /// Writes the members of an object that the report gives.
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

    /// The last remark, and the exit code for what was found.
    /// - Throws: `.told` where something is wrong.
    func end(_ remark: String) throws {
        console.note(remark)
        if !report.findings.isEmpty { throw Complaint.told(.badData) }
    }
}
