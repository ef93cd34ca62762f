import Foundation
import Persistence

/// Reading the files beside a database without SQLite. It must have no locks on them, as it has on a log's index while a
/// store is open: closing a descriptor would give them up.
enum FileBytes {
    /// Some bytes of a file: fewer where it ends, none where there is no file.
    /// - Throws: `openFailed` where it cannot be read.
    static func read(_ count: Int, of path: String, at offset: Int64 = 0) throws -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            let reason = errno
            if reason == ENOENT { return [] }
            throw failure(reason, path)
        }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: count)
        let read = pread(descriptor, &bytes, count, off_t(offset))
        if read < 0 { throw failure(errno, path) }
        return Array(bytes[..<read])
    }

    private static func failure(_ reason: Int32, _ path: String) -> PersistenceError {
        StoreErrors.system(reason, .openFailed, "“\((path as NSString).lastPathComponent)” cannot be read.")
    }
}

extension [UInt8] {
    /// Four bytes, the highest first.
    func number(at index: Int) -> UInt32 {
        self[index..<(index + 4)].reduce(0) { $0 << 8 | UInt32($1) }
    }
}
