import Testing

struct ManualTests {
    @Test(.enabled(if: Shells.has("mandoc")))
    func `the manual page passes mandoc's lint`() throws {
        let sandbox = try Sandbox()
        let outcome = try sandbox.shell("\"$SURF\" help --man > surfjournal.1 && mandoc -Tlint surfjournal.1")
        #expect(outcome == Outcome(code: 0, output: "", errors: ""))
    }

    @Test(.enabled(if: Shells.has("man")))
    func `man shows the manual page`() throws {
        let sandbox = try Sandbox()
        sandbox.environment["LC_ALL"] = "C.UTF-8"
        let outcome = try sandbox.shell(
            "\"$SURF\" help --man > surfjournal.1 && man --warnings -l surfjournal.1 | col -b")
        #expect(outcome.errors == "")
        for title in ["SYNOPSIS", "COMMANDS", "EXIT STATUS", "ENVIRONMENT", "FILES", "EXAMPLES"] {
            #expect(outcome.lines.contains(title))
        }
        #expect(outcome.output.contains("surfjournal edit last --rating 5"))
    }

    @Test func `asking for the manual, help or completions does not create a journal`() throws {
        let sandbox = try Sandbox()
        for arguments in [["help", "--man"], ["help"], ["help", "list"], ["completions", "bash"]] {
            #expect(try sandbox.start(arguments).outcome().code == 0)
        }
        #expect(try sandbox.run("completions", "tcsh").code == 2)
        #expect(!sandbox.files.contains("data"))
        #expect(try sandbox.shell("ls \"$XDG_DATA_HOME\"").code != 0)
    }

    @Test(arguments: [
        ["list", "--location", "malbu"], ["stats", "--spot", "malbu"], ["list", "mlibu"], ["spots", "--spot", "malbu"],
    ])
    func `a mistyped place gets a suggestion`(arguments: [String]) throws {
        let sandbox = try Sandbox.small()
        let outcome = try sandbox.start(arguments).outcome()
        #expect(outcome == Outcome(code: 0, output: "", errors: "No sessions match. Did you mean 'Malibu'?\n"))
    }

    @Test func `deleting or renaming a mistyped place changes nothing and suggests the right one`() throws {
        let sandbox = try Sandbox.small()
        for arguments in [["delete", "--spot", "rincn", "--yes"], ["spots", "rename", "Rincn", "Rincon Cove"]] {
            let outcome = try sandbox.start(arguments).outcome()
            #expect(outcome.code == 3)
            #expect(outcome.errors.contains("Did you mean 'Rincon'?"))
        }
        #expect(try sandbox.entryCount() == 3)
    }
}
