import Foundation
import Journal
import JournalTransfer

/// Errors of files that are written.
extension Refusal {
    init(_ error: OutputError) {
        switch error {
        case .diskFull("-"): self = .failure("Standard output cannot be written: the disk is full.")
        case .failed("-", let detail):
            self = .failure("Standard output cannot be written: \(Messages.trimmed(detail).lowercased()).")
        case .notPermitted("-"): self = .failure("Standard output cannot be written: permission denied.")
        case .exists(let path): self = .failure("\(path) already exists. Add --force to replace it.")
        case .isFolder(let path): self = .failure("\(path) is a folder. Name a file in it.")
        case .isOfJournal(let path):
            self = .failure("\(path) belongs to the journal in use. Name another file.")
        case .isDatabase(let path):
            self = .failure("\(path) is a SQLite database, which the output would damage. Name another file.")
        case .missingFolder(let path):
            self = .failure("The folder of \(path) does not exist. Create it first.")
        case .diskFull(let path): self = .failure("There is no room for \(path). Make room and try again.")
        case .notPermitted(let path):
            self = .failure("\(path) cannot be written. Check the permissions of its folder.")
        case .closedPipe(let path): self = .failure("Nothing reads \(path) any more.")
        case .failed(let path, let detail):
            self = .failure("\(path) cannot be written (\(Messages.trimmed(detail))).")
        }
    }

    init(_ error: ExportError) {
        switch error {
        case .journal(let error): self.init(error)
        case .output(.closedPipe): self = .brokenPipe
        case .output(let error): self.init(error)
        case .cancelled: self = .interrupted(signal: SIGINT)
        }
    }
}

/// Errors of imported files.
extension Refusal {
    /// Why a file cannot be imported.
    /// - Parameter commands: Commands that import the file; each was tried on it.
    static func importing(_ file: String, _ error: ImportError, trying commands: [String] = []) -> Refusal {
        let refusal = importing(file, error)
        guard let sentence = refusal.sentence, !commands.isEmpty else { return refusal }
        return unimported(refusal.code, "\(sentence) Try: \(commands.joined(separator: ", or ")).")
    }

    private static func importing(_ file: String, _ error: ImportError) -> Refusal {
        switch error {
        case .unreadable(let detail):
            unimported(
                .failure,
                "\(file) cannot be read (\(Messages.trimmed(detail).lowercased())). Check its name and permissions.")
        case .isFolder: unimported(.failure, "\(file) is a folder. Name a file in it.")
        case .changed:
            unimported(.failure, "\(file) changed while it was being read. Try again when it is complete.")
        case .noColumns(let line, let count, let names, _):
            unimported(
                .badData,
                "\(file):\(line): none of its \(count == 1 ? "columns" : "\(count) columns") is a known field"
                    + "\(names.isEmpty ? "" : " (\(Messages.quotedList(names)))"). Use --map COLUMN=FIELD to name one, "
                    + "or put a line with the names of the columns on top.")
        case .empty:
            unimported(.badData, "\(file) is empty. Export it again, or check that the download is complete.")
        case .compressed(let fault): unimported(.badData, "\(file) \(Messages.sentence(fault))")
        case .binary(let kind): unimported(.badData, "\(file) is \(Messages.binary(kind))")
        case .track(let line, let fault): unimported(.badData, "\(file):\(line): \(Messages.sentence(fault))")
        case .orderUnknown(let column, let cell):
            unimported(
                .usage,
                "'\(Excerpt.start(of: cell))' in '\(column)' could be two days, and no row settles it. Add --date-order dmy or --date-order mdy, "
                    + "or settle it for good with 'surfjournal config date-order dmy' (or mdy).")
        case .broken(let line, let place):
            unimported(.badData, "\(file):\(line): \(Messages.sentence(place))")
        case .tooLarge(let line, let limit):
            unimported(.badData, "\(file):\(line): \(Messages.sentence(limit)). Import it in smaller parts.")
        case .noColumn(let name, let known):
            unimported(
                .usage,
                "\(file) has no column '\(name)'\(known.isEmpty ? "" : ". It has \(Messages.quotedList(known))").")
        case .repeatedField(let column, let names):
            unimported(
                .badData,
                "\(file) has \(names.count) columns for \(column) (\(Messages.quotedList(names))). Skip one with --map COLUMN=."
            )
        case .missingField(let line, let field):
            unimported(
                .usage, "\(file):\(line): \(Refusal(JournalError.missingField(field)).sentence ?? "")")
        case .badRows(let rows, let facts):
            unimported(.badData, Messages.badRows(rows, facts.count, in: file))
        case .rejectsExist(let path):
            unimported(
                .failure,
                "\(path) already exists with other rows. Move it away, or correct and import it first.")
        case .output(let error): Refusal(error)
        case .journal(let error): Refusal(error)
        case .cancelled: .interrupted(signal: SIGINT, target: Messages.cancelledJournal)
        }
    }

    private static func unimported(_ code: ExitCode, _ sentence: String) -> Refusal {
        Refusal(code, sentence, .nothingImported)
    }
}

extension Refusal {
    /// A folder beside the journal that is not the user's own. Nothing in it was read.
    static func privateFolder(_ path: String, _ fault: PrivateFolder.Fault) -> Refusal {
        let sentence =
            switch fault {
            case .link:
                "is a symbolic link, which is not followed. Remove the link. If the folder it names is yours, move that there."
            case .notAFolder: "is not a folder. Move it away."
            case .otherOwner:
                "belongs to another user. If you made it, for example with sudo, run 'sudo chown -R \"$(id -un)\" \(Messages.quoted(path))'. Otherwise move it away."
            case .writableByOthers:
                "can be changed by other users. If all that is in it is yours, run 'chmod go-w \(Messages.quoted(path))'. Otherwise move it away."
            }
        return .failure("\(path) \(sentence)")
    }
}
