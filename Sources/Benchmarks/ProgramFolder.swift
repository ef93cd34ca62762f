import Foundation

/// A folder with a journal, on which the program is run.
struct ProgramFolder {
    private let program: String
    private let options: Options
    private let folder: URL

    var journal: String { path("Journal.sqlite") }

    /// Runs `body` with a new folder, which is removed afterwards; does nothing if no program is measured.
    static func run(_ options: Options, _ body: (ProgramFolder) throws -> Void) throws {
        guard let program = options.program else { return }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("benchmark-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(ProgramFolder(program: program, options: options, folder: folder))
    }

    func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    /// Runs a command on the journal. Its output goes to a file.
    @discardableResult
    func surf(_ arguments: [String]) throws -> Measurement.Sample {
        try Child.run([program] + arguments + ["--store", journal], output: path("output"), errorOutput: "/dev/null")
    }

    /// Imports a file into a new, empty journal.
    func importNew(_ file: String) throws -> Measurement.Sample {
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: journal + suffix) }
        try surf(["init", "--empty", "--quiet"])
        return try surf(["import", path(file)])
    }

    /// The median of several runs, and the peak memory of any.
    func measured(_ name: String, _ body: () throws -> Measurement.Sample) throws -> ReportRow {
        let samples = try (0..<options.rounds).map { _ in try body() }
        return ReportRow(
            "\(name): \(options.entries)", amount: Measurement.median(samples.map(\.elapsed)) * 1_000, unit: "ms",
            target: nil, peakBytes: samples.compactMap(\.peak).max())
    }

    /// Writes a file of lines below a header. It is written in pieces: this process's memory would count towards every
    /// program that it starts.
    func write(_ name: String, header: String, lines count: Int, _ line: (Int) -> String) throws {
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

    /// A time in UTC.
    /// - Parameters:
    ///   - second: Seconds since 1970.
    ///   - format: Of year, month, day, hour, minute and second, the first of them.
    static func time(_ second: Int, _ format: String = "%04d-%02d-%02dT%02d:%02d:%02dZ") -> String {
        var time = time_t(second)
        var parts = tm()
        gmtime_r(&time, &parts)
        return String(
            format: format, parts.tm_year + 1_900, parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min,
            parts.tm_sec)
    }
}
