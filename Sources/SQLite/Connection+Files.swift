import CSQLite

/// What a connection does with the files of its database.
extension Connection {
    /// Whether the last connection that is closed puts the log into the database and removes it, as SQLite does by itself.
    package func setCheckpointsOnClose(_ isOn: Bool) {
        _ = surfjournal_set_checkpoint_on_close(live, isOn ? 1 : 0)
    }

    /// The first bytes of a database's file, or of what was given as one; zeros behind its end.
    ///
    /// SQLite reads them: to open the file and close it again would give up the locks that this process has.
    package static func fileBytes(_ count: Int, of path: String) throws -> [UInt8] {
        let connection = try Connection(path: path, options: [.readOnly, .immutable, .noMutex])
        defer { try? connection.close() }
        return try connection.fileBytes(count)
    }

    /// Bytes of the main database's file as they lie there, whatever a log says; zeros behind its end.
    ///
    /// SQLite's own descriptor is used: to open the file and close it again would give up the locks that this process has.
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
