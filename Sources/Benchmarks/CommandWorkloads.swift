import Foundation
import Journal
import SQLite

/// The program's commands on a journal with a given number of sessions, each started anew for each run.
struct CommandWorkloads {
    private let options: Options
    private let folder: ProgramFolder
    private var turn = 0

    private static let sessions = "Sessions.csv"

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
        try ProgramFolder.run(options) { folder in
            var workloads = CommandWorkloads(options: options, folder: folder)
            try workloads.writeSessions()
            try workloads.importAll(report)
            try workloads.undoImport(report)
            for command in reading where options.wants(command.name) {
                let arguments = command.arguments.map { $0.hasPrefix("FILE") ? folder.path($0) : $0 }
                report(try folder.measured(command.name) { try folder.surf(arguments) })
            }
            try workloads.changeOne(report)
        }
    }

    /// Imports all sessions into a new journal in each round. The last one is the journal of the other commands.
    private func importAll(_ report: (ReportRow) -> Void) throws {
        let row = try folder.measured("import CSV") { try folder.importNew(CommandWorkloads.sessions) }
        if options.wants("import CSV") { report(row) }
    }

    /// Commands that change one session. Each leaves the journal as it was.
    private mutating func changeOne(_ report: (ReportRow) -> Void) throws {
        let changes: [(name: String, change: (inout CommandWorkloads) throws -> Measurement.Sample)] = [
            ("add one", { try $0.folder.surf(["add", "--date", "2025-09-19T18:40:00Z", "--location", "Malibu 7"]) }),
            ("edit one", { try $0.edit() }), ("delete one", { try $0.folder.surf(["delete", "9", "--yes"]) }),
        ]
        for (name, change) in changes where options.wants(name) {
            let row = try folder.measured(name) {
                let sample = try change(&self)
                try folder.surf(["undo"])
                return sample
            }
            report(row)
        }
        guard options.wants("undo of one") else { return }
        let row = try folder.measured("undo of one") {
            _ = try edit()
            return try folder.surf(["undo"])
        }
        report(row)
    }

    private mutating func edit() throws -> Measurement.Sample {
        turn += 1
        return try folder.surf(["edit", "7", "--wind", "glassy \(turn)"])
    }

    /// Undoes the import and redoes it, in turns.
    private func undoImport(_ report: (ReportRow) -> Void) throws {
        if options.wants("undo of import") {
            report(
                try folder.measured("undo of import") {
                    let sample = try folder.surf(["undo"])
                    try folder.surf(["redo"])
                    return sample
                })
        }
        if options.wants("redo of import") {
            report(
                try folder.measured("redo of import") {
                    try folder.surf(["undo"])
                    return try folder.surf(["redo"])
                })
        }
    }

    /// Writes a file of the sessions, with boards, tags and people. There is one place for every ten sessions, and at
    /// most 10,000.
    private func writeSessions() throws {
        let header = "date,location,height,period,wind,rating,board,notes\n"
        try folder.write(CommandWorkloads.sessions, header: header, lines: options.entries, line)
    }

    private func line(_ index: Int) -> String {
        let sample = EntrySample(index)
        let place = index % min(max(options.entries / 10, 1), 10_000)
        let cells = [
            ProgramFolder.time(Int(sample.date + Date.timeIntervalBetween1970AndReferenceDate)), "Malibu \(place)",
            sample.height ?? "", sample.period ?? "",
            sample.wind ?? "",
            sample.rating.map { "\($0)" } ?? "", "board \(index % 12)",
            "Session \(index) with @kai\(index % 50) #dawn\(index % 20)",
        ]
        return cells.joined(separator: ",") + "\n"
    }
}
