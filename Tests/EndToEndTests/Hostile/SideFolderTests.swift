import Foundation
import Testing

/// In a folder that others can write, anybody can make the folders beside a journal first.
struct SideFolderTests {
    private let sandbox: Sandbox
    private let remote: String

    init() throws {
        sandbox = try Sandbox.small()
        remote = sandbox.file("surf.git")
        #expect(try sandbox.shell("git init -q --bare surf.git").code == 0)
    }

    private func make(_ suffix: String, _ names: [String: String] = [:]) throws -> String {
        let folder = sandbox.journal + suffix
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        for (name, text) in names { try text.write(toFile: folder + "/" + name, atomically: false, encoding: .utf8) }
        return folder
    }

    private func names(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    @Test(.enabled(if: geteuid() == 0, "only the superuser can make another user's folder"))
    func `a remote that another user chose is refused`() throws {
        let folder = try make("-sync", ["remote": remote + "\n"])
        #expect(chown(folder, 1234, 1234) == 0)
        for command in [["sync"], ["sync", "status"], ["sync", "stop"], ["sync", "start", remote, "--yes"]] {
            let outcome = try sandbox.start(command).outcome()
            #expect(outcome.code != 0, "\(command)")
            #expect(outcome.errors.contains("\(folder) belongs to another user"), "\(outcome.errors)")
            #expect(outcome.errors.contains("Otherwise move it away"))
        }
        #expect(try names(folder) == ["remote"])
        #expect(try sandbox.shell("git -C surf.git for-each-ref").output.isEmpty)
        #expect(try sandbox.run("list").code == 0)
    }

    @Test(.enabled(if: geteuid() == 0, "only the superuser can make another user's folder"))
    func `a folder of drafts that another user made gets no draft`() throws {
        let folder = try make("-drafts")
        #expect(chown(folder, 1234, 1234) == 0)
        let outcome = try sandbox.run("edit", "1", "--rating", "2", "--draft")
        #expect(outcome.code != 0 && outcome.errors.contains("\(folder) belongs to another user"))
        #expect(try names(folder) == [])
        #expect(try sandbox.run("drafts").code != 0)
    }

    @Test(arguments: [0o770, 0o702, 0o777] as [mode_t])
    func `a folder in which others can write is refused until they cannot`(mode: mode_t) throws {
        let (sync, drafts) = (try make("-sync", ["remote": remote + "\n"]), try make("-drafts"))
        for folder in [sync, drafts] { #expect(chmod(folder, mode) == 0) }
        let sent = try sandbox.run("sync")
        #expect(sent.code != 0 && sent.errors.contains("\(sync) can be changed by other users."))
        let edited = try sandbox.run("edit", "1", "--rating", "2", "--draft")
        #expect(edited.code != 0 && edited.errors.contains("run 'chmod go-w \(drafts)'"))
        #expect(try names(drafts) == [] && names(sync) == ["remote"])
        #expect(try sandbox.shell("chmod go-w '\(sync)' '\(drafts)'").code == 0)
        #expect(try sandbox.run("edit", "1", "--rating", "2", "--draft").code == 0)
        #expect(try sandbox.run("sync").code == 0)
    }

    @Test func `a folder is as open as the journal itself`() throws {
        let drafts = try make("-drafts")
        for path in [drafts, sandbox.journal] { #expect(chmod(path, 0o770) == 0) }
        #expect(try sandbox.run("edit", "1", "--rating", "2", "--draft").code == 0)
    }

    @Test(arguments: ["-sync", "-drafts"])
    func `a symbolic link in a folder's place is refused`(suffix: String) throws {
        #expect(try sandbox.shell("mkdir theirs; echo \(remote) > theirs/remote").code == 0)
        let path = sandbox.journal + suffix
        #expect(symlink(sandbox.file("theirs"), path) == 0)
        let command = suffix == "-sync" ? ["sync"] : ["edit", "1", "--rating", "2", "--draft"]
        let outcome = try sandbox.start(command).outcome()
        #expect(outcome.code != 0 && outcome.errors.contains("\(path) is a symbolic link"))
        #expect(try names(sandbox.file("theirs")) == ["remote"])
    }

    @Test(arguments: ["-sync", "-drafts"])
    func `a file in a folder's place is refused`(suffix: String) throws {
        let path = sandbox.journal + suffix
        try "".write(toFile: path, atomically: false, encoding: .utf8)
        let command = suffix == "-sync" ? ["sync"] : ["edit", "1", "--rating", "2", "--draft"]
        let outcome = try sandbox.start(command).outcome()
        #expect(outcome.code != 0 && outcome.errors.contains("\(path) is not a folder. Move it away."))
    }

    @Test func `a remote's name that is a link is not followed`() throws {
        let folder = try make("-sync")
        #expect(try sandbox.shell("echo \(remote) > theirs").code == 0)
        #expect(symlink(sandbox.file("theirs"), folder + "/remote") == 0)
        #expect(try sandbox.run("sync").code != 0)
        #expect(try sandbox.shell("git -C surf.git for-each-ref").output.isEmpty)
    }

    // MARK: sudo

    @Test(.enabled(if: geteuid() == 0, "only the superuser can give files away"))
    func `the superuser does not exchange another user's journal, but keeps drafts for that user`() throws {
        let folder = (sandbox.journal as NSString).deletingLastPathComponent
        #expect(try sandbox.shell("chown -R 1234:1234 '\(folder)'").code == 0)
        let outcome = try sandbox.run("sync", "start", remote, "--yes")
        #expect(outcome.code != 0 && outcome.errors.contains("as that user, without sudo."))
        #expect(try sandbox.shell("find '\(folder)' -user 0").output.isEmpty)
        #expect(try sandbox.run("edit", "1", "--rating", "2", "--draft").code == 0)
        #expect(try sandbox.shell("find '\(folder)-drafts' -user 0 2>/dev/null").output.isEmpty)
        #expect(try sandbox.run("drafts").output.contains("d1"))
    }

    @Test(.enabled(if: geteuid() == 0, "only the superuser can give files away"))
    func `a copy of the remote that another user made is named with the command that removes it`() throws {
        #expect(try sandbox.run("sync", "start", remote, "--yes").code == 0)
        let copy = sandbox.journal + "-sync/repository"
        #expect(try sandbox.shell("chown -R 1234:1234 '\(copy)'").code == 0)
        let outcome = try sandbox.run("sync")
        #expect(outcome.code != 0 && outcome.errors.contains("remove it with 'sudo rm -r \(copy)'"))
        #expect(try sandbox.shell("rm -r '\(copy)'").code == 0)
        #expect(try sandbox.run("sync").errors == "Nothing new on either side.\n")
    }
}
