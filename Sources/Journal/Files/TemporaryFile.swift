import Foundation

/// A new file with a hidden name of its own and mode 0600, until it is put under its final name.
///
/// It is locked while it is held, so that those of killed processes are told from live ones by their free lock.
struct TemporaryFile: Sendable {
    let name: String
    let descriptor: Descriptor
    let folder: OpenFolder

    /// Makes a file in `folder` whose name begins with `prefix`.
    init(in folder: OpenFolder, prefix: String) throws(SystemError) {
        self.folder = folder
        (name, descriptor) = try TemporaryFile.make(in: folder, prefix: prefix)
    }

    /// Puts the file, on disk whole, under a name, and removes what had it.
    func replace(_ target: String) throws(SystemError) {
        try descriptor.synchronize()
        try folder.rename(name, to: target)
        try folder.synchronize()
    }

    /// Puts the file, on disk whole, under a name that is free; fails with `EEXIST` where it is not.
    func take(_ target: String) throws(SystemError) {
        try descriptor.synchronize()
        try takeName(target)
        try folder.synchronize()
    }

    /// Removes the file while it has its hidden name.
    func remove() {
        try? folder.remove(name)
    }

    /// Removes the files with a prefix that killed processes left; those of live ones are locked and stay.
    static func removeOrphans(in folder: OpenFolder, prefix: String) {
        for name in (try? folder.names()) ?? [] where name.hasPrefix(prefix) {
            guard let file = try? folder.open(name, O_RDONLY | O_NONBLOCK), (try? file.status().kind) == S_IFREG,
                file.tryLock() == .locked
            else { continue }
            try? folder.remove(name)
        }
    }

    /// A file system without hard links, as of memory cards, leaves a moment between looking and renaming.
    private func takeName(_ target: String) throws(SystemError) {
        do throws(SystemError) {
            try folder.link(name, to: target)
            remove()
        } catch  where [EPERM, EOPNOTSUPP, ENOSYS].contains(error.code) {
            if (try? folder.status(target)) != nil { throw SystemError(code: EEXIST) }
            try folder.rename(name, to: target)
        }
    }

    /// Whoever removes orphans may find the file before it is locked: then another one is made.
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

    /// How many files are made before it is given up that one can be locked.
    private static let attempts = 100
}
