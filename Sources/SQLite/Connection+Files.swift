import CSQLite

/// Access to the files of the connection's database.
extension Connection {
    /// Whether the last connection to close checkpoints the log and removes it, as SQLite does by default.
    package func setCheckpointsOnClose(_ isOn: Bool) {
        _ = surfjournal_set_checkpoint_on_close(live, isOn ? 1 : 0)
    }

    /// Makes larger values an error, whether they are stored or computed. It cannot be undone.
    package func limitValues(to bytes: Int) { sqlite3_limit(live, SQLITE_LIMIT_LENGTH, Int32(clamping: bytes)) }

    /// The first bytes of a file that may or may not be a database, padded with zeros past its end.
    ///
    /// SQLite reads them, because opening and closing the file ourselves would drop this process's locks on it.
    package static func fileBytes(_ count: Int, of path: String) throws -> [UInt8] {
        let connection = try Connection(path: path, options: [.readOnly, .immutable, .noMutex])
        defer { try? connection.close() }
        return try connection.fileBytes(count)
    }

    /// Bytes of the main database's file, ignoring its log, padded with zeros past its end.
    ///
    /// They are read through SQLite's own descriptor, because opening and closing the file again would drop this
    /// process's locks on it.
    package func fileBytes(_ count: Int, at offset: Int64 = 0) throws -> [UInt8] {
        var file: UnsafeMutablePointer<sqlite3_file>?
        let code = sqlite3_file_control(live, "main", SQLITE_FCNTL_FILE_POINTER, &file)
        guard code == SQLITE_OK, let file, let read = file.pointee.pMethods?.pointee.xRead else {
            throw DatabaseError(extendedCode: code == SQLITE_OK ? SQLITE_CANTOPEN : code)
        }
        var bytes = [UInt8](repeating: 0, count: count)
        let result = read(file, &bytes, Int32(count), offset)
        guard result == SQLITE_OK || result == SQLITE_IOERR | (2 << 8) /* SHORT_READ, filled with zeros */ else {
            throw DatabaseError(code: result, connection: live)
        }
        return bytes
    }
}
