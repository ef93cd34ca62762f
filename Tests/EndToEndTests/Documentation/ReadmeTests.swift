import Foundation
import Testing

struct ReadmeTests {
    /// A new user with only a home folder, a buoy's file, two old diaries and the files of two watches.
    private func reader() throws -> Sandbox {
        let sandbox = try Sandbox()
        sandbox.environment["XDG_DATA_HOME"] = nil
        sandbox.environment["XDG_CONFIG_HOME"] = nil
        sandbox.environment["PATH"] = Program.url.deletingLastPathComponent().path + ":/usr/bin:/bin"
        try sandbox.write("#YY MM DD hh mm WVHT\n2026 09 12 14 00 1.8\n", to: "46254.txt")
        try sandbox.write("Date,Break,Stars,Weather\n2009-08-01,Blacks,4,fog\n", to: "old.csv")
        try sandbox.write("date,location,rating\n2008-08-01,Swamis,4\n2008-08-02,Swamis,nine\n", to: "older.csv")
        let point = #"<trkpt lat="37.75" lon="-122.51"><time>2026-09-13T14:00:00Z</time></trkpt>"#
        try sandbox.write("<gpx><trk><trkseg>\(point)</trkseg></trk></gpx>\n", to: "activity.gpx")
        let workout =
            #"<Workout workoutActivityType="HKWorkoutActivityTypeSurfingSports" duration="95" durationUnit="min" "#
            + #"startDate="2025-08-23 07:30:00 -0700" endDate="2025-08-23 09:05:00 -0700"/>"#
        try sandbox.write("<HealthData>\(workout)</HealthData>\n", to: "export.xml")
        return sandbox
    }

    @Test func `every command in the README prints what the README shows`() throws {
        let sandbox = try reader()
        let steps = try Readme.steps()
        #expect(steps.count > 15)
        for step in steps {
            let outcome = try sandbox.shell(step.command + " 2>&1")
            let output = outcome.output.replacing(sandbox.path + "/home", with: "~")
            let printed = output.split(separator: "\n").map(String.init)
            if step.output.isEmpty {
                #expect(outcome.code == 0, "\(step.command): \(printed)")
            } else {
                #expect(printed == step.output, "\(step.command)")
            }
        }
    }

    @Test func `the README's example at the prompt works as shown`() throws {
        let shown = try Readme.session()
        let other = try #require(try Readme.text.get().firstMatch(of: /another\s+terminal\s+ran\s+`([^`]+)`/))
        let sandbox = try reader()
        let added = try sandbox.shell(
            "surfjournal list >/dev/null && surfjournal add '2026-09-12 7am: Malibu, 4ft @ 12s, offshore 5kts, ****'")
        #expect(added.code == 0)
        let terminal = try TerminalSession(in: sandbox, columns: 80, rows: 70)
        var expected: [String] = []
        for line in shown.dropFirst() {
            expected.append(line)
            guard let typed = Self.typed(line) else { continue }
            let before = Self.withoutJob(expected.dropLast() + [String(line.dropLast(typed.count))])
            terminal.waits(for: "\(before)") { Self.withoutJob(Self.lines($0)) == before }
            if typed.hasPrefix("add ") { Self.wait { sandbox.files.contains("all.csv") } }
            if typed == "save" { #expect(try sandbox.shell("surfjournal \(other.1)").code == 0) }
            terminal.type(typed + "\r")
        }
        let isExpected = { (screen: Screen) in Self.withoutJob(Self.lines(screen)) == Self.withoutJob(expected) }
        terminal.waits(for: "\(expected)", until: isExpected)
        let end = "Job %1 is done: exported 1"
        terminal.waits(for: end) { screen in Self.lines(screen).contains { $0.hasPrefix(end) } }
        #expect(terminal.exitCode() == 0)
    }

    @Test func `commands and options named in the README's text exist`() throws {
        let sandbox = try reader()
        let help = try sandbox.shell("surfjournal help --man | tr -d '\\\\'").output
        var commands = 0
        for code in try Readme.inlineCode() {
            for option in code.matches(of: /(?:^| )(--[a-z][a-z-]*)/) { #expect(help.contains(option.1), "\(code)") }
            guard let name = code.firstMatch(of: /^surfjournal ([a-z]+)/)?.1 else { continue }
            commands += 1
            #expect(try sandbox.shell("surfjournal help \(name)").code == 0, "\(code)")
        }
        #expect(commands > 5)
    }

    @Test(.enabled(if: Shells.has("bash")))
    func `the README's pictures are the ones that the program draws`() throws {
        let sandbox = try Sandbox()
        let script = Readme.root.appendingPathComponent("scripts/pictures").path
        #expect(try sandbox.shell("'\(script)' --output drawn --binary \"$SURF\"").code == 0)
        let kept = Readme.root.appendingPathComponent("docs/pictures").path
        let names = try FileManager.default.contentsOfDirectory(atPath: kept).sorted()
        #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.file("drawn")).sorted() == names)
        for name in names {
            #expect(try sandbox.read("drawn/" + name) == String(contentsOfFile: kept + "/" + name, encoding: .utf8))
            #expect(try Readme.text.get().contains("pictures/\(name))"))
        }
    }

    // MARK: Helpers

    /// The part of a shown line that the user types; nil for a line that only the program prints.
    private static func typed(_ line: String) -> String? {
        line.firstMatch(of: /^(?:surf(?: [0-9]+\*?)?> |.*\[c\]ancel mine\? )(.*)$/).map { String($0.1) }
    }

    /// Waits until the background job is done, because leaving before that asks a question.
    private static func wait(until condition: () -> Bool) {
        let limit = Date(timeIntervalSinceNow: 30)
        while !condition(), Date() < limit { usleep(20_000) }
        usleep(200_000)
    }

    private static func lines(_ screen: Screen) -> [String] { screen.lines.map(\.trimmed) }

    /// The moment at which a job ends varies, so the line that reports it may be elsewhere.
    private static func withoutJob(_ lines: [String]) -> [String] {
        lines.map(\.trimmed).filter { !$0.hasPrefix("Job %1 is done") }
    }
}

extension String {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
