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
            let process = try start(path)
            try interruption.cancelling(target: nil, { process.send(SIGTERM) }) {
                if (try? process.wait()) == .exited(0) { return }
                throw interruption.wasInterruptedInEditor
                    ? Refusal.interrupted(signal: SIGINT) : Refusal.editor(command)
            }
        }
    }

    private var command: String {
        ["VISUAL", "EDITOR"].compactMap { environment[$0] }.first { !$0.isEmpty } ?? "vi"
    }

    /// Starts the editor in a shell, because its command may have options.
    private func start(_ path: String) throws -> ChildProcess {
        do throws(SystemError) {
            return try ChildProcess(
                "/bin/sh", ["sh", "-c", command + " \"$1\"", "sh", path], environment: environment)
        } catch {
            throw Refusal.editor(command)
        }
    }
}

extension Refusal {
    fileprivate static func editor(_ command: String) -> Refusal {
        .failure("The editor '\(command)' failed or could not be started. Set VISUAL or EDITOR.")
    }
}
