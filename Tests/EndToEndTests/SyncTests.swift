import Foundation
import SQLite
import Testing

/// Two machines, each with a HOME of its own, and a bare repository between them.
struct SyncTests {
    let one, two: Sandbox
    let remote: String

    init() throws {
        (one, two, remote) = try Sandbox.twoWithRemote()
    }

    private func start() throws {
        for sandbox in [one, two] { #expect(try sandbox.run("sync", "start", remote, "--yes").code == 0) }
    }

    /// A session on both machines, and a different rating on each.
    private func conflict() throws {
        #expect(try one.run("add", "2026-09-12 7am: Malibu, ***").code == 0)
        try start()
        #expect(try one.run("edit", "1", "--rating", "5").code == 0)
        #expect(try two.run("edit", "1", "--rating", "2").code == 0)
        #expect(try one.run("sync").code == 0)
    }

    private func rating(_ sandbox: Sandbox) throws -> Value {
        try sandbox.sql("SELECT ZRATING FROM ZJOURNALENTRY WHERE Z_PK = 1")
    }

    @Test func `each exchange says what came and went`() throws {
        #expect(try one.run("add", "2026-09-12 7am: Malibu").code == 0)
        let first = try one.run("sync", "start", remote, "--yes")
        #expect(
            first.errors
                == "Sent 1 session to \(remote). 'surfjournal sync' keeps both up to date from now on.\n")
        let second = try two.run("sync", "start", remote, "--yes")
        #expect(second.errors == "Received 1 session.\n")
        #expect(try one.run("sync").errors == "Nothing new on either side.\n")
        #expect(try one.run("add", "2026-09-13 7am: Rincon").code == 0)
        #expect(try two.run("delete", "1").code == 0)
        #expect(try two.run("sync").errors == "Sent 1 deletion.\n")
        #expect(try one.run("add", "2026-09-14 7am: Rincon").code == 0)
        #expect(try one.run("sync").errors == "Sent 2 sessions, received 1 deletion.\n")
        #expect(try one.run("add", "2026-09-15 7am: Rincon").code == 0)
        #expect(try two.run("sync").errors == "Received 2 sessions.\n")
        #expect(try two.run("add", "2026-09-16 7am: Rincon").code == 0)
        #expect(try two.run("sync").errors == "Sent 1 session.\n")
        #expect(try one.run("sync").errors.hasPrefix("Sent 1 session, received 1.\n"))
        #expect(try one.run("sync", "start", "--again", "--yes").errors == "4 sessions were here already.\n")
    }

    @Test func `a conflict is asked about on a terminal, all fields of a session together`() throws {
        #expect(try one.run("add", "2026-09-12 7am: Malibu, ***").code == 0)
        try start()
        #expect(try one.run("edit", "1", "--rating", "5", "--height", "4ft").code == 0)
        #expect(try two.run("edit", "1", "--rating", "2", "--height", "6ft").code == 0)
        #expect(try one.run("sync").code == 0)
        let terminal = try TerminalSession(["sync"], in: two)
        terminal.expect("Session 1 was changed here and elsewhere:")
        terminal.expect("height: [h]ere, [e]lsewhere, keep a [d]raft? ")
        terminal.type("x\r")
        terminal.expect("Type one of the letters in brackets.")
        terminal.expect("height: [h]ere, [e]lsewhere, keep a [d]raft? ")
        terminal.type("here\r")
        terminal.expect("rating: [h]ere, [e]lsewhere, keep a [d]raft? ")
        terminal.type("e\r")
        #expect(terminal.exitCode() == 0)
        #expect(try rating(two) == 5)
        #expect(try two.sql("SELECT ZHEIGHT FROM ZJOURNALENTRY WHERE Z_PK = 1") == .text("6ft"))
        #expect(two.drafts == [])
    }

    @Test func `Ctrl-C in the questions about a conflict changes nothing`() throws {
        try conflict()
        let terminal = try TerminalSession(["sync"], in: two)
        terminal.expect("rating: [h]ere, [e]lsewhere, keep a [d]raft? ")
        terminal.press(.controlC)
        #expect(terminal.exitCode() == 130)
        #expect(try rating(two) == 2)
        #expect(two.drafts == [])
    }

    @Test func `start asks, because whoever can read the remote can read every session`() throws {
        let outcome = try one.run("sync", "start", remote)
        #expect(outcome.code == 2 && outcome.errors.contains("can read every session"))
        #expect(try one.run("sync").errors.contains("'surfjournal sync start REMOTE'"))
    }

    @Test func `a journal that is synced is refused before anybody is asked`() throws {
        try start()
        let outcome = try one.run("sync", "start", "/elsewhere.git")
        #expect(outcome.code == 2)
        #expect(outcome.errors.contains("This journal is already synced with \(remote)."), "\(outcome.errors)")
    }

    @Test func `without a terminal, a conflict becomes a draft and the exit code is 4, once`() throws {
        try conflict()
        let outcome = try two.run("sync")
        #expect(outcome.code == 4 && outcome.errors.contains("d1 of session 1"))
        #expect(try rating(two) == 5)
        #expect(two.drafts == ["d1"])
        #expect(try two.run("sync").code == 0)
        #expect(try two.run("sync", "status").output.contains("conflicts  draft d1"))
        #expect(try two.run("save", "d1").code == 0)
        #expect(try two.run("sync").code == 0)
        #expect(try one.run("sync").code == 0)
        #expect(try rating(one) == 2)
    }

    @Test func `a session with a draft is not also reported as keeping both changes`() throws {
        try conflict()
        #expect(try two.run("edit", "1", "--height", "4ft").code == 0)
        let outcome = try two.run("sync")
        #expect(outcome.code == 4 && outcome.errors.contains("'surfjournal save d1' stores yours."))
        #expect(!outcome.errors.contains("Both changes were kept"))
    }

    @Test func `several drafts of conflicts are named, and how to store each`() throws {
        for day in 12...13 { #expect(try one.run("add", "2026-09-\(day) 7am: Malibu, ***").code == 0) }
        try start()
        for (sandbox, rating) in [(one, "5"), (two, "2")] {
            for id in ["1", "2"] { #expect(try sandbox.run("edit", id, "--rating", rating).code == 0) }
        }
        #expect(try one.run("sync").code == 0)
        let outcome = try two.run("sync")
        #expect(outcome.errors.contains("d1 of session ") && outcome.errors.contains(", d2 of session "))
        #expect(outcome.errors.contains(". For each, 'surfjournal save DRAFT' stores yours."))
    }

    @Test func `a copy of the journal with other values is not reported as the same`() throws {
        #expect(try one.run("add", "2026-09-12 7am: Malibu, ***").code == 0)
        #expect(try one.run("migrate").code == 0)
        try FileManager.default.removeItem(atPath: two.journal)
        try FileManager.default.copyItem(atPath: one.journal, toPath: two.journal)
        #expect(try two.run("edit", "1", "--height", "4ft").code == 0)
        #expect(try one.run("sync", "start", remote, "--yes").code == 0)
        let outcome = try two.run("sync", "start", remote, "--yes")
        #expect(outcome.errors.hasPrefix("1 session was here already, 1 with other values.\n"))
    }

    @Test func `an exchange that would delete many sessions names some of them`() throws {
        let lines = "for d in $(seq -w 1 25); do echo 2026-08-${d}T07:00,Malibu; done"
        #expect(try one.shell("(echo date,location; \(lines)) > c.csv; $SURF import c.csv").code == 0)
        try start()
        #expect(try one.shell("$SURF delete $(seq 1 25) --yes").code == 0)
        #expect(try one.run("sync").code == 0)
        let refused = try two.run("sync")
        #expect(refused.code == 2)
        #expect(refused.errors.contains("25 sessions of 25 were deleted elsewhere, such as 1, 2, 3. Add --yes"))
        let terminal = try TerminalSession(["sync"], in: two)
        terminal.expect("25 sessions of 25 were deleted elsewhere, such as:")
        terminal.expect("1: ")
        terminal.expect("Malibu")
        terminal.expect("Delete them here too? [y/N] ")
        terminal.type("y\r")
        #expect(terminal.exitCode() == 0)
    }

    @Test(arguments: [("here", 2), ("mine", 2), ("elsewhere", 5), ("theirs", 5)])
    func `an answer decides a conflict without a draft`(answer: String, rating: Int64) throws {
        try conflict()
        #expect(try two.run("sync", "--on-conflict", answer).code == 0)
        #expect(try self.rating(two) == .integer(rating))
        #expect(two.drafts == [])
    }

    @Test func `nobody can be asked without a terminal`() throws {
        try conflict()
        #expect(try two.run("sync", "--on-conflict", "ask").code == 2)
        #expect(try rating(two) == 2)
    }

    @Test func `a remote that cannot be reached loses nothing, and the changes wait`() throws {
        try start()
        #expect(try one.run("add", "2026-09-12 7am: Malibu").code == 0)
        try FileManager.default.moveItem(atPath: remote, toPath: remote + ".away")
        let outcome = try one.run("sync")
        #expect(outcome.code == 1)
        #expect(outcome.errors.hasPrefix("surfjournal: The remote could not be reached"))
        #expect(outcome.errors.contains("git init --bare -b main \(remote)"))
        #expect(outcome.errors.hasSuffix(" Nothing was lost; 1 change waits.\n"))
        #expect(try one.run("sync", "status").output.contains("waiting    1 session\n"))
        try FileManager.default.moveItem(atPath: remote + ".away", toPath: remote)
        #expect(try one.run("sync").errors == "Sent 1 session.\n")
    }

    @Test func `without git, or with an old one, a sentence says what to install`() throws {
        one.environment["PATH"] = "/nowhere"
        let missing = try one.run("sync", "start", remote, "--yes")
        #expect(missing.errors.hasSuffix("Nothing was changed.\n"))
        #expect(missing.code == 1 && missing.errors.contains("git is not installed"))
        try one.write("#!/bin/sh\necho git version 2.20.1\n", to: "bin/git")
        #expect(chmod(one.file("bin/git"), 0o755) == 0)
        one.environment["PATH"] = one.file("bin")
        let old = try one.run("sync", "start", remote, "--yes")
        #expect(old.code == 1 && old.errors.contains("git 2.20 is too old"))
    }

    @Test(arguments: [
        ("-x", "cannot start with '-'"), ("ext::sh -c x", "would run a command"),
        ("https://me:secret@example.org/surf.git", "Leave the password out"),
        ("https://ghp_secret0123@example.org/surf.git", "Leave the name or token"),
    ])
    func `a remote that would run a command or has a password is refused`(url: String, words: String) throws {
        let outcome = try one.start(["sync", "start", "--yes", "--", url]).outcome()
        #expect(outcome.code == 2 && outcome.errors.contains(words) && !outcome.errors.contains("secret"))
        #expect(!FileManager.default.fileExists(atPath: one.journal + "-sync/remote"))
    }

    /// What is done to the remote, and the beginning of the sentence about it.
    @Test(arguments: [
        (
            "rm -rf surf.git; git init -q --bare --object-format=sha256 surf.git",
            "The remote names its objects with another hash"
        ),
        ("git -C surf.git config core.bare false", "REMOTE is a git repository with a work tree"),
        ("mv surf.git/refs other; ln -s ../other surf.git/refs", "REMOTE cannot be used: refs is a symbolic link"),
        ("rm -rf surf.git; git init -q surf.git", "REMOTE is a git repository with a work tree"),
        (": > surf.git/refs/heads/main", "The remote is damaged."),
    ])
    func `a path without a plain bare repository is refused with what to do, and not kept`(
        command: String, words: String
    ) throws {
        #expect(try one.shell(command).code == 0)
        let outcome = try one.run("sync", "start", remote, "--yes")
        let expected = "surfjournal: " + words.replacingOccurrences(of: "REMOTE", with: remote)
        #expect(outcome.code == 1 && outcome.errors.hasPrefix(expected), "\(outcome.errors)")
        #expect(outcome.errors.hasSuffix("Nothing was changed.\n"))
        #expect(try one.run("sync", "status").errors.contains("This journal is not synced."))
    }

    @Test func `a lock that a killed program left at the remote is named, with the command that removes it`() throws {
        try start()
        #expect(try one.run("add", "2026-09-12 7am: Malibu").code == 0)
        #expect(try one.shell("touch -d '2 minutes ago' surf.git/refs/heads/main.lock").code == 0)
        let outcome = try one.run("sync")
        let lock = remote + "/refs/heads/main.lock"
        #expect(outcome.code == 1 && outcome.errors.contains("remove the lock with 'rm \(lock)'"))
        #expect(outcome.errors.hasSuffix("Nothing was lost; 1 change waits.\n"))
        #expect(try one.shell("rm \(lock)").code == 0)
        #expect(try one.run("sync").errors == "Sent 1 session.\n")
    }

    @Test func `samples and drafts stay on their machine`() throws {
        let sandbox = try Sandbox()
        #expect(try sandbox.run("init", "--sample").code == 0)
        #expect(try sandbox.run("edit", "7", "--draft", "--rating", "1").code == 0)
        #expect(try sandbox.run("edit", "8", "--rating", "1").code == 0)
        let outcome = try sandbox.run("sync", "start", remote, "--yes", "--json")
        let sent = try #require(try outcome.object()["sent"] as? [String: Any])
        #expect(sent["added"] as? Int == 1)
    }

    @Test func `an exchange is undone only by its number and after a confirmation`() throws {
        #expect(try one.run("add", "2026-09-12 7am: Malibu").code == 0)
        try start()
        #expect(try two.run("add", "2026-09-13 7am: Rincon").code == 0)
        #expect(try two.run("sync").code == 0)
        #expect(try one.run("sync").code == 0)
        let lost = "Undoing this sync removes 1 session that came with it. The next sync does the same"
        let refused = try one.run("undo", "--only", "1")
        #expect(refused.code == 2 && refused.errors.contains(lost))
        let undone = try one.run("undo", "--only", "1", "--yes")
        #expect(undone.code == 0 && undone.errors.hasPrefix(lost))
        #expect(try one.run("sync").errors == "Sent 1 deletion.\n")
        #expect(try two.run("undo", "--only", "2", "--yes").errors.contains("first sync cannot be undone"))
    }

    @Test func `an add that another machine edited is not undone, and only what was edited is shown`() throws {
        try start()
        #expect(try one.run("add", "2026-09-12 7am: Malibu, 3ft, ***").code == 0)
        for sandbox in [one, two] { #expect(try sandbox.run("sync").code == 0) }
        #expect(try two.run("edit", "1", "--height", "5ft").code == 0)
        for sandbox in [two, one] { #expect(try sandbox.run("sync").code == 0) }
        let refused = try one.run("undo")
        #expect(refused.code == 4)
        #expect(
            refused.errors.contains("Session 1 was changed since (height). 'surfjournal undo --on-conflict mine' del"))
        #expect(refused.errors.contains("undone (deleted)"))
        #expect(!refused.errors.contains("Malibu") && !refused.errors.contains("rating"))
        #expect(try one.run("undo", "--on-conflict", "mine").code == 0)
        #expect(try one.sql("SELECT count(*) FROM ZJOURNALENTRY") == 0)
    }

    @Test func `in the prompt, an exchange is a job, and what it brings is announced`() throws {
        try start()
        #expect(try two.run("add", "2026-09-13 7am: Rincon").code == 0)
        #expect(try two.run("sync").code == 0)
        let outcome = try one.shell("printf 'list\\nsync &\\nwait\\nlist --plain\\n' | $SURF")
        #expect(outcome.code == 0)
        #expect(outcome.errors.contains("Job %1 is done: received 1 session."))
        #expect(outcome.errors.contains("1 session came from another machine: 1 (new)."))
        #expect(outcome.output.contains("Rincon"))
    }

    @Test func `in the prompt, an exchange that only sent is no change by others`() throws {
        try start()
        let outcome = try one.shell("printf 'add 2026-09-13 7am: Rincon\nsync &\nwait\nlist --plain\n' | $SURF")
        #expect(outcome.errors.contains("Job %1 is done: sent 1 session."))
        #expect(!outcome.errors.contains("changed elsewhere"))
    }

    @Test func `the setting sync-after starts an exchange after each save`() throws {
        try start()
        #expect(try one.run("config", "sync-after", "save").code == 0)
        #expect(try one.run("add", "2026-09-13 7am: Rincon").code == 0)
        for _ in 0..<400 {
            if try one.run("sync", "status").output.contains("waiting    nothing") { break }
            usleep(50_000)
        }
        #expect(try two.run("sync").errors == "Received 1 session.\n")
    }

    @Test func `no command writes over the files of exchanges`() throws {
        try start()
        let target = one.journal + "-sync/remote"
        #expect(try one.run("export", target, "--force", "--format", "csv").code != 0)
        #expect(try String(contentsOfFile: target, encoding: .utf8) == remote + "\n")
    }

    @Test func `a newer format is refused, and nothing is changed`() throws {
        #expect(try one.run("add", "2026-09-12 7am: Malibu").code == 0)
        try start()
        let outcome = try one.shell(
            """
            git clone -q -b main surf.git work && cd work && echo '{"format":2}' > journal.json &&
            git -c user.name=a -c user.email=a@b commit -qam x && git push -q origin main
            """)
        #expect(outcome.code == 0)
        let refused = try two.run("sync")
        #expect(refused.code == 1 && refused.errors.contains("format 2"))
    }

    @Test func `the log names the machine and counts, as text and JSON`() throws {
        #expect(try one.run("add", "2026-09-12 7am: Malibu").code == 0)
        try start()
        #expect(try two.run("sync", "log").output.hasSuffix("  1 added\n"))
        #expect(try two.run("sync", "log", "-n", "0").output.isEmpty)
        #expect(try two.run("sync", "log", "-n", "x").code == 2)
        #expect(try two.run("sync", "-n", "1").errors.contains("'sync' does not take --limit. 'sync log' does."))
        let logged = try two.run("sync", "log", "--json").objects()
        #expect(logged.map { $0["added"] as? Int } == [1])
        #expect(try two.run("sync", "status", "--json").object()["waiting"] as? Int == 0)
        #expect(try two.run("sync", "stop").code == 0)
        #expect(try two.run("sync", "log").code == 2)
    }
}
