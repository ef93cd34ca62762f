import Foundation
import Testing

/// One journal is one file: what happens when it has several names, or is taken away while in use.
struct JournalFileTests {
    @Test(arguments: [
        ["list"], ["show", "1"], ["add", "Malibu, 4ft"], ["export", "out.csv"], ["check"], ["backup", "copy.sqlite"],
        ["migrate"], ["undo"],
    ])
    func `a journal with a hard link is refused under both names and stays unchanged`(command: [String]) throws {
        let sandbox = try Sandbox.small()
        let second = sandbox.file("second.sqlite")
        #expect(link(sandbox.journal, second) == 0)
        let before = FileManager.default.contents(atPath: sandbox.journal)
        for path in [second, sandbox.journal] {
            let outcome = try sandbox.start(command + ["--store", path]).outcome()
            #expect(outcome.code == 1)
            #expect(outcome.errors.contains("has a second name (a hard link)"))
        }
        #expect(sandbox.files == ["second.sqlite"])
        #expect(FileManager.default.contents(atPath: sandbox.journal) == before)
        #expect(unlink(second) == 0)
        #expect(try sandbox.run("list", "--plain").lines.count == 3)
    }

    @Test func `paths that are symbolic links to one journal share its drafts`() throws {
        let sandbox = try Sandbox.small()
        #expect(symlink(sandbox.journal, sandbox.file("link.sqlite")) == 0)
        #expect(symlink("link.sqlite", sandbox.file("again.sqlite")) == 0)
        #expect(try sandbox.run("edit", "1", "--rating", "1", "--draft", "--store", "again.sqlite").code == 0)
        #expect(try sandbox.run("edit", "2", "--rating", "1", "--draft", "--store", "link.sqlite").code == 0)
        #expect(sandbox.drafts == ["d1", "d2"])
        #expect(try sandbox.run("save", "--all").code == 0)
        #expect(sandbox.files == ["again.sqlite", "link.sqlite"])
        #expect(try sandbox.sql("SELECT count(*) FROM ZJOURNALENTRY WHERE ZRATING = 1") == 2)
    }

    @Test func `drafts beside a symbolic link are reported as unused`() throws {
        let sandbox = try Sandbox.small()
        #expect(symlink(sandbox.journal, sandbox.file("link.sqlite")) == 0)
        try sandbox.write("{}", to: "link.sqlite-drafts/d1.json")
        let outcome = try sandbox.run("drafts", "--store", "link.sqlite")
        #expect(outcome.code == 0)
        #expect(outcome.errors.contains("here/link.sqlite-drafts is not used"))
        #expect(try !sandbox.run("drafts").errors.contains("is not used"))
    }

    @Test func `a journal whose path cannot be looked up is an error, not reported as missing`() throws {
        let sandbox = try Sandbox()
        #expect(symlink("loop", sandbox.file("loop")) == 0)
        for command in ["list", "check", "drafts"] {
            sandbox.environment["SURFJOURNAL_STORE"] = sandbox.file("loop/x.sqlite")
            let outcome = try sandbox.run(command)
            #expect(outcome.code == 1, "\(command)")
            #expect(!outcome.errors.contains("There is no journal"), "\(outcome.errors)")
        }
    }

    @Test func `a new journal is created at the target of a symbolic link`() throws {
        let sandbox = try Sandbox()
        #expect(symlink("new.sqlite", sandbox.file("link.sqlite")) == 0)
        #expect(try sandbox.run("init", "--store", "link.sqlite").code == 0)
        #expect(sandbox.files == ["link.sqlite", "new.sqlite"])
    }

    @Test(arguments: [
        "mv \"$J\" \"$J.old\"", "rm \"$J\"", "cp \"$J\" \"$J.new\"; mv \"$J.new\" \"$J\"", "rm \"$J-wal\"",
        "ln \"$J\" \"$J.second\"",
    ])
    func `a script stops when its journal is moved, removed, replaced or hard-linked`(harm: String) throws {
        let sandbox = try Sandbox.small()
        #expect(mkfifo(sandbox.file("lines"), 0o600) == 0)
        sandbox.environment["J"] = sandbox.journal
        let outcome = try sandbox.shell(
            """
            "$SURF" run lines 2>errors & exec 3>lines
            echo "add 'Malibu, 4ft'" >&3
            until grep -q Added errors; do sleep 0.05; done
            \(harm)
            echo "add 'Rincon, 4ft'" >&3
            exec 3>&-; wait $!
            """)
        #expect(outcome.code == 1)
        let errors = try sandbox.read("errors")
        #expect(errors.components(separatedBy: "Added").count == 2)
        #expect(errors.contains(harm.hasPrefix("ln") ? "second name" : "was replaced, moved or removed"))
    }
}
