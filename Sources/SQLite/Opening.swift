import CSQLite

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Turns a path and options into an open SQLite handle.
enum Opening {
    /// Opens the file with extended result codes on.
    ///
    /// SQLite reads the file at the first statement, which fails if the file is not a database.
    static func open(path: String, options: OpenOptions, vfs: String?) throws -> OpaquePointer {
        guard !path.utf8.contains(0) else {
            throw DatabaseError(extendedCode: SQLITE_CANTOPEN, message: "the path contains a NUL byte")
        }
        if options.contains(.exclusiveCreate) {
            try createFile(at: path)
        }
        return try open(name: name(for: path, options: options), flags: flags(for: options), vfs: vfs)
    }

    private static func open(name: String, flags: Int32, vfs: String?) throws -> OpaquePointer {
        var handle: OpaquePointer?
        let code =
            if let vfs {
                sqlite3_open_v2(name, &handle, flags, vfs)
            } else {
                sqlite3_open_v2(name, &handle, flags, nil)
            }
        guard code == SQLITE_OK, let handle else {
            let error = DatabaseError(code: code == SQLITE_OK ? SQLITE_NOMEM : code, connection: handle)
            sqlite3_close_v2(handle)
            throw error
        }
        return handle
    }

    /// The name to pass to SQLite for a path: a URI where one is needed, but never by accident.
    static func name(for path: String, options: OpenOptions) -> String {
        if options.contains(.uri) { return path }
        if options.contains(.immutable) {
            return "file:\(path.hasPrefix("/") ? "//" : "")\(percentEncoded(path))?immutable=1"
        }
        return path.hasPrefix("file:") ? "./\(path)" : path
    }

    private static func flags(for options: OpenOptions) -> Int32 {
        var flags = SQLITE_OPEN_EXRESCODE
        flags |= options.contains(.readOnly) ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
        flags |= options.contains(.create) && !options.contains(.readOnly) ? SQLITE_OPEN_CREATE : 0
        flags |= options.contains(.noMutex) ? SQLITE_OPEN_NOMUTEX : SQLITE_OPEN_FULLMUTEX
        flags |= options.isDisjoint(with: [.uri, .immutable]) ? 0 : SQLITE_OPEN_URI
        return flags
    }

    /// SQLite has no such flag for callers: with its internal one it opens an existing file for reading.
    private static func createFile(at path: String) throws {
        #if canImport(Glibc)
            let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        #else
            let descriptor = Darwin.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        #endif
        guard descriptor >= 0 else {
            let reason = errno
            let message = reason == EEXIST ? "the file exists already" : "unable to create database file"
            throw DatabaseError(extendedCode: SQLITE_CANTOPEN, message: message, systemError: reason)
        }
        _ = close(descriptor)
    }

    private static func percentEncoded(_ path: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"),
                UInt8(ascii: "_"):
                bytes.append(byte)
            default:
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
