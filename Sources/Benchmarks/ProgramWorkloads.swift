import Foundation
import SQLite

/// The whole program, started anew for each run, compared with `sqlite3` and hand-written loops on the same file.
struct ProgramWorkloads {
    let program: String
    let sqlite3: String
    let options: Options
    private let folder: URL

    var journal: String { folder.appendingPathComponent("Journal.sqlite").path }
    var exported: String { folder.appendingPathComponent("Journal.csv").path }

    static func run(_ options: Options, _ report: (ReportRow) -> Void) throws {
        guard let program = options.program, let sqlite3 = options.sqlite3 else { return }
        let named: [(name: String, run: (ProgramWorkloads) -> (String) throws -> ReportRow)] = [
            ("--version", version), ("export CSV, against a loop", export),
            ("export CSV, against sqlite3", exportBySQLite), ("list -n 20", list), ("add one, durable", add),
            ("edit while an export runs", editDuringExport), ("import CSV", importing),
            ("import a plain sheet", importingSheet),
            ("sync one change each", exchange), ("stats", stats), ("stats --by spot", statsBySpot), ("spots", spots),
            ("like", like), ("check", check), ("backup", backup), ("prompt", prompt),
        ]
        let wanted = named.filter { options.wants($0.name) }
        if wanted.isEmpty { return }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("benchmark-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let workloads = ProgramWorkloads(program: program, sqlite3: sqlite3, options: options, folder: folder)
        try workloads.makeJournal(workloads.journal, count: options.entries)
        for workload in wanted { report(try workload.run(workloads)(workload.name)) }
    }

    /// A journal that the program created, filled by hand in a separate process: this process's memory would count
    /// towards every program that it starts.
    func makeJournal(_ path: String, count: Int) throws {
        try Child.run([program, "init", "--empty", "--quiet", "--store", path])
        try Child.run([CommandLine.arguments[0], "--fill", path, "--entries", "\(count)"])
    }

    static func fill(_ path: String, _ count: Int) throws {
        let connection = try connection(path)
        try HandWritten(connection: connection).insert(count, after: 0)
        _ = try connection.checkpoint(.truncate)
    }

    func connection() throws -> Connection { try ProgramWorkloads.connection(journal) }

    static func connection(_ path: String) throws -> Connection {
        let connection = try Connection(path: path)
        try connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
        return connection
    }

    private func version(_ name: String) throws -> ReportRow {
        try programs(name, target: 1) {
            (try Child.run([program, "--version"]), 0)
        } baseline: {
            (try Child.run([sqlite3, ":memory:", "select 1"]), 0)
        }
    }

    private func export(_ name: String) throws -> ReportRow {
        let connection = try connection()
        var measurement = Measurement("\(name): \(options.entries)", target: 0.9)
        try measurement.runPrograms(rounds: options.rounds) {
            let sample = try Child.run([program, "export", exported, "--force", "--quiet", "--store", journal])
            return (sample, try checksum(exported))
        } baseline: {
            let processor = ProcessorTime.now
            let start = ContinuousClock.now
            try HandExport(connection: connection).write(to: exported)
            let elapsed = start.duration(to: .now) / .seconds(1)
            let sample = Measurement.Sample(elapsed: elapsed, processor: ProcessorTime.now - processor)
            return (sample, try checksum(exported))
        }
        return ReportRow(measurement)
    }

    /// Exports the same columns as CSV with SQL. Dates are formatted differently, so only lines are compared.
    private func exportBySQLite(_ name: String) throws -> ReportRow {
        let sql =
            "SELECT Z_PK, strftime('%Y-%m-%dT%H:%M:%SZ', ZDATE + 978307200, 'unixepoch'), ZLOCATION, ZHEIGHT,"
            + " ZPERIOD, ZWIND, ZRATING FROM ZJOURNALENTRY ORDER BY Z_PK"
        return try programs("\(name): \(options.entries)", target: 0.4) {
            let sample = try Child.run([program, "export", exported, "--force", "--quiet", "--store", journal])
            return (sample, try lines(exported) - 1)
        } baseline: {
            let sample = try Child.run([sqlite3, "-csv", journal, sql], output: exported)
            return (sample, try lines(exported))
        }
    }

    /// Lists 20 sessions as a table. The note below the table is discarded.
    private func list(_ name: String) throws -> ReportRow {
        let sql =
            "SELECT Z_PK, ZDATE, ZLOCATION, ZHEIGHT, ZPERIOD, ZWIND, ZRATING FROM ZJOURNALENTRY"
            + " ORDER BY ZDATE DESC LIMIT 20"
        return try programs("\(name) of \(options.entries)", target: 2.5) {
            let command = [program, "list", "-n", "20", "--store", journal]
            let sample = try Child.run(command, output: exported, errorOutput: "/dev/null")
            return (sample, try lines(exported) - 1)
        } baseline: {
            let sample = try Child.run([sqlite3, journal, sql], output: exported)
            return (sample, try lines(exported))
        }
    }

    private func add(_ name: String) throws -> ReportRow {
        let sql =
            "PRAGMA synchronous = FULL; BEGIN IMMEDIATE; UPDATE Z_PRIMARYKEY SET Z_MAX = Z_MAX + 1;"
            + " INSERT INTO ZJOURNALENTRY (Z_PK, Z_ENT, Z_OPT, ZDATE, ZLOCATION, ZRATING)"
            + " SELECT Z_MAX, 1, 1, 780000000, 'Malibu', 4 FROM Z_PRIMARYKEY WHERE Z_ENT = 1; COMMIT"
        let before = try entryCount()
        let row = try programs(name, target: 2) {
            let command = ["add", "--date", "2025-09-19T18:40:00Z", "--location", "Malibu", "--rating", "4"]
            return (try Child.run([program] + command + ["--quiet", "--store", journal]), 0)
        } baseline: {
            (try Child.run([sqlite3, journal, sql]), 0)
        }
        let added = try entryCount() - before
        precondition(added == 2 * (options.rounds + 1), "\(name): not every entry was added.")
        return row
    }

    func entryCount() throws -> Int {
        Int(try connection().scalar("SELECT count(*) FROM ZJOURNALENTRY").integer ?? 0)
    }

    /// Edits while the program exports in the background. The baseline edits without an export.
    private func editDuringExport(_ name: String) throws -> ReportRow {
        var turn = 0
        func edit() throws -> Measurement.Sample {
            turn += 1
            return try Child.run([program, "edit", "7", "--wind", "glassy \(turn)", "--quiet", "--store", journal])
        }
        let export = [program, "export", exported, "--force", "--quiet", "--store", journal]
        return try programs("\(name) of \(options.entries)", target: 1.3) {
            let background = try Child(export)
            usleep(20_000)
            let sample = try edit()
            _ = try background.wait()
            return (sample, 0)
        } baseline: {
            (try edit(), 0)
        }
    }

    /// Exchanges a change here and one of another machine, with a journal of at most 100,000 sessions unless
    /// `--exchanged` asks for more. The baseline fetches, commits and pushes the same change of the same files with git
    /// alone.
    private func exchange(_ name: String) throws -> ReportRow {
        let count = options.exchanged ?? min(options.entries, 100_000)
        let (one, two, remote) = (path("One.sqlite"), path("Two.sqlite"), path("Remote.git"))
        try makeJournal(one, count: count)
        try Child.run([program, "init", "--empty", "--quiet", "--store", two])
        try shell("git init -q --bare -b main \(remote)")
        for store in [one, two] { try surf(["sync", "start", remote, "--yes"], store) }
        let git = "git -c user.name=a -c user.email=a@b -c core.fsync=all"
        try shell(
            "cd \(folder.path); cp -r Remote.git Plain.git; for w in w1 w2; do git clone -q Plain.git $w; done")
        func plain(_ clone: String, _ end: String, _ turn: Int) -> [String] {
            let edit = "sed -i '1s/,/,\"turn\":\(turn),/' $(ls sessions/*/* | \(end) -1)"
            let commands =
                "git fetch -q; git merge -q --ff-only origin/main; \(edit); \(git) commit -qam x; \(git) push -q"
            return ["/bin/sh", "-ec", "cd \(path(clone)); \(commands)"]
        }
        var turn = 0
        return try programs("\(name): \(count)", target: 3) {
            turn += 1
            try surf(["edit", "\(count)", "--wind", "glassy \(turn)"], two)
            try surf(["sync"], two)
            try surf(["edit", "1", "--wind", "glassy \(turn)"], one)
            return (try Child.run([program, "sync", "--quiet", "--store", one]), 0)
        } baseline: {
            try Child.run(plain("w2", "tail", turn))
            return (try Child.run(plain("w1", "head", turn)), 0)
        }
    }

    private func surf(_ arguments: [String], _ store: String) throws {
        try Child.run([program] + arguments + ["--quiet", "--store", store])
    }

    private func shell(_ command: String) throws { try Child.run(["/bin/sh", "-ec", command]) }

    /// A checksum over the fields of a journal's rows that the benchmark fills.
    func rowsChecksum(_ path: String) throws -> Int {
        let texts = ["ZLOCATION", "ZHEIGHT", "ZPERIOD", "ZWIND"].enumerated().map { index, column in
            "+ \(index * 2 + 3) * length(coalesce(\(column), '')) + unicode(coalesce(\(column), 'x'))"
        }
        let sum = try ProgramWorkloads.connection(path).scalar(
            "SELECT count(*) * 1000003 + total(Z_PK * 7 + Z_OPT + Z_ENT + coalesce(ZDATE, 3) + coalesce(ZRATING, 11) * 5"
                + " \(texts.joined(separator: " "))) FROM ZJOURNALENTRY")
        return Int(sum.number ?? 0)
    }

    func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    func programs(
        _ name: String, target: Double, ours: () throws -> (sample: Measurement.Sample, checksum: Int),
        baseline: () throws -> (sample: Measurement.Sample, checksum: Int)
    ) throws -> ReportRow {
        var measurement = Measurement(name, target: target)
        try measurement.runPrograms(rounds: options.rounds, ours: ours, baseline: baseline)
        return ReportRow(measurement)
    }

    /// A checksum over all bytes of a file.
    private func checksum(_ path: String) throws -> Int {
        var sum = 0
        try forEachByte(of: path) { sum = sum &* 31 &+ Int($0) }
        return sum
    }

    private func lines(_ path: String) throws -> Int {
        var count = 0
        try forEachByte(of: path) { count += $0 == 0x0A ? 1 : 0 }
        return count
    }

    /// Reads in pieces: this process's memory would count towards every program that it starts.
    private func forEachByte(of path: String, _ body: (UInt8) -> Void) throws {
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        defer { try? file.close() }
        while let piece = try file.read(upToCount: 1 << 20), !piece.isEmpty {
            piece.withUnsafeBytes { bytes in for byte in bytes { body(byte) } }
        }
    }
}
