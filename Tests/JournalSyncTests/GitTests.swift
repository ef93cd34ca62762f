import Foundation
import Journal
import JournalSync
import Synchronization
import TestSupport
import Testing

/// The real git, against bare repositories in a temporary folder.
@Suite struct GitTests {
    let folder: TemporaryFolder
    let environment: [String: String]

    init() throws {
        folder = try TemporaryFolder()
        environment = ["HOME": folder.url.path, "PATH": "/usr/bin:/bin", "GIT_DIR": "/nowhere"]
    }

    private func repository(_ name: String = "own", timeLimit: Double = 60) throws -> GitRepository {
        try GitRepository(
            folder.url(of: name).path, git: GitProgram(environment: environment, timeLimit: timeLimit))
    }

    /// A bare repository as a host has it.
    private func remote(_ name: String = "remote") throws -> GitRemote {
        try shell("git init -q --bare \(name)")
        return try GitRemote(folder.url(of: name).path)
    }

    @discardableResult
    private func shell(_ command: String, text: String = "") throws -> String {
        try folder.shell(command, ["TEXT": text])
    }

    /// Writes an executable script. The shell writes it, because a file that this process has open for writing, or a
    /// child that another test just forked, cannot be executed.
    private func write(script: String, to name: String) throws {
        try shell("printf '#!/bin/sh\\n%s\\n' \"$TEXT\" > \(name); chmod +x \(name)", text: script)
    }

    /// A fake git that answers `git version` as the real one, or a program that does what the script says.
    private func fake(_ script: String, timeLimit: Double = 60) throws -> GitProgram {
        try write(script: script, to: "git")
        return try GitProgram(
            environment: ["PATH": folder.url.path + ":/usr/bin:/bin", "HOME": folder.url.path], timeLimit: timeLimit)
    }

    private func commit(
        _ repository: GitRepository, on parents: [String] = [], _ files: [String: String], seconds: Double = 1e9
    ) throws -> String {
        var rest = files.sorted { $0.key < $1.key }[...]
        return try repository.commit(parents: parents, author: "A <\n> machine", message: "m", seconds: seconds) {
            rest.popFirst().map { GitRepository.Change(path: $0.key, bytes: Array($0.value.utf8)) }
        }
    }

    private func texts(_ repository: GitRepository, _ blobs: [String], atMost limit: Int = 1 << 20) throws -> [String] {
        var texts = blobs.map { _ in [UInt8]() }
        var ends = 0
        try repository.read(blobs, atMost: limit) { index, piece, isLast in
            texts[index] += piece
            ends += isLast ? 1 : 0
        }
        #expect(ends == blobs.count)
        return texts.map { String(decoding: $0, as: UTF8.self) }
    }

    // MARK: Exchanges

    @Test func `what one machine pushes, another fetches and reads`() throws {
        let (one, two, remote) = (try repository("one"), try repository("two"), try remote())
        #expect(try one.fetch(remote) == .empty)
        let large = String(repeating: "0123456789", count: 50_000)
        let first = try commit(one, ["sessions/2026/2026-09.jsonl": large, "README.md": ""])
        #expect(try one.push(first, to: remote) == .done)
        #expect(try two.fetch(remote) == .head(first))
        let files = try two.files(of: first)
        #expect(files.map(\.path) == ["README.md", "sessions/2026/2026-09.jsonl"])
        #expect(try texts(two, files.map(\.blob) + [files[0].blob]) == ["", large, ""])
    }

    @Test func `a remote that moved refuses a push, and the merge made anew is taken`() throws {
        let (one, two, remote) = (try repository("one"), try repository("two"), try remote())
        let base = try commit(one, ["a": "1"])
        _ = try one.push(base, to: remote)
        _ = try two.fetch(remote)
        let theirs = try commit(one, on: [base], ["a": "2"])
        _ = try one.push(theirs, to: remote)
        let ours = try commit(two, on: [base], ["b": "3"])
        #expect(try two.push(ours, to: remote) == .moved)
        #expect(try two.fetch(remote) == .head(theirs))
        #expect(try two.push(ours, to: remote) == .moved)
        #expect(try two.isContained(base, in: ours))
        #expect(try two.isContained(base, in: theirs))
        #expect(try !two.isContained(ours, in: theirs))
        let merged = try commit(two, on: [theirs, ours], ["b": "3"])
        #expect(try two.push(merged, to: remote) == .done)
        #expect(try two.files(of: merged).map(\.path) == ["a", "b"])
        let difference = try two.differences(from: base, to: merged)
        #expect(difference.map(\.path) == ["a", "b"])
        #expect(difference[1].before == nil && difference[0].before != nil)
        #expect(try shell("git -C remote rev-list --parents -1 main") == "\(merged) \(theirs) \(ours)")
    }

    @Test func `a rewritten remote has another head, and one of somebody else has no branch`() throws {
        let (one, remote) = (try repository(), try remote())
        let first = try commit(one, ["a": "1"])
        _ = try one.push(first, to: remote)
        let other = try commit(one, ["z": "1"])
        try shell("git -C own push -q -f ../remote \(other):main")
        #expect(try one.fetch(remote) == .head(other))
        #expect(try !one.isContained(first, in: other))
        try shell("git -C remote branch -m main theirs")
        #expect(try one.fetch(remote) == .noBranch)
    }

    @Test func `a deleted file is gone`() throws {
        let own = try repository()
        let first = try commit(own, ["a": "1", "b": "2"])
        var changes = [GitRepository.Change(path: "a", bytes: nil)]
        let second = try own.commit(parents: [first], author: "", message: "", seconds: 0) { changes.popLast() }
        #expect(try own.files(of: second).map(\.path) == ["b"])
        #expect(try own.differences(from: first, to: second).map(\.after) == [nil])
    }

    @Test(arguments: [(-5.0, 0), (.nan, 0), (1e300, 4_102_444_799), (1e9, 1_000_000_000)])
    func `dates that git refuses are limited`(seconds: Double, expected: Int) throws {
        let made = try commit(repository(), ["a": "1"], seconds: seconds)
        #expect(try shell("git -C own show -s --format='%at %an' \(made)") == "\(expected) A  machine")
        try shell("git -C own fsck --strict")
    }

    // MARK: Refusals

    @Test func `a hook of a remote host refuses a push, and one of a path does not run`() throws {
        let (one, remote) = (try repository(), try remote())
        try write(script: "echo 'no \u{1B}[31m entry'; exit 1", to: "remote/hooks/pre-receive")
        let first = try commit(one, ["a": "1"])
        guard case .rejected(let line) = try one.push(first, to: host(of: remote)) else {
            Issue.record("the hook did not refuse")
            return
        }
        #expect(line.hasPrefix("no ") && line.hasSuffix("entry") && !line.unicodeScalars.contains("\u{1B}"))
        #expect(try one.push(first, to: remote) == .done)
    }

    @Test(arguments: ["error: GH006: Protected branch", "fatal: GH006: Protected branch"])
    func `a host's reason is given without the mark in front of it and its progress`(line: String) throws {
        let (one, remote) = (try repository(), try remote())
        try write(
            script: "echo 'Resolving deltas: 100% (1/1)' >&2; echo '\(line)' >&2; exit 1",
            to: "remote/hooks/pre-receive")
        let pushed = try one.push(commit(one, ["a": "1"]), to: host(of: remote))
        #expect(pushed == .rejected(line: "GH006: Protected branch"))
    }

    /// A repository of this machine as one of a host: `ssh`, which a setting names, runs the command here.
    private func host(of remote: GitRemote) throws -> GitRemote {
        try write(script: "for last; do :; done\nexec sh -c \"$last\"", to: "ssh")
        try folder.write("[core]\n\tsshCommand = \(folder.url.path)/ssh\n".utf8, to: ".gitconfig")
        return try GitRemote("ssh://host\(remote.url)")
    }

    @Test func `git reaches a host by the command that the environment names`() throws {
        let remote = try remote()
        try write(script: "for last; do :; done\nexec sh -c \"$last\"", to: "ssh")
        var environment = environment
        environment["GIT_SSH_COMMAND"] = "\(folder.url.path)/ssh"
        let one = try GitRepository(
            folder.url(of: "own").path, git: GitProgram(environment: environment, timeLimit: 60))
        let first = try commit(one, ["a": "1"])
        #expect(try one.push(first, to: GitRemote("ssh://host\(remote.url)")) == .done)
        #expect(try shell("git -C remote log --format=%H main") == first)
    }

    /// What ssh or a host writes, and the error.
    private static let failures: [(text: String, error: @Sendable (GitRemote) -> GitError)] = [
        (
            "Permission denied, please try again.\nme@host: Permission denied (publickey,password).",
            { _ in .unreachable(line: "me@host: Permission denied (publickey,password).") }
        ),
        ("Host key verification failed.", { .hostKey($0, isChanged: false) }),
        (
            "@ WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED! @\nHost key verification failed.",
            { .hostKey($0, isChanged: true) }
        ),
        ("ERROR: Repository not found.", { _ in .unreachable(line: "Repository not found.") }),
        (
            "remote: \nremote: =====\nremote: ERROR: The project could not be found.\nremote: =====",
            { _ in .unreachable(line: "The project could not be found.") }
        ),
        ("fatal: '/x' does not appear to be a git repository", { .noRepository($0) }),
        ("Enumerating objects: 5, done.", { _ in .unreachable(line: "") }),
        ("ssh: Could not resolve hostname host", { _ in .unreachable(line: "Could not resolve hostname host") }),
    ]

    @Test(arguments: GitTests.failures.indices)
    func `the reason why a host was not reached is ssh's or the host's, not a line beside it`(index: Int) throws {
        let (text, error) = GitTests.failures[index]
        try write(script: "printf '%s\\n' '\(text)' >&2\nexit 255", to: "ssh")
        var environment = environment
        environment["GIT_SSH_COMMAND"] = "\(folder.url.path)/ssh"
        let one = try GitRepository(
            folder.url(of: "own").path, git: GitProgram(environment: environment, timeLimit: 60))
        let remote = try GitRemote("ssh://me@host:2222/x")
        #expect(throws: error(remote)) { try one.fetch(remote) }
        #expect(remote.destination == "-p 2222 me@host")
    }

    @Test(arguments: [
        ("me@nas:surf.git", "me@nas"), ("nas:a/b:c", "nas"), ("[::1]:surf.git", "[::1]"), ("ssh://nas/x", "nas"),
        ("ssh://me@[::1]:22/x", "-p 22 me@[::1]"), ("ssh://[::1]/x", "[::1]"),
    ])
    func `the words that reach a remote's host by ssh are taken from its address`(url: String, words: String) throws {
        #expect(try GitRemote(url).destination == words)
    }

    @Test(arguments: ["", "file://"]) func `a path without a repository is reported`(scheme: String) throws {
        let path = folder.url(of: "none").path
        let (one, remote) = (try repository(), try GitRemote(scheme + path))
        let first = try commit(one, ["a": "1"])
        #expect(throws: GitError.noRepository(remote)) { try one.fetch(remote) }
        #expect(throws: GitError.noRepository(remote)) { try one.push(first, to: remote) }
    }

    @Test func `another hash format is refused`() throws {
        try shell("git init -q --bare --object-format=sha256 other")
        #expect(throws: GitError.otherHashFormat) { try repository("other") }
        try shell("git init -q --bare --object-format=sha256 remote")
        let remote = try GitRemote(folder.url(of: "remote").path)
        #expect(throws: GitError.otherHashFormat) { try repository().fetch(remote) }
        let commit = try commit(repository(), ["a": "1"])
        let host = try host(of: remote)
        #expect(throws: GitError.otherHashFormat) { try repository().push(commit, to: host) }
    }

    @Test(.enabled(if: geteuid() == 0)) func `a folder of another user is refused`() throws {
        _ = try repository()
        try shell("chown 12345 own")
        #expect(throws: GitError.foreignFolder(folder.url(of: "own").path)) { try repository() }
    }

    @Test func `a folder with other files is refused, and nothing is written there`() throws {
        try shell("mkdir own; echo hello > own/file")
        #expect(throws: GitError.notARepository(folder.url(of: "own").path)) { try repository() }
        #expect(try shell("ls own") == "file")
    }

    @Test func `the repository is private, and its configuration and hooks are never used`() throws {
        let (remote, marker) = (try remote(), folder.url(of: "marker").path)
        let first = try commit(repository(), ["a": "1"])
        #expect(folder.permissions(of: "own") == 0o700)
        try shell(
            "git -C own config core.sshCommand 'touch \(marker); false'; mkdir own/hooks;"
                + " printf '#!/bin/sh\\ntouch \(marker)\\n' > own/hooks/reference-transaction;"
                + " chmod +x own/hooks/reference-transaction")
        let own = try repository()
        _ = try? own.fetch(GitRemote("ssh://host.invalid/x"))
        _ = try own.fetch(remote)
        _ = try own.push(first, to: remote)
        #expect(folder.size(of: "marker") == nil)
    }

    @Test(
        arguments: [
            ("-u", .option), ("ext::sh -c id", .runsCommand), ("fd::17", .runsCommand), ("", .empty),
            ("https://me:secret@host/x", .password), ("a\nb", .controlCharacter),
            ("https://ghp_0123456789abcdef@github.com/me/surf.git", .token), ("http://me@host/x", .token),
            ("HTTPS://me%3Asecret@host/x", .password), ("ssh://me:secret@host/x", .password),
        ] as [(String, GitRemote.Problem)])
    func `a dangerous URL is refused`(url: String, problem: GitRemote.Problem) {
        #expect(throws: GitError.refusedURL(problem)) { try GitRemote(url) }
    }

    @Test(arguments: [
        ("git@host:me/surf.git", false), ("/media/stick/surf", true), ("ssh://me@host:22/x", false), ("./a:b", true),
        ("file:///x", true), ("https://host/@x:y", false), ("stick", true),
    ])
    func `a path is told from a host`(url: String, isPath: Bool) throws {
        #expect(try GitRemote(url).isPath == isPath)
    }

    // MARK: Hostile trees

    @Test(arguments: ["..", ".git", "a\u{1B}b"]) func `a hostile name is refused`(name: String) throws {
        let own = try repository()
        let blob = try shell("echo x | git -C own hash-object -w --stdin")
        let tree = try shell("printf '100644 blob \(blob)\\t\(name)\\n' | git -C own mktree")
        try refused(own, tree)
    }

    @Test(arguments: ["120000 blob", "160000 commit", "100755 blob"])
    func `a link, a submodule and a program are refused`(kind: String) throws {
        let own = try repository()
        let isSubmodule = kind.hasSuffix("commit")
        let blob = try isSubmodule ? String(repeating: "1", count: 40) : shell("git -C own hash-object -w /dev/null")
        try refused(own, shell("printf '\(kind) \(blob)\\tname\\n' | git -C own mktree --missing"))
    }

    private func refused(_ own: GitRepository, _ tree: String) throws {
        let identity = "-c user.name=a -c user.email=b"
        let head = try shell("git -C own \(identity) commit-tree -m m \(tree)")
        let base = try commit(own, ["z": "1"])
        for attempt in [{ _ = try own.files(of: head) }, { _ = try own.differences(from: base, to: head) }] {
            #expect {
                try attempt()
            } throws: { error in
                if case .badTree? = error as? GitError { true } else { false }
            }
        }
    }

    @Test(arguments: ["../a", "a\nD b", "\"a", "", "/a", "a/"]) func `a hostile name is not written`(name: String)
        throws
    {
        let own = try repository()
        #expect(throws: GitError.self) { try commit(own, [name: "1"]) }
    }

    @Test func `packs are joined when there are many`() throws {
        let own = try repository()
        try shell("git config --global gc.autoPackLimit 1; git config --global gc.autoDetach false")
        let first = try commit(own, Dictionary(uniqueKeysWithValues: (0..<150).map { ("\($0)", "\($0)") }))
        let second = try commit(
            own, on: [first], Dictionary(uniqueKeysWithValues: (0..<150).map { ("\($0)", "new \($0)") }))
        #expect(try shell("ls own/objects/pack/*.pack | wc -l") == "2")
        try own.collectGarbage()
        #expect(try shell("ls own/objects/pack/*.pack | wc -l") == "1")
        #expect(try own.files(of: second).count == 150)
    }

    @Test func `a blob above the limit is not read`() throws {
        let own = try repository()
        let files = try own.files(of: commit(own, ["a": String(repeating: "x", count: 2_000_000)]))
        #expect(throws: GitError.tooLarge(command: "cat-file")) { try texts(own, files.map(\.blob), atMost: 1_999_999) }
        #expect(try texts(own, files.map(\.blob), atMost: 2_000_000).first?.count == 2_000_000)
    }

    @Test func `a missing blob is an error`() throws {
        let own = try repository()
        #expect(throws: GitError.unexpectedAnswer(command: "cat-file")) {
            try texts(own, [String(repeating: "1", count: 40)])
        }
    }

    // MARK: Other programs called git

    @Test func `git that is missing, too old or something else is reported`() throws {
        #expect(throws: GitError.missing) { try GitProgram(environment: ["PATH": "bin:\(folder.url.path)"]) }
        #expect(throws: GitError.tooOld(found: "2.29")) { try fake("echo git version 2.29.3") }
        #expect(throws: GitError.notGit(answer: "hello")) { try fake("echo hello") }
        #expect(throws: GitError.notGit(answer: "")) { try fake("exit 3") }
        #expect(throws: GitError.killed(signal: 9)) { try fake("kill -9 $$") }
    }

    @Test func `git that hangs is ended with its children`() throws {
        let script = "[ \"$1\" = version ] && exec /usr/bin/git version\n(sleep 600; :) & echo $! > child; cd /; wait"
        let git = try fake("cd \(folder.url.path)\n" + script, timeLimit: 3)
        #expect(throws: GitError.stalled(seconds: 3)) { try GitRepository(folder.url(of: "own").path, git: git) }
        let child = try #require(pid_t(shell("cat child")))
        var tries = 0
        while kill(child, 0) == 0, tries < 200 { (tries, _) = (tries + 1, usleep(10_000)) }
        // A killed child that nobody waits for may remain as a zombie.
        let state = try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)
        #expect(kill(child, 0) != 0 || state?.contains(") Z ") == true)
    }

    @Test func `a host that sends references without end is given up`() throws {
        try write(
            script: """
                exec perl -e 'for (my $n = 0; ; $n++) { my $l = sprintf("%040x refs/heads/%s%d\\n", $n, "x" x 2000, $n);
                printf("%04x%s", length($l) + 4, $l) or exit; }'
                """, to: "ssh")
        try folder.write("[core]\n\tsshCommand = \(folder.url.path)/ssh\n".utf8, to: ".gitconfig")
        let own = try repository()
        #expect(throws: GitError.endless) { try own.fetch(GitRemote("ssh://host/x")) }
    }

    @Test func `a host that speaks of its progress without end is given up`() throws {
        let script = "for a; do [ $a = fetch ] && while :; do printf 'remote: Counting objects\r' >&2; done; done"
        let own = try GitRepository(
            folder.url(of: "own").path, git: fake(script + "\nexec /usr/bin/git \"$@\"", timeLimit: 1))
        #expect(throws: GitError.endless) { try own.fetch(GitRemote("ssh://host/x")) }
    }

    @Test func `a push that is cancelled has an unknown outcome, and a fetch is cancelled`() throws {
        let cancelled = Mutex(false)
        let script = "for a; do case $a in push|fetch) sleep 600;; esac; done\nexec /usr/bin/git \"$@\""
        try write(script: script, to: "git")
        let program = try GitProgram(environment: ["PATH": folder.url.path + ":/usr/bin:/bin"]) {
            cancelled.withLock { $0 }
        }
        let own = try GitRepository(folder.url(of: "own").path, git: program)
        let (first, remote) = (try commit(own, ["a": "1"]), try host(of: remote()))
        cancelled.withLock { $0 = true }
        #expect(try own.push(first, to: remote) == .unknown(.cancelled))
        #expect(throws: GitError.cancelled) { try own.fetch(remote) }
    }

    @Test func `a full disk here is told from a remote that cannot be reached`() throws {
        let remote = try GitRemote("ssh://host/x")
        for (line, error) in [
            ("fatal: write error: No space left on device", GitError.diskFull),
            ("remote: fatal: No space left on device", .unreachable(line: "No space left on device")),
        ] {
            let script = "for a; do [ $a = fetch ] && { echo '\(line)' >&2; exit 128; }; done\nexec /usr/bin/git \"$@\""
            let own = try GitRepository(folder.url(of: "own").path, git: fake(script))
            #expect(throws: error) { try own.fetch(remote) }
        }
    }

    @Test func `reports that a killed fast-import left are removed, because they hold sessions`() throws {
        let own = try repository()
        try shell("echo text > own/fast_import_crash_12")
        _ = try repository()
        #expect(!FileManager.default.fileExists(atPath: own.path + "/fast_import_crash_12"))
    }

    @Test func `nonsense from git is an error`() throws {
        let script = "for a; do [ $a = rev-parse ] && { echo nonsense; exit 0; }; done\nexec /usr/bin/git \"$@\""
        let own = try GitRepository(folder.url(of: "own").path, git: fake(script))
        let (first, remote) = (try commit(own, ["a": "1"]), try host(of: remote()))
        _ = try own.push(first, to: remote)
        #expect(throws: GitError.unexpectedAnswer(command: "rev-parse")) { try own.fetch(remote) }
    }
}
