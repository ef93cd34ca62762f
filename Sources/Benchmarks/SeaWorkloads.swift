import Foundation

/// What the program computes and fills in about the sea, on a journal of one place with coordinates.
struct SeaWorkloads {
    private let program: String
    private let options: Options
    private let folder: URL

    static func run(_ options: Options, _ report: (ReportRow) -> Void) throws {
        guard let program = options.program else { return }
        let names = ["stats --by tide", "fill, observations"].filter(options.wants)
        if names.isEmpty { return }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("benchmark-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let workloads = SeaWorkloads(program: program, options: options, folder: folder)
        for name in names {
            let isFill = name.hasPrefix("fill")
            try workloads.makeJournal(isFill ? max(1, options.entries / 50) : options.entries)
            if isFill { try workloads.writeObservations() }
            report(
                try workloads.measured(
                    name, isFill ? ["fill", workloads.path("46221.txt"), "--dry-run"] : ["stats", "--by", "tide"]))
        }
    }

    private func measured(_ name: String, _ arguments: [String]) throws -> ReportRow {
        var samples: [Measurement.Sample] = []
        for _ in 0..<options.rounds { samples.append(try surf(arguments)) }
        return ReportRow(
            "\(name): \(options.entries)", amount: Measurement.median(samples.map(\.elapsed)) * 1_000, unit: "ms",
            target: nil, peakBytes: samples.compactMap(\.peak).max())
    }

    /// A journal with sessions of ten years at one place.
    private func makeJournal(_ count: Int) throws {
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: journal + suffix) }
        try write("Sessions.csv", count, header: "date,location,rating\n") { index in
            let second = 1_420_070_400 + index * (315_000_000 / count)
            return "\(SeaWorkloads.time(second, "%04d-%02d-%02dT%02d:%02d:00Z")),Malibu,\(index % 5 + 1)\n"
        }
        try surf(["init", "--empty", "--quiet"])
        try surf(["import", path("Sessions.csv")])
        try surf(["spots", "set", "Malibu", "--at", "34.03,-118.68"])
    }

    /// Observations, one every five minutes: fifty for each session.
    private func writeObservations() throws {
        try write(
            "46221.txt", options.entries, header: "#YY MM DD hh mm WDIR WSPD GST WVHT DPD APD MWD PRES ATMP WTMP\n"
        ) { index in
            SeaWorkloads.time(1_420_070_400 + index * 300, "%04d %02d %02d %02d %02d")
                + " 290 7.0 9.0 1.\(index % 10) 14 6.5 282 1013.0 15.1 16.3\n"
        }
    }

    private func write(_ name: String, _ count: Int, header: String, line: (Int) -> String) throws {
        try Data(header.utf8).write(to: URL(fileURLWithPath: path(name)))
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path(name)))
        defer { try? file.close() }
        try file.seekToEnd()
        var piece = ""
        for index in 0..<count {
            piece += line(index)
            if piece.utf8.count < 1 << 18 { continue }
            try file.write(contentsOf: Data(piece.utf8))
            piece = ""
        }
        try file.write(contentsOf: Data(piece.utf8))
    }

    @discardableResult
    private func surf(_ arguments: [String]) throws -> Measurement.Sample {
        try Child.run(
            [program] + arguments + ["--store", journal], output: path("output"), notes: "/dev/null")
    }

    private var journal: String { path("Journal.sqlite") }

    private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    private static func time(_ second: Int, _ format: String) -> String {
        var time = time_t(second)
        var parts = tm()
        gmtime_r(&time, &parts)
        return String(
            format: format, parts.tm_year + 1_900, parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min)
    }
}
