import Foundation
import Testing

/// Exchanges over ssh, with a server that the test starts on a port of its own.
final class SyncOverSSHTests {
    /// Runs what a client asks for, as sshd does; the port is given, or any free one, and the file `port` names it.
    private static let server = """
        import asyncio, asyncssh, os, sys

        # What Foundation opens to learn that the shell ended.
        os.closerange(3, 1024)

        async def run(process):
            program = await asyncio.create_subprocess_shell(process.command, stdin=-1, stdout=-1, stderr=-1)
            await process.redirect(program.stdin, program.stdout, program.stderr)
            process.exit(await program.wait())

        async def main():
            server = await asyncssh.listen(
                "127.0.0.1", int(sys.argv[1]), reuse_address=True, server_host_keys=["host"],
                authorized_client_keys="key.pub", process_factory=run, encoding=None)
            for name, number in [("pid", os.getpid()), ("port", server.sockets[0].getsockname()[1])]:
                with open(name + ".new", "w") as file: file.write(str(number))
                os.rename(name + ".new", name)
            await asyncio.Event().wait()

        asyncio.run(main())
        """
    let one, two: Sandbox
    var port = "0"

    var remote: String { "ssh://surfer@127.0.0.1:\(port)\(one.file("surf.git"))" }

    init() throws {
        (one, two) = (try Sandbox.empty(), try Sandbox.empty())
        let outcome = try one.shell(
            """
            set -e; git init -q --bare -b main surf.git; mkdir etc; cd etc
            for key in host key; do ssh-keygen -q -t ed25519 -N '' -f $key; done
            """)
        guard outcome.code == 0 else { throw SandboxError(errors: outcome.errors) }
        try one.write(Self.server, to: "etc/server.py")
        try start()
        let options = "-o UserKnownHostsFile=\(one.file("etc/known")) -o StrictHostKeyChecking=no -o BatchMode=yes"
        for sandbox in [one, two] {
            try sandbox.write(
                "[core]\n\tsshCommand = ssh -i \(one.file("etc/key")) \(options)\n",
                to: sandbox.path + "/home/.gitconfig")
        }
    }

    deinit { stop() }

    /// Starts the server, at the same port as before.
    private func start() throws {
        let outcome = try one.shell(
            """
            cd etc; rm -f pid port; /usr/bin/python3 server.py \(port) >/dev/null 2>errors &
            until [ -e port ]; do kill -0 $! || { cat errors >&2; exit 1; }; sleep 0.05; done; cat port
            """)
        guard outcome.code == 0 else { throw SandboxError(errors: outcome.errors) }
        port = outcome.output
    }

    private func stop() { _ = try? one.shell("p=$(cat etc/pid); while kill -9 $p 2>/dev/null; do sleep 0.05; done") }

    @Test func `sessions are exchanged over ssh, also after a connection that broke while they were sent`() throws {
        #expect(try one.run("add", "2026-09-12 7am: Malibu").code == 0)
        for sandbox in [one, two] { #expect(try sandbox.run("sync", "start", remote, "--yes").code == 0) }
        #expect(try one.run("add", "2026-09-13 7am: Rincon").code == 0)
        // The hook ends the server that it runs for.
        try one.write(
            """
            #!/bin/sh
            rm hooks/pre-receive; kill -9 $(cat "\(one.file("etc/pid"))")

            """, to: "surf.git/hooks/pre-receive")
        #expect(chmod(one.file("surf.git/hooks/pre-receive"), 0o755) == 0)
        let broken = try one.run("sync")
        #expect(broken.code == 1 && broken.errors.hasPrefix("surfjournal: The "))
        #expect(broken.errors.hasSuffix("Nothing was lost; 1 change waits.\n"))
        try start()
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
        try start()
        #expect(try one.run("sync").errors == "Sent 1 session.\n")
    }
}
