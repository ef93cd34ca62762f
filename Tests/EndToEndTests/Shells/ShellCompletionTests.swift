import Foundation
import Testing

/// Tab completion in real shells. Sessions 1 to 5 are at Malibu, Rincon, Mavericks, Playa Grande and Playa Hermosa.
struct ShellCompletionTests {
    /// A typed line, and the line after Tab.
    static let common: [(String, String)] = [
        ("surfjournal mig", "surfjournal migrate"), ("surfjournal list --hei", "surfjournal list --height"),
        ("surfjournal list --spot mali", "surfjournal list --spot Malibu"),
        ("surfjournal list --spot=mali", "surfjournal list --spot=Malibu"),
        (#"surfjournal list --spot playa\ g"#, #"surfjournal list --spot Playa\ Grande"#),
        (#"surfjournal list --spot "playa g"#, #"surfjournal list --spot "Playa Grande""#),
        ("surfjournal list --columns date,locat", "surfjournal list --columns date,location"),
        ("surfjournal show la", "surfjournal show last"), ("surfjournal show 4", "surfjournal show 4"),
        (#"surfjournal add "2014-10-03: rinc"#, #"surfjournal add "2014-10-03: Rincon"#),
        ("surfjournal add 4ft, rinc", "surfjournal add 4ft, Rincon"),
        ("surfjournal config un", "surfjournal config units"),
        ("surfjournal spots zone Malibu Europe/Lis", "surfjournal spots zone Malibu Europe/Lisbon"),
        ("surfjournal help mig", "surfjournal help migrate"),
        ("surfjournal export my", #"surfjournal export my\ trip.csv"#),
        ("TZ=UTC surfjournal --json mig", "TZ=UTC surfjournal --json migrate"),
    ]

    /// An interactive bash with our completions.
    private func bash(in sandbox: Sandbox) throws -> TerminalSession {
        try sandbox.write("PS1='> '\neval \"$(surfjournal completions bash)\"\n", to: "rc")
        let terminal = try TerminalSession(
            ["--noprofile", "--rcfile", sandbox.file("rc"), "-i"], of: Shells.bash, in: sandbox, columns: 120,
            environment: ["TERM": "vt100"])
        terminal.ends(with: ">")
        return terminal
    }

    @Test(.enabled(if: Shells.has("bash")), arguments: common)
    func `Tab completes words in bash`(typed: String, line: String) throws {
        let sandbox = try Shells.sandbox()
        let terminal = try bash(in: sandbox)
        terminal.type(typed + "\t")
        terminal.ends(with: "> " + line)
    }

    @Test(
        .enabled(if: Shells.has("bash")),
        arguments: [
            ("surfjournal list --json --spot 'the", #"The "Box""#),
            (#"surfjournal list --json --spot "the"#, #"The "Box""#),
            ("surfjournal list --json --spot 'bob", "Bob's 'Reef'"),
            (#"surfjournal list --json --spot "bob"#, "Bob's 'Reef'"),
            ("surfjournal list --json --spot bob", "Bob's 'Reef'"),
        ])
    func `bash closes the quote of a place that contains quotes`(typed: String, place: String) throws {
        let sandbox = try Shells.sandbox()
        for place in [#"The "Box""#, "Bob's 'Reef'"] { try sandbox.run("add", "--location", place) }
        let terminal = try bash(in: sandbox)
        terminal.type(typed + "\t> out.json; echo done\r")
        terminal.waits(for: "the end") { $0.lines.contains("done") }
        let data = Data(try sandbox.read("out.json").utf8)
        let sessions = try JSONSerialization.jsonObject(with: data) as? [[String: Any]]
        #expect(sessions?.map { $0["location"] as? String } == [place])
    }

    @Test(.enabled(if: Shells.has("bash")))
    func `bash leaves the completion of another program called sj unchanged`() throws {
        let sandbox = try Shells.sandbox()
        let folder = sandbox.path + "/here/bin"
        try sandbox.write("#!/bin/sh\n", to: folder + "/sj")
        #expect(try sandbox.shell("chmod +x bin/sj").code == 0)
        let check = "eval \"$(surfjournal completions bash)\"; complete -p surfjournal sj"
        let other = try sandbox.shell("PATH=$PWD/bin:$PATH bash -c \"$1\"", [check])
        #expect(other.lines == ["complete -F _surfjournal surfjournal"])
        #expect(try sandbox.shell("ln -sf \"$SURF\" bin/sj").code == 0)
        let own = try sandbox.shell("PATH=$PWD/bin:$PATH bash -c \"$1\"", [check])
        #expect(own.lines == ["complete -F _surfjournal surfjournal", "complete -F _surfjournal sj"])
    }

    @Test(.enabled(if: Shells.has("zsh")), arguments: common)
    func `Tab completes words in zsh`(typed: String, line: String) throws {
        let sandbox = try Shells.sandbox()
        let setup =
            "PS1='> '; unsetopt promptsp\nautoload -Uz compinit; compinit -u -D\neval \"$(surfjournal completions zsh)\"\n"
        try sandbox.write(setup, to: ".zshrc")
        let terminal = try TerminalSession(
            ["-d", "-i"], of: Shells.zsh, in: sandbox, columns: 120,
            environment: ["TERM": "vt100", "ZDOTDIR": sandbox.path + "/here"])
        terminal.ends(with: ">")
        terminal.type(typed + "\t")
        terminal.ends(with: "> " + line)
    }

    /// A typed line, and one line of fish's answer.
    static let inFish: [(String, String)] = [
        ("surfjournal mig", "migrate\tUpgrade a journal to the latest version."),
        ("surfjournal list --spot mali", "Malibu"), ("surfjournal list --spot=mali", "--spot=Malibu"),
        (#"surfjournal list --spot "playa g"#, "Playa Grande"), ("surfjournal list --hei", "--height"),
        ("surfjournal show 4", "4\t2014-10-01 12:00  Playa Grande"), ("surfjournal export my", "my trip.csv"),
        (#"surfjournal add "2014-10-03: rinc"#, "2014-10-03: Rincon"), ("surfjournal help mig", "migrate"),
    ]

    @Test(.enabled(if: Shells.has("fish")), arguments: inFish)
    func `Tab completes words in fish`(typed: String, line: String) throws {
        let sandbox = try Shells.sandbox()
        try sandbox.write(typed, to: "typed")
        let outcome = try sandbox.shell(
            "fish --no-config -c 'surfjournal completions fish | source; complete -C (cat typed | string collect)'")
        #expect(outcome.errors == "")
        #expect(outcome.lines.contains { $0 == line || $0.hasPrefix(line + "\t") }, "\(outcome.output)")
    }

    @Test(.enabled(if: Shells.has("fish")))
    func `fish leaves the quote of a sentence open after a place`() throws {
        let sandbox = try Shells.sandbox()
        try sandbox.write(#"surfjournal add "2014-10-03: rinc"#, to: "typed")
        let outcome = try sandbox.shell(
            "fish --no-config -c 'surfjournal completions fish | source; complete -C (cat typed | string collect)'")
        #expect(outcome.lines == ["2014-10-03: Rincon", "2014-10-03: Rincon,"])
    }

    @Test func `Tab completion creates no journal, uses the one named on the line, and reports no errors`() throws {
        let sandbox = try Sandbox()
        let nothing = try sandbox.run("completions", "zsh", "--complete", "--", "list", "--spot", "m")
        #expect(nothing == Outcome(code: 0, output: "words\n", errors: ""))
        #expect(!FileManager.default.fileExists(atPath: sandbox.journal))
        try sandbox.run("init", "--store", "other.sqlite")
        try sandbox.run("add", "2014-10-01: Elsewhere", "--store", "other.sqlite")
        for store in [["--store", "other.sqlite"], ["--store=other.sqlite"]] {
            let found = try sandbox.start(
                ["completions", "fish", "--complete", "--", "list"] + store + ["--spot", "e"]
            ).outcome()
            #expect(found.output == "words\nElsewhere\n")
        }
    }

    @Test func `an older session's ID is completed from its first digits`() throws {
        let sandbox = try Sandbox()
        try sandbox.run("init", "--sample")
        let lines = try sandbox.run("completions", "fish", "--complete", "--", "show", "12").lines
        let ids = lines.dropFirst().compactMap { $0.split(separator: "\t").first }
        #expect(ids.first == "1299")
        #expect(ids.count == 40)
        #expect(ids.allSatisfy { $0.hasPrefix("12") })
    }
}
