import Foundation
import Journal

/// The person's editor: `$VISUAL`, else `$EDITOR`, else `vi`. It uses the terminal while it runs.
struct ExternalEditor {
    let environment: [String: String]
    let interruption: Interruption

    /// Opens a file and waits until the editor is closed. SIGTERM and SIGHUP also close it.
    /// - Returns: Whether the editor ended sooner than a person could have used it, as one does that hands the file to a
    ///   window.
    /// - Throws: `.editor` if the editor cannot be started or exits with an error, `.interrupted` after such a signal.
    @discardableResult
    func edit(_ path: String) throws -> Bool {
        let start = ContinuousClock.now
        try runUntilClosed(path)
        return ContinuousClock.now - start < ExternalEditor.leastTime
    }

    private static let leastTime = Duration.milliseconds(300)

    private func runUntilClosed(_ path: String) throws {
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

    /// Starts the editor in a shell, because its command may have options. It gets the whole environment of this process:
    /// it may be found by the person's `PATH` alone.
    private func start(_ path: String) throws -> ChildProcess {
        do throws(SystemError) {
            return try ChildProcess(
                "/bin/sh", ["sh", "-c", command + " \"$1\"", "sh", path],
                environment: ProcessInfo.processInfo.environment)
        } catch {
            throw Refusal.editor(command)
        }
    }
}

extension Messages {
    /// What to do if the editor may still have the text.
    /// - Parameter then: What happens to what is saved there.
    static func returnedAtOnce(_ then: String) -> String {
        "The editor returned at once. If it still has the text, save it there: \(then) "
            + "An editor that waits is safer, such as EDITOR='code --wait'."
    }
}

extension Refusal {
    fileprivate static func editor(_ command: String) -> Refusal {
        .failure("The editor '\(command)' failed or could not be started. Set VISUAL or EDITOR.")
    }
}
