import Foundation
import Journal

/// Errors of the journal.
extension Refusal {
    init(_ error: JournalError) {
        switch error {
        case .noEntry(let id): self = .notFound("There is no session \(id). See 'surfjournal list'.")
        case .noPlace(let isCleared): self = isCleared ? .cannotClearPlace : .needsPlace
        case .conflict(let report): self.init(.conflict, Messages.conflict(report, String(report.id)))
        case .missingField(let field):
            self = .usage(
                "This journal has the first version's fields, without \(field.words). Add the later fields with 'surfjournal migrate'."
            )
        case .tooManyPlaces(let most):
            self = .failure(
                "Zones and coordinates can be remembered for at most \(Messages.grouped(most)) places each, with names of up to 1,000 bytes. Forget one with "
                    + "'surfjournal spots zone PLACE --clear' or 'surfjournal spots set PLACE --clear'.")
        case .notOwn(let url):
            self = .failure(
                "\(url.path) is a plain Core Data store, without samples or zones of places. 'surfjournal migrate' turns it into a journal."
            )
        case .keepsNoChecksums(let url):
            self = .failure(
                "\(url.path) is a plain Core Data store without checksums. 'surfjournal migrate' turns it into a journal that has them."
            )
        case .keepsNoHistory(let url):
            self = .failure(
                "\(url.path) is a plain Core Data store and has no history to undo. 'surfjournal migrate' turns it into a journal."
            )
        case .nothingToUndo:
            self = .notFound("Nothing to undo. 'surfjournal undo --list' shows what changed sessions.")
        case .nothingToRedo:
            self = .notFound("Nothing to redo: nothing was undone, or something changed since.")
        case .invalid(let field, let reason):
            self.init(.usage, "\(field.map { "\($0.name): " } ?? "")\(Messages.trimmed(reason)).")
        case .predicate(let error): self = .usage("--where: \(Messages.trimmed(error.description)).")
        case .predicateBinding(let error):
            let text = Messages.trimmed(error.plainText)
            let quotes = text.hasPrefix("there is no field") ? " A text needs quotes, such as \"Malibu\"." : ""
            self = .usage("--where: \(text)\(text.hasSuffix("?") ? "" : "." + quotes)")
        case .patternLimit(let error):
            let place = error.key.map { " on session \($0)" } ?? ""
            self = .usage(
                "MATCHES '\(Refusal.start(of: error.pattern))' takes too many steps\(place). Use a simpler pattern.")
        case .noHome:
            self = .failure(
                "HOME is not set, so there is no default place for the journal. Name one with --store PATH.")
        case .noStore(let url):
            self = .notFound(
                "There is no journal at \(url.path). Create one with 'surfjournal init --store \(Messages.quoted(url.path))'."
            )
        case .isFolder(let url): self = .failure("\(url.path) is a folder. Name the file in it.")
        case .notADatabase(let url):
            self = .badData("\(url.path) is not a database. Name a journal with --store PATH.")
        case .notAJournal(let url, let why):
            self = .badData("\(url.path) is not a surf journal (\(Messages.trimmed(why))). Name one with --store PATH.")
        case .corrupt(let url, let detail):
            self = .badData(
                "\(url.path) is damaged (\(Messages.trimmed(detail))). Keep a copy of it and of its -wal, and restore a backup."
            )
        case .unsound(let url, let finding, let count):
            let found = count == 1 ? "" : ", which found \(Messages.grouped(count)) problems"
            self = .badData("\(url.path) did not pass 'surfjournal check'\(found). \(Messages.finding(finding))")
        case .busy(let url):
            self = .busy("\(url.path) is in use by another program. Try again when it is done.")
        case .diskFull(let url): self = .failure("The disk of \(url.path) is full. Make room and try again.")
        case .readOnly(let url):
            self = .failure("\(url.path) is read-only. Copy it to a folder of yours and name it with --store.")
        case .notPermitted(let url):
            self = .failure("You may not open \(url.path). Check its permissions.")
        case .cannotOpen(let url, let detail):
            self = .failure(
                "\(url.path) cannot be opened (\(Messages.trimmed(detail))). Check that its folder exists and is yours."
            )
        case .noBackup(let url):
            let isID = Int64(url.lastPathComponent) != nil
            self = .notFound(
                "There is no file at \(url.path). Name a backup made with 'surfjournal backup'."
                    + (isID ? " To bring back a deleted session, use 'surfjournal undo'." : ""))
        case .notABackup(let url, let why):
            let kind = why.map { "surf journal (\(Messages.trimmed($0)))" } ?? "database"
            self = .badData("\(url.path) is not a \(kind). Name a backup made with 'surfjournal backup'.")
        case .isJournalItself(let url):
            self = .usage("\(url.path) is the journal itself. Name another file.")
        case .exists(let url):
            self = .failure("\(url.path) already exists. 'surfjournal init --store PATH' creates another one.")
        case .strayFile(let url):
            self = .failure(
                "\(url.path) is left of a journal whose file is missing. Put that file back, or name another journal with "
                    + "--store PATH.")
        case .severalNames(let url):
            self = .failure(
                "\(url.path) has a second name (a hard link): sessions saved under one name are lost under the other. "
                    + "Find the other name with 'find -samefile' and remove it.")
        case .replaced(let url):
            self = .failure("\(url.path) was replaced, moved or removed while it was open. Find it and open it again.")
        case .foreignLog(let url):
            self = .badData(
                "\(url.path)-wal does not match the journal: it may belong to another journal, or to another copy of "
                    + "this one. \(Messages.showingLog(of: url))")
        case .foreignRollback(let url):
            self = .badData(
                "\(url.path)-journal does not match the journal: it may belong to another journal, or to another copy "
                    + "of this one. \(Messages.showingLog(of: url))")
        case .damagedLog(let url):
            self = .badData(
                "\(url.path)-wal is damaged, and the sessions in it cannot be read. "
                    + "\(Messages.leavingOutLog(of: url))")
        case .noLog(let url):
            self = .notFound("There is no log beside \(url.path). Check the journal with 'surfjournal check'.")
        case .ownLog(let url):
            self = .failure("\(url.path)-wal belongs to the journal, and every command reads both together.")
        case .noNumbers(let url, let counter):
            self.init(
                .badData,
                "\(url.path) has no numbers left for \(counter == .keys ? "sessions" : "its history"). "
                    + "Export it with 'surfjournal export', and import that into a new journal.")
        case .uncertain(let url):
            self = .failure(
                "The disk failed while \(url.path) was saved. Check with 'surfjournal list' whether the change was saved.",
                .uncertain)
        case .diskFailed(let url):
            self = .failure(
                "The disk failed while \(url.path) was in use. Check the disk, then the journal with 'surfjournal check'."
            )
        case .failed(let url, let detail):
            self = .failure("Something failed at \(url.path) (\(Messages.trimmed(detail))).")
        }
    }

    /// The typed text, truncated if it is long.
    private static func start(of typed: String) -> String {
        typed.unicodeScalars.count > 80 ? TerminalSafe.text(String(typed.prefix(60))) + "…" : TerminalSafe.text(typed)
    }
}
