import Foundation
import Journal
import JournalTransfer
import SurfLanguage

/// The backups of a journal in a folder that are named after it and the time.
struct DatedBackups {
    private let folder: String
    private let names: BackupNames

    init(of journal: Journal, in folder: String) {
        (self.folder, names) = (folder.hasSuffix("/") ? folder : folder + "/", BackupNames(of: journal.url))
    }

    /// The path of a backup made now.
    func path(_ context: CommandContext) -> String { folder + names.name(at: context) }

    /// Removes the oldest backups. Other files stay, whatever they are.
    func removeOld(keeping count: Int, _ context: CommandContext) throws {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        var removed = 0
        for name in all.filter(names.isBackup).sorted().dropLast(count) {
            let path = folder + name
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
}

/// The names of backups that are not named by a person: the journal's name with a time.
struct BackupNames {
    private let start, end: String

    init(of journal: URL) {
        start = journal.deletingPathExtension().lastPathComponent + "-"
        end = journal.pathExtension.isEmpty ? "" : "." + journal.pathExtension
    }

    /// The name with the present time in the journal's zone, such as `SurfJournalModel-2026-09-12T070000.sqlite`.
    func name(at context: CommandContext) -> String {
        var dates = ISODateWriter(zone: context.zone)
        return start + dates.string(context.now).prefix(19).filter { $0 != ":" } + end
    }

    /// Whether a file has such a name.
    func isBackup(_ name: String) -> Bool {
        guard name.hasPrefix(start), name.hasSuffix(end), name.count > start.count + end.count else { return false }
        let time = name.dropFirst(start.count).dropLast(end.count)
        return time.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{6}/) != nil
    }
}

extension CommandContext {
    /// Backs the journal up before many sessions are changed, if the settings ask for that. The newest seven of these
    /// backups are kept, in a folder beside the journal.
    /// - Parameter count: How many sessions are changed; nil if that is not known yet.
    /// - Throws: An error of the backup. Then nothing may be changed.
    func backUpFirst(_ journal: Journal, changing count: Int? = nil) throws {
        guard settings.backupTrigger != nil, count ?? .max > ChosenSessions.unasked else { return }
        let side = PrivateFolder(of: journal.url, suffix: "-backups")
        do { _ = try side.make() } catch {
            throw Refusal.failure(
                "\(side.path) cannot be used for backups. It must be a folder that nobody else can write.")
        }
        let backups = DatedBackups(of: journal, in: side.path)
        let cancel = CancelToken()
        let path = backups.path(self)
        // Another command of this second has made one, before its own changes.
        if FileManager.default.fileExists(atPath: path) { return }
        _ = try ActivityLine.showing("Backing up the journal", on: console) {
            try interruption.cancelling(target: path, cancel.cancel) {
                try journal.backUp(to: path, cancel: cancel)
            }
        }
        try backups.removeOld(keeping: CommandContext.keptBackups, self)
    }

    private static let keptBackups = 7
}
