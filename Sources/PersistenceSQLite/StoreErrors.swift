import Foundation
import Persistence
import SQLite

extension SQLiteStore {
    /// Whether a file begins with SQLite's header, or cannot be read.
    package static func beginsAsDatabase(_ url: URL) -> Bool {
        let header = Array("SQLite format 3\0".utf8)
        guard let bytes = try? Connection.fileBytes(header.count, of: url.path) else { return true }
        return bytes == header
    }
}

/// Converts SQLite's errors to the engine's, with a code, a message that names the store's file, and the underlying
/// error.
///
/// Other errors are returned unchanged.
struct StoreErrors: Sendable {
    /// The name of the store's file, for messages.
    let name: String

    init(_ url: URL, name: String? = nil) {
        self.name = name ?? url.lastPathComponent
    }

    func opening(_ error: any Error) -> any Error {
        translated(error, otherwise: .openFailed, "The store “\(name)” cannot be opened.")
    }

    func reading(_ error: any Error) -> any Error {
        translated(error, otherwise: .coreData, "The store “\(name)” cannot be read.")
    }

    func writing(_ error: any Error) -> any Error {
        translated(error, otherwise: .saveFailed, "The store “\(name)” cannot be written; nothing was saved.")
    }

    /// The error of a COMMIT. If the disk fails after the last page was written, recovery of the file may still find
    /// the transaction, although it was rolled back here.
    func committing(_ error: any Error) -> any Error {
        guard let cause = error as? DatabaseError, cause.leavesCommitOpen else { return writing(error) }
        return PersistenceError(
            .incompleteSave, "The disk failed while “\(name)” was being saved. The changes may or may not be saved.",
            underlying: cause)
    }

    private func translated(
        _ error: any Error, otherwise code: PersistenceError.Code, _ message: String
    ) -> any Error {
        guard let error = error as? DatabaseError else { return error }
        if let (code, message) = common(error) { return PersistenceError(code, message, underlying: error) }
        return PersistenceError(code, message, underlying: error)
    }

    private func common(_ error: DatabaseError) -> (PersistenceError.Code, String)? {
        if error.isNotADatabase { return (.corruptStore, "“\(name)” is not a database.") }
        if error.isCorrupt { return (.corruptStore, "The store “\(name)” is damaged.") }
        if error.isBusy { return (.timeout, "The store “\(name)” is in use, and was not released in time.") }
        if error.isFull || error.systemError == ENOSPC || error.systemError == EDQUOT {
            return (.outOfSpace, "The disk is full; nothing was written to “\(name)”.")
        }
        if error.isUniqueConstraint {
            return (
                .constraintMerge, "A record with the same unique values already exists in “\(name)”; nothing was saved."
            )
        }
        if error.isReadOnly { return (.readOnly, "The store “\(name)” cannot be written.") }
        return nil
    }
}

extension StoreErrors {
    /// An error with the system's error below it.
    static func system(_ number: Int32, _ code: PersistenceError.Code, _ message: String) -> PersistenceError {
        PersistenceError(code, message, underlying: NSError(domain: NSPOSIXErrorDomain, code: Int(number)))
    }
}

extension SQLiteStore {
    /// Whether an error was caused by a disk that failed to read or write.
    package static func isOfDisk(_ error: any Error) -> Bool {
        switch error {
        case let error as DatabaseError: error.isInputOutput || error.systemError == EIO
        case let error as PersistenceError: error.underlying.map(isOfDisk) ?? false
        default: systemError(underlying: error) == EIO
        }
    }

    /// The operating system's error number below an error of a store; 0 if there is none.
    package static func systemError(underlying error: any Error) -> Int32 {
        switch error {
        case let error as DatabaseError: error.systemError
        case let error as PersistenceError: error.underlying.map(systemError) ?? 0
        default: (error as NSError).domain == NSPOSIXErrorDomain ? Int32((error as NSError).code) : 0
        }
    }
}

extension StoreErrors {
    /// The error of every call after `close()`.
    var closed: PersistenceError { PersistenceError(.invalidStore, "The store “\(name)” is closed.") }
}

extension SQLiteStore {
    /// SQLite's message below an error of a store; nil if there is none.
    package static func words(underlying error: any Error) -> String? {
        switch error {
        case let error as DatabaseError: error.message
        case let error as PersistenceError: error.underlying.flatMap(words)
        default: nil
        }
    }
}
