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
        help: ArgumentHelp("Keep this many backups of the journal in the folder, the newest.", valueName: "number"),
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
        let count = try context.interruption.cancelling(target: path, cancel.cancel) {
            try journal.backUp(to: path, force: force, cancel: cancel)
        }
        context.console.note(
            "Backed up \(Messages.sessions(count)) to \(path). "
                + "Look at it with 'surfjournal list --store \(Messages.quoted(path))'.")
        if let keep, let folder { try removeOld(keeping: keep, of: journal, in: folder, context) }
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
        let name = BackupCommand.name(for: journal, context)
        guard let folder else { return file.map(context.path) ?? name }
        return folder + (folder.hasSuffix("/") ? "" : "/") + name
    }

    /// Removes the oldest backups of the journal in a folder. Other files stay, whatever they are.
    private func removeOld(
        keeping count: Int, of journal: Journal, in folder: String, _ context: CommandContext
    ) throws {
        let pattern = BackupNames(of: journal.url)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let old = names.filter(pattern.isBackup).sorted().dropLast(count)
        var removed = 0
        for name in old {
            let path = folder + "/" + name
            let type = (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
            guard type == .typeRegular else { continue }
            do { try FileManager.default.removeItem(atPath: path) } catch {
                throw Refusal.failure("\(path) could not be removed. The new backup is complete.", .silent)
            }
            removed += 1
        }
        if removed > 0 {
            context.console.note("Removed \(Messages.count(removed, "older backup")). The newest \(count) are kept.")
        }
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
        return BackupNames(of: journal.url).name(time)
    }
}

/// The names of backups that are not named by a person: the journal's name with a time.
private struct BackupNames {
    private let start, end: String

    init(of journal: URL) {
        start = journal.deletingPathExtension().lastPathComponent + "-"
        end = journal.pathExtension.isEmpty ? "" : "." + journal.pathExtension
    }

    func name(_ time: String) -> String { start + time + end }

    /// Whether a file has such a name.
    func isBackup(_ name: String) -> Bool {
        guard name.hasPrefix(start), name.hasSuffix(end), name.count > start.count + end.count else { return false }
        let time = name.dropFirst(start.count).dropLast(end.count)
        return time.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{6}/) != nil
    }
}
