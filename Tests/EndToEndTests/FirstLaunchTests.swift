import Foundation
import SQLite
import Testing

struct FirstLaunchTests {
    @Test func `the first command creates the sample journal and says how to remove the samples`() throws {
        let sandbox = try Sandbox()
        let outcome = try sandbox.run("list", "--json", "-n", "1")
        #expect(outcome.code == 0)
        #expect(try outcome.objects().count == 1)
        #expect(outcome.errors.contains("sample sessions"))
        #expect(outcome.errors.contains("surfjournal sample remove"))
        #expect(try sandbox.entryCount() == 5000)
    }

    @Test func `the second command does not mention samples`() throws {
        let sandbox = try Sandbox()
        try sandbox.run("list")
        #expect(try sandbox.run("list", "--json").errors == "")
    }

    @Test func `a first launch with --quiet prints no message`() throws {
        let sandbox = try Sandbox()
        #expect(try sandbox.run("list", "--plain", "-q").errors == "")
    }

    @Test(arguments: [
        ["list", "--rating", "9"], ["list", "--nothing"], ["lst"], ["show", "0"], ["help"], ["--version"], [],
        ["add"],
        ["add", "Malibu, 4"], ["add", "--height", "4ft"], ["list", "--where", "rating >"],
        ["add", "Malibu", "--waves", "x"], ["list", "--where", "ratng > 3"], ["list", "--waves", "x"],
        ["edit", "1", "--waves", "x"],
        ["edit", "1"], ["delete"], ["export", "--plain"], ["list", "--json", "--csv"], ["list", "--help"],
    ])
    func `help and usage errors do not create a journal`(arguments: [String]) throws {
        let sandbox = try Sandbox()
        _ = try sandbox.start(arguments).outcome()
        #expect(!FileManager.default.fileExists(atPath: sandbox.path + "/data"))
    }

    @Test func `an ambiguous sentence is asked about only once on a first launch`() throws {
        let terminal = try TerminalSession(["add", "malibu", "3", "glassy"], in: Sandbox())
        terminal.expect("Which one, 1 to")
        terminal.type("1\r")
        terminal.expect("Added 1: malibu")
        #expect(terminal.exitCode() == 0)
        #expect(terminal.words.components(separatedBy: "Which one, 1 to").count == 2)
    }

    @Test func `two simultaneous first launches create one journal`() throws {
        let sandbox = try Sandbox()
        let both = try [sandbox.start(["list", "--json"]), sandbox.start(["list", "--json"])]
        let outcomes = try both.map { try $0.outcome() }
        #expect(outcomes.map(\.code) == [0, 0])
        #expect(outcomes[0].output == outcomes[1].output)
        #expect(try sandbox.entryCount() == 5000)
    }

    @Test func `SURFJOURNAL_STORE sets the journal's path, and a first launch creates it there`() throws {
        let sandbox = try Sandbox()
        sandbox.environment["SURFJOURNAL_STORE"] = sandbox.file("mine.sqlite")
        #expect(try sandbox.run("list").code == 0)
        #expect(sandbox.files.contains("mine.sqlite"))
        #expect(!FileManager.default.fileExists(atPath: sandbox.journal))
    }

    @Test func `an empty SURFJOURNAL_STORE counts as unset`() throws {
        let sandbox = try Sandbox()
        sandbox.environment["SURFJOURNAL_STORE"] = ""
        #expect(try sandbox.run("list").code == 0)
        #expect(FileManager.default.fileExists(atPath: sandbox.journal))
    }

    @Test func `without XDG_DATA_HOME the journal is in the home folder`() throws {
        let sandbox = try Sandbox()
        sandbox.environment["XDG_DATA_HOME"] = "relative"
        #expect(try sandbox.run("list").code == 0)
        let path = sandbox.path + "/home/.local/share/surfjournal/SurfJournalModel.sqlite"
        #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test func `without HOME, the error suggests --store`() throws {
        let sandbox = try Sandbox()
        for name in ["HOME", "XDG_DATA_HOME"] { sandbox.environment[name] = nil }
        let outcome = try sandbox.run("list")
        #expect(outcome.code == 1)
        #expect(outcome.errors.contains("--store"))
    }

    @Test func `a missing --store creates nothing and suggests init`() throws {
        let sandbox = try Sandbox()
        let outcome = try sandbox.run("list", "--store", "typo.sqlite")
        #expect(outcome.code == 3)
        #expect(outcome.errors.contains("surfjournal init --store"))
        #expect(sandbox.files.isEmpty)
    }
}
