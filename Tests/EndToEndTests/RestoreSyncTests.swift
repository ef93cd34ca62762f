import Foundation
import SQLite
import Testing

/// A journal that is exchanged with another machine is restored: what the restore changed counts as changed now.
struct RestoreSyncTests {
    let one, two: Sandbox
    let remote: String

    init() throws {
        (one, two, remote) = try Sandbox.twoWithRemote()
    }

    /// Twelve sessions on both machines, and a backup of the first one's.
    private func backUp() throws {
        let lines = "for d in $(seq -w 1 12); do echo 2026-08-${d}T07:00,Malibu,3; done"
        #expect(try one.shell("(echo date,location,rating; \(lines)) > c.csv; $SURF import c.csv").code == 0)
        for sandbox in [one, two] { #expect(try sandbox.run("sync", "start", remote, "--yes").code == 0) }
        #expect(try one.run("backup", "copy.sqlite").code == 0)
    }

    private func exchange(_ sandboxes: Sandbox...) throws {
        for sandbox in sandboxes {
            let outcome = try sandbox.run("sync")
            #expect(outcome.code == 0, "\(outcome.errors)")
        }
    }

    private func restore(_ sandbox: Sandbox, _ file: String = "copy.sqlite") throws -> String {
        let outcome = try sandbox.run("restore", file, "--yes")
        #expect(outcome.code == 0, "\(outcome.errors)")
        return outcome.errors
    }

    private func next(_ words: String) -> String { "The next 'surfjournal sync' will \(words)\n" }

    private func listed(_ sandbox: Sandbox) throws -> String {
        try sandbox.run("list", "--all", "--csv", "--columns", "date,location,rating", "--sort", "date").output
    }

    private func count(_ sandbox: Sandbox) throws -> Value {
        try sandbox.sql("SELECT count(*) FROM ZJOURNALENTRY")
    }

    @Test func `deleted sessions that a restore brings back are sent again`() throws {
        try backUp()
        #expect(try one.shell("for i in $(seq 1 10); do $SURF delete $i --yes; done").code == 0)
        try exchange(one, two)
        #expect(try count(two) == 2)
        let before = try one.shell("$SURF sync status").output
        #expect(before.contains("nothing"))
        #expect(try restore(one).hasSuffix(next("add 10 sessions on the other machines.")))
        #expect(try one.run("sync").errors == "Sent 10 sessions.\n")
        try exchange(two, one)
        #expect(try count(one) == 12)
        #expect(try count(two) == 12)
        #expect(try listed(one) == listed(two))
    }

    @Test func `fields that a restore changes back are sent, and sessions that went are deleted`() throws {
        try backUp()
        #expect(try one.run("edit", "1", "--rating", "5").code == 0)
        #expect(try one.run("add", "2026-09-01 7am: Rincon, 3ft").code == 0)
        try exchange(one, two)
        let json = try one.run("restore", "copy.sqlite", "--yes", "--json")
        #expect(json.output.contains(#""nextExchange":{"added":0,"changed":1,"deleted":1}"#))
        try exchange(one, two)
        #expect(try count(two) == 12)
        #expect(try two.sql("SELECT count(*) FROM ZJOURNALENTRY WHERE ZRATING = 5") == 0)
        #expect(try listed(one) == listed(two))
    }

    @Test func `restore says what other machines lose before it asks`() throws {
        try backUp()
        for day in 1...3 { #expect(try one.run("add", "2026-09-0\(day) 7am: Rincon, 3ft").code == 0) }
        try exchange(one)
        let terminal = try TerminalSession(["restore", "copy.sqlite"], in: one)
        terminal.expect("The next 'surfjournal sync' will delete 3 sessions on the other machines.")
        terminal.expect("[y/N]")
        terminal.type("n\r")
        #expect(terminal.exitCode() != 0)
        #expect(try count(one) == 15)
        #expect(try one.run("sync").errors == "Nothing new on either side.\n")
    }

    @Test func `what other machines changed after the last exchange is received after a restore`() throws {
        try backUp()
        #expect(try one.run("delete", "1", "--yes").code == 0)
        try exchange(one, two)
        #expect(try two.run("add", "2026-09-01 7am: Rincon, 3ft").code == 0)
        #expect(try two.run("edit", "last", "--height", "5ft").code == 0)
        try exchange(two)
        #expect(try restore(one).hasSuffix(next("add 1 session on the other machines.")))
        #expect(try one.run("sync").errors.hasPrefix("Sent 1 session, received 1."))
        try exchange(two, one)
        #expect(try count(one) == 13)
        #expect(try listed(one) == listed(two))
    }

    @Test func `a restore of a backup that is older than the first exchange counts as changed too`() throws {
        #expect(try one.run("add", "2026-08-01 7am: Malibu, ***").code == 0)
        #expect(try one.run("backup", "copy.sqlite").code == 0)
        #expect(try one.run("add", "2026-08-02 7am: Malibu, ***").code == 0)
        for sandbox in [one, two] { #expect(try sandbox.run("sync", "start", remote, "--yes").code == 0) }
        #expect(try one.run("delete", "1", "--yes").code == 0)
        try exchange(one, two)
        #expect(
            try restore(one).hasSuffix(next("add 1 session and delete 1 on the other machines.")))
        try exchange(one, two)
        #expect(try listed(one) == listed(two))
        #expect(try two.sql("SELECT count(*) FROM ZJOURNALENTRY") == 1)
    }

    @Test func `going back to the journal from before a restore takes nothing away`() throws {
        try backUp()
        #expect(try one.run("add", "2026-09-01 7am: Rincon, 3ft").code == 0)
        try exchange(one, two)
        _ = try restore(one)
        let kept = one.path + "/data/surfjournal/SurfJournalModel-before-restore.sqlite"
        #expect(try restore(one, kept).hasSuffix(next("change nothing on the other machines.")))
        #expect(try one.run("sync").errors == "Nothing new on either side.\n")
        #expect(try count(one) == 13)
        try exchange(one)
        _ = try restore(one)
        try exchange(one)
        #expect(try restore(one, kept).hasSuffix(next("add 1 session on the other machines.")))
        try exchange(one, two)
        #expect(try count(two) == 13)
    }

    @Test func `after a restore on both machines, what came back stays on both`() throws {
        try backUp()
        #expect(try two.run("backup", "copy.sqlite").code == 0)
        #expect(try one.shell("for i in $(seq 1 10); do $SURF delete $i --yes; done").code == 0)
        try exchange(one, two)
        for sandbox in [one, two] {
            #expect(try restore(sandbox).hasSuffix(next("add 10 sessions on the other machines.")))
        }
        try exchange(one, two, one)
        #expect(try count(one) == 12)
        #expect(try listed(one) == listed(two))
    }

    @Test func `a restored import that was undone comes back`() throws {
        try backUp()
        #expect(try one.run("undo", "--yes").code == 0)
        try exchange(one, two)
        #expect(try count(two) == 0)
        #expect(try restore(one).hasSuffix(next("add 12 sessions on the other machines.")))
        try exchange(one, two)
        #expect(try count(two) == 12)
    }

    @Test func `a backup from before the journal got another remote continues with that one`() throws {
        try backUp()
        #expect(try one.run("sync", "stop").code == 0)
        #expect(try one.shell("git init -q --bare other.git").code == 0)
        let other = one.file("other.git")
        #expect(try one.run("delete", "1", "--yes").code == 0)
        #expect(try one.run("sync", "start", other, "--yes").code == 0)
        #expect(try restore(one).hasSuffix(next("add 1 session on the other machines.")))
        #expect(try one.run("sync").errors == "Sent 1 session.\n")
    }

    @Test func `the backup of another journal deletes nothing elsewhere`() throws {
        try backUp()
        let made = try one.shell(
            "$SURF init --store x.sqlite && $SURF add '2026-09-01 7am: Rincon, 3ft' --store x.sqlite && "
                + "$SURF backup x-copy.sqlite --store x.sqlite")
        #expect(made.code == 0)
        #expect(
            try restore(one, "x-copy.sqlite").hasSuffix(
                next("compare all sessions with the remote's. It deletes none, here or there.")))
        try exchange(one, two)
        #expect(try count(two) == 13)
        #expect(try one.sql("SELECT count(*) FROM ZJOURNALENTRY WHERE ZUUID IS NOT NULL") == 13)
    }

    @Test func `without a copy of the remote, restore says that deletions are sent too`() throws {
        try backUp()
        #expect(try one.run("delete", "1", "--yes").code == 0)
        try exchange(one, two)
        try FileManager.default.removeItem(atPath: one.journal + "-sync/repository")
        #expect(
            try restore(one).hasSuffix(
                next("send everything that the restore changes to the other machines, deletions too.")))
        #expect(try one.run("sync").errors == "Sent 1 session.\n")
    }

    @Test func `a lost journal that is restored receives what others changed since, and says so`() throws {
        try backUp()
        #expect(try two.run("add", "2026-09-01 7am: Rincon, 3ft").code == 0)
        try exchange(two)
        try FileManager.default.removeItem(atPath: one.journal)
        #expect(
            try restore(one).hasSuffix(next("bring what other machines changed since the backup, deletions too.")))
        #expect(try one.run("sync").errors.hasPrefix("Received 1 session."))
        #expect(try count(one) == 13)
    }
}
