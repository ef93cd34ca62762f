import Foundation
import Journal

/// The editor that the person chose: `$VISUAL`, else `$EDITOR`, else `vi`. It has the terminal while it runs.
struct ExternalEditor {
    let environment: [String: String]
    let interruption: Interruption

    /// Opens a file and waits until the editor is closed.
    /// - Throws: `.editor` where it cannot be started, or ends with an error.
    func edit(_ path: String) throws {
        let status = try interruption.lending { try wait(for: spawn(path)) }
        guard status == 0 else { throw Complaint.editor(command) }
    }

    private var command: String {
        ["VISUAL", "EDITOR"].compactMap { environment[$0] }.first { !$0.isEmpty } ?? "vi"
    }

    /// The editor may have options, so the shell starts it; it gets the signals that this program keeps back.
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
            throw Complaint.editor(command)
        }
        return process
    }

    private func wait(for process: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status
    }
}

/// The file that an editor is given: private, in a folder of its own.
struct FormFile {
    let path: String
    private let folder: StagingFolder

    /// A form in a private folder; those of killed processes are removed first.
    init() throws {
        do {
            folder = try StagingFolder(
                replacingLeftoversIn: FileManager.default.temporaryDirectory, prefix: ".surfjournal-form-")
        } catch {
            throw Complaint.cannotMakeForm(errno)
        }
        path = folder.url.path + "/session.txt"
    }

    func write(_ text: String) throws {
        guard
            FileManager.default.createFile(
                atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
        else { throw Complaint.cannotMakeForm(errno) }
    }

    func read() throws -> String {
        do throws(BoundedFile.Failure) {
            return String(decoding: try BoundedFile.bytes(at: path, atMost: 64 << 20), as: UTF8.self)
        } catch {
            switch error {
            case .missing: throw Complaint.cannotMakeForm(ENOENT)
            case .unreadable(let number): throw Complaint.cannotMakeForm(number)
            case .tooLarge: throw Complaint.formTooLarge
            }
        }
    }

    func remove() { folder.remove() }
}
