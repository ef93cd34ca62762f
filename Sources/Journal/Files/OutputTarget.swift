import Foundation
import SurfLanguage

/// The kind of target that an output path names.
package enum OutputTarget: Equatable {
    /// An open stream of this process: `-`, `/dev/stdout`, `/dev/fd/N`.
    case stream(Int32)
    /// A device or pipe, written to directly.
    case device
    /// A name in a folder, for a finished file.
    case file(folder: String, name: String)

    /// Examines a path. Every command that writes a file calls this.
    /// - Parameter spared: The journal in use, whose files are never a target.
    package static func at(
        _ path: String, force: Bool, sparing spared: JournalFiles?
    ) throws(OutputError) -> OutputTarget {
        if let stream = stream(path) {
            let target = OutputTarget.stream(stream)
            try target.spare(spared, at: path)
            return target
        }
        let target = named(path)
        try target?.spare(spared, at: path)
        do throws(SystemError) {
            if try checkExisting(at: path, force: force) { return .device }
        } catch {
            throw OutputError(error, at: path)
        }
        guard let target else { throw .missingFolder(path) }
        return target
    }

    /// Refuses a target that is one of a journal's files.
    func spare(_ spared: JournalFiles?, at path: String) throws(OutputError) {
        var isSpared = false
        do throws(SystemError) {
            isSpared = try spared?.contain(self, at: path) ?? false
        } catch {
            throw OutputError(error, at: path)
        }
        if isSpared { throw .isOfJournal(path) }
    }

    /// Whether there is a device or pipe. Throws for a folder, and for a file unless it may be replaced.
    private static func checkExisting(at path: String, force: Bool) throws(SystemError) -> Bool {
        let path = try systemPath(path)
        var status = stat()
        do throws(SystemError) { try checked { lstat(path, &status) } } catch  where error.isMissing { return false }
        switch status.kind {
        case S_IFDIR: throw SystemError(code: EISDIR)
        case S_IFLNK where isLinkToFolder(path): throw SystemError(code: EISDIR)
        case S_IFREG, S_IFLNK:
            if !force { throw SystemError(code: EEXIST) }
            return false
        default: return true
        }
    }

    private static func isLinkToFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.kind == S_IFDIR
    }

    /// The folder and name in a path; nil for a path that ends in a slash.
    private static func named(_ path: String) -> OutputTarget? {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return .file(folder: ".", name: path) }
        let name = String(path[path.utf8.index(after: slash)...])
        return name.isEmpty ? nil : .file(folder: String(path[...slash]), name: name)
    }

    private static func stream(_ path: String) -> Int32? {
        switch path {
        case "-", "/dev/stdout": return STDOUT_FILENO
        case "/dev/stderr": return STDERR_FILENO
        default:
            guard let prefix = ["/dev/fd/", "/proc/self/fd/"].first(where: path.hasPrefix) else { return nil }
            let digits = path.utf8.dropFirst(prefix.utf8.count)
            return digits.allSatisfy(\.isDigit) ? Int32(String(Substring(digits))) : nil
        }
    }
}
