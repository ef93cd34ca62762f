import Foundation
import Persistence
import PersistenceSQLite
import SurfLanguage

/// Why something about a journal failed; it carries the facts, the sentence is the command line's.
package enum JournalError: Error {
    case noStore(URL)
    case isFolder(URL)
    case notADatabase(URL)
    /// A database that is no journal; `why` says what it is instead.
    case notAJournal(URL, why: String)
    case corrupt(URL, detail: String)
    /// A journal that can be read and did not pass its check: what is wrong first, and how many things are.
    case unsound(URL, JournalFinding, count: Int)
    case busy(URL)
    case diskFull(URL)
    case readOnly(URL)
    case notPermitted(URL)
    case cannotOpen(URL, detail: String)
    case exists(URL)
    /// There is no file that could be a backup.
    case noBackup(URL)
    /// The file that is given as a backup is something else; `why` says what, nil for no database.
    case notABackup(URL, why: String?)
    /// What is given as a file to read is the journal itself, maybe by another name.
    case isJournalItself(URL)
    /// A `-wal` or `-shm` without its database stands where a journal should be made.
    case strayFile(URL)
    /// The journal's file has a second name, a hard link.
    case severalNames(URL)
    /// Another file, or none, is where the journal was when it was opened.
    case replaced(URL)
    /// The `-wal` beside the journal was not written for it.
    case foreignLog(URL)
    /// The rollback journal beside the file is another file's.
    case foreignRollback(URL)
    /// The `-wal` beside the journal holds nothing whole, although it did.
    case damagedLog(URL)
    case noHome
    /// The disk failed at the end of a save: the changes are in the journal whole or not at all, and nobody knows which.
    case uncertain(URL)
    /// No numbers are left, for entries or for the history.
    case noNumbers(URL, CounterLimitError.Counter)
    /// The disk did not read or write what it was asked to.
    case diskFailed(URL)
    case failed(URL, detail: String)

    case noEntry(Int64)
    case conflict(ConflictReport)
    case missingField(EntryField)
    /// A zone is to be remembered for one place more than are, or for a name that is too long.
    case tooManyZones(most: Int)
    /// The journal is one of Core Data's own, which gets nothing of ours.
    case notOwn(URL)
    /// The journal is one of Core Data's own, which gets no checksums.
    case keepsNoChecksums(URL)
    /// The journal is one of Core Data's own, which gets no history to undo by.
    case keepsNoHistory(URL)
    /// The history has no command that changed entries and is not undone.
    case nothingToUndo
    /// Nothing was undone, or something was changed since.
    case nothingToRedo
    case invalid(EntryField?, reason: String)
    case predicate(PredicateFormatError)
    case predicateBinding(PredicateBindingError)
    /// A pattern was given up on an entry's text.
    case patternLimit(PatternLimitError)
}

extension JournalError {
    /// The engine's error as one about the journal at `url`.
    package init(_ error: any Error, at url: URL) {
        switch error {
        case let error as JournalError: self = error
        case let error as PredicateFormatError: self = .predicate(error)
        case let error as PredicateBindingError: self = JournalError(error)
        case let error as PatternLimitError: self = .patternLimit(error)
        case let error as PersistenceError: self = JournalError.of(error, at: url)
        default:
            guard let cause = SystemError(behind: error) else {
                self =
                    SQLiteStore.isOfDisk(error) ? .diskFailed(url) : .failed(url, detail: String(describing: error))
                return
            }
            self = .of(cause, at: url)
        }
    }

    /// Whether an error is the engine's, not one of whoever is called for each block of rows.
    static func isOfEngine(_ error: any Error) -> Bool { error is PersistenceError || error is PatternLimitError }

    /// A key that only another store has is a field that this one lacks.
    init(_ error: PredicateBindingError) {
        guard case .unknownKey(let key, _, _) = error.reason, let field = EntryField(key: key) else {
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
        if let fault = SQLiteStore.fileFault(behind: error) { return of(fault, at: url) }
        return switch error.code {
        case .noSuchStore: .noStore(url)
        case .corruptStore:
            SQLiteStore.beginsAsDatabase(url) ? .corrupt(url, detail: error.message) : .notADatabase(url)
        case .openFailed where OpenFolder.exists(url.path): .isFolder(url)
        case .incompatibleVersion, .incompatibleSchema: .notAJournal(url, why: error.message)
        case .timeout: .busy(url)
        case .incompleteSave: .uncertain(url)
        case .outOfSpace: .diskFull(url)
        case .saveFailed where error.underlying is CounterLimitError: .noNumbers(url, counter(behind: error))
        case .readOnly: .readOnly(url)
        case _ where SQLiteStore.isOfDisk(error): .diskFailed(url)
        case _ where SQLiteStore.systemError(behind: error) == ENOENT: ofMissingFile(beside: url)
        case .openFailed: .cannotOpen(url, detail: cause(of: error))
        default:
            error.code.rawValue >= 1550 && error.code.rawValue < 1700
                ? .invalid(nil, reason: error.message) : .failed(url, detail: error.message)
        }
    }

    private static func counter(behind error: PersistenceError) -> CounterLimitError.Counter {
        (error.underlying as? CounterLimitError)?.counter ?? .keys
    }

    /// A file that SQLite cannot make it reports as one that is not there; why it cannot, the system says of another one.
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

    /// The system's words for why a store failed, else the engine's.
    private static func cause(of error: PersistenceError) -> String {
        let number = SQLiteStore.systemError(behind: error)
        return number == 0 ? error.message : SystemError(code: number).detail
    }
}
