import Foundation
import Testing

/// `surfjournal < script` and `run FILE`.
struct ScriptTests {
    private func sandbox(_ script: String) throws -> Sandbox {
        let sandbox = try Sandbox.small()
        try sandbox.write(script, to: "script")
        return sandbox
    }

    @Test(arguments: ["\"$SURF\" < script", "\"$SURF\" run script"])
    func `a script has the same commands as the prompt`(command: String) throws {
        let sandbox = try sandbox(
            """
            # a comment
            edit 1
            set rating 1
            set wind "NW 10kts"
            undo

            save
            add '2014-10-05 8am': "Rincon, the Cove", 3ft
            export out.csv &
            list --plain -n 1 --columns id,date,location,height
            """)
        let outcome = try sandbox.shell(command)
        #expect(outcome.errors.contains("Saved 1 (rating)"))
        #expect(outcome.errors.contains("Added 4: “Rincon, the Cove” (a new place), Sun 2014-10-05 08:00, 3ft."))
        #expect(outcome.code == 0)
        #expect(outcome.lines == ["4\t2014-10-05T08:00:00-07:00\tRincon, the Cove\t3ft"])
        #expect(try sandbox.read("out.csv").split(separator: "\n").count == 5)
    }

    @Test(arguments: ["--dry-run", "--rating 4 --dry-run", "--dry-run --rating 4"])
    func `words quoted after an option stay together`(options: String) throws {
        let sandbox = try sandbox("add \(options) \"Rincon, the Cove\", 3ft")
        let outcome = try sandbox.shell("\"$SURF\" < script")
        #expect(outcome.output.contains("place      Rincon, the Cove (a new place)"))
        #expect(outcome.code == 0)
    }

    static let errors: [(String, Int32, String)] = [
        ("show 99", 3, "surfjournal: stdin:2: There is no session 99"),
        ("lst", 2, "stdin:2: There is no command 'lst'"),
        ("show 'open", 2, "stdin:2: A quote is not closed"),
        ("edit", 2, "stdin:2: 'edit' needs a session that you are editing"),
        ("delete --rating 1..", 0, "Deleted 3 sessions"),
        ("set rating 5", 2, "stdin:2: 'set' needs a session that you are editing"),
        ("export missing/x.csv &\nwait", 1, "stdin:2: The folder of missing/x.csv does not exist"),
    ]

    @Test(arguments: errors)
    func `a script stops at the first error with its line number and exit code`(
        line: String, code: Int32, told: String
    ) throws {
        let sandbox = try sandbox("list --plain\n\(line)\nadd Later\n")
        let outcome = try sandbox.shell("\"$SURF\" < script")
        #expect(outcome.code == code)
        #expect(outcome.errors.contains(told))
        #expect(outcome.errors.contains("Added") == (code == 0))
    }

    @Test(arguments: ["\"$SURF\" < script", "\"$SURF\" run script"])
    func `a script that stops midway does not claim that nothing was changed`(command: String) throws {
        let sandbox = try sandbox("add Malibu\nadd Rincon\n")
        let file = try #require(FileHandle(forWritingAtPath: sandbox.file("script")))
        try file.seekToEnd()
        try file.write(contentsOf: Data([0xFF, 0x0A]))
        try file.close()
        let outcome = try sandbox.shell(command)
        #expect(outcome.code == 5)
        #expect(outcome.errors.contains("This line is not UTF-8. The script stops here."))
        #expect(!outcome.errors.contains("Nothing was changed"))
        #expect(try sandbox.run("list", "--plain").lines.count == 5)
    }

    @Test(arguments: ["no-such-command", "edit 99 --rating 3", "list --nothing", "show 99"])
    func `a script whose last line fails does not claim that nothing was changed`(line: String) throws {
        let sandbox = try sandbox("add Malibu\nadd Rincon\n\(line)\n")
        let outcome = try sandbox.run("run", "script")
        #expect(outcome.code != 0)
        #expect(!outcome.errors.contains("Nothing was changed"))
        #expect(try sandbox.run("list", "--plain").lines.count == 5)
    }

    @Test func `a script keeps unsaved changes as a draft and reports it`() throws {
        let sandbox = try sandbox("edit 1\nset rating 1\n")
        let outcome = try sandbox.shell("\"$SURF\" run script")
        #expect(outcome.code == 0)
        #expect(outcome.errors.contains("Kept the change to session 1 as draft d1"))
        #expect(sandbox.drafts == ["d1"])
    }

    @Test func `global options apply to the commands of a script`() throws {
        let sandbox = try sandbox("show 2\nshow 2 --plain\n")
        #expect(try sandbox.shell("\"$SURF\" --json < script").lines.first?.hasPrefix("{\"id\":2") == true)
        #expect(try sandbox.run("run", "script", "--json").lines.first?.hasPrefix("{\"id\":2") == true)
    }

    @Test(arguments: ["", "# nothing\n\n"])
    func `a script without a command is a usage error`(script: String) throws {
        let outcome = try sandbox(script).shell("\"$SURF\" < script")
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("surfjournal help"))
    }

    /// A bug once found: the advice of a script had commands as they are typed at the prompt.
    @Test(arguments: ["\"$SURF\" < script", "\"$SURF\" run script"])
    func `what a script reports names commands as they are typed in a shell`(command: String) throws {
        let outcome = try sandbox("delete 2\nedit 1\nset rating 1\n").shell(command)
        #expect(outcome.errors.contains("'surfjournal undo' brings it back."))
        #expect(outcome.errors.contains("or save it with 'surfjournal save d1'."))
    }

    @Test func `a script can run another script, but not itself`() throws {
        let sandbox = try sandbox("run second\nshow 1 --plain\n")
        try sandbox.write("show 2 --plain\n", to: "second")
        #expect(try sandbox.run("run", "script").lines.count == 2)
        try sandbox.write("show 2 --plain\nrun script\n", to: "second")
        let outcome = try sandbox.run("run", "script")
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("second:2: script runs itself"))
        #expect(try sandbox.run("run", "nowhere").code == 3)
    }

    @Test func `a signal ends a script that waits for a line and keeps its changes as a draft`() throws {
        let sandbox = try sandbox("")
        let outcome = try sandbox.shell(
            """
            mkfifo lines; "$SURF" < lines & exec 3> lines
            echo edit 1 >&3; echo set rating 1 >&3
            until "$SURF" drafts | grep -q d1; do sleep 0.1; done
            kill -TERM $!; wait $!
            """)
        #expect(outcome.code == 143)
        #expect(sandbox.drafts == ["d1"])
    }

    @Test func `a conflict in a script keeps the draft and exits with 4`() throws {
        let sandbox = try sandbox("edit 1\nset rating 1\nrun other\n")
        try sandbox.write("save\n", to: "other")
        try sandbox.run("edit", "1", "--draft", "--rating", "2")
        try sandbox.run("edit", "1", "--rating", "5")
        try sandbox.write("edit d1\nsave\n", to: "script")
        let outcome = try sandbox.run("run", "script")
        #expect(outcome.code == 4)
        #expect(outcome.errors.contains("script:2: Session 1 was changed since you began (rating)"))
        #expect(sandbox.drafts == ["d1"])
    }
}
