import Foundation

/// An open file or folder; it is closed, and its lock given back, when the last reference goes.
///
/// Used by one thread at a time.
final class Descriptor: @unchecked Sendable {
    /// The system's number for it.
    let number: Int32
    private let isOwned: Bool

    /// What came of trying to lock.
    enum LockResult {
        case locked, heldElsewhere, unsupported
    }

    private init(_ number: Int32, isOwned: Bool) {
        self.number = number
        self.isOwned = isOwned
    }

    deinit {
        if isOwned { close(number) }
    }

    /// One that this process was started with, such as standard output; it stays open. One that this process opened, as
    /// its database, is refused.
    static func inherited(_ number: Int32) throws(SystemError) -> Descriptor {
        let flags = try checked { fcntl(number, F_GETFD) }
        guard flags & FD_CLOEXEC == 0 else { throw SystemError(code: EBADF) }
        return Descriptor(number, isOwned: false)
    }

    /// Opens a file; programs that are started do not get it.
    static func open(
        _ path: String, _ flags: Int32, mode: mode_t = 0o600, in folder: Descriptor? = nil
    ) throws(SystemError) -> Descriptor {
        let path = try systemPath(path)
        let number = try checked { openat(folder?.number ?? AT_FDCWD, path, flags | O_CLOEXEC, mode) }
        return Descriptor(number, isOwned: true)
    }

    /// What the system knows of the file.
    func status() throws(SystemError) -> stat {
        var status = stat()
        try checked { fstat(number, &status) }
        return status
    }

    /// Whether it is a terminal.
    var isTerminal: Bool { isatty(number) == 1 }

    /// Sets the mode, whatever the umask made of it.
    func setMode(_ mode: mode_t) throws(SystemError) {
        try checked { fchmod(number, mode) }
    }

    /// Gives the file, new, to the owner of the folder that it is in, where the superuser made it in somebody else's: a
    /// journal is its owner's, also after `sudo`.
    ///
    /// A file with several names stays whose it is, as somebody may have given it one here. Systems on which files cannot be
    /// given away, or where the owner has no number, leave it the superuser's.
    func give(to folder: stat) throws(SystemError) {
        guard geteuid() == 0, folder.st_uid != 0 else { return }
        let own = try status()
        guard own.st_uid == 0, own.kind == S_IFDIR || own.st_nlink == 1 else { return }
        _ = fchown(number, folder.st_uid, folder.st_gid)
    }

    /// Takes the file's lock if nobody has it. A process that ends, however, gives its locks back.
    func tryLock() -> LockResult {
        do {
            try checked { flock(number, LOCK_EX | LOCK_NB) }
            return .locked
        } catch {
            return error.code == EWOULDBLOCK ? .heldElsewhere : .unsupported
        }
    }

    /// Takes the file's lock, and waits for whoever has it.
    func lock() throws(SystemError) {
        try checked { flock(number, LOCK_EX) }
    }

    /// Returns when everything written is on the disk.
    func synchronize() throws(SystemError) {
        try checked { fsync(number) }
    }

    /// Writes all bytes, also where the system takes them in parts.
    func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = UnsafeRawBufferPointer(rebasing: rest)
            do throws(SystemError) {
                let count = try checked { Foundation.write(number, part.baseAddress!, part.count) }
                rest = rest.dropFirst(count)
            } catch  where error.code == EAGAIN {
                try waitUntilWritable()
            }
        }
    }

    /// Writes all bytes.
    func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) {
        var failure: SystemError?
        bytes.withUnsafeBytes { raw in
            do throws(SystemError) { try write(raw) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// Reads the whole file; nil where it has more bytes than `limit`.
    func read(atMost limit: Int) throws(SystemError) -> [UInt8]? {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = try checked { Foundation.read(number, &part, part.count) }
            if count == 0 { return bytes }
            bytes += part[..<count]
            if bytes.count > limit { return nil }
        }
    }

    /// Whether two files have the same bytes, both from their beginning.
    func hasSameContent(as other: Descriptor) throws(SystemError) -> Bool {
        guard try status().st_size == other.status().st_size else { return false }
        for file in [self, other] { try checked { lseek(file.number, 0, SEEK_SET) } }
        while true {
            let (mine, theirs) = (try part(), try other.part())
            if mine != theirs { return false }
            if mine.isEmpty { return true }
        }
    }

    /// The next bytes, as many as are asked for unless the file ends.
    private func part() throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        var count = 0
        while count < bytes.count {
            let (start, room) = (count, bytes.count - count)
            let read = try checked {
                bytes.withUnsafeMutableBytes { Foundation.read(number, $0.baseAddress! + start, room) }
            }
            if read == 0 { break }
            count += read
        }
        return Array(bytes[..<count])
    }

    private func waitUntilWritable() throws(SystemError) {
        var request = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        try checked { poll(&request, 1, -1) }
    }
}

extension stat {
    /// What kind of file it is: one of `S_IFREG`, `S_IFDIR` and so on.
    var kind: mode_t { st_mode & S_IFMT }

    /// Whether the file has the size and the time of writing that it had.
    func isUnchanged(since before: stat) -> Bool {
        #if canImport(Darwin)
            let (now, then) = (st_mtimespec, before.st_mtimespec)
        #else
            let (now, then) = (st_mtim, before.st_mtim)
        #endif
        return st_size == before.st_size && now.tv_sec == then.tv_sec && now.tv_nsec == then.tv_nsec
    }

    /// Whether the two are one file.
    func isSameFile(as other: stat) -> Bool { st_dev == other.st_dev && st_ino == other.st_ino }
}
