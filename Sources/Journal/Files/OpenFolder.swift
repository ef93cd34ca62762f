import Foundation

/// A folder that is held open, so that names in it stay names in it whatever happens to its path.
///
/// Names are of files right in the folder; symbolic links at a name are never followed.
struct OpenFolder: Sendable {
    private let descriptor: Descriptor

    /// Opens the folder at a path; with `followsLink` false it must be no symbolic link.
    init(_ path: String, followsLink: Bool) throws(SystemError) {
        descriptor = try Descriptor.open(path, O_RDONLY | O_DIRECTORY | (followsLink ? 0 : O_NOFOLLOW))
    }

    /// Opens the folder at a path, no symbolic link, and makes it with exactly that mode where it is missing; a new one's
    /// name is on the disk then.
    init(making path: String, mode: mode_t) throws(SystemError) {
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

    /// Whether there is a folder at a path, or behind a symbolic link there.
    static func exists(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.kind == S_IFDIR
    }

    /// Whether a name is taken, by whatever it may be.
    /// - Throws: where the system does not say.
    static func isTaken(_ path: String) throws(SystemError) -> Bool {
        let path = try systemPath(path)
        var status = stat()
        do throws(SystemError) {
            try checked { lstat(path, &status) }
            return true
        } catch  where error.isMissing || error.code == ENOTDIR {
            return false
        }
    }

    /// What the system knows of the folder.
    func status() throws(SystemError) -> stat { try descriptor.status() }

    /// The names in the folder, but for those that are no UTF-8. A folder that cannot be read to its end is an error.
    func names() throws(SystemError) -> [String] {
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

    /// Opens a file.
    func open(_ name: String, _ flags: Int32) throws(SystemError) -> Descriptor {
        let file = try Descriptor.open(name, flags | O_NOFOLLOW, in: descriptor)
        if flags & O_CREAT != 0, geteuid() == 0, try file.status().st_size == 0 { try file.give(to: status()) }
        return file
    }

    /// What the system knows of the file with a name.
    func status(_ name: String) throws(SystemError) -> stat {
        let name = try systemPath(name)
        var status = stat()
        try checked { fstatat(descriptor.number, name, &status, AT_SYMLINK_NOFOLLOW) }
        return status
    }

    /// Gives a file a second name; fails with `EEXIST` where that is taken.
    func link(_ name: String, to second: String) throws(SystemError) {
        let (name, second) = (try systemPath(name), try systemPath(second))
        try checked { linkat(descriptor.number, name, descriptor.number, second, 0) }
    }

    /// Gives a file another name; what had that is replaced at once.
    func rename(_ name: String, to other: String) throws(SystemError) {
        let (name, other) = (try systemPath(name), try systemPath(other))
        try checked { renameat(descriptor.number, name, descriptor.number, other) }
    }

    /// Removes a name of a file.
    func remove(_ name: String) throws(SystemError) {
        let name = try systemPath(name)
        try checked { unlinkat(descriptor.number, name, 0) }
    }

    /// Returns when the folder's names are on the disk; a file system that cannot say so is believed.
    func synchronize() throws(SystemError) {
        do throws(SystemError) { try descriptor.synchronize() } catch  where error.code == EINVAL { return }
    }

    /// Waits for the folder's own lock; it is given back with what is returned.
    func lock() throws(SystemError) -> Descriptor {
        let lock = try Descriptor.open(".", O_RDONLY | O_DIRECTORY, in: descriptor)
        try lock.lock()
        return lock
    }

    /// Opens the file with a name and takes its lock; nil where another process has it.
    ///
    /// The lock is of the file that has the name when this returns, also where another process removes or makes it meanwhile.
    func lockedFile(_ name: String, _ flags: Int32) throws(SystemError) -> Descriptor? {
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
