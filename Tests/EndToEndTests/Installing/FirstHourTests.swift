import Foundation
import Testing

/// A new user's first hour, with only the files that the installer wrote.
struct FirstHourTests {
    /// The user's machine: the program is installed in the home folder.
    private func machine() throws -> Sandbox {
        let sandbox = try Sandbox()
        let script = Readme.root.appendingPathComponent("scripts/install").path
        let installed = try sandbox.shell("'\(script)' --binary \"$SURF\"")
        guard installed.code == 0 else { throw SandboxError(errors: installed.errors) }
        sandbox.environment["PATH"] = sandbox.path + "/home/.local/bin:/usr/bin:/bin"
        return sandbox
    }

    @Test func `a new user's first hour works, from installing to uninstalling`() throws {
        let sandbox = try machine()
        func surf(_ command: String, code: Int32 = 0, _ expected: String) throws {
            let outcome = try sandbox.shell("surfjournal \(command) 2>&1")
            #expect(outcome.code == code, "\(command): \(outcome.output)")
            #expect(outcome.output.contains(expected), "\(command): \(outcome.output)")
        }

        // The first launch, then an empty journal of the user's own.
        try surf("list", "with 5,000 sample sessions")
        try surf("sample remove", "Removed 5,000 sample sessions")
        try surf("list", "The journal has no sessions yet")

        // Adding sessions as sentences, and listing them.
        try surf("add '2026-09-12 7am: Malibu, 4ft @ 12s, offshore 5kts, ****'", "Added 5001: Malibu")
        try surf("add '2026-09-13 8am: Rincon, 6ft, glassy, *****'", "Added 5002: Rincon")
        try surf("list --rating 5", "1 session.")

        // An edit that conflicts with one from another terminal.
        let revision = try #require(try sandbox.run("show", "5001", "--json").object()["rev"] as? Int)
        try surf("edit 5001 --draft --rating 2", "Draft d1 of session 5001")
        try surf("edit 5001 --rating 5", "Saved 5001 (rating)")
        try surf("save d1", code: 4, "Session 5001 was changed since you began (rating)")
        try surf("edit 5001 --rating 1 --if-rev \(revision)", code: 4, "is at revision")
        try surf("save d1 --on-conflict mine", "Saved 5001 (rating)")

        // A draft that is continued.
        try surf("add Trestles --draft", "Draft d2 of a new session")
        try surf("edit d2 --height 3ft --date 2026-09-14", "3ft")
        try surf("drafts", "d2")
        try surf("save", "Added 5003: Trestles")

        // Importing a spreadsheet with unusual columns, and undoing it.
        let sheet = #"Day,Break,Size\r\n2025-08-01,Blacks,4-6ft\r\n2025-08-03 07:30,"Swamis, north",3ft\r\n"#
        #expect(try sandbox.shell("printf '\(sheet)' > old.csv").code == 0)
        let columns = "--map Day=date --map Break=location --map Size=height"
        try surf("import old.csv \(columns) --dry-run", "2 sessions would be imported")
        try surf("import old.csv \(columns)", "Imported 2 sessions")
        try surf("import old.csv \(columns)", "2 were already there")
        try surf("undo", "Undid 'import' (2 sessions)")

        // Statistics and plots.
        try surf("stats", "3 at 3 places")
        try surf("plot months", "Sep")
        try surf("plot rating --svg ratings.svg", "Drew ratings.svg")

        // An export for Excel, a backup, an accidental deletion, and a restored backup.
        try surf("export sessions.csv --dialect excel", "Exported 3 sessions")
        try surf("backup mine.sqlite", "Backed up 3 sessions")
        try surf("delete --from 2026 --yes", "Deleted 3 sessions")
        let restored = try sandbox.shell(
            """
            cd "$XDG_DATA_HOME/surfjournal" \
            && rm -f SurfJournalModel.sqlite SurfJournalModel.sqlite-wal SurfJournalModel.sqlite-shm \
            && cp '\(sandbox.file("mine.sqlite"))' SurfJournalModel.sqlite
            """)
        #expect(restored.code == 0)
        try surf("list", "3 sessions.")
        try surf("check", "no problems found")

        // Uninstalling keeps the journal.
        #expect(try sandbox.shell("\"$HOME/.local/share/surfjournal/uninstall\"").code == 0)
        #expect(try sandbox.shell("surfjournal list").code == 127)
        #expect(try sandbox.entryCount() == 3)
        #expect(sandbox.files == ["mine.sqlite", "old.csv", "ratings.svg", "sessions.csv"])
    }
}
