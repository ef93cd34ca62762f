import Foundation
import Testing

/// `edit --editor` of several sessions, at a terminal.
struct TableEditorTests {
    private let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox.small()
        sandbox.environment["VISUAL"] = "sh editor"
    }

    /// Edits all sessions with a shell script, which gets the path of the table.
    private func edit(_ script: String, _ options: String...) throws -> TerminalSession {
        // A person needs some time.
        try sandbox.write("sleep 0.4\n" + script + "\n", to: "editor")
        return try TerminalSession(["edit", "1", "2", "3", "--editor"] + options, in: sandbox, columns: 400)
    }

    private func values(_ column: String) throws -> String {
        try sandbox.run("list", "--plain", "--sort", "id", "--columns", column).output
    }

    @Test func `a table in the editor changes several sessions in one step of undo`() throws {
        let before = try values("rating,wind")
        let terminal = try edit(
            "sed -i 's/\\t[1-5]\\t/\\t1\\t/' \"$1\"; head -n1 \"$1\" | tr '\\t' ' ' | cut -c1-20 > header")
        terminal.expect("Changed 3 sessions.")
        #expect(terminal.exitCode() == 0)
        #expect(try sandbox.read("header").hasPrefix("id date "))
        #expect(try values("rating") == "1\n1\n1\n")
        #expect(try sandbox.run("undo").code == 0)
        #expect(try values("rating,wind") == before)
    }

    @Test func `a table that cannot be read changes nothing and is kept`() throws {
        let before = try sandbox.run("list", "--json").output
        let terminal = try edit("sed -i '2s/\\t[1-5]\\t/\\t1\\t/; 3s/\\t[1-5]\\t/\\tmany\\t/' \"$1\"")
        terminal.expect("What you wrote is kept in")
        terminal.expect("Correct the table, then read it with 'surfjournal import ")
        #expect(terminal.exitCode() != 0)
        #expect(try sandbox.run("list", "--json").output == before)
    }

    /// A bug once found: the advice named no journal, so that the table went to the default one.
    @Test func `the command for a table that cannot be read names the journal that it is from`() throws {
        #expect(try sandbox.run("backup", "other.sqlite").code == 0)
        let terminal = try edit("sed -i '2s/\\t[1-5]\\t/\\tmany\\t/' \"$1\"", "--store", "other.sqlite")
        terminal.expect(".tsv --store other.sqlite'")
        #expect(terminal.exitCode() != 0)
    }

    @Test func `a row without the number of one of the sessions is refused`() throws {
        let before = try sandbox.run("list", "--json").output
        let terminal = try edit("sed -i 's/^3\\t/77\\t/; s/2014/2013/' \"$1\"")
        terminal.expect("1 row has no number of these sessions.")
        #expect(terminal.exitCode() == 2)
        #expect(try sandbox.run("list", "--json").output == before)
    }

    @Test func `an unchanged table changes nothing`() throws {
        let terminal = try edit("true")
        terminal.expect("Nothing was changed.")
        #expect(terminal.exitCode() == 0)
    }

    /// A bug once found: an editor with a window of its own returned at once, and what it saved later was lost.
    @Test func `what an editor that returned at once saves later can still be read`() throws {
        try sandbox.write("echo \"$1\" > path\n", to: "editor")
        let terminal = try TerminalSession(["edit", "1", "2", "--editor"], in: sandbox, columns: 200)
        terminal.expect("The editor returned at once.")
        #expect(terminal.exitCode() == 0)
        let path = try sandbox.read("path").trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(try sandbox.shell("sed -i 's/\\t[1-5]\\t/\\t1\\t/' '\(path)'").code == 0)
        #expect(try sandbox.run("import", path).code == 0)
        #expect(try values("rating").hasPrefix("1\n1\n"))
        #expect(try values("rating").split(separator: "\n").count == 3)
    }

    @Test func `a form that an editor saves after it returned at once is read by the next command`() throws {
        try sandbox.write("echo \"$1\" > path\n", to: "editor")
        let terminal = try TerminalSession(["edit", "1", "--editor"], in: sandbox, columns: 200)
        terminal.expect("The editor returned at once.")
        #expect(terminal.exitCode() == 0)
        let path = try sandbox.read("path").trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(try sandbox.shell("sed -i 's/^rating: .*/rating: 1/' '\(path)'").code == 0)
        #expect(try sandbox.run("drafts").output.contains("rating"))
        #expect(try sandbox.run("save").code == 0)
        #expect(try values("rating").hasPrefix("1\n"))
    }
}
