import Foundation

/// Commands that read every session, and the prompt, which must not.
extension ProgramWorkloads {
    /// Statistics of all sessions. The baseline groups the same rows by place, once, with `sqlite3`.
    func stats(_ name: String) throws -> ReportRow {
        try grouped(name, ["stats", "--json"]) { ($0 as? [String: Any])?["sessions"] as? Int ?? 0 }
    }

    func statsBySpot(_ name: String) throws -> ReportRow {
        try grouped(name, ["stats", "--by", "spot", "--json"]) { ($0 as? [String: Any])?["sessions"] as? Int ?? 0 }
    }

    func spots(_ name: String) throws -> ReportRow {
        try grouped(name, ["spots", "--json"]) { answer in
            (answer as? [[String: Any]] ?? []).reduce(0) { $0 + ($1["sessions"] as? Int ?? 0) }
        }
    }

    /// The sessions in the most similar conditions. Its answer is how many of the ten are equal in them.
    func like(_ name: String) throws -> ReportRow {
        let equal = Int(
            try connection().scalar(
                "SELECT count(*) FROM ZJOURNALENTRY WHERE ZHEIGHT = '5ft' AND ZPERIOD = '14s'"
            ).integer ?? 0)
        let all = try entryCount()
        return try grouped(name, ["like", "--height", "5ft", "--period", "14s", "--json"]) { answer in
            let sessions = (answer as? [String: Any])?["sessions"] as? [[String: Any]] ?? []
            let found = sessions.count { $0["alike"] as? Double == 1 }
            return found == min(10, equal) ? all : found
        }
    }

    private func grouped(_ name: String, _ command: [String], sessions: (Any) -> Int) throws -> ReportRow {
        let sql =
            "SELECT ZLOCATION, count(*), avg(ZRATING), min(ZDATE), max(ZDATE) FROM ZJOURNALENTRY GROUP BY ZLOCATION"
        return try programs("\(name) of \(options.entries)", target: 1.5) {
            let sample = try Child.run([program] + command + ["--store", journal], output: exported)
            return (sample, sessions(try JSONSerialization.jsonObject(with: try content(exported))))
        } baseline: {
            let sample = try Child.run([sqlite3, "-json", journal, sql], output: exported)
            let groups = try JSONSerialization.jsonObject(with: try content(exported)) as? [[String: Any]] ?? []
            return (sample, groups.reduce(0) { $0 + ($1["count(*)"] as? Int ?? 0) })
        }
    }

    /// Checks a journal whose sessions have checksums.
    func check(_ name: String) throws -> ReportRow {
        try Child.run([program, "check", "--accept", "--store", journal], errorOutput: "/dev/null")
        let count = try entryCount()
        return try programs("\(name) of \(options.entries)", target: 2) {
            let sample = try Child.run(
                [program, "check", "--json", "--store", journal], output: exported, errorOutput: "/dev/null")
            let report = try JSONSerialization.jsonObject(with: try content(exported)) as? [String: Any]
            return (sample, report?["unchecked"] as? Int == 0 ? report?["entries"] as? Int ?? 0 : -1)
        } baseline: {
            let sample = try Child.run([sqlite3, journal, "PRAGMA integrity_check"], output: exported)
            return (sample, try content(exported) == Data("ok\n".utf8) ? count : -1)
        }
    }

    /// Backs up, which checks the copy. The baseline copies with `.backup`, and checks its copy with SQLite's means.
    func backup(_ name: String) throws -> ReportRow {
        try Child.run([program, "check", "--accept", "--store", journal], errorOutput: "/dev/null")
        let copy = path("Copy.sqlite")
        return try programs("\(name) of \(options.entries)", target: 2) {
            let command = [program, "backup", copy, "--force", "--quiet", "--store", journal]
            return (try Child.run(command), try rowsChecksum(copy))
        } baseline: {
            try? FileManager.default.removeItem(atPath: copy)
            let commands = "\"$0\" \"$1\" \".backup '$2'\"; \"$0\" \"$2\" 'PRAGMA integrity_check'"
            return (try Child.run(["/bin/sh", "-ec", commands, sqlite3, journal, copy]), try rowsChecksum(copy))
        }
    }

    /// From the start of the program to its prompt, on a terminal, with five times as many sessions.
    func prompt(_ name: String) throws -> ReportRow {
        let (count, large) = (options.entries * 5, path("Large.sqlite"))
        try makeJournal(large, count: count)
        let samples = try (0...options.rounds).map { _ in try untilPrompt(large) }
        return ReportRow(
            "\(name) of \(count)", amount: Measurement.median(samples.dropFirst().map(\.elapsed)) * 1_000, unit: "ms",
            target: 100, peakBytes: samples.compactMap(\.peak).max())
    }

    private func untilPrompt(_ store: String) throws -> Measurement.Sample {
        var (terminal, screen) = (Int32(-1), Int32(-1))
        guard openpty(&terminal, &screen, nil, nil, nil) == 0, let name = ttyname(screen) else {
            throw POSIXError(.ENOTTY)
        }
        defer { close(terminal) }
        let path = String(cString: name)
        let start = ContinuousClock.now
        let child = try Child([program, "--store", store], input: path, output: path, errorOutput: path)
        close(screen)
        var shown = ""
        var bytes = [UInt8](repeating: 0, count: 4_096)
        while !shown.contains("surf> ") {
            let count = read(terminal, &bytes, bytes.count)
            precondition(count > 0, "There was no prompt.")
            shown += String(decoding: bytes.prefix(count), as: UTF8.self)
        }
        let elapsed = start.duration(to: .now) / .seconds(1)
        precondition(write(terminal, "exit\n", 5) == 5)
        var sample = try child.wait()
        sample.elapsed = elapsed
        return sample
    }

    private func content(_ path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }
}
