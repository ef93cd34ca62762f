import Foundation
import Testing

/// Exchanges over ssh, with the system's server, which the test starts on a port of its own.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/sbin/sshd")))
final class SyncOverSSHTests {
    let one, two: Sandbox
    let remote: String

    init() throws {
        (one, two) = (try Sandbox.empty(), try Sandbox.empty())
        let port = Int.random(in: 20_000..<60_000)
        remote = "ssh://\(NSUserName())@127.0.0.1:\(port)\(one.file("surf.git"))"
        let outcome = try one.shell(
            """
            set -e; git init -q --bare -b main surf.git; mkdir etc; cd etc
            for key in host key; do ssh-keygen -q -t ed25519 -N '' -f $key; done
            cp key.pub authorized
            printf '%s\\n' 'Port \(port)' 'ListenAddress 127.0.0.1' "HostKey $PWD/host" "AuthorizedKeysFile $PWD/authorized" \
                'StrictModes no' 'UsePAM no' 'PermitRootLogin yes' "PidFile $PWD/pid" > sshd_config
            [ $(id -u) != 0 ] || mkdir -p /run/sshd
            /usr/sbin/sshd -f $PWD/sshd_config
            """)
        guard outcome.code == 0 else { throw SandboxError(errors: outcome.errors) }
        let options = "-o UserKnownHostsFile=\(one.file("etc/known")) -o StrictHostKeyChecking=no -o BatchMode=yes"
        for sandbox in [one, two] {
            try sandbox.write(
                "[core]\n\tsshCommand = ssh -i \(one.file("etc/key")) \(options)\n",
                to: sandbox.path + "/home/.gitconfig")
        }
    }

    deinit { stop() }

    private func stop() { _ = try? one.shell("p=$(cat etc/pid); while kill $p; do sleep 0.05; done") }

    @Test func `sessions are exchanged over ssh, also after a connection that broke while they were sent`() throws {
        #expect(try one.run("add", "2026-09-12 7am: Malibu").code == 0)
        for sandbox in [one, two] { #expect(try sandbox.run("sync", "start", remote, "--yes").code == 0) }
        #expect(try one.run("add", "2026-09-13 7am: Rincon").code == 0)
        // The hook ends the connection that it runs for, once.
        try one.write(
            """
            #!/bin/sh
            rm hooks/pre-receive
            process=$PPID
            until grep -q sshd /proc/$process/comm; do process=$(awk '{ print $4 }' /proc/$process/stat); done
            kill -9 $process

            """, to: "surf.git/hooks/pre-receive")
        #expect(chmod(one.file("surf.git/hooks/pre-receive"), 0o755) == 0)
        let broken = try one.run("sync")
        #expect(broken.code == 1 && broken.errors.hasPrefix("surfjournal: The "))
        #expect(broken.errors.hasSuffix("Nothing was lost; 1 change waits.\n"))
        #expect(try one.run("sync").code == 0)
        #expect(try two.run("sync").errors == "Received 1 session.\n")
        #expect(try one.run("sync").errors == "Nothing new on either side.\n")
    }

    @Test func `a server that is not running is told, and the changes wait for it`() throws {
        #expect(try one.run("sync", "start", remote, "--yes").code == 0)
        #expect(try one.run("add", "2026-09-12 7am: Malibu").code == 0)
        stop()
        let refused = try one.run("sync")
        #expect(refused.code == 1 && refused.errors.contains("Connection refused. Nothing was lost; 1 change waits."))
        #expect(try one.shell("/usr/sbin/sshd -f $PWD/etc/sshd_config").code == 0)
        #expect(try one.run("sync").errors == "Sent 1 session.\n")
    }
}
