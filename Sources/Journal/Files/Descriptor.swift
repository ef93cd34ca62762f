import Foundation

/// An open file or folder. It is closed, and its lock released, with the last reference.
///
/// Used by one thread at a time.
package final class Descriptor: @unchecked Sendable {
    /// The file descriptor's number.
    package let number: Int32
    private let isOwned: Bool

    /// The result of an attempt to lock.
    package enum LockResult {
        case locked, heldElsewhere, unsupported
    }

    private init(_ number: Int32, isOwned: Bool) {
        self.number = number
        self.isOwned = isOwned
    }

    deinit {
        if isOwned { close(number) }
    }

    /// A descriptor that this process inherited, such as standard output. It is never closed here. A descriptor that
    /// this process opened itself, such as its database, is refused.
    package static func inherited(_ number: Int32) throws(SystemError) -> Descriptor {
        let flags = try checked { fcntl(number, F_GETFD) }
        guard flags & FD_CLOEXEC == 0 else { throw SystemError(code: EBADF) }
        return Descriptor(number, isOwned: false)
    }

    /// A descriptor that somebody else keeps open, such as standard output or a pipe. It is never closed here.
    package static func standard(_ number: Int32) -> Descriptor { Descriptor(number, isOwned: false) }

    /// Opens a file. Child processes do not inherit the descriptor.
    package static func open(
        _ path: String, _ flags: Int32, mode: mode_t = 0o600, in folder: Descriptor? = nil
    ) throws(SystemError) -> Descriptor {
        let path = try systemPath(path)
        let number = try checked { openat(folder?.number ?? AT_FDCWD, path, flags | O_CLOEXEC, mode) }
        return Descriptor(number, isOwned: true)
    }

    /// The file's status.
    package func status() throws(SystemError) -> stat {
        var status = stat()
        try checked { fstat(number, &status) }
        return status
    }

    /// Whether it is a terminal.
    package var isTerminal: Bool { isatty(number) == 1 }

    /// Sets the mode, regardless of the umask.
    package func setMode(_ mode: mode_t) throws(SystemError) {
        try checked { fchmod(number, mode) }
    }

    /// Gives a new file to the owner of its folder if the superuser created it in another user's folder: after `sudo`,
    /// a journal must still belong to its owner.
    ///
    /// A file with several hard links keeps its owner, because somebody may have planted the link here. If the system
    /// does not allow changing the owner, the file stays the superuser's.
    func give(to folder: stat) throws(SystemError) {
        guard geteuid() == 0, folder.st_uid != 0 else { return }
        let own = try status()
        guard own.st_uid == 0, own.kind == S_IFDIR || own.st_nlink == 1 else { return }
        _ = fchown(number, folder.st_uid, folder.st_gid)
    }

    /// Takes the file's lock if it is free. The system releases the locks of a process that ends.
    package func tryLock() -> LockResult {
        do {
            try checked { flock(number, LOCK_EX | LOCK_NB) }
            return .locked
        } catch {
            return error.code == EWOULDBLOCK ? .heldElsewhere : .unsupported
        }
    }

    #if os(Linux)
        /// Takes the lock of one byte of the file if it is free. It belongs to this descriptor, so closing another one of
        /// the file does not release it. Source: fcntl(2), "Open file description locks".
        func tryLock(byte: Int64) -> LockResult {
            var request = Foundation.flock()
            (request.l_type, request.l_whence) = (Int16(F_WRLCK), Int16(SEEK_SET))
            (request.l_start, request.l_len) = (off_t(byte), 1)
            do {
                try checked { fcntl(number, Descriptor.setLock, &request) }
                return .locked
            } catch {
                return error.code == EAGAIN || error.code == EACCES ? .heldElsewhere : .unsupported
            }
        }

        /// `F_OFD_SETLK`, on every architecture. The C library hides it from Swift behind its extensions.
        private static let setLock: Int32 = 37
    #endif

    /// Takes the file's lock, waiting until it is free.
    func lock() throws(SystemError) {
        try checked { flock(number, LOCK_EX) }
    }

    /// Returns when all writes are on disk.
    package func synchronize() throws(SystemError) {
        try checked { fsync(number) }
    }

    /// Writes all bytes, in several calls if necessary.
    package func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
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
    package func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) {
        var failure: SystemError?
        bytes.withUnsafeBytes { raw in
            do throws(SystemError) { try write(raw) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// Reads the whole file; nil if it has more bytes than `limit`.
    package func read(atMost limit: Int) throws(SystemError) -> [UInt8]? {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = try checked { Foundation.read(number, &part, part.count) }
            if count == 0 { return bytes }
            bytes += part[..<count]
            if bytes.count > limit { return nil }
        }
    }

    /// Whether two files have the same bytes. Both are read from the beginning.
    package func hasSameContent(as other: Descriptor) throws(SystemError) -> Bool {
        guard try status().st_size == other.status().st_size else { return false }
        for file in [self, other] { try checked { lseek(file.number, 0, SEEK_SET) } }
        while true {
            let (mine, theirs) = (try nextChunk(), try other.nextChunk())
            if mine != theirs { return false }
            if mine.isEmpty { return true }
        }
    }

    /// Reads the next 64 KiB; fewer only at the end of the file.
    package func nextChunk() throws(SystemError) -> [UInt8] {
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
    /// The file's type: `S_IFREG`, `S_IFDIR` and so on.
    package var kind: mode_t { st_mode & S_IFMT }

    /// Whether size and modification time are the same as before.
    package func isUnchanged(since before: stat) -> Bool {
        #if canImport(Darwin)
            let (now, then) = (st_mtimespec, before.st_mtimespec)
        #else
            let (now, then) = (st_mtim, before.st_mtim)
        #endif
        return st_size == before.st_size && now.tv_sec == then.tv_sec && now.tv_nsec == then.tv_nsec
    }

    /// Whether both are the status of one file.
    package func isSameFile(as other: stat) -> Bool { st_dev == other.st_dev && st_ino == other.st_ino }
}
