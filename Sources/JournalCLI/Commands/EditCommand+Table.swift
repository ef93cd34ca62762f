import Foundation
import Journal
import JournalTransfer
import SurfLanguage

/// Changing several sessions in an editor.
extension EditCommand {
    /// Opens the sessions as a table in the editor, and saves what was changed in one step. The table is read as a whole
    /// or not at all; what cannot be read is kept in a file.
    func editTable(of sessions: ChosenSessions, in journal: Journal, _ context: CommandContext) throws {
        guard context.console.canAsk else { throw Refusal.editorNeedsTerminal }
        let records = try sessions.ids.map { try journal.record($0) }
        let table = SessionTable.text(records, fields: journal.fields, zone: context.zone)
        let file = try TableFile(table)
        do {
            let editor = ExternalEditor(environment: context.environment, interruption: context.interruption)
            let isAtOnce = try editor.edit(file.path)
            if try !file.isChanged(from: table) {
                if isAtOnce {
                    let then = "'\(importing(file.path))' reads it."
                    return context.console.note(Messages.returnedAtOnce(then))
                }
                context.console.note("Nothing was changed.")
            } else {
                try save(file, of: Set(sessions.ids), in: journal, context)
            }
        } catch {
            file.keep(from: table, context.console)
            if let refusal = error as? Refusal { throw refusal.ofTable(importing(file.path)) }
            throw error
        }
        file.remove()
    }

    private func save(
        _ file: TableFile, of ids: Set<Int64>, in journal: Journal, _ context: CommandContext
    ) throws {
        var request = ImportRequest(format: .csv(.standard), dates: context.dates)
        request.numbered = .these(ids)
        request.hasOrder = true
        let output = ImportOutput(file: file.path, isDryRun: false, hasConditions: false, context: context)
        let preview = try output.reporting {
            try journal.previewImport(of: .open(file.path), request, cancel: CancelToken()) { _ in }
        }
        if preview.imported > 0 { throw Refusal.foreignRows(preview.imported) }
        if preview.changes.count == 0 { return context.console.note("Nothing was changed.") }
        try context.backUpFirst(journal, changing: preview.changes.count)
        journal.act(for: "edit")
        let outcome = try output.reporting {
            try journal.importEntries(
                from: .open(file.path), request, cancel: CancelToken(), problem: Messages.problem
            ) { _ in }
        }
        output.noteChanges(outcome)
        context.console.note("Changed \(Messages.sessions(outcome.changes.count)).")
    }
}

/// A private file with a table for the editor.
private struct TableFile {
    let path: String
    private let folder: OpenFolder
    private let name: String

    init(_ table: [UInt8]) throws {
        let place = FileManager.default.temporaryDirectory.path
        do throws(SystemError) {
            folder = try OpenFolder(place, followsLink: true)
            name = "surfjournal-" + String(UInt64.random(in: .min ... .max), radix: 36) + ".tsv"
            try folder.open(name, O_WRONLY | O_CREAT | O_EXCL).write(table[...])
        } catch {
            throw Refusal.failure(
                "The table for the editor cannot be written to \(place): \(Messages.systemError(error.code)).")
        }
        path = place + (place.hasSuffix("/") ? "" : "/") + name
    }

    /// Whether the editor saved something else.
    func isChanged(from table: [UInt8]) throws -> Bool {
        do throws(BoundedFile.Failure) {
            return try BoundedFile.bytes(at: path, atMost: TableFile.most) != table
        } catch {
            throw Refusal.failure("\(path) cannot be read.")
        }
    }

    /// Says where the table is, if it has anything that was typed.
    func keep(from table: [UInt8], _ console: Console) {
        if (try? isChanged(from: table)) == false { return remove() }
        console.note("What you wrote is kept in \(path). Nothing was saved.")
    }

    func remove() { try? folder.remove(name) }

    /// The most bytes in a table.
    private static let most = 1 << 30
}

extension EditCommand {
    /// The command that imports a table into the journal that it is from.
    fileprivate func importing(_ path: String) -> String {
        let store = globals.store.map { ["--store", $0] } ?? []
        return (["surfjournal", "import", path] + store).map(Messages.quoted).joined(separator: " ")
    }
}

extension Refusal {
    /// The refusal of a table that was saved in the editor. Its rows cannot be skipped, but it can be corrected and imported.
    fileprivate func ofTable(_ command: String) -> Refusal {
        guard survived == .nothingImported, let sentence else { return self }
        let next = "Correct the table, then read it with '\(command)'."
        let end = [Messages.correctRow, Messages.correctRows].first { sentence.hasSuffix($0) } ?? ""
        let start = end.isEmpty ? sentence + " " : String(sentence.dropLast(end.count))
        return Refusal(code, start + next, .silent)
    }

    /// Rows without the number of one of the sessions that were opened.
    fileprivate static func foreignRows(_ count: Int) -> Refusal {
        let rows = count == 1 ? "1 row has" : "\(Messages.grouped(count)) rows have"
        return .usage(
            "\(rows) no number of these sessions. The column 'id' must stay, and 'add' makes new ones.", .silent)
    }
}
