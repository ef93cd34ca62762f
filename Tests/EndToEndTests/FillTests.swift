import Foundation
import Testing

struct FillTests {
    private static let station = """
        #YY  MM DD hh mm WDIR WSPD GST  WVHT   DPD   APD MWD   PRES  ATMP  WTMP  DEWP  VIS PTDY  TIDE
        #yr  mo dy hr mn degT m/s  m/s     m   sec   sec degT   hPa  degC  degC  degC  nmi  hPa    ft
        2014 08 01 14 10 290  7.0  9.0   1.8    14    MM 290 1034.0   0.2  18.3    MM   MM -3.0    MM
        2014 08 02 15 20  MM   MM   MM   1.0     8   6.5 360     MM    MM    MM    MM   MM   MM    MM

        """

    private func sandbox() throws -> Sandbox {
        let sandbox = try Sandbox.small()
        try sandbox.write(Self.station, to: "46254.txt")
        return sandbox
    }

    @Test func `fill --dry-run shows the changes, and --yes writes them`() throws {
        let sandbox = try sandbox()
        let preview = try sandbox.run("fill", "46254.txt", "--dry-run")
        #expect(preview.code == 0)
        #expect(preview.lines.count == 3)
        #expect(preview.errors.contains("2 sessions would be filled"))
        #expect(preview.errors.contains("converted to knots"))
        #expect(try sandbox.sql("SELECT sum(Z_OPT) FROM ZJOURNALENTRY") == .integer(3))
        let outcome = try sandbox.run("fill", "46254.txt", "--yes", "--json")
        #expect(outcome.code == 0)
        #expect(try outcome.object()["filled"] as? Int == 2)
        let first = try sandbox.run("show", "1", "--json").object()
        #expect(first["wind"] as? String == "offshore 5kts")
        #expect(first["swellHeight"] as? Double == 1.8)
        #expect(first["waterTemperature"] as? Double == 18.3)
        let second = try sandbox.run("show", "2", "--json").object()
        #expect(second["swellDirection"] as? Double == 0)
        #expect(second["wind"] is NSNull)
        #expect(try sandbox.sql("SELECT sum(Z_OPT) FROM ZJOURNALENTRY") == .integer(5))
    }

    @Test func `undo reverses a whole fill, and redo repeats it`() throws {
        let sandbox = try sandbox()
        let all = ["list", "--plain", "--all"]
        let before = try sandbox.start(all).outcome().output
        #expect(try sandbox.run("fill", "46254.txt", "--yes").code == 0)
        let after = try sandbox.start(all).outcome().output
        #expect(after != before)
        let newest = try #require(try sandbox.run("undo", "--list", "--json").objects().first)
        #expect(newest["command"] as? String == "fill")
        #expect(newest["changed"] as? Int == 2)
        #expect(try sandbox.run("undo").errors.hasPrefix("Undid 'fill' (2 sessions).\n"))
        #expect(try sandbox.start(all).outcome().output == before)
        #expect(try sandbox.run("redo").code == 0)
        #expect(try sandbox.start(all).outcome().output == after)
    }

    @Test func `fill does nothing when it cannot ask`() throws {
        let sandbox = try sandbox()
        let outcome = try sandbox.run("fill", "46254.txt")
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("Add --yes"))
        #expect(try sandbox.sql("SELECT sum(Z_OPT) FROM ZJOURNALENTRY") == .integer(3))
    }

    @Test func `on a terminal, fill shows the changes and asks before writing`() throws {
        let sandbox = try sandbox()
        for (answer, code, sum) in [("n", Int32(1), 3), ("y", 0, 5)] {
            let terminal = try TerminalSession(["fill", "46254.txt"], in: sandbox)
            terminal.expect("Malibu")
            terminal.expect("Fill these fields of 2 sessions?")
            terminal.type(answer + "\r")
            #expect(terminal.exitCode() == code)
            #expect(try sandbox.sql("SELECT sum(Z_OPT) FROM ZJOURNALENTRY") == .integer(Int64(sum)))
        }
    }

    @Test func `fill changes only the sessions that match a filter`() throws {
        let sandbox = try sandbox()
        let outcome = try sandbox.run("fill", "46254.txt", "--location", "rincon", "--yes", "--json")
        let sessions = try outcome.object()["sessions"] as? [[String: Any]]
        #expect(sessions?.compactMap { $0["id"] as? Int } == [2])
        #expect(try sandbox.run("fill", "46254.txt", "--on", "2013", "--yes").errors.contains("Nothing was changed"))
    }

    static let wrong: [(String, Int32, String)] = [
        ("nothing here\n", 5, "is not a file of observations or a forecast"),
        ("#YY MM DD hh mm WVHT\n2014 99 99 00 00 1\n", 5, "46254.txt:2:"),
    ]

    @Test(arguments: wrong)
    func `a file without observations is bad data`(text: String, code: Int32, words: String) throws {
        let sandbox = try sandbox()
        try sandbox.write(text, to: "46254.txt")
        let outcome = try sandbox.run("fill", "46254.txt", "--yes")
        #expect(outcome.code == code)
        #expect(outcome.errors.contains(words))
        #expect(try sandbox.run("fill", "missing.txt", "--yes").code == 1)
    }
}
