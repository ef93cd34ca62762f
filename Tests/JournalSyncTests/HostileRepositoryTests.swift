import Foundation
import Journal
import JournalSync
import TestSupport
import Testing

/// Repositories at a path, such as on a stick that somebody else prepared: nothing that they hold is executed, no file
/// outside them is written, and what is not a plain bare repository is refused.
@Suite struct HostileRepositoryTests {
    private let folder: TemporaryFolder
    private let git: GitProgram

    init() throws {
        folder = try TemporaryFolder()
        git = try GitProgram(environment: ["HOME": folder.url.path, "PATH": "/usr/bin:/bin"])
        try shell(
            """
            git init -q --bare stick; git init -q tree; cd tree; echo 1 > a; git add a
            git -c user.name=a -c user.email=b commit -q -m m; git push -q ../stick HEAD:refs/heads/main
            printf '#!/bin/sh\\ntouch "%s/ran"\\nexit 1\\n' "$PWD/.." > ../evil; chmod +x ../evil
            """)
    }

    @discardableResult
    private func shell(_ command: String) throws -> String { try folder.shell(command) }

    private var remote: GitRemote { get throws { try GitRemote(folder.url(of: "stick").path) } }

    private func copy(_ name: String = "own") throws -> GitRepository {
        try GitRepository(folder.url(of: name).path, git: git)
    }

    /// Fetches, and pushes a commit on what was fetched.
    private func exchange(_ own: GitRepository, _ remote: GitRemote) throws -> GitRepository.Pushed {
        var parents: [String] = []
        if case .head(let head) = try own.fetch(remote) { parents = [head] }
        var changes = [GitRepository.Change(path: "b", bytes: Array("2".utf8))]
        let commit = try own.commit(parents: parents, author: "", message: "m", seconds: 1e9) { changes.popLast() }
        return try own.push(commit, to: remote)
    }

    /// All files below the folder except the program's own, with their sizes, links and contents.
    private func outside() throws -> String {
        try shell("find . \\( -path ./stick -o -path ./own \\) -prune -o -type f -print0 | sort -z | xargs -0 sha1sum")
    }

    /// What a stick holds that would run the program `evil`. The working folder is the stick.
    private static let commands = [
        "git config core.alternateRefsCommand ../evil; echo ../../tree/.git/objects > objects/info/alternates",
        "git config core.alternateRefsCommand \"$PWD/../evil\"; echo \"$PWD/../tree/.git/objects\" > objects/info/alternates",
        "printf '[core]\\nfsmonitor = ../evil\\nalternateRefsCommand = ../evil\\n' > inc; git config include.path inc",
        "printf '[core]\\nfsmonitor = ../evil\\n' > inc; git config includeIf.gitdir:/.path \"$PWD/inc\"",
        "git config core.fsmonitor ../evil; git config receive.denyCurrentBranch updateInstead",
        "git config filter.x.clean ../evil; git config filter.x.smudge ../evil; mkdir -p info; echo '* filter=x' > info/attributes",
        "git config filter.x.process ../evil; git config core.attributesFile \"$PWD/attr\"; echo '* filter=x' > attr",
        "git config diff.external ../evil; git config core.pager ../evil; git config pager.ls-tree ../evil",
        "git config core.hooksPath ..; cp ../evil ../pre-receive; cp ../evil ../post-receive; cp ../evil ../reference-transaction",
        "mkdir -p hooks; for h in pre-receive update post-receive post-update reference-transaction proc-receive push-to-checkout post-index-change pre-auto-gc; do cp ../evil hooks/$h; done",
        "git config receive.procReceiveRefs refs/heads/main; mkdir -p hooks; cp ../evil hooks/proc-receive",
        "git config core.sshCommand ../evil; git config core.gitProxy ../evil; git config core.askPass ../evil",
        "git config uploadpack.packObjectsHook ../evil",
        "git config credential.helper '!../evil'; git config credential.https://x.helper \"$PWD/../evil\"",
        "git config remote.origin.vcs evil; git config remote.origin.url ext::../evil; git config protocol.ext.allow always",
        "git config remote.origin.uploadpack ../evil; git config remote.origin.receivepack ../evil",
        "git config url.ext::../evil.insteadOf \"$PWD\"; git config protocol.allow always",
        "git config alias.upload-pack '!../evil'; git config alias.receive-pack '!../evil'; git config alias.rev-list '!../evil'",
        "git config gc.recentObjectsHook ../evil; git config receive.autogc true; git config gc.auto 1",
        "git config gpg.program ../evil; git config receive.certNonceSeed x; git config log.showSignature true",
        "git config core.editor ../evil; git config sequence.editor ../evil; git config trace2.eventTarget \"$PWD/../ran\"",
        "git config submodule.x.update '!../evil'; git config submodule.recurse true; git config fetch.recurseSubmodules true",
        "git config merge.x.driver ../evil; git config interactive.diffFilter ../evil; git config man.x.cmd ../evil",
        "git update-ref refs/replace/$(git rev-parse main) $(git rev-parse main^{tree}) || true",
        "echo \"$(git rev-parse main) $(git rev-parse main)\" > info/grafts || { mkdir info; }",
        "git commit-graph write --reachable; git multi-pack-index write || true; git config core.multiPackIndex true",
        "echo objects > objects/info/http-alternates; echo /dev/zero > objects/info/alternates",
        "git update-ref refs/heads/../../x main || true; git symbolic-ref refs/heads/other refs/heads/main",
        "git pack-refs --all; ln -s ../evil packed-refs.lock; ln -s ../evil description.lock",
        "ln -s ../evil objects/ff || true; ln -s ../tree hooks || true; ln -s ../evil config.lock",
        "git config safe.directory '*'; git config safe.bareRepository all; git config core.repositoryFormatVersion 1",
    ]

    @Test(arguments: commands, [false, true])
    func `nothing that a stick holds is executed, and the exchange succeeds`(command: String, isForeign: Bool) throws {
        try shell("cd stick; \(command)")
        if isForeign, geteuid() == 0 { try shell("chown -R 12345:12345 stick") }
        let before = try outside()
        #expect(try exchange(copy(), remote) == .done)
        #expect(try exchange(copy(), remote) == .done)
        #expect(folder.size(of: "ran") == nil)
        #expect(try outside() == before)
        let log = "git --no-replace-objects -c safe.directory='*' --git-dir=stick log --format=%s main"
        #expect(try shell("\(log) | wc -l") == "3")
    }

    /// What is not a plain bare repository. The working folder is that of the stick.
    private static let refused = [
        "git -C stick config core.worktree ../tree", "git -C stick config core.bare false",
        "rm -rf stick; mv tree stick", "rm -rf stick; echo 'gitdir: tree/.git' > stick",
        "rm -rf stick; ln -s tree/.git stick", "mv stick other; ln -s other stick",
        "mv stick/objects other; ln -s ../other stick/objects", "mv stick/refs other; ln -s ../other stick/refs",
        "mv stick/refs/heads other; ln -s ../../other stick/refs/heads",
        "mv stick/refs/heads/main other; ln -s ../../../other stick/refs/heads/main",
        "rm stick/refs/heads/main; mkfifo stick/refs/heads/main", "rm stick/config; mkfifo stick/config",
        "mv stick/config other; ln -s ../other stick/config", "echo ../tree/.git > stick/commondir",
        "echo 'ref: refs/heads/x' > stick/refs/heads/main", "git -C stick rev-parse main > stick/shallow",
        "echo '[core' > stick/config", "git -C stick config core.repositoryFormatVersion 2",
        "git -C stick config extensions.refStorage reftable", "mkdir stick/reftable",
        "git -C stick config extensions.partialClone origin", "git -C stick config extensions.unheardOf 1",
        "git -C stick pack-refs --all; mv stick/packed-refs other; ln -s ../other stick/packed-refs",
    ]

    @Test(arguments: refused)
    func `what is not a plain bare repository is refused, and nothing is written`(command: String) throws {
        try shell(command)
        let before = try shell("find . -path ./own -prune -o -type f -print0 | sort -z | xargs -0 sha1sum")
        #expect {
            try exchange(copy(), remote)
        } throws: { error in
            if case .notPlain? = error as? GitError { true } else { false }
        }
        #expect(try shell("find . -path ./own -prune -o -type f -print0 | sort -z | xargs -0 sha1sum") == before)
    }

    @Test func `links in the folders that are written are not followed`() throws {
        try shell("mkdir target; rm -rf stick/objects/pack; ln -s ../../target stick/objects/pack")
        let pushed = try exchange(copy(), remote)
        guard case .rejected = pushed else {
            Issue.record("\(pushed)")
            return
        }
        #expect(try shell("ls target") == "")
    }

    @Test func `objects that a stick borrows from another folder are read`() throws {
        try shell("rm -rf stick; git clone -q --bare --shared tree stick; git -C stick branch -M main")
        #expect(try exchange(copy(), remote) == .done)
    }

    // MARK: Damage

    /// A stick on which one machine exchanged twice.
    private func exchanged() throws -> (own: GitRepository, head: String) {
        let own = try copy()
        _ = try exchange(own, remote)
        return (own, try shell("git --git-dir=stick rev-parse main"))
    }

    @Test(arguments: [
        "find stick/objects -type f -name '??????????????????????????????????????' -exec chmod +w {} + -exec truncate -s 0 {} +",
        "find stick/objects -type f -delete", "find stick/objects -name '*.pack' -delete",
        "chmod +w stick/objects/pack/*; truncate -s 20 stick/objects/pack/*.pack",
    ])
    func `objects that a power cut took are sent again by the machine that has them`(command: String) throws {
        let (own, head) = try exchanged()
        try shell(command)
        #expect(throws: GitError.self) { try copy("other").fetch(remote) }
        #expect(try own.fetch(remote) == .head(head))
        #expect(try copy("other").fetch(remote) == .head(head))
        try shell("git clone -q stick clone -b main")
    }

    @Test func `a truncated branch is reported, and pushed again`() throws {
        let (own, head) = try exchanged()
        try shell("printf abc > stick/refs/heads/main")
        #expect(try own.fetch(remote) == .torn)
        #expect(try own.push(head, to: remote) == .done)
        #expect(try own.fetch(remote) == .head(head))
    }

    @Test(arguments: [("2 minutes ago", true), ("now", false)])
    func `a lock of another program is named, and called abandoned after a minute`(date: String, isLeft: Bool) throws {
        try shell("touch -d '\(date)' stick/refs/heads/main.lock")
        let lock = folder.url(of: "stick/refs/heads/main.lock").path
        #expect(try exchange(copy(), remote) == .locked(path: lock, isLeft: isLeft))
        try shell("rm \(lock)")
        #expect(try exchange(copy(), remote) == .done)
    }

    @Test(arguments: ["HEAD.lock", "packed-refs.lock", "config.lock", "shallow.lock"])
    func `other locks do not stop an exchange`(name: String) throws {
        try shell("touch -d '2 minutes ago' stick/\(name)")
        #expect(try exchange(copy(), remote) == .done)
    }

    @Test func `the lock and the files that a killed exchange left are removed`() throws {
        try shell(
            """
            cd stick/refs/heads; echo x > .surfjournal-1; ln .surfjournal-1 main.lock
            echo x > ../../objects/pack/.surfjournal-2
            """)
        #expect(try exchange(copy(), remote) == .done)
        #expect(try shell("find stick -name '.surfjournal-*' -o -name '*.lock'") == "")
    }

    @Test func `packs are joined, and nothing is lost`() throws {
        let own = try copy()
        try shell("git -C stick branch other main; git -C stick repack -q -a -d")
        for _ in 0..<60 { #expect(try exchange(own, remote) == .done) }
        #expect(try #require(Int(shell("ls stick/objects/pack/*.pack | wc -l"))) <= 51)
        try shell("git -C stick fsck --strict --no-dangling")
        #expect(try shell("git -C stick log --format=%s main | wc -l") == "61")
    }

    @Test func `packed references are read and never replaced`() throws {
        try shell("git -C stick pack-refs --all; rm -rf stick/refs/heads")
        let before = try shell("sha1sum stick/packed-refs")
        #expect(try exchange(copy(), remote) == .done)
        #expect(try shell("sha1sum stick/packed-refs") == before)
        #expect(try shell("git --git-dir=stick log --format=%s main | wc -l") == "2")
    }

    @Test func `files on a stick that others may read stay readable to them`() throws {
        try shell("chmod 2775 stick stick/objects stick/objects/pack stick/refs stick/refs/heads")
        #expect(try exchange(copy(), remote) == .done)
        #expect(folder.permissions(of: "stick/refs/heads/main") == 0o664)
    }
}
