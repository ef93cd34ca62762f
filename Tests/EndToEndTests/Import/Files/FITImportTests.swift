import Foundation
import Testing

/// The FIT files of watches.
struct FITImportTests {
    /// 2025-09-13T14:02:11Z.
    private static let start: UInt32 = 1_757_772_131 - 631_065_600

    private func imported(_ file: FITFile, _ options: String...) throws -> (Sandbox, Outcome) {
        let sandbox = try Sandbox.empty()
        try file.data.write(to: URL(fileURLWithPath: sandbox.file("a.fit")))
        return (sandbox, try sandbox.start(["import", "a.fit"] + options).outcome())
    }

    @Test func `a session gives its start, its duration and the nearest place, and other sports are skipped`() throws {
        var file = FITFile()
        file.addSession(start: Self.start, seconds: 5_760, sport: 38, latitude: 33.3817, longitude: -117.5891)
        file.addSession(start: Self.start + 90_000, seconds: 1_800, sport: 1, latitude: 33.4, longitude: -117.6)
        let sandbox = try Sandbox.empty()
        try sandbox.run("spots", "set", "Lowers", "--at", "33.38,-117.59")
        try file.data.write(to: URL(fileURLWithPath: sandbox.file("a.fit")))
        let outcome = try sandbox.run("import", "a.fit", "--json").object()
        #expect(outcome["imported"] as? Int == 1)
        #expect(outcome["unwanted"] as? Int == 1)
        let session = try sandbox.run("show", "1", "--json").object()
        #expect(session["date"] as? String == "2025-09-13T07:02:11-07:00")
        #expect(session["duration"] as? Int == 96)
        #expect(session["location"] as? String == "Lowers")
    }

    @Test func `a session keeps the hours of the place that the watch recorded`() throws {
        var file = FITFile()
        file.addSession(start: Self.start, seconds: 3_600, sport: 38, latitude: -34, longitude: 151)
        file.addActivity(Self.start + 3_600, local: Self.start + 3_600 + 36_000)
        let (sandbox, outcome) = try imported(file, "--location", "Bondi")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(try sandbox.run("show", "1", "--json").object()["timeZone"] as? String == "GMT+10:00")
    }

    @Test func `a file without a session is read by its points`() throws {
        var file = FITFile()
        for minute in 0..<30 { file.addPoint(Self.start + UInt32(minute) * 60) }
        let (sandbox, outcome) = try imported(file, "--location", "Lowers")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(try sandbox.run("show", "1", "--json").object()["duration"] as? Int == 29)
    }

    @Test(arguments: [20, 45, -1])
    func `a file that is cut short or damaged is refused whole`(count: Int) throws {
        var file = FITFile()
        file.addSession(start: Self.start, seconds: 5_760, sport: 38, latitude: 33, longitude: -117)
        let sandbox = try Sandbox.empty()
        var data = file.data
        if count < 0 { data[30] ^= 0xFF } else { data = data.prefix(count) }
        try data.write(to: URL(fileURLWithPath: sandbox.file("a.fit")))
        let outcome = try sandbox.run("import", "a.fit", "--location", "X")
        #expect(outcome.code == 5)
        #expect(outcome.errors.contains("ends early"))
        #expect(try sandbox.entryCount() == 0)
    }
}
