import ArgumentParser
import Journal

struct BackupCommand: JournalCommand {
    static let configuration = CommandConfiguration.command(
        "backup", abstract: "Copy the journal to a file.",
        discussion: """
            The copy is a journal itself, checked, and written whole or not at all, while others use this one. Without a file \
            it is made in the current folder, named after the journal and the time. A backup is restored by putting it in \
            the journal's place, once the journal and its -wal and -shm are moved away.

              surfjournal backup
              surfjournal backup ~/backups/surf.sqlite --force
            """)

    @Argument(help: ArgumentHelp("The file to write.", valueName: "file")) var file: String?
    @Flag(help: "Replace a file that exists.") var force = false
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in context: CommandContext) throws {
        let isJSON = try globals.isJSON("backup")
        let journal = try context.openJournal()
        let path = file ?? BackupCommand.name(for: journal, context)
        let cancel = CancelToken()
        let count = try context.interruption.cancelling(target: path, cancel.cancel) {
            try journal.backUp(to: path, force: force, cancel: cancel)
        }
        context.console.note(Sentences.backedUp(count, to: path))
        guard isJSON else { return }
        var json = JSONWriter()
        json.beginObject()
        json.key("file")
        json.value(path)
        json.key("entries")
        json.value(Int64(count))
        json.endObject()
        json.endLine()
        try context.console.data(json.bytes)
    }

    /// The journal's name and the time in its zone, as in `SurfJournalModel-2026-09-12T070000.sqlite`.
    private static func name(for journal: Journal, _ context: CommandContext) -> String {
        var dates = ISODateWriter(zone: context.zone)
        let time = dates.string(context.now).prefix(19).filter { $0 != ":" }
        let url = journal.url
        let name = "\(url.deletingPathExtension().lastPathComponent)-\(time)"
        return url.pathExtension.isEmpty ? name : "\(name).\(url.pathExtension)"
    }
}
