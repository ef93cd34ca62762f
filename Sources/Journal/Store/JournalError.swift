import Foundation
import Persistence
import PersistenceSQLite
import SurfLanguage

/// An error about a journal. It carries the facts; the command line writes the message.
package enum JournalError: Error {
    case noStore(URL)
    case isFolder(URL)
    case notADatabase(URL)
    /// A database that is not a journal; `why` says what it is instead.
    case notAJournal(URL, why: String)
    case corrupt(URL, detail: String)
    /// A readable journal that failed its check; the first finding and the number of findings.
    case unsound(URL, JournalFinding, count: Int)
    case busy(URL)
    case diskFull(URL)
    case readOnly(URL)
    case notPermitted(URL)
    case cannotOpen(URL, detail: String)
    case exists(URL)
    /// There is no file at the backup's path.
    case noBackup(URL)
    /// The file is not a backup; `why` says what it is instead, nil if it is not a database.
    case notABackup(URL, why: String?)
    /// The file to read is the journal itself, perhaps under another name.
    case isJournalItself(URL)
    /// There is a `-wal` or `-shm` without its database where a journal should be created.
    case strayFile(URL)
    /// The journal's file has a second name, a hard link.
    case severalNames(URL)
    /// The journal's file was replaced or removed after it was opened.
    case replaced(URL)
    /// The `-wal` beside the journal does not match it: it belongs to another journal, or to another copy of this one.
    case foreignLog(URL)
    /// The rollback journal beside the file belongs to another file.
    case foreignRollback(URL)
    /// The `-wal` beside the journal had valid content but has none now.
    case damagedLog(URL)
    /// There is no log beside the journal.
    case noLog(URL)
    /// The log beside the journal belongs to it.
    case ownLog(URL)
    case noHome
    /// The disk failed at the end of a save. Either all changes are in the journal or none; it is unknown which.
    case uncertain(URL)
    /// The maximum number is reached, of entries or of the history.
    case noNumbers(URL, CounterLimitError.Counter)
    /// The disk failed to read or write.
    case diskFailed(URL)
    case failed(URL, detail: String)

    case noEntry(Int64)
    /// A session would have no place.
    /// - Parameter isCleared: Whether it has one that the edit clears.
    case noPlace(isCleared: Bool)
    case conflict(ConflictReport)
    case missingField(EntryField)
    /// There are too many places with a saved zone, or the place's name is too long.
    case tooManyPlaces(most: Int)
    /// The journal was made by Core Data, and the operation requires one of our own.
    case notOwn(URL)
    /// The journal was made by Core Data and has no checksums.
    case keepsNoChecksums(URL)
    /// The journal was made by Core Data and has no history for undo.
    case keepsNoHistory(URL)
    /// No command that changed entries is left to undo.
    case nothingToUndo
    /// Nothing was undone, or something was changed since.
    case nothingToRedo
    case invalid(EntryField?, reason: String)
    case predicate(PredicateFormatError)
    case predicateBinding(PredicateBindingError)
    /// Matching a pattern against an entry's text exceeded its limit.
    case patternLimit(PatternLimitError)
}

extension JournalError {
    /// Converts the engine's error to one about the journal at `url`.
    package init(_ error: any Error, at url: URL) {
        switch error {
        case let error as JournalError: self = error
        case let error as PredicateFormatError: self = .predicate(error)
        case let error as PredicateBindingError: self = JournalError(error)
        case let error as PatternLimitError: self = .patternLimit(error)
        case let error as PersistenceError where error.isOfEngine: self = JournalError.of(error, at: url)
        default:
            guard let cause = SystemError(underlying: error) else {
                self =
                    SQLiteStore.isOfDisk(error) ? .diskFailed(url) : .failed(url, detail: String(describing: error))
                return
            }
            self = .of(cause, at: url)
        }
    }

    /// Whether an error comes from the engine, not from a caller's closure.
    static func isOfEngine(_ error: any Error) -> Bool {
        (error as? PersistenceError)?.isOfEngine ?? (error is PatternLimitError)
    }

    /// A key that is unknown in this store but a field of other versions becomes `.missingField`.
    init(_ error: PredicateBindingError) {
        guard case .unknownKey(let key, _, _) = error.reason, let field = EntryField(predicateKey: key) else {
            self = .predicateBinding(error)
            return
        }
        self = .missingField(field)
    }

    private static func of(_ error: SystemError, at url: URL) -> JournalError {
        if error.isDiskFull || error.code == EFBIG { return .diskFull(url) }
        if error.isNotPermitted { return .notPermitted(url) }
        if error.code == EIO { return .diskFailed(url) }
        return .cannotOpen(url, detail: error.detail)
    }

    private static func of(_ fault: StoreFileFault, at url: URL) -> JournalError {
        switch fault {
        case .severalNames: .severalNames(url)
        case .replaced: .replaced(url)
        case .foreignLog: .foreignLog(url)
        case .foreignJournal: .foreignRollback(url)
        case .damagedLog: .damagedLog(url)
        }
    }

    private static func of(_ error: PersistenceError, at url: URL) -> JournalError {
        if let fault = SQLiteStore.fileFault(underlying: error) { return of(fault, at: url) }
        return switch error.code {
        case .noSuchStore: .noStore(url)
        case .corruptStore:
            SQLiteStore.beginsAsDatabase(url) ? .corrupt(url, detail: error.message) : .notADatabase(url)
        case .openFailed where OpenFolder.isFolder(url.path): .isFolder(url)
        case .incompatibleVersion, .incompatibleSchema: .notAJournal(url, why: error.message)
        case .timeout: .busy(url)
        case .incompleteSave: .uncertain(url)
        case .outOfSpace: .diskFull(url)
        case .saveFailed where error.underlying is CounterLimitError: .noNumbers(url, counter(underlying: error))
        case .readOnly: .readOnly(url)
        case _ where SQLiteStore.isOfDisk(error): .diskFailed(url)
        case _ where SQLiteStore.systemError(underlying: error) == ENOENT: ofMissingFile(beside: url)
        case .openFailed: .cannotOpen(url, detail: cause(of: error))
        default:
            error.code.rawValue >= 1550 && error.code.rawValue < 1700
                ? .invalid(nil, reason: error.message) : .failed(url, detail: error.message)
        }
    }

    private static func counter(underlying error: PersistenceError) -> CounterLimitError.Counter {
        (error.underlying as? CounterLimitError)?.counter ?? .keys
    }

    /// SQLite reports a file that it cannot create as missing. Creating another file there gives the system's reason.
    private static func ofMissingFile(beside url: URL) -> JournalError {
        do throws(SystemError) {
            let folder = try OpenFolder(url.deletingLastPathComponent().path, followsLink: true)
            let prefix = ".surfjournal-trial-"
            TemporaryFile.removeOrphans(in: folder, prefix: prefix)
            try TemporaryFile(in: folder, prefix: prefix).remove()
            return of(SystemError(code: ENOENT), at: url)
        } catch {
            return of(error, at: url)
        }
    }

    /// The system's message for the error, otherwise the engine's.
    private static func cause(of error: PersistenceError) -> String {
        let number = SQLiteStore.systemError(underlying: error)
        return number == 0 ? error.message : SystemError(code: number).detail
    }
}

extension PredicateBindingError {
    /// What does not fit, in words for a person who types a condition on sessions.
    package var plainText: String {
        guard case .unknownKey(let key, _, let nearest) = reason else { return description }
        let place = position.map { " (character \($0 + 1))" } ?? ""
        return "there is no field '\(key)'\(place)" + (nearest.map { ". Did you mean '\($0)'?" } ?? "")
    }
}
