import Foundation
import Persistence

/// Reads the files next to a database without SQLite. This process must hold no locks on them, as it does on a log's
/// index while a store is open: closing a descriptor would drop them.
enum FileBytes {
    /// Bytes of a file: fewer at its end, none if it does not exist.
    /// - Throws: `openFailed` when the file cannot be read.
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
    /// A big-endian 32-bit integer.
    func number(at index: Int) -> UInt32 {
        self[index..<(index + 4)].reduce(0) { $0 << 8 | UInt32($1) }
    }
}
