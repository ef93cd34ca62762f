import Foundation
import Testing

/// Rows of an earlier export that were changed in a spreadsheet.
struct ImportChangesTests {
    private let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox()
        try sandbox.makeEmptyJournal()
        for line in [
            "2026-05-01 07:00: Malibu, 3ft, 3 stars", "2026-05-02 08:00: Rincon, 4ft, 4 stars, wind NW",
            "2026-05-03 09:00: Trestles, 5ft, 5 stars", "2026-05-04 09:00: Trestles, 5ft, 2 stars",
            "2026-05-05 09:00: Swamis, 2ft, 1 star",
        ] {
            #expect(try sandbox.run("add", line).code == 0)
        }
        #expect(try sandbox.run("export", "out.csv").code == 0)
    }

    private func change(_ id: Int, _ column: String, _ value: String) throws {
        let script = """
            import csv, sys
            rows = list(csv.DictReader(open("out.csv", newline="")))
            for row in rows:
                if row["id"] == sys.argv[1]: row[sys.argv[2]] = sys.argv[3]
            with open("out.csv", "w", newline="") as file:
                writer = csv.DictWriter(file, rows[0].keys())
                writer.writeheader()
                writer.writerows(rows)
            """
        try sandbox.write(script, to: sandbox.file("change.py"))
        #expect(try sandbox.shell("python3 change.py \(id) \(column) '\(value)'").code == 0)
    }

    private func ratings() throws -> [String] {
        try sandbox.run("list", "--plain", "--sort", "id", "--columns", "rating").output.split(separator: "\n").map {
            String($0)
        }
    }

    /// A bug once found: such a row became a second session at the same place and minute, without a word.
    @Test func `a changed row changes its session, field by field, in one step of undo`() throws {
        try change(1, "rating", "5")
        try change(2, "wind", "")
        let preview = try sandbox.run("import", "out.csv", "--dry-run")
        #expect(preview.errors.contains("1: Malibu, Fri 2026-05-01 07:00: rating ★★★★★ instead of ★★★\n"))
        #expect(preview.errors.contains("2: Rincon, Sat 2026-05-02 08:00: wind cleared\n"))
        #expect(try ratings() == ["3", "4", "5", "2", "1"])
        let outcome = try sandbox.run("import", "out.csv")
        #expect(outcome.code == 0)
        #expect(outcome.errors.contains("Changed 2 sessions; 3 were already there."))
        #expect(try ratings() == ["5", "4", "5", "2", "1"])
        #expect(try sandbox.run("list", "--plain", "--sort", "id", "--columns", "wind").output == "\n\n\n\n\n")
        #expect(try sandbox.run("check").code == 0)
        #expect(try sandbox.run("undo").code == 0)
        #expect(try ratings() == ["3", "4", "5", "2", "1"])
    }

    @Test func `what was changed in the journal since the export stays`() throws {
        #expect(try sandbox.run("edit", "1", "--height", "8ft").code == 0)
        #expect(try sandbox.run("edit", "2", "--rating", "1").code == 0)
        try change(1, "rating", "5")
        let outcome = try sandbox.run("import", "out.csv")
        #expect(outcome.errors.contains("Changed 1 session; 4 were already there."))
        #expect(outcome.errors.contains("1 row is older than its session, which stays as it is."))
        #expect(try ratings() == ["5", "1", "5", "2", "1"])
        #expect(try sandbox.run("show", "1").output.contains("8ft"))
    }

    @Test func `a field that the file and the journal both changed keeps the journal's value, and that is said`() throws
    {
        #expect(try sandbox.run("edit", "1", "--rating", "1", "--height", "8ft", "--period", "12s").code == 0)
        try change(1, "rating", "5")
        try change(1, "board", "log")
        let outcome = try sandbox.run("import", "out.csv")
        #expect(outcome.errors.contains("rating changed here too since the export, and stays as here"))
        #expect(try ratings() == ["1", "4", "5", "2", "1"])
        #expect(try sandbox.run("show", "1").output.contains("log"))
    }

    @Test func `with --new, changed rows are new sessions`() throws {
        try change(1, "rating", "5")
        let outcome = try sandbox.run("import", "out.csv", "--new")
        #expect(outcome.errors.contains("Imported 1 session; 4 were already there."))
        #expect(try ratings() == ["3", "4", "5", "2", "1", "5"])
    }

    @Test func `a copied row with another date is a new session, and a row whose date alone changed is not`() throws {
        #expect(
            try sandbox.shell("sed -n 2p out.csv | sed 's/2026-05-01/2026-06-01/' >> out.csv").code == 0)
        try change(3, "date", "2026-05-07T09:00:00-07:00")
        let outcome = try sandbox.run("import", "out.csv")
        #expect(outcome.errors.contains("Imported 1 session; changed 1; 4 were already there."))
        #expect(try ratings() == ["3", "4", "5", "2", "1", "3"])
        #expect(try sandbox.run("show", "3").output.contains("2026-05-07"))
    }

    @Test func `an export of another journal has the numbers of other sessions, and changes none`() throws {
        let other = try Sandbox()
        try other.makeEmptyJournal()
        for day in 1...5 {
            #expect(try other.run("add", "2025-03-0\(day) 07:00: Malibu, 3ft, 4 stars").code == 0)
        }
        #expect(try other.run("export", sandbox.file("other.csv")).code == 0)
        let outcome = try sandbox.run("import", "other.csv")
        #expect(outcome.errors.contains("Imported 5 sessions."))
        #expect(try ratings() == ["3", "4", "5", "2", "1", "4", "4", "4", "4", "4"])
    }

    @Test func `more than three changed sessions need --yes where nobody can be asked`() throws {
        for id in 1...4 { try change(id, "board", "log") }
        let refused = try sandbox.run("import", "out.csv")
        #expect(refused.code == 2)
        #expect(refused.errors.contains("Changing 4 sessions needs confirmation."))
        #expect(try sandbox.run("list", "--board", "log").code == 0)
        #expect(try sandbox.run("list", "--board", "log", "--plain", "--columns", "id").output.isEmpty)
        #expect(
            try sandbox.run("import", "out.csv", "--yes").errors.contains("Changed 4 sessions; 1 was already there."))
    }

    @Test func `JSON rows change their sessions too`() throws {
        #expect(try sandbox.run("export", "out.json").code == 0)
        #expect(try sandbox.shell("sed -i 's/\"rating\":3/\"rating\":2/' out.json").code == 0)
        #expect(try sandbox.run("import", "out.json", "--json").output.contains("\"changed\":1"))
        #expect(try ratings() == ["2", "4", "5", "2", "1"])
    }
}
