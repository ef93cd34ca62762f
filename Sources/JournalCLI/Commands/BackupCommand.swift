import ArgumentParser
import Foundation
import Journal
import JournalTransfer
import SurfLanguage

struct BackupCommand: JournalCommand {
    static let configuration = CommandConfiguration.command(
        "backup", abstract: "Back up the journal to a file.",
        discussion: """
            A backup is a complete journal, verified after writing. It can be made while the journal is in use. Without \
            a file name, it goes into the current folder, named after the journal and the time. --verify checks an \
            existing backup without changing it, and exits with 5 if it finds problems. Put a backup back with \
            'surfjournal restore FILE'.

            In a folder, a backup is named after the journal and the time too. --keep then removes the oldest of these \
            backups, once the new one is verified.

              surfjournal backup
              surfjournal backup ~/backups/surf.sqlite --force
              surfjournal backup ~/backups --keep 7
              surfjournal backup --verify ~/backups/surf.sqlite
            """)

    @Argument(help: ArgumentHelp("The file to write, or a folder.", valueName: "file"), completion: .file()) var file:
        String?
    @Flag(name: .shortAndLong, help: "Replace an existing file.") var force = false
    @Option(
        help: ArgumentHelp("Keep only this many of the journal's newest backups in the folder.", valueName: "number"),
        completion: .value(.nothing))
    var keep: Int?
    @Option(help: ArgumentHelp("Check this backup instead of writing one.", valueName: "file"), completion: .file())
    var verify: String?
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in context: CommandContext) throws {
        if let verify { return try check(context.path(verify), context) }
        if let keep, keep < 1 {
            throw Refusal.usage("--keep needs a number of backups, such as --keep 7, not '\(keep)'.")
        }
        let journal = try context.openJournal()
        let folder = try folder(context)
        let path = try path(of: journal, in: folder, context)
        let cancel = CancelToken()
        let count = try ActivityLine.showing("Copying and checking the journal", on: context.console) {
            try context.interruption.cancelling(target: path, cancel.cancel) {
                try journal.backUp(to: path, force: force, cancel: cancel)
            }
        }
        context.console.note(
            "Backed up \(Messages.sessions(count)) to \(path). "
                + "Look at it with 'surfjournal list --store \(Messages.quoted(path))'.")
        if let keep, let folder { try DatedBackups(of: journal, in: folder).removeOld(keeping: keep, context) }
        try context.report(json: ["file": .string(path), "entries": JSONValue(count)])
    }

    /// The folder that was named; nil for a file.
    private func folder(_ context: CommandContext) throws -> String? {
        var isFolder: ObjCBool = false
        let path = context.path(file ?? ".")
        let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        if isThere, isFolder.boolValue, file != nil || keep != nil { return path }
        if keep != nil {
            throw Refusal.usage("--keep needs a folder that exists, such as: surfjournal backup ~/backups --keep 7.")
        }
        return nil
    }

    private func path(of journal: Journal, in folder: String?, _ context: CommandContext) throws -> String {
        guard let folder else { return file.map(context.path) ?? BackupNames(of: journal.url).name(at: context) }
        return DatedBackups(of: journal, in: folder).path(context)
    }

    private func check(_ path: String, _ context: CommandContext) throws {
        if file != nil || force {
            throw Refusal.exclusive(["--verify", file == nil ? "--force" : "a file to write"])
        }
        try context.requireOtherInput(path)
        let backup = try ActivityLine.showing("Checking the backup", on: context.console) {
            try VerifiedBackup.read(URL(fileURLWithPath: path))
        }
        let output = CheckOutput(report: backup.report, console: context.console)
        var dates = ISODateWriter(zone: context.zone)
        let written = dates.string(backup.written)
        try output.write(json: context.isJSON ? json(output, of: backup.file, written: written) : nil)
        let time = String(written.prefix(16)).replacing("T", with: " ")
        try output.end(Messages.verified(backup, written: time))
    }

    private func json(_ output: CheckOutput, of file: URL, written: String) -> JSONValue {
        .object(["file": .string(file.path), "written": .string(written)] + output.members)
    }
}
