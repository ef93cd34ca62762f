import Foundation
import Testing

/// A journal is private: no other user can read its files, whatever the umask, and nothing is written through a link.
struct PrivacyTests {
    private let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox()
    }

    @Test func `all created files are private whatever the umask`() throws {
        let commands = [
            "init", "add 'Malibu, 4ft'", "edit 1 --rating 1 --draft", "export out.csv", "backup copy.sqlite",
        ].map { "\"$SURF\" \($0)" }
        #expect(try sandbox.shell("umask 0; " + commands.joined(separator: " && ")).code == 0)
        let folder = (sandbox.journal as NSString).deletingLastPathComponent
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
            let status = status(folder + "/" + name)
            #expect(status.st_mode & 0o777 == (status.st_mode & S_IFMT == S_IFDIR ? 0o700 : 0o600), "\(name)")
        }
        #expect(status(folder).st_mode & 0o777 == 0o700)
        for name in ["out.csv", "copy.sqlite"] { #expect(status(sandbox.file(name)).st_mode & 0o777 == 0o600) }
    }

    @Test func `the log of an open journal is private`() throws {
        try sandbox.makeSmallJournal()
        #expect(mkfifo(sandbox.file("pipe"), 0o600) == 0)
        let folder = (sandbox.journal as NSString).deletingLastPathComponent
        let seen = try sandbox.shell(
            "umask 0; \"$SURF\" export pipe & sleep 1; stat -c %a '\(folder)'/*-wal '\(folder)'/*-shm; cat pipe >/dev/null; wait"
        )
        #expect(Set(seen.lines) == ["600"])
    }

    @Test func `a drafts folder that is a link is refused, and its target stays unchanged`() throws {
        try sandbox.makeSmallJournal()
        try FileManager.default.createDirectory(atPath: sandbox.file("theirs"), withIntermediateDirectories: false)
        #expect(symlink(sandbox.file("theirs"), sandbox.journal + "-drafts") == 0)
        let outcome = try sandbox.run("edit", "1", "--rating", "1", "--draft")
        #expect(outcome.code == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.file("theirs")) == [])
    }

    @Test func `a store of drafts that is a link is not read, written or removed through it`() throws {
        try sandbox.makeSmallJournal()
        #expect(try sandbox.run("edit", "1", "--rating", "1", "--draft").code == 0)
        let (drafts, theirs) = (sandbox.draftsStore, sandbox.file("theirs.sqlite"))
        #expect(rename(drafts, theirs) == 0 && symlink(theirs, drafts) == 0)
        let before = FileManager.default.contents(atPath: theirs)
        for command in ["save d1", "edit d1 --rating 2", "cancel d1", "add Zuma --draft"] {
            #expect(try sandbox.shell("\"$SURF\" \(command)").code == 5, "\(command)")
        }
        #expect(FileManager.default.contents(atPath: theirs) == before)
    }

    @Test func `exporting over a file leaves its other hard links unchanged`() throws {
        try sandbox.makeSmallJournal()
        try sandbox.write("theirs", to: "other")
        #expect(link(sandbox.file("other"), sandbox.file("out.csv")) == 0)
        #expect(try sandbox.run("export", "out.csv", "--force").code == 0)
        #expect(try sandbox.read("other") == "theirs")
    }

    @Test(arguments: [["list", "-v"], ["show", "1", "-v"], ["edit", "1", "-v", "--location", "Hidden Reef"]])
    func `the trace contains no text of an entry`(arguments: [String]) throws {
        try sandbox.makeSmallJournal()
        #expect(try sandbox.run("edit", "1", "--location", "Secret Spot").code == 0)
        let traced = try sandbox.start(arguments).outcome().errorLines.filter { $0.hasPrefix("sql ") }
        #expect(!traced.isEmpty)
        #expect(!traced.contains { $0.contains("Secret") || $0.contains("Hidden") })
    }

    private func status(_ path: String) -> stat {
        var status = stat()
        _ = lstat(path, &status)
        return status
    }
}

/// Files created in another user's folder, and in folders that did not exist yet.
struct OwnershipTests {
    @Test func `folders created on the way to a new file are private whatever the umask`() throws {
        let sandbox = try Sandbox()
        for name in ["DATA", "STATE", "CONFIG"] {
            sandbox.environment["XDG_\(name)_HOME"] = sandbox.file("deep/er/\(name)")
        }
        let outcome = try sandbox.shell(
            "umask 0; \"$SURF\" add 'Malibu, 4ft' && \"$SURF\" config units m && \"$SURF\" edit 1 --rating 1 --draft")
        #expect(outcome.code == 0)
        for name in try FileManager.default.subpathsOfDirectory(atPath: sandbox.file("deep")) + [""] {
            var status = stat()
            #expect(lstat(sandbox.file("deep/" + name), &status) == 0)
            #expect(status.st_mode & 0o077 == 0, "\(name)")
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only the superuser makes files for others"))
    func `files that the superuser creates beside a user's journal belong to that user`() throws {
        let sandbox = try Sandbox.small()
        let folder = (sandbox.journal as NSString).deletingLastPathComponent
        let owner: uid_t = 65_534
        for path in [folder, sandbox.journal, sandbox.path + "/here"] { #expect(chown(path, owner, owner) == 0) }
        for command in [
            ["edit", "1", "--rating", "1", "--draft"], ["add", "Malibu, 4ft"], ["backup", "copy.sqlite"],
            ["export", "out.csv"], ["init", "--store", "new/journal.sqlite"],
        ] {
            #expect(try sandbox.start(command).outcome().code == 0, "\(command)")
        }
        for root in [folder, sandbox.path + "/here"] {
            for name in try FileManager.default.subpathsOfDirectory(atPath: root) {
                var status = stat()
                #expect(lstat(root + "/" + name, &status) == 0)
                #expect(status.st_uid == owner, "\(name)")
            }
        }
    }
}
