import ArgumentParser
import Journal

struct SpotsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "spots", abstract: "Rename places.", subcommands: [SpotsRenameCommand.self])
}

struct SpotsRenameCommand: JournalCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename", abstract: "Rename a place in every session that has exactly that name.")

    @Argument(help: ArgumentHelp("What the place is called.", valueName: "old")) var old: String
    @Argument(help: ArgumentHelp("What it is to be called.", valueName: "new")) var new: String
    @OptionGroup(title: "Global options") var globals: GlobalOptions

    func run(in context: CommandContext) throws {
        let isJSON = try globals.isJSON("spots rename")
        guard !new.isEmpty, old != new, !new.contains("\0") else { throw Complaint.sameSpot }
        let journal = try context.openJournal()
        journal.act(for: "spots rename")
        let count = try journal.renameSpot(old, to: new)
        if count == 0 { throw Complaint.noSpot(old) }
        context.console.note(Sentences.renamed(old, to: new, count))
        guard isJSON else { return }
        var json = JSONWriter()
        json.beginObject()
        json.key("renamed")
        json.value(Int64(count))
        json.key("from")
        json.value(old)
        json.key("to")
        json.value(new)
        json.endObject()
        json.endLine()
        try context.console.data(json.bytes)
    }
}
