import Foundation
import Journal
import SurfLanguage

extension Sentences {
    /// Why an operation on a journal failed, without the state it left.
    static func sentence(_ error: JournalError) -> String {
        switch error {
        case .noEntry(let id): "There is no session \(id). See 'surfjournal list'."
        case .conflict(let report): sentence(Complaint.conflict(report, draft: nil))
        case .missingField(let field):
            "This journal has the first version's fields, without \(field.words). Add the later fields with 'surfjournal migrate'."
        case .tooManyZones(let most):
            "Zones can be remembered for at most \(grouped(most)) places, with names of up to 1,000 bytes. Forget one with "
                + "'surfjournal spots zone PLACE --clear'."
        case .notOwn(let url):
            "\(url.path) is a plain Core Data store, without samples or zones of places. 'surfjournal migrate' turns it into a journal."
        case .keepsNoChecksums(let url):
            "\(url.path) is a plain Core Data store without checksums. 'surfjournal migrate' turns it into a journal that has them."
        case .keepsNoHistory, .nothingToUndo, .nothingToRedo: sentence(undoing: error)
        case .invalid(let field, let reason): "\(field.map { "\($0.name): " } ?? "")\(trimmed(reason))."
        case .predicate(let error): "--where: \(trimmed(error.description))."
        case .predicateBinding(let error): "--where: \(trimmed(error.description))."
        case .patternLimit(let error):
            "MATCHES '\(shortened(error.pattern))' takes too many steps"
                + (error.key.map { " on session \($0)" } ?? "") + ". Use a simpler pattern."
        case .noHome: "HOME is not set, so there is no default place for the journal. Name one with --store PATH."
        default: file(error)
        }
    }

    /// The typed text, truncated if it is long.
    private static func shortened(_ typed: String) -> String {
        typed.unicodeScalars.count > 80 ? TerminalSafe.text(String(typed.prefix(60))) + "…" : TerminalSafe.text(typed)
    }

    private static func file(_ error: JournalError) -> String {
        switch error {
        case .noStore(let url):
            "There is no journal at \(url.path). Create one with 'surfjournal init --store \(quoted(url.path))'."
        case .isFolder(let url): "\(url.path) is a folder. Name the file in it."
        case .notADatabase(let url): "\(url.path) is not a database. Name a journal with --store PATH."
        case .notAJournal(let url, let why):
            "\(url.path) is not a surf journal (\(trimmed(why))). Name one with --store PATH."
        case .corrupt(let url, let detail):
            "\(url.path) is damaged (\(trimmed(detail))). Keep a copy of it and of its -wal, and restore a backup."
        case .unsound(let url, let finding, let count):
            "\(url.path) did not pass 'surfjournal check'\(count == 1 ? "" : ", which found \(grouped(count)) problems"). "
                + Sentences.finding(finding)
        case .busy(let url): "\(url.path) is in use by another program. Try again when it is done."
        case .diskFull(let url): "The disk of \(url.path) is full. Make room and try again."
        case .readOnly(let url):
            "\(url.path) is read-only. Copy it to a folder of yours and name it with --store."
        case .notPermitted(let url): "You may not open \(url.path). Check its permissions."
        case .cannotOpen(let url, let detail):
            "\(url.path) cannot be opened (\(trimmed(detail))). Check that its folder exists and is yours."
        case .noBackup(let url):
            "There is no file at \(url.path). Name a backup made with 'surfjournal backup'."
        case .notABackup(let url, let why):
            "\(url.path) is not a \(why.map { "surf journal (\(trimmed($0)))" } ?? "database"). Name a backup made with 'surfjournal backup'."
        case .isJournalItself(let url): "\(url.path) is the journal itself. Name another file."
        case .exists(let url): "\(url.path) already exists. 'surfjournal init --store PATH' creates another one."
        case .strayFile(let url): "A file of an old journal is left at \(url.path). Move it away and try again."
        case .severalNames(let url):
            "\(url.path) has a second name (a hard link): sessions saved under one name are lost under the other. "
                + "Find the other name with 'find -samefile' and remove it."
        case .replaced(let url):
            "\(url.path) was replaced, moved or removed while it was open. Find it and open it again."
        case .foreignLog(let url):
            "\(url.path)-wal was not written for this journal, or not for this copy of it. Keep it, and move it and "
                + "\(url.lastPathComponent)-shm away to open the journal without them."
        case .foreignRollback(let url):
            "\(url.path)-journal was not written for this journal. Keep it, and move it away to open the journal without it."
        case .damagedLog(let url):
            "\(url.path)-wal is damaged, and its sessions cannot be read. Keep it, and move it and "
                + "\(url.lastPathComponent)-shm away to open the journal as it was before them."
        case .noNumbers(let url, let counter):
            "\(url.path) has no numbers left for \(counter == .keys ? "sessions" : "its history"). "
                + "Export it with 'surfjournal export', and import that into a new journal."
        case .uncertain(let url):
            "The disk failed while \(url.path) was saved. Check with 'surfjournal list' whether the change was saved."
        case .diskFailed(let url):
            "The disk failed while \(url.path) was in use. Check the disk, then the journal with 'surfjournal check'."
        case .failed(let url, let detail): "Something failed at \(url.path) (\(trimmed(detail)))."
        default: "Unexpected error."
        }
    }

    /// Why an operation on a draft failed, without the state it left.
    static func sentence(_ error: DraftError) -> String {
        switch error {
        case .noDraft(let number): "There is no draft d\(number). See 'surfjournal drafts'."
        case .taken(let number): "Draft d\(number) is open in another terminal."
        case .unreadable(let number):
            "Draft d\(number) cannot be read. It is kept until 'surfjournal cancel d\(number)'."
        case .otherJournal(let number): "Draft d\(number) belongs to another journal. Name that one with --store."
        case .damaged(let url):
            "The drafts in \(url.path) are damaged. Put a copy of that file in its place, or move it away to go on without."
        case .busy(let url): "Another program is changing drafts in \(url.path). Try again when it is done."
        case .uncertain(let url):
            "The disk failed while drafts in \(url.path) were changed. 'surfjournal drafts' shows which are there."
        case .diskFull(let url): "The disk of \(url.path) is full. Make room and try again."
        case .notPermitted(let url): "\(url.path) cannot be used. Check the permissions of that file and its folder."
        case .failed(let url, let detail):
            "\(url.path) cannot be used (\(trimmed(detail))). Check its folder and its disk, and try again."
        }
    }

    /// Why a file cannot be written, without the state it left.
    static func sentence(_ error: OutputError) -> String {
        switch error {
        case .diskFull("-"): "Standard output cannot be written: the disk is full."
        case .failed("-", let detail): "Standard output cannot be written: \(trimmed(detail).lowercased())."
        case .notPermitted("-"): "Standard output cannot be written: permission denied."
        case .exists(let path): "\(path) already exists. Add --force to replace it."
        case .isFolder(let path): "\(path) is a folder. Name a file in it."
        case .isOfJournal(let path): "\(path) belongs to the journal in use. Name another file."
        case .missingFolder(let path): "The folder of \(path) does not exist. Create it first."
        case .diskFull(let path): "There is no room for \(path). Make room and try again."
        case .notPermitted(let path): "\(path) cannot be written. Check the permissions of its folder."
        case .closedPipe(let path): "Nothing reads \(path) any more."
        case .failed(let path, let detail): "\(path) cannot be written (\(trimmed(detail)))."
        }
    }

    /// A path quoted for a shell.
    static func quoted(_ path: String) -> String {
        let isPlain = path.utf8.allSatisfy { byte in
            byte >= 0x80 || Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber
                || "/._-+,:@%".utf8.contains(byte)
        }
        return isPlain && !path.isEmpty ? path : "'" + path.replacingOccurrences(of: "'", with: "'\\''") + "'"
    }
}
