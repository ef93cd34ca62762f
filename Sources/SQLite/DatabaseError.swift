import CSQLite
import Foundation

/// An error of SQLite: its result code, its message and the SQL.
///
/// It never contains a bound value or the content of a row. The SQL is the string that was prepared, so values belong
/// in parameters. If the message of a running statement could quote a value, it is replaced (see `withheldMessage`).
@usableFromInline package struct DatabaseError: Error, Sendable, Equatable {
    /// SQLite's extended result code, such as 2067 for a UNIQUE constraint violation.
    package let extendedCode: Int32
    /// SQLite's own message, in English.
    package let message: String
    /// The SQL of the statement that failed, as it was prepared, or nil when no statement was involved.
    package let sql: String?
    /// The position of the error in `sql`, as an offset in UTF-8 bytes, or nil when SQLite does not know it.
    package let offset: Int?
    /// The operating system's `errno` behind a failure to open, read or write a file, or 0.
    package let systemError: Int32

    package init(
        extendedCode: Int32, message: String? = nil, sql: String? = nil, offset: Int? = nil, systemError: Int32 = 0
    ) {
        self.extendedCode = extendedCode
        self.message = message ?? DatabaseError.sentence(for: extendedCode)
        self.sql = sql
        self.offset = offset
        self.systemError = systemError
    }
}

/// As an `NSError`, it has the domain that Core Data uses for SQLite's errors.
extension DatabaseError: CustomNSError {
    @usableFromInline package static var errorDomain: String { "NSSQLiteErrorDomain" }
    @usableFromInline package var errorCode: Int { Int(extendedCode) }
}

extension DatabaseError {
    /// SQLite's primary result code: the lowest eight bits of the extended one.
    package var primaryCode: Int32 { extendedCode & 0xFF }

    /// Another connection, or another statement of this one, holds a lock (BUSY, LOCKED), or other connections kept
    /// this one from starting a read of the log (PROTOCOL). Trying again may succeed.
    package var isBusy: Bool { [SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL].contains(primaryCode) }
    /// The statement is wrong, or does not fit the schema (ERROR).
    package var isInvalidStatement: Bool { primaryCode == SQLITE_ERROR }
    /// The file is damaged or not a database (CORRUPT, NOTADB).
    package var isCorrupt: Bool { primaryCode == SQLITE_CORRUPT || primaryCode == SQLITE_NOTADB }
    /// The file is not a database (NOTADB).
    package var isNotADatabase: Bool { primaryCode == SQLITE_NOTADB }
    /// The disk, or the database's page limit, is full (FULL).
    package var isFull: Bool { primaryCode == SQLITE_FULL }
    /// A write failed because the connection, file or folder is read-only (READONLY).
    package var isReadOnly: Bool { primaryCode == SQLITE_READONLY }
    /// The file could not be opened (CANTOPEN).
    package var isCannotOpen: Bool { primaryCode == SQLITE_CANTOPEN }
    /// The operating system failed to read or write (IOERR).
    package var isInputOutput: Bool { primaryCode == SQLITE_IOERR }
    /// For an error of COMMIT: whether recovery of the file may still find the transaction there. False after a failed
    /// write, because the transaction is then incomplete in the file.
    package var leavesCommitOpen: Bool {
        (isInputOutput && extendedCode != SQLITE_IOERR | (3 << 8)) || isOutOfMemory
    }
    /// `interrupt()` or a cancelled backup stopped the work (INTERRUPT).
    package var isInterrupted: Bool { primaryCode == SQLITE_INTERRUPT }
    /// SQLite could not get the memory it needed (NOMEM).
    package var isOutOfMemory: Bool { primaryCode == SQLITE_NOMEM }
    /// A constraint was violated (CONSTRAINT).
    package var isConstraint: Bool { primaryCode == SQLITE_CONSTRAINT }
    /// A unique index already has the values (CONSTRAINT_UNIQUE). A duplicate primary key is a different error.
    package var isUniqueConstraint: Bool { extendedCode == SQLITE_CONSTRAINT | 8 << 8 }
}

extension DatabaseError: CustomStringConvertible {
    /// One line: the code, the message, and the SQL truncated to 300 characters.
    @usableFromInline package var description: String {
        guard let sql else { return DatabaseError.oneLine("SQLite error \(extendedCode): \(message)") }
        let place = offset.map { " at byte \($0)" } ?? ""
        let text = DatabaseError.oneLine(sql)
        let shown = text.count > 300 ? text.prefix(300) + "…" : text[...]
        return DatabaseError.oneLine("SQLite error \(extendedCode): \(message)\(place) in: ") + shown
    }

    private static func oneLine(_ text: String) -> String {
        String(text.map { $0.isNewline ? " " : $0 })
    }
}

extension DatabaseError {
    /// Replaces a running statement's message that could quote a stored or bound value.
    package static let withheldMessage = "SQL logic error (details withheld, because they can quote stored values)"

    /// Messages of running statements that quote at most names from the schema.
    private static let safePrefixes = [
        "no such table: ", "no such savepoint: ", "cannot ", "integer overflow", "output file already exists",
    ]

    /// The error that `connection` reports for its last call.
    init(code: Int32, connection: OpaquePointer?, sql: String? = nil, offset: Int? = nil) {
        if code & 0xFF == SQLITE_CORRUPT, let failure = connection.flatMap(DatabaseError.failedRead) {
            self = DatabaseError(ofFailedRead: failure, sql: sql)
            return
        }
        let isLatest = connection != nil && sqlite3_errcode(connection) & 0xFF == code & 0xFF
        let involvesFiles = [SQLITE_CANTOPEN, SQLITE_IOERR].contains(code & 0xFF)
        self.init(
            extendedCode: code,
            message: isLatest ? sqlite3_errmsg(connection).map { String(cString: $0) } : nil,
            sql: sql, offset: offset,
            systemError: isLatest && involvesFiles ? sqlite3_system_errno(connection) : 0)
    }

    init(ofFailedRead reason: Int32, sql: String? = nil) {
        self.init(extendedCode: SQLITE_IOERR | (1 << 8), sql: sql, systemError: reason)
    }

    /// The `errno` of the last read of the database or its log, if it is what made SQLite report damage: where a read
    /// fails with one of these (SQLITE_IOERR_CORRUPTFS), the statement fails with CORRUPT.
    static func failedRead(_ connection: OpaquePointer) -> Int32? {
        for pointer in [SQLITE_FCNTL_FILE_POINTER, SQLITE_FCNTL_JOURNAL_POINTER] {
            var file: UnsafeMutablePointer<sqlite3_file>?
            var reason: Int32 = 0
            guard sqlite3_file_control(connection, "main", pointer, &file) == SQLITE_OK,
                let file, let control = file.pointee.pMethods?.pointee.xFileControl,
                control(file, SQLITE_FCNTL_LAST_ERRNO, &reason) == SQLITE_OK
            else { continue }
            if [EIO, ERANGE, ENXIO].contains(reason) { return reason }
        }
        return nil
    }

    /// The error of compiling `sql`, with its position if SQLite knows it.
    init(preparing sql: String, code: Int32, connection: OpaquePointer) {
        let offset = Int(sqlite3_error_offset(connection))
        self.init(code: code, connection: connection, sql: sql, offset: offset >= 0 ? offset : nil)
    }

    /// The same error for a running statement, without a message that could quote a value.
    var withoutValues: DatabaseError {
        let isSafe = DatabaseError.safePrefixes.contains { message.hasPrefix($0) }
        guard primaryCode == SQLITE_ERROR, !isSafe else { return self }
        return DatabaseError(
            extendedCode: extendedCode, message: DatabaseError.withheldMessage, sql: sql, offset: offset,
            systemError: systemError)
    }

    private static func sentence(for code: Int32) -> String {
        sqlite3_errstr(code).map { String(cString: $0) } ?? "unknown error"
    }
}
