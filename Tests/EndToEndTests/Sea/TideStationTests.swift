import Foundation
import Testing

/// `spots tide` and `config tides`: which station a place has, and which table of them is used.
struct TideStationTests {
    @Test func `spots tide says which station a place has, how far it is, and what heights are above`() throws {
        let sandbox = try Sea.sandbox()
        let text = try sandbox.run("spots", "tide", "Rincon").output
        #expect(text.contains(Sea.station))
        #expect(text.contains("4.2 km away"))
        #expect(text.contains("above mean lower low water"))
        let list = try sandbox.run("spots", "tide").lines
        #expect(list.count == 2)
        #expect(list[1].hasPrefix("Rincon "))
        let json = try sandbox.run("spots", "tide", "--json").objects()
        #expect(json.first?["chosen"] as? Bool == false)
    }

    @Test func `spots tide PLACE STATION chooses another, for a place without coordinates too`() throws {
        let sandbox = try Sea.sandbox()
        #expect(try sandbox.run("spots", "tide", "Topanga", "santa monica").code == 0)
        let text = try sandbox.run("spots", "tide", "Topanga").output
        #expect(text.contains("Santa Monica, Municipal Pier"))
        #expect(text.contains("as you chose"))
        #expect(try sandbox.run("tide", "Topanga", "2020-07-04").output.contains("sunrise"))
        #expect(try sandbox.run("spots", "rename", "Topanga", "Topanga Point").code == 0)
        #expect(try sandbox.run("spots", "tide", "Topanga Point").output.contains("Santa Monica"))
        #expect(
            try sandbox.run("spots", "tide", "Topanga Point", "--clear").errors.contains("No coordinates are known"))
    }

    @Test(arguments: [
        ["spots", "tide", "Rincon", "Atlantis"], ["spots", "tide", "Rincn"], ["spots", "tide", "Rincon", "san"],
        ["spots", "tide", "Rincon", "a", "b"], ["spots", "tide", "--clear"], ["spots", "tide", "", "Boston"],
    ])
    func `a station or a place that is not known changes nothing`(arguments: [String]) throws {
        let sandbox = try Sea.sandbox()
        #expect(try sandbox.start(arguments).outcome().code != 0)
        #expect(try sandbox.run("spots", "tide", "Rincon").output.contains(Sea.station))
    }

    @Test func `config tides names another table`() throws {
        let sandbox = try Sea.sandbox()
        #expect(try sandbox.shell("cp \(Sea.table) mine.tcd").code == 0)
        #expect(try sandbox.run("config", "tides", "mine.tcd").code == 0)
        #expect(try sandbox.run("config", "tides").output == "tides = \(sandbox.file("mine.tcd"))\n")
        #expect(try sandbox.run("tide", "Rincon", "2020-07-04").code == 0)
        #expect(try sandbox.shell("rm mine.tcd").code == 0)
        let missing = try sandbox.run("spots", "tide", "Rincon")
        #expect(missing.code == 3)
        #expect(missing.errorLines.count == 1)
        #expect(try sandbox.run("config", "tides", "--unset").code == 0)
        #expect(try sandbox.run("spots", "tide", "Rincon").code == 0)
    }

    @Test func `a file that is not a usable table is not set`() throws {
        let sandbox = try Sea.sandbox()
        try sandbox.write("[VERSION] = nothing\n", to: "broken.tcd")
        #expect(try sandbox.shell("head -c 100000 \(Sea.table) > cut.tcd").code == 0)
        for file in ["broken.tcd", "cut.tcd", "missing.tcd", "/dev/zero", "."] {
            let outcome = try sandbox.run("config", "tides", file)
            #expect(outcome.code != 0, "\(file)")
            #expect(outcome.errorLines.count == 1, "\(outcome.errors)")
        }
        #expect(try sandbox.run("config", "tides").output == "tides =\n")
    }

    @Test func `without a usable table everything else works, and one sentence says what is missing`() throws {
        let sandbox = try Sea.sandbox()
        #expect(try sandbox.shell("cp \(Sea.table) mine.tcd && $SURF config tides mine.tcd && rm mine.tcd").code == 0)
        for command in [["show", "1"], ["today"], ["tide", "Rincon", "2020-07-04"], ["stats", "--by", "light"]] {
            let outcome = try sandbox.start(command).outcome()
            #expect(outcome.code == 0, "\(command)")
            #expect(outcome.errors.contains("should be the table of tide stations"), "\(command)")
        }
        #expect(try sandbox.run("show", "1").output.contains("after sunrise"))
        #expect(try sandbox.run("list").errors == "6 sessions.\n")
    }

    @Test func `the table beside the installed program is used before the system's`() throws {
        let sandbox = try Sea.sandbox()
        let made = try sandbox.shell(
            "mkdir -p t/bin t/share/surfjournal && cp \"$SURF\" t/bin && printf nothing > t/share/surfjournal/tides.tcd"
        )
        #expect(made.code == 0)
        let outcome = try sandbox.shell("t/bin/surfjournal spots tide Rincon")
        #expect(outcome.code == 5)
        #expect(outcome.errors.contains("t/share/surfjournal/tides.tcd is not a usable table"))
    }
}
