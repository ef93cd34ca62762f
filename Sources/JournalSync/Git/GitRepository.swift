import Foundation
import Journal

/// The bare repository beside a journal. It is a cache of the remote: if it is damaged, make it again.
///
/// There is never a work tree. Its configuration is always the one that is written here, whatever it was before. The
/// caller makes sure that one process at a time uses it.
package struct GitRepository: Sendable {
    /// The branch that is exchanged.
    package static let branch = "refs/heads/main"
    static let fetched = "refs/surfjournal/fetched"
    static let configuration = "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = true\n"

    /// The most bytes in a list of files or commits.
    static let maxListBytes = 1 << 24

    package let git: GitProgram
    package let path: String

    /// Opens the repository at a path, which is made if nothing is there.
    package init(_ path: String, git: GitProgram) throws(GitError) {
        (self.git, self.path) = (git, path)
        var status = stat()
        if lstat(path, &status) != 0 {
            guard errno == ENOENT, mkdir(path, 0o700) == 0 else { throw .system(.last) }
            try make()
        } else {
            guard status.kind == S_IFDIR else { throw .notARepository(path) }
            guard status.st_uid == geteuid() else { throw .foreignFolder(path) }
            try requireOwn()
        }
        guard chmod(path, 0o700) == 0 else { throw .system(.last) }
        try writeConfiguration()
        removeReports()
    }

    private func make() throws(GitError) {
        let options = ["--bare", "--quiet", "--template=", "--object-format=sha1", "--initial-branch=main"]
        _ = try git.answer(["-c", "init.defaultRefFormat=files", "init"] + options + ["--", path], in: nil)
    }

    /// A folder of another kind is refused. One that a killed program left half made is completed.
    private func requireOwn() throws(GitError) {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: path)
        } catch {
            throw .system(SystemError(underlying: error) ?? SystemError(code: EIO))
        }
        let own = ["HEAD", "config", "objects", "refs"]
        if names.contains("config") {
            let text = (try? String(contentsOfFile: path + "/config", encoding: .utf8)) ?? ""
            if text.lowercased().contains("objectformat") { throw .otherHashFormat }
        }
        if own.allSatisfy(names.contains) { return }
        guard names.allSatisfy({ own.contains($0) || $0 == "branches" || $0.hasSuffix(".lock") }) else {
            throw .notARepository(path)
        }
        try make()
    }

    /// Replaces any other configuration, which could run commands.
    private func writeConfiguration() throws(GitError) {
        let file = path + "/config"
        let bytes = Array(GitRepository.configuration.utf8)
        if FileManager.default.contents(atPath: file).map(Array.init) == bytes { return }
        do {
            try Data(bytes).write(to: URL(fileURLWithPath: file), options: .atomic)
        } catch {
            throw .system(SystemError(underlying: error) ?? SystemError(code: EIO))
        }
    }

    /// Removes the reports that a failed or killed `fast-import` left, which hold sessions.
    func removeReports() {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        where name.hasPrefix("fast_import_crash_") {
            unlink(path + "/" + name)
        }
    }

    // MARK: IDs

    func id(_ bytes: [UInt8], _ command: String) throws(GitError) -> String {
        let text = String(decoding: bytes.last == 0x0A ? bytes.dropLast() : bytes[...], as: UTF8.self)
        guard GitRepository.isID(text) else { throw .unexpectedAnswer(command: command) }
        return text
    }

    func requireID(_ text: String) throws(GitError) {
        guard GitRepository.isID(text) else { throw .unexpectedAnswer(command: "rev-parse") }
    }

    static func isID(_ text: String) -> Bool {
        text.utf8.count == 40 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}
