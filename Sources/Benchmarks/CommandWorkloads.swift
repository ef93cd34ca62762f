import Foundation
import Journal
import SQLite

/// The program's commands on a journal with a given number of sessions, each started anew for each run.
struct CommandWorkloads {
    private let program: String
    private let options: Options
    private let folder: URL
    private var turn = 0

    private var journal: String { path("Journal.sqlite") }
    private var sessions: String { path("Sessions.csv") }
    private var output: String { path("output") }

    /// The workloads whose time does not depend on the number of sessions.
    static let flat: Set<String> = ["list -n 20", "show one", "add one", "edit one", "undo of one", "delete one"]

    /// Commands that only read, or write to a file.
    private static let reading: [(name: String, arguments: [String])] = [
        ("list -n 20", ["list", "-n", "20"]), ("show one", ["show", "7"]), ("list --all", ["list", "--all"]),
        ("list --spot", ["list", "--spot", "Malibu 7"]), ("list --notes", ["list", "--notes", "glassy"]),
        ("stats", ["stats"]), ("stats --by spot", ["stats", "--by", "spot"]), ("spots", ["spots"]),
        ("boards", ["boards"]), ("tags", ["tags"]), ("people", ["people"]), ("today", ["today"]),
        ("like", ["like", "--height", "5ft", "--period", "14s"]), ("plot calendar", ["plot", "calendar"]),
        ("plot hist height", ["plot", "hist", "height"]), ("report --json", ["report", "--json"]),
        ("report --html", ["report", "--html", "-"]), ("undo --list", ["undo", "--list"]), ("check", ["check"]),
        ("export CSV", ["export", "FILE.csv", "--force"]), ("export JSON", ["export", "FILE.json", "--force"]),
        ("backup", ["backup", "FILE.sqlite", "--force"]),
    ]

    static func run(_ options: Options, _ report: (ReportRow) -> Void) throws {
        guard let program = options.program else { return }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("benchmark-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var workloads = CommandWorkloads(program: program, options: options, folder: folder)
        try workloads.writeSessions()
        try workloads.importAll(report)
        try workloads.undoImport(report)
        for command in reading where options.wants(command.name) {
            let arguments = command.arguments.map { $0.hasPrefix("FILE") ? workloads.path($0) : $0 }
            report(try workloads.measured(command.name) { try $0.surf(arguments) })
        }
        try workloads.changeOne(report)
    }

    /// Imports all sessions into a new journal in each round. The last one is the journal of the other commands.
    private mutating func importAll(_ report: (ReportRow) -> Void) throws {
        let row = try measured("import CSV") { workloads in
            for suffix in ["", "-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: workloads.journal + suffix)
            }
            try workloads.surf(["init", "--empty", "--quiet"])
            return try workloads.surf(["import", workloads.sessions])
        }
        if options.wants("import CSV") { report(row) }
    }

    /// Commands that change one session. Each leaves the journal as it was.
    private mutating func changeOne(_ report: (ReportRow) -> Void) throws {
        let edit = { (workloads: inout CommandWorkloads) in
            workloads.turn += 1
            return try workloads.surf(["edit", "7", "--wind", "glassy \(workloads.turn)"])
        }
        let changes: [(name: String, change: (inout CommandWorkloads) throws -> Measurement.Sample)] = [
            ("add one", { try $0.surf(["add", "--date", "2025-09-19T18:40:00Z", "--location", "Malibu 7"]) }),
            ("edit one", edit), ("delete one", { try $0.surf(["delete", "9", "--yes"]) }),
        ]
        for (name, change) in changes where options.wants(name) {
            let row = try measured(name) { workloads in
                let sample = try change(&workloads)
                try workloads.surf(["undo"])
                return sample
            }
            report(row)
        }
        guard options.wants("undo of one") else { return }
        let row = try measured("undo of one") { workloads in
            _ = try edit(&workloads)
            return try workloads.surf(["undo"])
        }
        report(row)
    }

    /// Undoes the import and redoes it, in turns.
    private mutating func undoImport(_ report: (ReportRow) -> Void) throws {
        if options.wants("undo of import") {
            report(
                try measured("undo of import") { workloads in
                    let sample = try workloads.surf(["undo"])
                    try workloads.surf(["redo"])
                    return sample
                })
        }
        if options.wants("redo of import") {
            report(
                try measured("redo of import") { workloads in
                    try workloads.surf(["undo"])
                    return try workloads.surf(["redo"])
                })
        }
    }

    private mutating func measured(
        _ name: String, _ body: (inout CommandWorkloads) throws -> Measurement.Sample
    ) throws -> ReportRow {
        var samples: [Measurement.Sample] = []
        for _ in 0..<options.rounds { samples.append(try body(&self)) }
        return ReportRow(
            "\(name): \(options.entries)", amount: Measurement.median(samples.map(\.elapsed)) * 1_000, unit: "ms",
            target: nil, peakBytes: samples.compactMap(\.peak).max())
    }

    /// Runs a command. Its output goes to a file.
    @discardableResult
    private func surf(_ arguments: [String]) throws -> Measurement.Sample {
        try Child.run([program] + arguments + ["--store", journal], output: output, notes: "/dev/null")
    }

    private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    /// Writes a file of the sessions, with boards, tags and people. There is one place for every ten sessions, and at
    /// most 10,000. It is written in pieces: this process's memory would count towards every program that it starts.
    private func writeSessions() throws {
        try Data().write(to: URL(fileURLWithPath: sessions))
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: sessions))
        defer { try? file.close() }
        try file.write(contentsOf: Data("date,location,height,period,wind,rating,board,notes\n".utf8))
        var piece = ""
        for index in 0..<options.entries {
            piece += line(index)
            if piece.utf8.count < 1 << 18 { continue }
            try file.write(contentsOf: Data(piece.utf8))
            piece = ""
        }
        try file.write(contentsOf: Data(piece.utf8))
    }

    private func line(_ index: Int) -> String {
        let sample = EntrySample(index)
        let place = index % min(max(options.entries / 10, 1), 10_000)
        let cells = [
            CommandWorkloads.text(date: sample.date), "Malibu \(place)", sample.height ?? "", sample.period ?? "",
            sample.wind ?? "",
            sample.rating.map { "\($0)" } ?? "", "board \(index % 12)",
            "Session \(index) with @kai\(index % 50) #dawn\(index % 20)",
        ]
        return cells.joined(separator: ",") + "\n"
    }

    /// A date in UTC, as tables have it.
    private static func text(date: Double) -> String {
        var time = time_t(date + Date.timeIntervalBetween1970AndReferenceDate)
        var parts = tm()
        gmtime_r(&time, &parts)
        return String(
            format: "%04d-%02d-%02dT%02d:%02d:%02dZ", parts.tm_year + 1_900, parts.tm_mon + 1, parts.tm_mday,
            parts.tm_hour, parts.tm_min, parts.tm_sec)
    }
}
