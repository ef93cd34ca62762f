import Foundation
import Testing

struct ExportTests {
    @Test(arguments: [[], ["-"]] as [[String]])
    func `export writes CSV in ID order to standard output`(arguments: [String]) throws {
        let sandbox = try Sandbox.small()
        let outcome = try sandbox.start(["export"] + arguments).outcome()
        #expect(outcome.code == 0)
        #expect(
            outcome.output == """
                id,date,location,height,period,wind,rating,notes,timeZone,board,tide,crowd,waves,duration,\
                swellHeight,swellPeriod,swellDirection,waterTemperature
                1,2014-08-01T07:00:00-07:00,Malibu,4ft,12s,offshore 5kts,4,,America/Los_Angeles,,,,,,,,,
                2,2014-08-02T08:00:00-07:00,Rincon,6ft,,,2,,America/Los_Angeles,,,,,,,,,
                3,2014-09-03T09:00:00-07:00,Mavericks,20-25ft,18s,glassy,5,,America/Los_Angeles,,,,,,,,,

                """)
    }

    @Test func `export takes the format from the file name's extension unless --format is given`() throws {
        let sandbox = try Sandbox.small()
        #expect(try sandbox.run("export", "a.json").code == 0)
        #expect(try sandbox.run("export", "a.jsonl").code == 0)
        #expect(try sandbox.run("export", "b.json", "--format", "csv").code == 0)
        let json = try JSONSerialization.jsonObject(with: Data(sandbox.read("a.json").utf8))
        #expect((json as? [[String: Any]])?.count == 3)
        #expect(try sandbox.read("a.jsonl").split(separator: "\n").count == 3)
        #expect(try sandbox.read("b.json").hasPrefix("id,date"))
    }

    @Test func `the original dialect has the tutorial's columns and the order of list`() throws {
        let sandbox = try Sandbox.small()
        let lines = try sandbox.run("export", "--dialect", "original").lines
        #expect(lines.count == 3)
        #expect(lines[0] == "2014-09-03T09:00:00-07:00,20-25ft,18s,glassy,Mavericks,5")
    }

    @Test func `the excel dialect has a byte order mark and CRLF line ends`() throws {
        let sandbox = try Sandbox.small()
        let output = try sandbox.run("export", "--dialect", "excel", "--on", "2014-08-02").output
        #expect(Array(output.utf8.prefix(3)) == [0xEF, 0xBB, 0xBF])
        #expect(output.hasSuffix("Rincon,6ft,,,2,,America/Los_Angeles,,,,,,,,,\r\n"))
    }

    @Test func `export writes only the sessions that match a filter`() throws {
        let sandbox = try Sandbox.small()
        let outcome = try sandbox.run("export", "few.csv", "--rating", "4..")
        #expect(outcome.errors == "Exported 2 sessions to few.csv.\n")
        #expect(try sandbox.read("few.csv").split(separator: "\n").count == 3)
    }

    @Test func `an export without matching sessions writes only the header`() throws {
        let sandbox = try Sandbox.small()
        #expect(try sandbox.run("export", "none.csv", "nowhere").code == 2)
        #expect(try sandbox.run("export", "none.csv", "--location", "nowhere").code == 0)
        let lines = try sandbox.read("none.csv").split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 2 && lines[0].hasPrefix("id,date,location,height,period,wind,rating,notes,"))
    }

    @Test func `an existing file is overwritten only with --force`() throws {
        let sandbox = try Sandbox.small()
        try sandbox.write("mine", to: "out.csv")
        let outcome = try sandbox.run("export", "out.csv")
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("--force"))
        #expect(try sandbox.read("out.csv") == "mine")
        #expect(try sandbox.run("export", "out.csv", "--force").code == 0)
        #expect(try sandbox.read("out.csv").hasPrefix("id,date"))
    }

    @Test(arguments: ["/", "missing/out.csv"])
    func `exporting to a folder, or into a missing one, is an error`(target: String) throws {
        let sandbox = try Sandbox.small()
        #expect(try sandbox.run("export", target).code == 1)
        #expect(sandbox.files.isEmpty)
    }

    @Test(arguments: [
        ["--json", "--csv"], ["--plain"], ["--json", "--format", "csv"], ["--format", "xml"],
        ["--format", "json", "--dialect", "excel"],
        ["--dialect", "x"],
    ])
    func `export takes --format, and --dialect only for CSV`(arguments: [String]) throws {
        let sandbox = try Sandbox.small()
        #expect(try sandbox.start(["export", "out.csv"] + arguments).outcome().code == 2)
        #expect(sandbox.files.isEmpty)
    }

    @Test func `a symbolic link is replaced, not followed`() throws {
        let sandbox = try Sandbox.small()
        try sandbox.write("mine", to: "real.csv")
        let link = sandbox.file("link.csv")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: sandbox.file("real.csv"))
        #expect(try sandbox.run("export", "link.csv", "--force").code == 0)
        #expect(try sandbox.read("real.csv") == "mine")
        #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: link)) == nil)
    }

    @Test func `an export that fills the disk leaves no file`() throws {
        let sandbox = try Sandbox()
        try sandbox.run("list")
        let outcome = try sandbox.shell("trap '' XFSZ; ulimit -f 64; exec \"$SURF\" export big.csv")
        #expect(outcome.code == 1)
        #expect(outcome.errors.hasPrefix("surfjournal: "))
        #expect(sandbox.files.isEmpty)
    }
}
