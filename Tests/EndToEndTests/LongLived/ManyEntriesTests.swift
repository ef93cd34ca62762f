import Foundation
import SQLite
import TestSupport
import Testing

/// A very large journal. `SURFJOURNAL_ENTRIES=10000000` sets the number of sessions instead of 20,000; they need about
/// 100 bytes each, four times.
struct ManyEntriesTests {
    private static let count =
        ProcessInfo.processInfo.environment["SURFJOURNAL_ENTRIES"].flatMap { Int($0) } ?? 20_000
    /// The memory limit in megabytes, whatever the number of sessions: as much as without any, and as much again where
    /// something is kept of each session.
    private static let room = 160

    private let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox()
        try sandbox.makeEmptyJournal()
        let database = try sandbox.connect()
        try database.execute(ManyEntries.withoutChecksums)
        for first in stride(from: 1, through: Self.count, by: 500_000) {
            try database.execute(ManyEntries.insertion(of: first...min(first + 499_999, Self.count)))
        }
        try database.close()
        Figure.entries.add(Self.count)
    }

    @Test
    func `a journal of any size is listed, counted, exported, checked and backed up in limited memory`()
        throws
    {
        #expect(try lines(["list", "-n", "20", "--plain"]) == 20)
        #expect(try lines(["list", "--all", "--columns", "rating,id"]) == Self.count + 1)
        #expect(try areAligned(linesOf: path))
        #expect(try lines(["stats", "--json"]) == 1)
        let stats = try JSONSerialization.jsonObject(with: output()) as? [String: Any]
        #expect(stats?["sessions"] as? Int == Self.count)
        #expect(try lines(["list", "--plain", "--location", "spot 17", "--columns", "id", "-n", "5"]) == 5)
        try run(["export", "out.csv"])
        #expect(try count(linesOf: sandbox.file("out.csv")) == Self.count + 1)
        try run(["import", "out.csv"])
        try FileManager.default.removeItem(atPath: sandbox.file("out.csv"))
        try run(["report", "--json"])
        try run(["check"])
        try run(["backup", "copy.sqlite"])
        let copy = try Connection(path: sandbox.file("copy.sqlite"))
        #expect(try copy.scalar("SELECT count(*) FROM ZJOURNALENTRY") == .integer(Int64(Self.count)))
        try run(["add", "2014-08-01: Malibu, 4ft"])
        try run(["edit", "\(Self.count)", "--rating", "1"])
        try run(["undo"])
    }

    @Test func `any number of sessions are renamed and deleted in limited memory, and return`() throws {
        #expect(try lines(["stats", "--by", "place", "--json"]) == 1)
        try run(["spots", "rename", "Spot 17", "Spot 18"])
        try run(["undo"])
        try run(["delete", "--where", "location BEGINSWITH 'Spot'", "--yes"])
        #expect(try lines(["list", "--plain", "--columns", "id"]) == 0)
        try run(["undo"])
        #expect(try lines(["list", "--plain", "--columns", "id"]) == Self.count)
    }

    private var path: String { sandbox.path + "/tmp/measured" }

    private func output() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

    /// Runs a command, records its time and memory, and counts the lines of its output.
    private func lines(_ arguments: [String]) throws -> Int {
        try run(arguments)
        return try count(linesOf: path)
    }

    private func run(_ arguments: [String]) throws {
        let run = try MeasuredRun(arguments, in: sandbox, output: path)
        #expect(run.code == 0, "\(arguments)")
        #expect(run.megabytes < Self.room, "\(arguments)")
        let seconds = run.seconds.formatted(.number.precision(.fractionLength(2)).locale(.init(identifier: "en_US")))
        Figure.note("\(arguments.prefix(3).joined(separator: " ")): \(seconds) s, \(run.megabytes) MB")
    }

    /// Whether the table's last column, which is aligned to the right, ends at the same place in all lines.
    private func areAligned(linesOf path: String) throws -> Bool {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        return Set(text.split(separator: "\n").map(\.unicodeScalars.count)).count == 1
    }

    private func count(linesOf path: String) throws -> Int {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
        return bytes.withUnsafeBytes { $0.reduce(0) { $1 == 0x0A ? $0 + 1 : $0 } }
    }
}
