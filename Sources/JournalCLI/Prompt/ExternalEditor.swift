import Foundation
import Journal

/// The person's editor: `$VISUAL`, else `$EDITOR`, else `vi`. It uses the terminal while it runs.
struct ExternalEditor {
    let environment: [String: String]
    let interruption: Interruption

    /// Opens a file and waits until the editor is closed. SIGTERM and SIGHUP also close it.
    /// - Throws: `.editor` if the editor cannot be started or exits with an error, `.interrupted` after such a signal.
    func edit(_ path: String) throws {
        try interruption.runningEditor {
            let process = try spawn(path)
            try interruption.cancelling(target: nil, { kill(process, SIGTERM) }) {
                if wait(for: process) == 0 { return }
                throw interruption.wasInterruptedInEditor
                    ? Refusal.interrupted(signal: SIGINT) : Refusal.editor(command)
            }
        }
    }

    private var command: String {
        ["VISUAL", "EDITOR"].compactMap { environment[$0] }.first { !$0.isEmpty } ?? "vi"
    }

    /// Starts the editor in a shell, because its command may have options. Signals that this program blocks are
    /// unblocked for it.
    private func spawn(_ path: String) throws -> pid_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let words = ["sh", "-c", command + " \"$1\"", "sh", path]
        var arguments = words.map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for word in arguments + variables { free(word) } }
        var process = pid_t()
        guard posix_spawn(&process, "/bin/sh", nil, &attributes, &arguments, &variables) == 0 else {
            throw Refusal.editor(command)
        }
        return process
    }

    private func wait(for process: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status
    }
}

extension Refusal {
    fileprivate static func editor(_ command: String) -> Refusal {
        .failure("The editor '\(command)' failed or could not be started. Set VISUAL or EDITOR.")
    }
}
