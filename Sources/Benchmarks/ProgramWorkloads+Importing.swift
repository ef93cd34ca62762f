import Foundation

/// Imports of at most 100,000 rows into an empty journal. The baseline inserts as many sessions into another one, in order of
/// key and without history.
extension ProgramWorkloads {
    /// A file that the program exported.
    func importing(_ name: String) throws -> ReportRow {
        let (source, file) = try source("Exported")
        try Child.run([program, "export", file, "--force", "--quiet", "--store", source])
        return try imports(name, file, target: 2.5, answer: rowsChecksum)
    }

    /// A spreadsheet of four columns, whose cells have no exact form: days, places, heights, winds.
    func importingSheet(_ name: String) throws -> ReportRow {
        let (source, file) = try source("Plain")
        let sql = """
            SELECT strftime('%m/%d/%Y', ZDATE + 978307200, 'unixepoch') AS Date, ZLOCATION AS Spot, ZHEIGHT AS Height, \
            ZWIND || ' ' || Z_PK AS Notes FROM ZJOURNALENTRY
            """
        try Child.run([sqlite3, "-csv", "-header", source, sql], output: file)
        return try imports(name, file, options: ["--date-order", "mdy"], target: 2.8, answer: rowCount)
    }

    /// A journal to take sessions from, and the name of a file for them.
    private func source(_ name: String) throws -> (journal: String, file: String) {
        let journal = path("\(name).sqlite")
        try makeJournal(journal, count: imported)
        return (journal, path("\(name).csv"))
    }

    private var imported: Int { min(options.entries, 100_000) }

    private func imports(
        _ name: String, _ file: String, options: [String] = [], target: Double, answer: (String) throws -> Int
    ) throws -> ReportRow {
        let journal = path("Target.sqlite")
        func empty() throws {
            for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: journal + suffix) }
            try Child.run([program, "init", "--empty", "--quiet", "--store", journal])
        }
        return try programs("\(name): \(imported)", target: target) {
            try empty()
            let sample = try Child.run([program, "import", file, "--quiet", "--store", journal] + options)
            return (sample, try answer(journal))
        } baseline: {
            try empty()
            let processor = ProcessorTime.now
            let start = ContinuousClock.now
            let connection = try ProgramWorkloads.connection(journal)
            try HandWritten(connection: connection).insert(imported, after: 0)
            try connection.close()
            let elapsed = start.duration(to: .now) / .seconds(1)
            let sample = Measurement.Sample(elapsed: elapsed, processor: ProcessorTime.now - processor)
            return (sample, try answer(journal))
        }
    }

    private func rowCount(_ journal: String) throws -> Int {
        let count = try ProgramWorkloads.connection(journal).scalar("SELECT count(*) FROM ZJOURNALENTRY")
        return Int(count.number ?? 0)
    }
}
