import Foundation

/// A folder held open, so that its names stay valid even if its path changes.
///
/// Names refer to files directly in the folder. Symbolic links at a name are never followed.
package struct OpenFolder: Sendable {
    private let descriptor: Descriptor

    /// Opens the folder at a path. If `followsLink` is false, the path must not be a symbolic link.
    package init(_ path: String, followsLink: Bool) throws(SystemError) {
        descriptor = try Descriptor.open(path, O_RDONLY | O_DIRECTORY | (followsLink ? 0 : O_NOFOLLOW))
    }

    /// Opens a folder in this one, which must not be a symbolic link.
    /// - Parameter createIfMissing: Whether to create a missing folder. It gets the mode of this one, and its name is
    ///   on disk when this returns.
    package func folder(_ name: String, createIfMissing: Bool = false) throws(SystemError) -> OpenFolder {
        let name = try systemPath(name)
        let isNew = createIfMissing && mkdirat(descriptor.number, name, 0o700) == 0
        let folder = OpenFolder(try Descriptor.open(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, in: descriptor))
        guard isNew else { return folder }
        let parent = try status()
        try folder.descriptor.setMode(parent.st_mode & 0o7777)
        try folder.descriptor.give(to: parent)
        try synchronize()
        return folder
    }

    private init(_ descriptor: Descriptor) { self.descriptor = descriptor }

    /// Opens the folder at a path, which must not be a symbolic link. A missing folder is created with exactly this
    /// mode, and its name is then on disk.
    package init(making path: String, mode: mode_t) throws(SystemError) {
        let path = try systemPath(path)
        let isNew = mkdir(path, mode) == 0
        if !isNew, errno != EEXIST { throw .last }
        try self.init(path, followsLink: false)
        guard isNew else { return }
        try descriptor.setMode(mode)
        let parentPath = URL(fileURLWithPath: path, isDirectory: true).deletingLastPathComponent().path
        let parent = try OpenFolder(parentPath, followsLink: true)
        try descriptor.give(to: parent.status())
        try parent.synchronize()
    }

    /// Whether a path leads to a folder, if necessary through symbolic links.
    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.kind == S_IFDIR
    }

    /// Whether anything exists at a path.
    /// - Throws: An error if the system cannot tell.
    package static func isTaken(_ path: String) throws(SystemError) -> Bool {
        let path = try systemPath(path)
        var status = stat()
        do throws(SystemError) {
            try checked { lstat(path, &status) }
            return true
        } catch  where error.isMissing || error.code == ENOTDIR {
            return false
        }
    }

    /// The folder's status.
    package func status() throws(SystemError) -> stat { try descriptor.status() }

    /// The user who owns the folder.
    package var owner: uid_t { get throws(SystemError) { try status().st_uid } }

    /// The user who owns what has this name; nil if there is nothing.
    package func owner(of name: String) throws(SystemError) -> uid_t? {
        do throws(SystemError) {
            return try status(name).st_uid
        } catch  where error.isMissing {
            return nil
        }
    }

    /// The names in the folder, except those that are not UTF-8. Throws if the folder cannot be read completely.
    package func names() throws(SystemError) -> [String] {
        let number = try checked { openat(descriptor.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard let stream = fdopendir(number) else {
            close(number)
            throw .last
        }
        defer { closedir(stream) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else { break }
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
                    String(validatingCString: $0)
                }
            }
            if let name, name != ".", name != ".." { names.append(name) }
        }
        if errno != 0 { throw .last }
        return names
    }

    /// Opens a file. A file that the superuser creates here is given to the folder's owner.
    package func open(_ name: String, _ flags: Int32) throws(SystemError) -> Descriptor {
        let file = try Descriptor.open(name, flags | O_NOFOLLOW, in: descriptor)
        if flags & O_CREAT != 0, geteuid() == 0, try file.status().st_size == 0 { try file.give(to: status()) }
        return file
    }

    /// The status of the file with this name.
    package func status(_ name: String) throws(SystemError) -> stat {
        let name = try systemPath(name)
        var status = stat()
        try checked { fstatat(descriptor.number, name, &status, AT_SYMLINK_NOFOLLOW) }
        return status
    }

    /// Creates a second name, a hard link, for a file. Throws `EEXIST` if that name exists.
    package func link(_ name: String, to second: String) throws(SystemError) {
        let (name, second) = (try systemPath(name), try systemPath(second))
        try checked { linkat(descriptor.number, name, descriptor.number, second, 0) }
    }

    /// Renames a file, atomically replacing any file with the new name.
    package func rename(_ name: String, to other: String) throws(SystemError) {
        let (name, other) = (try systemPath(name), try systemPath(other))
        try checked { renameat(descriptor.number, name, descriptor.number, other) }
    }

    /// Removes a name.
    package func remove(_ name: String) throws(SystemError) {
        let name = try systemPath(name)
        try checked { unlinkat(descriptor.number, name, 0) }
    }

    /// Returns when the folder's names are on disk, or if the file system cannot synchronise folders.
    package func synchronize() throws(SystemError) {
        do throws(SystemError) { try descriptor.synchronize() } catch  where error.code == EINVAL { return }
    }

    /// Waits for the folder's own lock, which is held until the result is released.
    func lock() throws(SystemError) -> Descriptor {
        let lock = try Descriptor.open(".", O_RDONLY | O_DIRECTORY, in: descriptor)
        try lock.lock()
        return lock
    }

    /// Opens a file and takes its lock; nil if another process holds it.
    ///
    /// The locked file is the one with this name, even if another process removes or creates the name meanwhile.
    package func lockedFile(_ name: String, _ flags: Int32) throws(SystemError) -> Descriptor? {
        while true {
            let file = try open(name, flags)
            switch file.tryLock() {
            case .heldElsewhere: return nil
            case .unsupported: throw SystemError(code: ENOLCK)
            case .locked: break
            }
            if try isFile(file, named: name) { return file }
        }
    }

    private func isFile(_ file: Descriptor, named name: String) throws(SystemError) -> Bool {
        do throws(SystemError) {
            return try file.status().isSameFile(as: status(name))
        } catch  where error.isMissing {
            return false
        }
    }
}
