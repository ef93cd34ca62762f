import Foundation

/// A new file with a hidden temporary name and mode 0600, until it gets its final name.
///
/// This process locks it as long as it has the descriptor. A file that nobody has locked was left by a killed process.
package struct TemporaryFile: Sendable {
    package let name: String
    package let descriptor: Descriptor
    package let folder: OpenFolder

    /// Creates a file in `folder` with a name that begins with `prefix`.
    package init(in folder: OpenFolder, prefix: String) throws(SystemError) {
        self.folder = folder
        (name, descriptor) = try TemporaryFile.make(in: folder, prefix: prefix)
    }

    /// Gives the file, after writing it to disk, its final name, replacing any file that has it.
    package func replace(_ target: String) throws(SystemError) {
        try descriptor.synchronize()
        try folder.rename(name, to: target)
        try folder.synchronize()
    }

    /// Gives the file, after writing it to disk, its final name. Throws `EEXIST` if the name exists.
    package func take(_ target: String) throws(SystemError) {
        try descriptor.synchronize()
        try takeName(target)
        try folder.synchronize()
    }

    /// Removes the file, unless it has its final name.
    package func remove() {
        try? folder.remove(name)
    }

    /// Removes files with a prefix that killed processes left. Files of running processes are locked and stay.
    package static func removeOrphans(in folder: OpenFolder, prefix: String) {
        for name in (try? folder.names()) ?? [] where name.hasPrefix(prefix) {
            guard let file = try? folder.open(name, O_RDONLY | O_NONBLOCK), (try? file.status().kind) == S_IFREG,
                file.tryLock() == .locked
            else { continue }
            try? folder.remove(name)
        }
    }

    /// Without hard links, as on memory cards, there is a moment between checking the name and renaming.
    private func takeName(_ target: String) throws(SystemError) {
        do throws(SystemError) {
            try folder.link(name, to: target)
            remove()
        } catch  where [EPERM, EOPNOTSUPP, ENOSYS].contains(error.code) {
            if (try? folder.status(target)) != nil { throw SystemError(code: EEXIST) }
            try folder.rename(name, to: target)
        }
    }

    /// Another process may remove the file as an orphan before it is locked. Another file is created then.
    private static func make(in folder: OpenFolder, prefix: String) throws(SystemError) -> (String, Descriptor) {
        for _ in 0..<attempts {
            let name = prefix + String(UInt64.random(in: .min ... .max), radix: 36)
            let file: Descriptor
            do throws(SystemError) {
                file = try folder.open(name, O_RDWR | O_CREAT | O_EXCL)
            } catch  where error.code == EEXIST {
                continue
            }
            try file.setMode(0o600)
            let isTaken = file.tryLock() == .heldElsewhere
            if !isTaken, try file.status().st_nlink > 0 { return (name, file) }
            try? folder.remove(name)
        }
        throw SystemError(code: EAGAIN)
    }

    /// The number of attempts to create and lock a file.
    private static let attempts = 100
}
