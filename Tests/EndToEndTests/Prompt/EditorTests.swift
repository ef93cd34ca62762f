import Foundation
import Testing

/// `--editor`: the fields as a short text in the user's editor, which a script plays here.
struct EditorTests {
    /// A sandbox whose editor runs a script with the form's path in `$1` and counts its calls in the file `calls`.
    private func sandbox(_ script: String) throws -> Sandbox {
        let sandbox = try Sandbox.small()
        try sandbox.write(
            "echo x >> calls\ncp \"$1\" form.$(wc -l < calls | tr -d ' ')\n" + script, to: "editor")
        // A shell reads the script: a process started by another test may still have the new file open for writing, and
        // then it cannot be executed.
        sandbox.environment["VISUAL"] = "sh editor"
        return sandbox
    }

    @Test func `a changed form is saved`() throws {
        let sandbox = try sandbox("sed -i -e 's/^rating: .*/rating: 2/' -e 's/^wind: .*/wind:/' \"$1\"\n")
        let terminal = try TerminalSession(["edit", "1", "--editor"], in: sandbox)
        terminal.expect("Saved 1 (wind, rating)")
        #expect(terminal.exitCode() == 0)
        let form = try sandbox.read("form.1")
        #expect(form.hasPrefix("# Session 1: "))
        #expect(form.contains("\nlocation: Malibu\nheight: 4ft\nperiod: 12s\nwind: offshore 5kts\nrating: 4\n"))
        #expect(try sandbox.sql("SELECT ZRATING || ifnull(ZWIND, '-') FROM ZJOURNALENTRY WHERE Z_PK = 1") == "2-")
    }

    @Test func `an invalid form is opened again with the reason in it`() throws {
        let sandbox = try sandbox(
            """
            if grep -q '^#! ' "$1"; then sed -i 's/^rating: .*/rating: 3/' "$1"
            else sed -i 's/^rating: .*/rating: great/' "$1"; fi
            """)
        let terminal = try TerminalSession(["edit", "1", "--editor"], in: sandbox)
        terminal.expect("Saved 1 (rating)")
        #expect(terminal.exitCode() == 0)
        #expect(try sandbox.read("form.2").contains("#! rating 'great' is not valid"))
        #expect(try sandbox.read("form.2").contains("\nrating: great\n"))
    }

    @Test func `keeping a form that stays invalid saves its valid fields as a draft`() throws {
        let sandbox = try sandbox("sed -i -e 's/^rating: .*/rating: great/' -e 's/^height: .*/height: 9ft/' \"$1\"\n")
        let terminal = try TerminalSession(["edit", "1", "--editor"], in: sandbox)
        terminal.expect("[e]dit again, [k]eep as a draft, [d]iscard?")
        terminal.type("what\r")
        terminal.expect("Type one of the letters in brackets.")
        terminal.type("k\r")
        terminal.expect("rating 'great' is not valid")
        terminal.expect("Draft d1 was not saved and is kept")
        #expect(terminal.exitCode() == 2)
        #expect(try sandbox.run("save").errors.contains("Saved 1 (height)"))
    }

    /// A bug once found: the editor's shell did not get the person's `PATH`.
    @Test func `an editor is found by the PATH alone`() throws {
        let sandbox = try Sandbox.small()
        let folder = sandbox.path + "/bin"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: folder + "/ownEditor", withDestinationPath: "/bin/sleep")
        sandbox.environment["PATH"] = folder + ":/usr/bin:/bin"
        sandbox.environment["VISUAL"] = "ownEditor 0.4 && true"
        let terminal = try TerminalSession(["edit", "1", "--editor"], in: sandbox)
        #expect(terminal.exitCode() == 0)
        sandbox.environment["PATH"] = "/usr/bin:/bin"
        sandbox.environment["VISUAL"] = "ownEditor 0.4"
        let missing = try TerminalSession(["edit", "1", "--editor"], in: sandbox, columns: 200)
        missing.expect("failed or could not be started")
    }

    @Test func `an editor that fails changes nothing`() throws {
        let sandbox = try sandbox("exit 1\n")
        let terminal = try TerminalSession(["edit", "1", "--editor"], in: sandbox, columns: 200)
        terminal.expect("failed or could not be started")
        #expect(terminal.exitCode() == 1)
        #expect(sandbox.drafts.isEmpty)
    }

    /// Ends a process with a signal while its editor is open; the editor has already written to the form and waits.
    private func interrupt(_ signal: Int32, _ arguments: [String], _ script: String) throws -> Sandbox {
        let sandbox = try sandbox(
            "[ -e again ] || { sed -i \(script) \"$1\"; ls -ld \"$(dirname \"$1\")\" > mode; touch again; exec sleep 20; }\n"
        )
        let terminal = try TerminalSession(arguments, in: sandbox)
        for _ in 0..<3000 where !sandbox.files.contains("again") { usleep(10_000) }
        terminal.send(signal)
        #expect(terminal.exitCode() == 128 + signal)
        #expect(try sandbox.read("mode").hasPrefix("drwx------"))
        return sandbox
    }

    @Test(arguments: [SIGKILL, SIGTERM, SIGHUP])
    func `text written in the editor becomes a draft, however the program ends`(_ signal: Int32) throws {
        let sandbox = try interrupt(signal, ["edit", "1", "--editor"], "'s/^height: .*/height: 9ft/'")
        let drafts = try sandbox.run("drafts", "--json").objects()
        #expect(drafts.count == 1)
        #expect((drafts.first?["changes"] as? [String: Any])?["height"] as? String == "9ft")
        #expect(try sandbox.run("save").errors.contains("Saved 1 (height)"))
        #expect(try sandbox.draftFiles == ["drafts.lock", "drafts.sqlite"])
    }

    @Test func `text of a new session becomes a draft, but an untouched form does not`() throws {
        let sandbox = try interrupt(SIGKILL, ["add", "--editor"], "'s/^location:.*/location: Zuma/'")
        #expect(try sandbox.run("list", "-n", "1").errors.contains("Draft d1 keeps what you wrote in the editor"))
        #expect(try sandbox.run("save", "d1").errors.contains("Added 4: Zuma"))
        let untouched = try interrupt(SIGKILL, ["edit", "1", "--editor"], "''")
        #expect(try untouched.run("drafts", "--json").output == "[]\n")
    }

    @Test(arguments: [SIGKILL, SIGTERM])
    func `an invalid form is kept in a file whose path is shown`(_ signal: Int32) throws {
        let sandbox = try interrupt(
            signal, ["edit", "1", "--editor"], "-e 's/^height: .*/height: 9ft/' -e 's/^rating: .*/rating: great/'")
        let drafts = try sandbox.run("drafts", "--json")
        #expect(try drafts.objects().count == 1)
        let path = sandbox.journal + "-drafts/d1.form/session.txt"
        #expect(try String(contentsOfFile: path, encoding: .utf8).contains("\nrating: great\n"))
        if signal == SIGKILL { #expect(drafts.errors.contains(path)) }
        #expect(try sandbox.run("drafts").errors == "")
        try sandbox.write("sed -i 's/^rating: .*/rating: 2/' \"$1\"\n", to: "editor")
        let terminal = try TerminalSession(["edit", "d1", "--editor"], in: sandbox)
        #expect(terminal.exitCode() == 0)
        #expect(try sandbox.run("save").errors.contains("Saved 1 (height, rating)"))
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func `text that is not UTF-8 is kept in a file whose path is shown`() throws {
        let sandbox = try sandbox("printf 'notes: caf\\351\\n' >> \"$1\"\n")
        let terminal = try TerminalSession(["edit", "1", "--editor"], in: sandbox)
        terminal.expect("What you wrote is kept in")
        #expect(terminal.exitCode() == 1)
        let kept = try Data(contentsOf: URL(fileURLWithPath: sandbox.journal + "-drafts/d1.form/session.txt"))
        #expect(kept.contains(0xE9))
    }

    @Test func `making the same mistake in the editor twice leads to a question`() throws {
        let sandbox = try sandbox("sed -i 's/^rating: .*/rating: great/' \"$1\"; echo '# again' >> \"$1\"\n")
        let terminal = try TerminalSession(["edit", "1", "--editor"], in: sandbox)
        terminal.expect("[e]dit again, [k]eep as a draft, [d]iscard?")
        terminal.type("e\r")
        terminal.expect("[e]dit again, [k]eep as a draft, [d]iscard?")
        terminal.type("k\r")
        #expect(terminal.exitCode() == 2)
        #expect(try sandbox.read("calls") == "x\nx\nx\n")
    }

    @Test func `a discarded form leaves nothing behind`() throws {
        let sandbox = try sandbox("sed -i -e 's/^rating: .*/rating: great/' -e 's/^height: .*/height: 9ft/' \"$1\"\n")
        let terminal = try TerminalSession(["edit", "1", "--editor"], in: sandbox)
        terminal.expect("[e]dit again, [k]eep as a draft, [d]iscard?")
        terminal.type("d\r")
        terminal.expect("The text was discarded. Nothing was changed.")
        #expect(terminal.exitCode() == 1)
        #expect(try sandbox.run("drafts", "--json").output == "[]\n")
        #expect(try sandbox.draftFiles == ["drafts.lock", "drafts.sqlite"])
    }

    @Test func `Ctrl-C at the question about a form keeps the form`() throws {
        let sandbox = try sandbox("sed -i -e 's/^rating: .*/rating: great/' -e 's/^height: .*/height: 9ft/' \"$1\"\n")
        let terminal = try TerminalSession(["edit", "1", "--editor"], in: sandbox)
        terminal.expect("[e]dit again, [k]eep as a draft, [d]iscard?")
        terminal.press(.controlC)
        terminal.expect("Draft d1 was not saved and is kept")
        #expect(terminal.exitCode() == 130)
        #expect(try sandbox.run("save").errors.contains("Saved 1 (height)"))
    }

    @Test func `lines after the notes field belong to the notes`() throws {
        let sandbox = try sandbox("printf 'Cold.\\nwind: dropped at nine\\n# one seal\\n\\n' >> \"$1\"\n")
        let terminal = try TerminalSession(["edit", "1", "--editor"], in: sandbox)
        terminal.expect("Saved 1 (notes)")
        #expect(terminal.exitCode() == 0)
        #expect(
            try sandbox.sql("SELECT ZNOTES FROM ZJOURNALENTRY WHERE Z_PK = 1")
                == "Cold.\nwind: dropped at nine\n# one seal")
        #expect(try TerminalSession(["edit", "1", "--editor"], in: sandbox).exitCode() == 0)
        #expect(try sandbox.read("form.2").hasSuffix("\nnotes:\nCold.\nwind: dropped at nine\n# one seal\n"))
    }

    @Test(arguments: [["edit", "1", "--editor"], []])
    func `text written in the editor becomes a draft when the terminal closes`(_ arguments: [String]) throws {
        let sandbox = try sandbox("sed -i 's/^height: .*/height: 9ft/' \"$1\"; touch again; exec sleep 20\n")
        let terminal = try TerminalSession(arguments, in: sandbox)
        if arguments.isEmpty { terminal.enter("edit 1 --editor", at: "surf> ") }
        for _ in 0..<3000 where !sandbox.files.contains("again") { usleep(10_000) }
        terminal.hangUp()
        #expect(terminal.exitCode() == 129)
        #expect(try sandbox.run("save").errors.contains("Saved 1 (height)"))
    }

    @Test func `Ctrl-C in an editor that leaves invalid forms ends the loop`() throws {
        let sandbox = try sandbox(
            "sed -i \"s/^rating: .*/rating: $(wc -l < calls)x/\" \"$1\"; trap : INT; touch open; sleep 1; sleep 1\n")
        let terminal = try TerminalSession(["edit", "1", "--editor"], in: sandbox)
        for _ in 0..<3000 where !sandbox.files.contains("open") { usleep(10_000) }
        terminal.press(.controlC)
        #expect(terminal.exitCode() == 130)
        #expect(try sandbox.read("calls") == "x\n")
    }

    @Test func `a new session can be written in the editor, and at the prompt that is one undo step`() throws {
        let sandbox = try sandbox("sed -i -e 's/^location:/location: Trestles/' -e 's/^height:/height: 3ft/' \"$1\"\n")
        let terminal = try TerminalSession(in: sandbox)
        terminal.enter("add --editor", at: "surf> ")
        terminal.enter("undo", at: "surf new*> ")
        terminal.expect("place cleared, height cleared")
        terminal.enter("redo", at: "surf new> ")
        terminal.enter("save", at: "surf new*> ")
        terminal.expect("Added 4: Trestles")
        terminal.leave()
    }

    @Test func `the form contains the values of the sentence, and the edited form is saved`() throws {
        let sandbox = try sandbox("sed -i 's/^rating:.*/rating: 5/' \"$1\"\n")
        let terminal = try TerminalSession(
            ["add", "2014-10-05: Zuma, 3ft", "--wind", "glassy", "--editor"], in: sandbox)
        terminal.expect("Added 4: Zuma")
        #expect(terminal.exitCode() == 0)
        let form = try sandbox.read("form.1")
        #expect(form.contains("\nlocation: Zuma\nheight: 3ft\n") && form.contains("\nwind: glassy\n"))
        #expect(try sandbox.sql("SELECT ZRATING FROM ZJOURNALENTRY WHERE Z_PK = 4") == 5)
    }

    @Test func `the form of an edit contains the values of the options`() throws {
        let sandbox = try sandbox("sed -i 's/^rating:.*/rating: 1/' \"$1\"\n")
        let terminal = try TerminalSession(["edit", "1", "--height", "9ft", "--editor"], in: sandbox)
        terminal.expect("Saved 1 (height, rating)")
        #expect(terminal.exitCode() == 0)
        #expect(try sandbox.read("form.1").contains("\nheight: 9ft\n"))
    }

    @Test func `at the prompt, too, the form contains the given values`() throws {
        let sandbox = try sandbox("")
        let terminal = try TerminalSession(in: sandbox)
        terminal.enter("add Zuma 3ft --editor", at: "surf> ")
        terminal.enter("save", at: "surf new*> ")
        terminal.expect("Added 4: Zuma")
        terminal.enter("edit 1 --height 9ft --editor", at: "surf> ")
        terminal.enter("save", at: "surf 1*> ")
        terminal.expect("Saved 1 (height)")
        terminal.leave()
        #expect(try sandbox.read("form.1").contains("\nlocation: Zuma\nheight: 3ft\n"))
        #expect(try sandbox.read("form.2").contains("\nheight: 9ft\n"))
    }

    @Test(arguments: [["add", "Zuma 3ft"], ["edit", "1", "--rating", "1"]])
    func `--editor without a terminal is refused and saves nothing`(arguments: [String]) throws {
        let sandbox = try sandbox("")
        let outcome = try sandbox.start(arguments + ["--editor"]).outcome()
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("--editor needs a terminal."))
        #expect(try sandbox.entryCount() == 3)
        #expect(try sandbox.sql("SELECT ZRATING FROM ZJOURNALENTRY WHERE Z_PK = 1") == 4)
    }

    @Test func `a form without a place is not saved but kept as a draft`() throws {
        let sandbox = try sandbox("sed -i 's/^location:.*/location:/' \"$1\"\n")
        let terminal = try TerminalSession(["edit", "1", "--editor"], in: sandbox)
        terminal.expect("A session needs a place.")
        #expect(terminal.exitCode() == 2)
        #expect(sandbox.drafts == ["d1"])
        #expect(try sandbox.sql("SELECT ZLOCATION FROM ZJOURNALENTRY WHERE Z_PK = 1") == "Malibu")
    }
}
