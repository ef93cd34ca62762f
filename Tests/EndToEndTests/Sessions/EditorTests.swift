import Foundation
import Testing

/// `--editor`: the fields as a small text in the person's editor, which a script plays here.
struct EditorTests {
    /// A sandbox whose editor runs a script with the form's path in `$1`, and counts its calls in the file `calls`.
    private func sandbox(_ script: String) throws -> Sandbox {
        let sandbox = try Sandbox.small()
        try sandbox.write(
            "#!/bin/sh\necho x >> calls\ncp \"$1\" form.$(wc -l < calls | tr -d ' ')\n" + script, to: "editor")
        #expect(chmod(sandbox.file("editor"), 0o700) == 0)
        sandbox.environment["VISUAL"] = sandbox.file("editor")
        return sandbox
    }

    @Test func `a form that was changed is saved`() throws {
        let sandbox = try sandbox("sed -i -e 's/^rating: .*/rating: 2/' -e 's/^wind: .*/wind:/' \"$1\"\n")
        let terminal = try TerminalSession(["edit", "1", "--editor"], in: sandbox)
        terminal.expect("Saved 1 (wind, rating)")
        #expect(terminal.exitCode() == 0)
        let form = try sandbox.read("form.1")
        #expect(form.contains("\nlocation: Malibu\nheight: 4ft\nperiod: 12s\nwind: offshore 5kts\nrating: 4\n"))
        #expect(try sandbox.sql("SELECT ZRATING || ifnull(ZWIND, '-') FROM ZJOURNALENTRY WHERE Z_PK = 1") == "2-")
    }

    @Test func `a form that does not parse is opened again with the reason in it`() throws {
        let sandbox = try sandbox(
            """
            if grep -q '^#! ' "$1"; then sed -i 's/^rating: .*/rating: 3/' "$1"
            else sed -i 's/^rating: .*/rating: great/' "$1"; fi
            """)
        let terminal = try TerminalSession(["edit", "1", "--editor"], in: sandbox)
        terminal.expect("Saved 1 (rating)")
        #expect(terminal.exitCode() == 0)
        #expect(try sandbox.read("form.2").contains("#! 'great' in rating is no rating"))
        #expect(try sandbox.read("form.2").contains("\nrating: great\n"))
    }

    @Test func `a form that comes back as wrong as it was is given up, and what parses is kept as a draft`() throws {
        let sandbox = try sandbox("sed -i -e 's/^rating: .*/rating: great/' -e 's/^height: .*/height: 9ft/' \"$1\"\n")
        let terminal = try TerminalSession(["edit", "1", "--editor"], in: sandbox)
        terminal.expect("'great' in rating is no rating")
        terminal.expect("your draft d1 is kept")
        #expect(terminal.exitCode() == 2)
        #expect(try sandbox.run("save").errors.contains("Saved 1 (height)"))
    }

    @Test func `an editor that fails changes nothing`() throws {
        let sandbox = try sandbox("exit 1\n")
        let terminal = try TerminalSession(["edit", "1", "--editor"], in: sandbox)
        terminal.expect("ended with an error")
        #expect(terminal.exitCode() == 1)
        #expect(sandbox.drafts.isEmpty)
    }

    @Test func `the form of a process that was killed in the editor is private, and goes with the next one`() throws {
        let sandbox = try sandbox("[ -e again ] || { touch again; sleep 3; }\n")
        let first = try TerminalSession(["edit", "1", "--editor"], in: sandbox)
        while !sandbox.files.contains("again") { usleep(10_000) }
        first.send(SIGKILL)
        #expect(first.exitCode() == 128 + SIGKILL)
        let left = try FileManager.default.contentsOfDirectory(atPath: sandbox.path + "/tmp").filter {
            $0.contains("form")
        }
        try #require(left.count == 1)
        var status = stat()
        #expect(lstat(sandbox.path + "/tmp/" + left[0], &status) == 0 && status.st_mode & 0o777 == 0o700)
        #expect(try TerminalSession(["edit", "1", "--editor"], in: sandbox).exitCode() == 0)
        #expect(sandbox.leftovers == [])
    }

    @Test func `a new session is written in the editor too, and in a session it is one step`() throws {
        let sandbox = try sandbox("sed -i -e 's/^location:/location: Trestles/' -e 's/^height:/height: 3ft/' \"$1\"\n")
        let terminal = try TerminalSession(in: sandbox)
        terminal.enter("add --editor", at: "surf> ")
        terminal.enter("undo", at: "surf new*> ")
        terminal.expect("location cleared, height cleared")
        terminal.enter("redo", at: "surf new> ")
        terminal.enter("save", at: "surf new*> ")
        terminal.expect("Added 4: Trestles")
        terminal.leave()
    }
}
