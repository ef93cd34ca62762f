import ArgumentParser
import Foundation
import Journal
import JournalTransfer
import SurfLanguage

struct BackupCommand: JournalCommand {
    static let configuration = CommandConfiguration.command(
        "backup", abstract: "Back up the journal to a file.",
        discussion: """
            A backup is a complete journal, verified after writing, and made while others use the journal. Without a \
            file name, it goes into the current folder, named after the journal and the time. --verify checks an \
            existing backup without changing it, and exits with 5 if it finds problems. Put a backup back with \
            'surfjournal restore FILE'.

              surfjournal backup
              surfjournal backup ~/backups/surf.sqlite --force
              surfjournal backup --verify ~/backups/surf.sqlite
            """)

    @Argument(help: ArgumentHelp("The file to write.", valueName: "file"), completion: .file()) var file: String?
    @Flag(help: "Replace an existing file.") var force = false
    @Option(help: ArgumentHelp("Check this backup instead of writing one.", valueName: "file"), completion: .file())
    var verify: String?
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in context: CommandContext) throws {
        if let verify { return try check(verify, context) }
        let journal = try context.openJournal()
        let path = file ?? BackupCommand.name(for: journal, context)
        let cancel = CancelToken()
        let count = try context.interruption.cancelling(target: path, cancel.cancel) {
            try journal.backUp(to: path, force: force, cancel: cancel)
        }
        context.console.note(
            "Backed up \(Messages.sessions(count)) to \(path). "
                + "Look at it with 'surfjournal list --store \(Messages.quoted(path))'.")
        try context.report(json: ["file": .string(path), "entries": JSONValue(count)])
    }

    private func check(_ path: String, _ context: CommandContext) throws {
        if file != nil || force {
            throw Refusal.exclusive(["--verify", file == nil ? "--force" : "a file to write"])
        }
        try context.requireOtherInput(path)
        let backup = try VerifiedBackup.read(URL(fileURLWithPath: path))
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

    /// The journal's name with the time in its zone, such as `SurfJournalModel-2026-09-12T070000.sqlite`.
    private static func name(for journal: Journal, _ context: CommandContext) -> String {
        var dates = ISODateWriter(zone: context.zone)
        let time = dates.string(context.now).prefix(19).filter { $0 != ":" }
        let url = journal.url
        let name = "\(url.deletingPathExtension().lastPathComponent)-\(time)"
        return url.pathExtension.isEmpty ? name : "\(name).\(url.pathExtension)"
    }
}
